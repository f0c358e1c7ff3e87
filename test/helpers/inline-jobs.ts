import { tmpdir } from "node:os";
import { join } from "node:path";
import { openFileStore } from "#api/clients/files.ts";
import type { JobSender } from "#api/clients/job-sender.ts";
import type { WrittenMail } from "#api/clients/mail.ts";
import type { WebhookClient } from "#api/clients/webhooks.ts";
import { openPlatform } from "#api/platform.ts";
import type { JobContext } from "#jobs/running/job.ts";
import { buildFilingsJob } from "#jobs/tasks/companies/build-filings.ts";
import { allJobs } from "#jobs/tasks.ts";
import type { Database } from "#schemas/database/db.ts";

export interface EnqueuedJob {
  name: string;
  data: object;
}

/**
 * A queue that runs each job in this process as soon as what enqueued it is committed: a test reads the effect after
 * the answer. Jobs for later are only listed.
 */
export function inlineJobs(setup: {
  database: Database;
  mails: WrittenMail[];
  enqueued: EnqueuedJob[];
  log: Parameters<typeof openPlatform>[0]["log"];
  now: () => Date;
  publicUrl: string;
  /** Without it jobs that build companies are only listed. */
  ingest?: JobContext["ingest"];
  /** Default: to public addresses only. */
  webhooks?: WebhookClient | undefined;
}): JobSender {
  const { database, mails, enqueued, log, now, publicUrl, webhooks } = setup;
  const sender: JobSender = {
    async send({ afterCommit }, task, data, options = {}) {
      const stored = JSON.parse(JSON.stringify(task.data.parse(data)));
      afterCommit(async () => {
        enqueued.push({ name: task.name, data: stored });
        const job = allJobs.find(({ name }) => name === task.name);
        if (options.startAfter !== undefined) return;
        if (job === buildFilingsJob && setup.ingest === undefined) return;
        await job?.run(context, job.data.parse(stored), new AbortController().signal);
      });
    },
  };
  const files = openFileStore(join(tmpdir(), "tenk-files"));
  const context = {
    platform: openPlatform({
      ...{ db: database.db, jobs: sender, log, now, files, publicUrl },
      ...(webhooks === undefined ? {} : { webhooks }),
    }),
    ingest: setup.ingest,
    config: { texts: null },
    mails: {
      deliver: async (mail: WrittenMail) => void mails.push(mail),
      forget: async () => {},
    },
  } as unknown as JobContext;
  return sender;
}
