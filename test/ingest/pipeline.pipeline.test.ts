import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { GoneError } from "#ingest/errors.ts";
import { ingestCompany, rebuildCompany } from "#ingest/pipeline.ts";
import { forgetBuilds } from "#ingest/store/build.ts";
import { acceptGone } from "#ingest/store/fetch-state.ts";
import { entityIdOf } from "#ingest/store/identity.ts";
import { dumpDatabase, rowVersions } from "../helpers/dump.ts";
import { apple, openTestPipeline } from "../helpers/pipeline.ts";

const { context, regulator, faults, setTime, boundaries } = await openTestPipeline();
const { pool } = context.database;

const factsPath = `/api/xbrl/companyfacts/CIK${apple}.json`;
const submissionsPath = `/submissions/CIK${apple}.json`;

test("a company goes from the regulator's documents to stored statements and served bodies [PIP-01] [PIP-02]", async () => {
  const outcome = await ingestCompany(apple, context);

  expect(outcome.kind).toBe("stored");
  const { rows: statements } = await pool.query(
    "select fields->>'revenue' as revenue, status, source from statement where company_key = $1 and period_key = '2023FY' and statement_type = 'income_statement'",
    [apple],
  );
  expect(statements).toEqual([
    { revenue: "383285000000", status: "converted", source: "regulator" },
  ]);
  const { rows: entities } = await pool.query(
    "select e.id, e.slug, e.claim_status, e.published, t.ticker from entity e join ticker t on t.entity_id = e.id",
  );
  expect(entities).toEqual([
    {
      id: entityIdOf(apple),
      slug: "apple-inc",
      claim_status: "unclaimed",
      published: true,
      ticker: "AAPL",
    },
  ]);
});

test("served bodies are whole envelopes whose time is that of the newest document [PIP-15]", async () => {
  const { rows } = await pool.query(
    "select kind, body, etag from served_document where entity_id = $1 order by kind",
    [entityIdOf(apple)],
  );

  expect(rows.map(({ kind }) => kind)).toEqual(["financials", "terminal"]);
  for (const { body, etag } of rows) {
    expect(JSON.parse(gunzipSync(body).toString()).meta).toEqual({
      timestamp: "2026-03-01T12:00:00.000Z",
    });
    expect(etag).toMatch(/^"[0-9a-f]{32}"$/);
  }
});

test("the archive holds each document before anything is derived from it", async () => {
  const { rows } = await pool.query(
    "select url, digest from raw_document where company_key = $1 order by url",
    [apple],
  );

  expect(rows.map(({ url }) => url)).toContain(`https://data.sec.gov${factsPath}`);
  for (const { digest } of rows) expect(await context.archive.has(digest)).toBe(true);
  expect(boundaries.indexOf("companyfacts:recorded")).toBeLessThan(
    boundaries.indexOf("rebuild:start"),
  );
});

test("the same documents again change no row and are asked for conditionally [PIP-07]", async () => {
  const before = await rowVersions(pool);
  const asked = regulator.log.length;

  const outcome = await ingestCompany(apple, context);

  expect(outcome).toEqual({ kind: "unchanged" });
  expect(await rowVersions(pool)).toEqual(before);
  const answers = regulator.log.slice(asked);
  expect(answers.find(({ path }) => path === factsPath)?.status).toBe(304);
  expect(answers.find(({ path }) => path === submissionsPath)?.status).toBe(304);
});

test("a rebuild that is forced writes byte for byte the same rows [SFR-30]", async () => {
  const before = await dumpDatabase(pool);
  const versions = await rowVersions(pool);
  await forgetBuilds(pool, [apple]);

  const outcome = await rebuildCompany(apple, context);

  expect(outcome).toMatchObject({ kind: "stored", statements: 0 });
  expect(await dumpDatabase(pool)).toEqual(before);
  const touched = (await rowVersions(pool)).filter((version, i) => version !== versions[i]);
  expect(touched.map((version) => version.split(" ")[0])).toEqual(["company_build"]);
});

test("a document that is gone upstream leaves the last good data in place and is a failure until it is back [PIP-14]", async () => {
  const before = await dumpDatabase(pool);
  faults.set(factsPath, { kind: "answer", status: 404, body: "gone" });

  const failure = await ingestCompany(apple, context).catch((error: unknown) => error);

  faults.clear();
  expect(failure).toBeInstanceOf(GoneError);
  expect(String(failure)).toContain(`no longer has https://data.sec.gov${factsPath}`);
  expect(await dumpDatabase(pool)).toEqual(before);
  expect(await ingestCompany(apple, context)).toEqual({ kind: "unchanged" });
});

test("what an operator accepts as gone is no failure until the source has had it again [PIP-14]", async () => {
  const gone = { kind: "answer", status: 404, body: "gone" } as const;
  const urls = [`https://data.sec.gov${factsPath}`];
  const ingest = () => ingestCompany(apple, context).catch((error: unknown) => error);
  expect(await acceptGone(pool, urls, "2026-03-01T00:00:00Z")).toEqual([]);
  faults.set(factsPath, gone);
  expect(await ingest()).toBeInstanceOf(GoneError);

  expect(await acceptGone(pool, urls, "2026-03-01T00:00:00Z")).toEqual(urls);
  expect(await ingest()).toEqual({ kind: "unchanged" });
  expect(await ingest()).toEqual({ kind: "unchanged" });
  expect(await acceptGone(pool, urls, null)).toEqual(urls);
  expect(await ingest()).toBeInstanceOf(GoneError);
  await acceptGone(pool, urls, "2026-03-01T00:00:00Z");

  faults.clear();
  expect(await ingest()).toEqual({ kind: "unchanged" });
  faults.set(factsPath, gone);
  expect(await ingest()).toBeInstanceOf(GoneError);
  faults.clear();
  expect(await ingest()).toEqual({ kind: "unchanged" });
});

