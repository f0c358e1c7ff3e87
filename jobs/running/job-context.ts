import type { FastifyBaseLogger } from "fastify";
import { openFileStore } from "#api/clients/files.ts";
import { openMailTransport } from "#api/clients/mail-transport.ts";
import { paymentsOf } from "#api/clients/payments.ts";
import { webhooksOf } from "#api/clients/webhooks.ts";
import { openPlatform } from "#api/platform.ts";
import type { Services } from "../services.ts";
import type { JobContext } from "./job.ts";
import type { JobQueue } from "./queue.ts";

/** Opens everything that the jobs of a process use. */
export function openJobContext(
  { config, context: ingest }: Services,
  queue: JobQueue,
  log: FastifyBaseLogger,
): Omit<JobContext, "queue"> {
  const { db } = ingest.database;
  const { now } = ingest;
  const files = openFileStore(config.filesUrl);
  return {
    config,
    ingest,
    platform: openPlatform({
      ...paymentsOf(config.payments),
      webhooks: webhooksOf(config),
      db,
      jobs: queue,
      log,
      now,
      files,
      publicUrl: config.publicUrl,
    }),
    mails: openMailTransport(config.mail, now),
  };
}
