import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { ingestNightly, type NightlyOptions } from "#ingest/bulk/ingest-nightly.ts";
import type { IngestContext } from "#ingest/context.ts";
import { ingestCompany } from "#ingest/pipeline.ts";
import { readFigures } from "#ingest/sample/figures.ts";
import { companyFactsJson, submissionsJson } from "#ingest/sample/wire.ts";
import { dumpDatabase } from "../helpers/dump.ts";
import { makeZip, type ZipEntry } from "../helpers/make-zip.ts";
import { apple, nikola, openTestPipeline, tsmc } from "../helpers/pipeline.ts";

const folder = await mkdtemp(join(tmpdir(), "tenk-bulk-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

let made = 0;
async function archive(entries: readonly ZipEntry[]): Promise<string> {
  made += 1;
  const path = join(folder, `${made}.zip`);
  await writeFile(path, makeZip(entries));
  return path;
}

const ciks = [apple, nikola, tsmc];
const figures = new Map(
  await Promise.all(ciks.map(async (cik) => [cik, await readFigures(cik)] as const)),
);

/** The regulator's documents of the companies as they stood on a day. */
function documents(day: string, of: readonly string[] = ciks) {
  const facts: ZipEntry[] = [];
  const submissions: ZipEntry[] = [];
  for (const cik of of) {
    const known = figures.get(cik);
    if (!known) throw new Error(`no figures of ${cik}`);
    const body = companyFactsJson(known, day);
    if (body !== null) facts.push({ name: `CIK${cik}.json`, body });
    for (const [name, page] of submissionsJson(known, day)) submissions.push({ name, body: page });
  }
  return { facts, submissions };
}

async function archivesOf(day: string, of?: readonly string[]): Promise<NightlyOptions> {
  const { facts, submissions } = documents(day, of);
  return {
    companyFacts: await archive(facts),
    submissions: await archive(submissions),
    ciks: null,
  };
}

const rowsOf = ({ database }: IngestContext) =>
  dumpDatabase(database.pool, { only: ["company", "statement", "company_facts", "filing"] });

const today = "2026-02-28";

test("the nightly archives are taken whole, to the same rows however many companies are at hand [PIP-08]", async () => {
  const bulk = await openTestPipeline();
  const outcome = await ingestNightly(await archivesOf(today), bulk.context);
  const rows = await dumpDatabase(bulk.context.database.pool, { only: ["statement", "filing"] });

  expect(outcome.companies).toEqual({
    stored: 3,
    unchanged: 0,
    absent: 0,
    gated: 0,
    set_aside: 0,
    failed: 0,
  });
  expect(outcome.refused).toEqual([]);
  expect(rows.length).toBeGreaterThan(100);

  const { context } = await openTestPipeline();
  await ingestNightly({ ...(await archivesOf(today)), concurrency: 1 }, context);
  expect(await dumpDatabase(context.database.pool, { only: ["statement", "filing"] })).toEqual(
    rows,
  );
}, 120_000);

test("the same archives again write nothing; of newer ones only what changed is built [PIP-07]", async () => {
  const { context } = await openTestPipeline();
  const options = await archivesOf(today);
  await ingestNightly(options, context);
  const before = await dumpDatabase(context.database.pool);

  const again = await ingestNightly(options, context);
  expect(again).toMatchObject({ added: 0, older: 0, companies: { stored: 0, unchanged: 3 } });
  expect(await dumpDatabase(context.database.pool)).toEqual(before);

  const { facts, submissions } = documents(today);
  const renamed = submissions.map((entry) =>
    entry.name === `CIK${nikola}.json`
      ? { ...entry, body: String(entry.body).replace(/"name":"[^"]*"/, '"name":"Renamed Corp"') }
      : entry,
  );
  const changed = await ingestNightly(
    { companyFacts: await archive(facts), submissions: await archive(renamed), ciks: null },
    context,
  );
  expect(changed).toMatchObject({ added: 1, companies: { stored: 1, unchanged: 2 } });
}, 120_000);

test("a run that ended anywhere goes on by being started again [PIP-07]", async () => {
  const whole = await openTestPipeline();
  const options = { ...(await archivesOf(today, [nikola])), concurrency: 1 };
  await ingestNightly(options, whole.context);
  const rows = await dumpDatabase(whole.context.database.pool, { maskTimes: true });
  const names = [...new Set(whole.boundaries)];
  expect(names).toContain("bulk-companyfacts:archived");

  // What happens within the building of a company is proved with the pipeline itself.
  for (const name of [...names.filter((name) => /^bulk-|:inserted$/.test(name)), "rebuild:built"]) {
    let isBroken = true;
    const { context } = await openTestPipeline({
      boundary(passed) {
        if (isBroken && passed === name) throw new Error(`ended at ${name}`);
      },
    });
    const broken = await ingestNightly(options, context);
    expect(broken.troubled).toEqual([{ cik: nikola, reason: `ended at ${name}` }]);
    isBroken = false;
    const repeated = await ingestNightly(options, context);
    expect(repeated.troubled).toEqual([]);
    expect(await dumpDatabase(context.database.pool, { maskTimes: true })).toEqual(rows);
  }
}, 240_000);

test("bad entries are listed with their reasons and cost only themselves [PIP-13]", async () => {
  const { context } = await openTestPipeline();
  const { facts, submissions } = documents(today, [nikola]);
  const good = facts[0]?.body ?? "";
  const bomb = Buffer.alloc(2_000_000);
  const companyFacts = await archive([
    { name: "../CIK0000000001.json", body: good },
    { name: "/etc/CIK0000000002.json", body: good },
    { name: "C:\\CIK0000000003.json", body: good },
    { name: "CIK0000000004.json", body: "/etc/passwd", mode: 0o120777 },
    { name: "CIK0000000005.json", body: good, isEncrypted: true },
    { name: "CIK0000000006.json", body: good, crc: 1 },
    { name: "CIK0000000007.json", body: bomb, bytes: 1_000 },
    { name: "CIK0000000008.json", body: "{}", bytes: 2_000_000_000 },
    { name: "CIK0000000009.json", body: good, packed: gzipSync("not raw") },
    ...facts,
    { name: `CIK${nikola}.json`, body: "another one" },
    { name: "\u001b[2Jname.json\n", body: "x" },
    { name: "readme.txt", body: "not a company" },
  ]);
  const outcome = await ingestNightly(
    { companyFacts, submissions: await archive(submissions), ciks: null },
    context,
  );

  const reasons = new Map(outcome.refused.map(({ name, reason }) => [name, reason]));
  expect(reasons.get("../CIK0000000001.json")).toBe("has a path for a name");
  expect(reasons.get("/etc/CIK0000000002.json")).toBe("has a path for a name");
  expect(reasons.get("C:\\CIK0000000003.json")).toBe("has a path for a name");
  expect(reasons.get("CIK0000000004.json")).toBe("is a link or a device");
  expect(reasons.get("CIK0000000005.json")).toBe("is encrypted");
  expect(reasons.get("CIK0000000006.json")).toBe("does not have its CRC");
  expect(reasons.get("CIK0000000007.json")).toContain("does not unpack to the 1000 bytes");
  expect(reasons.get("CIK0000000008.json")).toContain("measures 2000000000 bytes, more than");
  expect(reasons.get("CIK0000000009.json")).toContain("cannot be unpacked");
  expect(reasons.get(`CIK${nikola}.json`)).toBe("is there twice: the first one counts");
  expect(reasons.get("?[2Jname.json?")).toBe("has a path for a name");
  expect(outcome.refusedCount).toBe(11);
  expect(outcome.passedOver).toBe(1);
  expect(outcome.companies).toMatchObject({ stored: 1, absent: 4 });
  const { rows } = await context.database.pool.query("select distinct cik from raw_document");
  expect(rows).toEqual([{ cik: nikola }]);
  expect((await readdir(folder)).every((name) => /^\d+\.zip$/.test(name))).toBe(true);
}, 60_000);

test("a document of another company, or none at all, is set aside and the good one stays [PIP-13]", async () => {
  const { context } = await openTestPipeline();
  await ingestNightly(await archivesOf(today, [nikola]), context);
  const before = await rowsOf(context);
  const body = documents(today, [apple]).facts[0]?.body ?? "";
  for (const wrong of [body, "<html>Access Denied</html>", String(body).slice(0, 5_000)]) {
    const modifiedAt = "2026-02-20T04:00:00Z";
    const companyFacts = await archive([{ name: `CIK${nikola}.json`, body: wrong, modifiedAt }]);
    const outcome = await ingestNightly({ companyFacts, submissions: null, ciks: null }, context);

    expect(outcome.troubled).toEqual([
      { cik: nikola, reason: "1 documents could not be read and were set aside" },
    ]);
    expect(await rowsOf(context)).toEqual(before);
  }
}, 60_000);

test("what was fetched after the archive was made is newer and stays [PIP-15]", async () => {
  const { context } = await openTestPipeline();
  await ingestCompany(apple, { ...context, via: null });
  const before = await dumpDatabase(context.database.pool);
  const outcome = await ingestNightly(await archivesOf("2024-03-01", [apple]), context);

  expect(outcome).toMatchObject({ added: 0, companies: { stored: 0, unchanged: 1 } });
  expect(outcome.older).toBeGreaterThan(0);
  expect(await dumpDatabase(context.database.pool)).toEqual(before);
}, 60_000);

test("what the sample stood in for gives way to the archive, whenever that was made", async () => {
  const { context } = await openTestPipeline();
  await ingestCompany(apple, context);

  const outcome = await ingestNightly(await archivesOf("2024-03-01", [apple]), context);

  expect(outcome).toMatchObject({ older: 0, companies: { stored: 1 } });
}, 60_000);

test("documents are as old as their entries, and never newer than now [PIP-15]", async () => {
  const { context } = await openTestPipeline();
  const { facts } = documents(today, [apple, nikola]);
  const dated = facts.map((entry, i) => ({
    ...entry,
    modifiedAt: i === 0 ? "2026-02-02T03:04:06Z" : "2031-01-01T00:00:00Z",
  }));
  await ingestNightly(
    { companyFacts: await archive(dated), submissions: null, ciks: null },
    context,
  );

  const { rows } = await context.database.pool.query(
    "select cik, extract(epoch from fetched_at)::float8 as at from raw_document order by cik",
  );
  expect(rows).toEqual([
    { cik: apple, at: Date.parse("2026-02-02T03:04:06Z") / 1000 },
    { cik: nikola, at: Date.parse("2026-03-01T12:00:00Z") / 1000 },
  ]);
}, 60_000);

test("only companies that are named, and without names only those with facts, are taken", async () => {
  const { context } = await openTestPipeline();
  const { facts, submissions } = documents(today);
  const companyFacts = await archive(facts.filter(({ name }) => !name.includes(tsmc)));
  const options = { companyFacts, submissions: await archive(submissions) };
  const known = async () => {
    const { rows } = await context.database.pool.query(
      "select distinct cik from raw_document order by cik",
    );
    return rows.map(({ cik }: { cik: string }) => cik);
  };

  await ingestNightly({ ...options, ciks: new Set([apple]) }, context);
  expect(await known()).toEqual([apple]);
  await ingestNightly({ ...options, ciks: null }, context);
  expect(await known()).toEqual([apple, nikola]);
}, 60_000);

test("work ends after the company at hand when it is stopped", async () => {
  const { context } = await openTestPipeline();
  const options = { ...(await archivesOf(today)), concurrency: 1 };
  const notes: string[] = [];
  const outcome = await ingestNightly(
    { ...options, isStopped: () => notes.length > 0, onStep: ({ note }) => notes.push(note) },
    context,
  );

  expect(notes).toEqual(["CIK 320193 stored"]);
  expect(outcome.companies.stored).toBe(1);
}, 60_000);

test("a fault that meets every company ends the run instead of being listed for each", async () => {
  const { context } = await openTestPipeline({
    boundary(name) {
      if (name === "rebuild:start") throw new Error("the database is gone");
    },
  });
  const entries = Array.from({ length: 15 }, (_, i) => ({
    name: `CIK${String(i + 1).padStart(10, "0")}.json`,
    body: "{}",
  }));
  const options = { companyFacts: await archive(entries), submissions: null, ciks: null };

  await expect(ingestNightly(options, context)).rejects.toThrow("the database is gone");
}, 60_000);