test("a document that cannot be read is quarantined with its reason and the previous one stays in use [PIP-13]", async () => {
  const before = await dumpDatabase(pool, { only: ["statement", "filing", "served_document"] });
  setTime("2026-03-02T12:00:00.000Z");
  const body = JSON.stringify({ cik: 320193, entityName: "Apple Inc.", facts: { "us-gaap": 7 } });
  const headers = { "content-type": "application/json" };
  faults.set(factsPath, { kind: "answer", status: 200, body, headers });

  const outcome = await ingestCompany(apple, context);

  faults.clear();
  expect(outcome).toEqual({
    kind: "unchanged",
    quarantined: 1,
    setAside: [
      {
        url: `https://data.sec.gov/api/xbrl/companyfacts/CIK${apple}.json`,
        reason: "us-gaap is not an object",
      },
    ],
  });
  const { rows } = await pool.query(
    "select quarantined_reason as reason from raw_document where quarantined_reason is not null",
  );
  expect(rows).toHaveLength(1);
  expect(rows[0].reason).toContain("us-gaap");
  expect(await dumpDatabase(pool, { only: ["statement", "filing", "served_document"] })).toEqual(
    before,
  );
});

test("a filing that the index covers but no longer lists is marked as withdrawn, and listed again when it returns", async () => {
  const { rows } = await pool.query(
    "select accession from filing where company_key = $1 and form = '8-K' order by filed desc limit 1",
    [apple],
  );
  const accession = rows[0]?.accession ?? "";
  const index = JSON.parse(await (await get(submissionsPath)).text());
  const { recent } = index.filings;
  const at = recent.accessionNumber.indexOf(accession);
  for (const column of Object.values(recent) as unknown[][]) column.splice(at, 1);
  const headers = { "content-type": "application/json" };
  faults.set(submissionsPath, {
    kind: "answer",
    status: 200,
    body: JSON.stringify(index),
    headers,
  });

  await ingestCompany(apple, context);
  expect(await statusOf(accession)).toBe("withdrawn");
  faults.clear();
  await ingestCompany(apple, context);

  expect(await statusOf(accession)).toBe("listed");
});

test("a company that the regulator has no document of is absent, and nothing is stored of it", async () => {
  const outcome = await ingestCompany("0000000042", context);

  expect(outcome).toEqual({ kind: "absent" });
  const { rowCount } = await pool.query("select 1 from company where company_key = '0000000042'");
  expect(rowCount).toBe(0);
});

function get(path: string): Promise<Response> {
  return fetch(regulator.url + path, {
    headers: { "user-agent": "tests tests@localhost.invalid" },
  });
}

test("members that the source's format did not have change no row, and are counted and named [PIP-08]", async () => {
  const before = await dumpDatabase(pool, {
    only: ["statement", "served_document"],
    maskTimes: true,
  });
  const document = JSON.parse(await (await get(factsPath)).text());
  document.facts["us-gaap"].Assets.units.USD[0].confidence = "high";
  document.schemaVersion = 2;
  const headers = { "content-type": "application/json" };
  faults.set(factsPath, { kind: "answer", status: 200, body: JSON.stringify(document), headers });
  const warned: object[] = [];
  const log = { ...context.log, warn: (fields: object) => warned.push(fields) };

  const outcome = await ingestCompany(apple, { ...context, log });

  faults.clear();
  expect(outcome).toMatchObject({ kind: "stored", counts: { unknownMembers: 2 } });
  const unknownMembers = ["companyfacts entry.confidence", "companyfacts schemaVersion"];
  expect(warned).toEqual([{ cik: apple, unknownMembers }]);
  const after = await dumpDatabase(pool, {
    only: ["statement", "served_document"],
    maskTimes: true,
  });
  expect(after.filter((line) => line.startsWith("statement "))).toEqual(
    before.filter((line) => line.startsWith("statement ")),
  );
});

test("a fact that cannot be read is set aside and named, and the company is stored [PIP-13]", async () => {
  const document = JSON.parse(await (await get(factsPath)).text());
  const [entry] = document.facts["us-gaap"].Assets.units.USD;
  entry.val = null;
  const headers = { "content-type": "application/json" };
  faults.set(factsPath, { kind: "answer", status: 200, body: JSON.stringify(document), headers });
  const warned: object[] = [];
  const log = { ...context.log, warn: (fields: object) => warned.push(fields) };

  const outcome = await ingestCompany(apple, { ...context, log });

  faults.clear();
  expect(outcome.kind).toBe("stored");
  const facts = [`us-gaap:Assets of ${entry.accn}: its val is not a number`];
  expect(warned).toEqual([{ cik: apple, count: 1, facts }]);
});

async function statusOf(accession: string): Promise<string | undefined> {
  const { rows } = await pool.query("select status from filing where accession = $1", [accession]);
  return rows[0]?.status;
}
