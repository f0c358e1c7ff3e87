import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { JobContext } from "#jobs/running/job.ts";
import { fetchDataSetsJob } from "#jobs/tasks/companies/fetch-data-sets.ts";
import { openTestPipeline } from "../helpers/pipeline.ts";
import { whenDone } from "../helpers/when-done.ts";
import { one, quarterZip, two } from "../ingest/fetch/made-up-quarters.ts";

async function openJob(quarters: Map<string, Buffer>, via: string | null = null) {
  const { context, regulator } = await openTestPipeline({
    archives: { dataSets: { quarters, folder: "structureddata", page: null } },
  });
  const dataDir = await mkdtemp(join(tmpdir(), "tenk-job-"));
  whenDone(() => rm(dataDir, { recursive: true, force: true }));
  const enqueued: unknown[] = [];
  const warned: object[] = [];
  const log = { ...context.log, warn: (fields: object) => void warned.push(fields) };
  const jobContext = {
    config: { companies: "all", dataDir },
    ingest: { ...context, via, log },
    queue: { enqueueAll: async (_: unknown, data: unknown[]) => void enqueued.push(...data) },
  } as unknown as JobContext;
  const run = () => fetchDataSetsJob.run(jobContext, {}, new AbortController().signal);
  return { run, enqueued, warned, regulator };
}

test("the job takes the newest quarters that are published and enqueues their companies once [FCE-10]", async () => {
  // It is 2026-03-01, and the newest quarter is not published yet.
  const { run, enqueued, warned } = await openJob(
    new Map(
      ["2024q1", "2024q2", "2024q3", "2024q4", "2025q1", "2025q2", "2025q3"].map((q) => [
        q,
        quarterZip(),
      ]),
    ),
  );

  expect(await run()).toMatchObject({ quarters: 7, unchanged: 0, filings: 2, companies: 2 });
  expect(enqueued).toEqual([{ cik: one }, { cik: two }]);
  expect(await run()).toMatchObject({ quarters: 0, unchanged: 7, companies: 0 });
  expect(enqueued).toHaveLength(2);
  expect(warned).toEqual([]);
});

test("a source without data sets is one warning and the result of the run", async () => {
  const { run, warned, enqueued } = await openJob(new Map());

  const result = await run();
  expect(result).toMatchObject({ quarters: 0, companies: 0 });
  expect(result.problem).toMatch(/^the source has no data sets: nothing at /);
  expect(warned).toEqual([{ problem: result.problem }]);
  expect(enqueued).toEqual([]);
});

test("the bundled sample is not asked", async () => {
  const { run, regulator } = await openJob(new Map(), "the bundled sample of 2026-02-28");

  expect(await run()).toEqual({ quarters: 0 });
  expect(regulator.log).toEqual([]);
});
