import { expect, test, vi } from "vitest";
import { ingestCompany, rebuildCompany } from "#ingest/pipeline.ts";
import { decideGate, findGate, setGate } from "#ingest/store/rebuild-gate.ts";
import { GateClosedError } from "#jobs/quality/pass-gate.ts";
import { createBacklog } from "#jobs/running/backlog.ts";
import type { JobContext } from "#jobs/running/job.ts";
import { enqueuePending } from "#jobs/running/pending.ts";
import type { JobQueue } from "#jobs/running/queue.ts";
import { precomputeJob } from "#jobs/tasks/companies/precompute.ts";
import { readConfig } from "#schemas/config/config.ts";
import { apple, jpmorgan, openTestPipeline } from "../helpers/pipeline.ts";

const ciks = [jpmorgan, apple];
const config = readConfig({ COMPANIES: ciks.map(Number).join(",") });

/** Two companies as an older engine left them; with `isWorse` their stored checks passed oftener than they will. */
async function upgraded({ isWorse }: { isWorse: boolean }) {
  const { context } = await openTestPipeline({ ciks });
  const { pool } = context.database;
  for (const cik of ciks) await ingestCompany(cik, context);
  await pool.query("update company_build set engine_version = 'older'");
  if (isWorse) {
    await pool.query(
      `update company_quality set counts = jsonb_set(counts::jsonb, '{TS-02}', '[10000, 0, 0, 0, 0]')::json`,
    );
  }
  const enqueued: string[] = [];
  const queue = {
    enqueue: async ({ name }: { name: string }) => void enqueued.push(name),
    enqueueAll: async ({ name }: { name: string }, data: readonly { cik: string }[]) =>
      void enqueued.push(...data.map(({ cik }) => `${name} ${cik}`)),
  } as unknown as JobQueue;
  const precompute = () =>
    precomputeJob.run(
      {
        config,
        ingest: context,
        queue,
        platform: { db: context.database.db },
      } as unknown as JobContext,
      {},
      new AbortController().signal,
    );
  const engines = async () => {
    const { rows } = await pool.query(
      "select company_key as cik, engine_version as e from company_build",
    );
    return rows.filter(({ e }) => e === "older").length;
  };
  return { context, pool, queue, enqueued, precompute, engines };
}

const rebuilds = [`rebuild-company ${jpmorgan}`, `rebuild-company ${apple}`];

test("a start after an upgrade enqueues no rebuild, only the look at the checks", async () => {
  const { context, queue, enqueued } = await upgraded({ isWorse: false });

  const { rebuild } = await enqueuePending(config, context, queue);

  expect(rebuild).toEqual(ciks);
  expect(enqueued).toEqual(["precompute"]);
  expect(await findGate(context.database.pool, context.registry)).toEqual({
    state: "undecided",
    drops: [],
  });
});

test("where no pass rate falls, the look opens the gate and the companies are rebuilt", async () => {
  const { context, enqueued, precompute, engines } = await upgraded({ isWorse: false });

  expect(await precompute()).toMatchObject({ companies: 2 });

  expect(enqueued).toEqual(rebuilds);
  for (const cik of ciks) {
    expect(await rebuildCompany(cik, context)).toMatchObject({ kind: "stored" });
  }
  expect(await engines()).toBe(0);
});

test("a pass rate that would fall closes the gate: nothing is enqueued, and check, points and companies are named", async () => {
  const { context, enqueued, precompute, engines } = await upgraded({ isWorse: true });

  const error = await precompute().catch((caught: unknown) => caught);

  expect(error).toBeInstanceOf(GateClosedError);
  expect((error as Error).message).toMatch(
    /^nothing was rebuilt.*--all --accept-drop.*\nTS-02 .* would pass .* points less\n(AAPL|JPM) \([^\n]+\): \d+ results? do(es)? not pass, 0 before/s,
  );
  expect(enqueued).toEqual([]);
  expect(await findGate(context.database.pool, context.registry)).toMatchObject({
    state: "closed",
    drops: [{ check: "TS-02" }],
  });
  // The nightly refresh builds them neither.
  for (const cik of ciks) {
    expect(await ingestCompany(cik, context)).toMatchObject({
      kind: "gated",
      reason: expect.stringContaining("TS-02 would pass less often"),
    });
  }
  expect(await engines()).toBe(2);
});

test("before the look is over nothing is built for the version's sake, new documents are", async () => {
  const { context, pool, engines } = await upgraded({ isWorse: true });
  await setGate(pool, context.registry);

  expect(await rebuildCompany(apple, context)).toMatchObject({ kind: "gated" });
  await pool.query("update company_build set input_digest = 'of other documents'");
  expect(await rebuildCompany(apple, context)).toMatchObject({ kind: "stored" });
  expect(await engines()).toBe(1);
});

test("behind a closed gate new documents are built, unless the company is one that it is closed for", async () => {
  const { context, pool, precompute } = await upgraded({ isWorse: true });
  await precompute().catch(() => {});
  await pool.query("update company_build set input_digest = 'of other documents'");
  const before = await pool.query(
    "select company_key as cik, counts from company_quality order by company_key",
  );

  const outcomes = [];
  for (const cik of ciks) outcomes.push((await rebuildCompany(cik, context)).kind);

  const gate = await findGate(pool, context.registry);
  const worse = new Set(gate?.drops.flatMap(({ companies }) => companies.map(({ cik }) => cik)));
  expect(outcomes).toEqual(ciks.map((cik) => (worse.has(cik) ? "gated" : "stored")));
  expect(outcomes).toContain("gated");
  const after = await pool.query(
    "select company_key as cik, counts from company_quality order by company_key",
  );
  const gated = ({ cik }: { cik: string }) => worse.has(cik);
  expect(after.rows.filter(gated)).toEqual(before.rows.filter(gated));
});

test("once let through it stays open, whatever another process finds", async () => {
  const { context, pool, enqueued, precompute } = await upgraded({ isWorse: true });
  await precompute().catch(() => {});
  const { drops = [] } = (await findGate(pool, context.registry)) ?? {};

  await decideGate(pool, context.registry, []);
  await decideGate(pool, context.registry, drops);
  await precompute();

  expect(await findGate(pool, context.registry)).toEqual({ state: "open", drops: [] });
  expect(enqueued).toEqual(rebuilds);
});

test("whoever names a company has it rebuilt", async () => {
  const { context, pool } = await upgraded({ isWorse: true });
  await setGate(pool, context.registry);

  expect(await rebuildCompany(apple, context, { isGated: false })).toMatchObject({
    kind: "stored",
  });
});

test("a start waits for the look elsewhere, and does not wait for companies that it holds", async () => {
  const left = new Set(["all"]);
  const backlog = createBacklog({ say: () => {} });
  let isDone = false;
  void backlog.done.then(() => {
    isDone = true;
  });
  vi.useFakeTimers();
  backlog.begin({ ingest: [apple], rebuild: [jpmorgan] }, { unfinished: async () => left });

  await vi.advanceTimersByTimeAsync(10_000);
  expect(isDone).toBe(false);
  const run = { name: "precompute", subject: "all", result: null };
  backlog.onRun({ ...run, state: "failed", error: "nothing was rebuilt" });
  await vi.advanceTimersByTimeAsync(0);
  expect(isDone).toBe(true);
  vi.useRealTimers();
});
