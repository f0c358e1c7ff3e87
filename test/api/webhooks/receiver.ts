import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { openWebhookClient, type WebhookClient } from "#api/clients/webhooks.ts";
import { openPlatform, type Platform } from "#api/platform.ts";
import type { JobContext } from "#jobs/running/job.ts";
import { sendWebhooksJob } from "#jobs/tasks/platform/send-webhooks.ts";
import { spreadChangesJob } from "#jobs/tasks/platform/spread-changes.ts";
import { companyChange } from "#schemas/tables/companies/change.ts";
import type { TestApp } from "../../helpers/app.ts";
import { inlineJobs } from "../../helpers/inline-jobs.ts";
import { whenDone } from "../../helpers/when-done.ts";

/** A webhook as it came in. */
export interface Received {
  headers: Record<string, string>;
  body: string;
  /** Its webhook-id. */
  id: string;
  json: { type: string; timestamp: string; data: Record<string, unknown> };
}

export interface Receiver {
  url: string;
  received: Received[];
  /** How the next requests are answered; default 200. */
  answer(by: (response: ServerResponse, received: Received) => void): void;
  connections(): number;
  close(): Promise<void>;
}

/** A server on loopback that takes webhooks. */
export async function openReceiver(port = 0): Promise<Receiver> {
  const received: Received[] = [];
  let connections = 0;
  let answer = (response: ServerResponse, _: Received): void => void response.end();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const headers = request.headers as Record<string, string>;
    const one = { headers, body, id: headers["webhook-id"] ?? "", json: JSON.parse(body || "{}") };
    received.push(one);
    answer(response, one);
  });
  server.on("connection", () => {
    connections += 1;
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const close = async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  };
  whenDone(close);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    answer(by) {
      answer = by;
    },
    connections: () => connections,
    close,
  };
}

/** The client of these tests: it may reach loopback. */
export const loopbackClient = (timeoutMs = 5_000): WebhookClient =>
  openWebhookClient({ networks: ["127.0.0.0/8"], timeoutMs });

export interface Worker {
  platform: Platform;
  /** What the scheduled job does each minute, to the end. */
  minute(): Promise<void>;
}

/** A process that works on webhooks, with a clock of its own. */
export function openWorker(app: TestApp, now: () => Date, webhooks = loopbackClient()): Worker {
  const log = { error() {}, info() {}, warn() {} } as never;
  const common = { log, now, publicUrl: "http://localhost:3000" };
  const { database, mails, enqueued } = app;
  const jobs = inlineJobs({ ...common, database, mails, enqueued, webhooks });
  const platform = openPlatform({ ...common, db: app.db, jobs, files: {} as never, webhooks });
  return {
    platform,
    async minute() {
      const due: { webhookId: string }[] = [];
      const queue = { enqueueAll: async (_: unknown, data: never[]) => void due.push(...data) };
      const context = { platform, queue } as unknown as JobContext;
      await spreadChangesJob.run(context, {}, new AbortController().signal);
      await Promise.all(
        due.map((data) => sendWebhooksJob.run(context, data, new AbortController().signal)),
      );
    },
  };
}

/** Records changes of a company as a build does, `count` of them. */
export async function recordChanges(
  { db }: TestApp,
  entityId: string,
  count = 1,
  type: "filing.stored" | "filing.changed" = "filing.stored",
): Promise<string[]> {
  const filing = { form: "10-K", filedDate: "2026-02-01", reportDate: null };
  const rows = await db
    .insert(companyChange)
    .values(
      Array.from({ length: count }, (_, n) => ({
        ...{ entityId, type },
        detail: { filing: { ...filing, accessionNumber: `0000000001-26-${n}` } },
      })),
    )
    .returning({ id: companyChange.id });
  return rows.map(({ id }) => id);
}
