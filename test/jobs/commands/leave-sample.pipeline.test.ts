import { expect, test } from "vitest";
import type { IngestContext } from "#ingest/context.ts";
import { ingestCompany } from "#ingest/pipeline.ts";
import { enqueuePending } from "#jobs/running/pending.ts";
import type { JobQueue } from "#jobs/running/queue.ts";
import { readConfig } from "#schemas/config/config.ts";
import { apple, nikola, openTestPipeline, withVia } from "../../helpers/pipeline.ts";

const { context, regulator, faults } = await openTestPipeline({ ciks: [apple, nikola] });
/** The same documents, as the regulator's own hosts give them. */
const live: IngestContext = withVia(context, null);
const factsPath = `/api/xbrl/companyfacts/CIK${apple}.json`;
const indexPath = `/submissions/CIK${apple}.json`;

async function start(of: IngestContext) {
  const jobs: object[] = [];
  const queue = {
    async enqueue() {},
    async enqueueAll({ name }: { name: string }, data: readonly { cik: string }[]) {
      for (const { cik } of data) jobs.push({ name, cik });
    },
  } as unknown as JobQueue;
  const config = readConfig({ COMPANIES: "320193" });
  return { ...(await enqueuePending(config, of, queue)), jobs };
}

async function currentVia(): Promise<(string | null)[]> {
  const { rows } = await context.database.pool.query(
    "select distinct r.via from raw_document r join fetch_state f on f.url = r.url and f.digest = r.digest where r.company_key = $1",
    [apple],
  );
  return rows.map(({ via }: { via: string | null }) => via);
}

test("a start with the sample again fetches nothing", async () => {
  await ingestCompany(apple, context);

  expect(await start(context)).toMatchObject({ ingest: [], fromSample: [], jobs: [] });
});

test("a start with the real source asks it for every company of the sample, without the sample's validators", async () => {
  const pending = await start(live);

  expect(pending).toMatchObject({ ingest: [apple], fromSample: [apple], rebuild: [] });
  expect(pending.jobs).toEqual([{ name: "ingest-company", cik: apple }]);

  const asked = regulator.log.length;
  await ingestCompany(apple, live);
  expect(regulator.log.slice(asked).map(({ status }) => status)).not.toContain(304);

  // The real service never gives the very bytes of the sample.
  const facts = { dei: { EntityPublicFloat: { units: { USD: [{}] } } } };
  const body = JSON.stringify({ cik: 320193, entityName: "Apple Inc.", facts });
  const headers = { "content-type": "application/json" };
  faults.set(factsPath, { kind: "answer", status: 200, body, headers });
  const filings = { recent: {}, files: [] };
  const index = JSON.stringify({ cik: "320193", name: "Apple Inc.", filings });
  faults.set(indexPath, { kind: "answer", status: 200, body: index, headers });
  await ingestCompany(apple, live);
  faults.clear();

  expect((await start(live)).fromSample).toEqual([]);
});

test("once the real service has answered, the sample never takes its place again", async () => {
  const before = await currentVia();
  const asked = regulator.log.length;

  expect((await ingestCompany(apple, context)).kind).toBe("unchanged");

  expect(await currentVia()).toEqual(before);
  const paths = regulator.log.slice(asked).map(({ path }) => path);
  expect(paths).not.toContain(factsPath);
});
