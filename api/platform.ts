import { randomUUID } from "node:crypto";
import type { FastifyBaseLogger } from "fastify";
import type { Db } from "#schemas/db.ts";
import { type Mail, sendMail } from "#schemas/tasks/send-mail.ts";
import type { FileStore } from "./clients/files.ts";
import type { JobSender } from "./clients/job-sender.ts";
import { openBuiltInPayments, type Payments } from "./clients/payments.ts";
import { openUnits, type UnitOfWork } from "./unit-of-work.ts";

/** What services reach in a request and in a job alike. */
export interface PlatformParts {
  log: FastifyBaseLogger;
  now: () => Date;
  files: FileStore;
  /** Address of this service as clients know it, without a slash at its end. */
  publicUrl: string;
  payments: Payments;
}

export interface Platform extends PlatformParts, UnitOfWork<Platform> {
  /** Sends a mail by a job, once what is written is committed. */
  mailer(mail: Mail): Promise<void>;
}

/** The mailer of a unit of work. */
export const mailerOf =
  ({ enqueue }: Pick<UnitOfWork<unknown>, "enqueue">) =>
  (mail: Mail) =>
    enqueue(sendMail, { ...mail, id: randomUUID() });

/** The platform for jobs: each call of a service is a unit of work of its own. */
export function openPlatform(
  setup: Omit<PlatformParts, "payments"> & {
    /** Default: the built-in payment provider, whose events nobody hears. */
    payments?: Payments;
    db: Db;
    jobs: JobSender;
  },
): Platform {
  const { db, jobs, log, now, files, publicUrl } = setup;
  const payments = setup.payments ?? openBuiltInPayments({ db, now, log, deliver: null });
  return openUnits<Platform>({ db, jobs, log }, (unit) => ({
    log,
    now,
    files,
    publicUrl,
    payments,
    ...unit,
    mailer: mailerOf(unit),
  })).root;
}
