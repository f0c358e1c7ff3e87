import { expect, test } from "vitest";
import { ingestCompany } from "#ingest/pipeline.ts";
import { enqueuePending } from "#jobs/running/pending.ts";
import type { JobQueue } from "#jobs/running/queue.ts";
import { readConfig } from "#schemas/config/config.ts";
import { apple, nikola, openTestPipeline } from "../helpers/pipeline.ts";

const { context, faults } = await openTestPipeline({ ciks: [apple, nikola] });

const away = { kind: "answer", status: 400 } as const;

/** What a start with these COMPANIES finds undone, and the jobs that it enqueues. */
async function start(companies: string) {
  const jobs: [name: string, data: readonly object[]][] = [];
  const queue = {
    async enqueue({ name }: { name: string }, data: object) {
      jobs.push([name, [data]]);
    },
    async enqueueAll({ name }: { name: string }, data: readonly object[]) {
      if (data.length > 0) jobs.push([name, data]);
    },
  } as unknown as JobQueue;
  const config = readConfig({ COMPANIES: companies });
  return { pending: await enqueuePending(config, context, queue), jobs };
}

test("a first start while the source is away goes on, and asks again later", async () => {
  faults.set("/files/company_tickers", away);

  const { pending, jobs } = await start("AAPL");
  const all = await start("all");

  expect(pending).toMatchObject({ ingest: [], rebuild: [], unknown: ["AAPL"] });
  expect(pending.unanswered).toContain("/files/company_tickers");
  expect(jobs).toEqual([["refresh-all", [{}]]]);
  expect(all.jobs).toEqual([["refresh-all", [{}]]]);
});

test("a later start while the source is away knows the companies by the archived list", async () => {
  faults.clear();
  expect((await start("AAPL")).pending).toMatchObject({ ingest: [apple], unanswered: null });
  await ingestCompany(apple, context);
  faults.set("/files/company_tickers", away);

  const known = await start("aapl,1731289");
  const partly = await start("AAPL,KO");

  expect(known.pending).toMatchObject({ ingest: [nikola], unknown: [] });
  expect(known.jobs).toEqual([["ingest-company", [{ cik: nikola }]]]);
  expect(partly.pending).toMatchObject({ ingest: [], unknown: ["KO"] });
  expect(partly.jobs).toEqual([["refresh-all", [{}]]]);
});
