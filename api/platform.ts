import { randomUUID } from "node:crypto";
import type { FastifyBaseLogger } from "fastify";
import type { Db } from "#schemas/database/db.ts";
import { type Mail, sendMail } from "#schemas/tasks/send-mail.ts";
import type { FileStore } from "./clients/files.ts";
import type { JobSender } from "./clients/job-sender.ts";
import { openBuiltInPayments } from "./clients/payments/built-in.ts";
import type { Payments } from "./clients/payments/provider.ts";
import { openWebhookClient, type WebhookClient } from "./clients/webhooks.ts";
import { openUnits, type UnitOfWork } from "./unit-of-work.ts";

/** What services can use, both in requests and in jobs. */
export interface PlatformParts {
  log: FastifyBaseLogger;
  now: () => Date;
  files: FileStore;
  /** Public base URL of this service, without a trailing slash. */
  publicUrl: string;
  payments: Payments;
  webhooks: WebhookClient;
}

export interface Platform extends PlatformParts, UnitOfWork<Platform> {
  /** Sends a mail by a job, which runs after the current transaction commits. */
  mailer(mail: Mail): Promise<void>;
}

/** Makes the mailer of a unit of work. */
export const mailerOf =
  ({ enqueue }: Pick<UnitOfWork<unknown>, "enqueue">) =>
  (mail: Mail) =>
    enqueue(sendMail, { ...mail, id: randomUUID() });

/** Makes the platform for jobs. Each call of a service is its own unit of work. */
export function openPlatform(
  setup: Omit<PlatformParts, "payments" | "webhooks"> & {
    /** Default: the built-in payment provider, without reports of changes. */
    payments?: Payments;
    /** Default: to public addresses only. */
    webhooks?: WebhookClient;
    db: Db;
    jobs: JobSender;
  },
): Platform {
  const { db, jobs, log, now, files, publicUrl } = setup;
  const webhooks = setup.webhooks ?? openWebhookClient();
  const payments = setup.payments ?? openBuiltInPayments({ db, now, log, changed: null });
  return openUnits<Platform>({ db, jobs, log }, (unit) => ({
    log,
    now,
    files,
    publicUrl,
    payments,
    webhooks,
    ...unit,
    mailer: mailerOf(unit),
  })).root;
}
