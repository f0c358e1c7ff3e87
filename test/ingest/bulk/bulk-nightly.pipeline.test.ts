import { writeFileSync } from "node:fs";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { digestOf } from "#ingest/archive/packed.ts";
import { ingestNightly, type NightlyOptions } from "#ingest/bulk/ingest-nightly.ts";
import type { IngestContext } from "#ingest/context.ts";
import { ingestCompany } from "#ingest/pipeline.ts";
import { readFigures } from "#ingest/sample/figures.ts";
import { companyFactsJson, submissionsJson } from "#ingest/sample/wire.ts";
import { listDocuments } from "#ingest/store/documents.ts";
import { findHeld } from "#ingest/store/fetch-state.ts";
import { makeZip, type ZipEntry } from "../../helpers/companies/make-zip.ts";
import { dumpDatabase } from "../../helpers/dump.ts";
import { apple, nikola, openTestPipeline, tsmc, withVia } from "../../helpers/pipeline.ts";

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

const factsUrl = (cik: string) => `https://data.sec.gov/api/xbrl/companyfacts/CIK${cik}.json`;

/** A well-formed document with one fact, of no statement. */
function onlyShares(cik: string): string {
  const accn = `${cik}-26-000001`;
  const fact = {
    end: "2026-02-01",
    val: 1,
    accn,
    fy: 2026,
    fp: "FY",
    form: "10-K",
    filed: "2026-02-27",
  };
  const facts = {
    dei: { EntityPublicFloat: { label: null, description: null, units: { USD: [fact] } } },
  };
  return JSON.stringify({ cik: Number(cik), entityName: "Nikola", facts });
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
  expect(outcome.refused).toEqual({ first: [], count: 0 });
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
  expect(again).toMatchObject({
    documents: { added: 0, older: 0 },
    companies: { stored: 0, unchanged: 3 },
  });
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
  expect(changed).toMatchObject({
    documents: { added: 1 },
    companies: { stored: 1, unchanged: 2 },
  });
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

  const reasons = new Map(outcome.refused.first.map(({ name, reason }) => [name, reason]));
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
  expect(reasons.get("?[2Jname.json?")).toBe("has a name that no document of the regulator has");
  expect(outcome.refused.count).toBe(11);
  expect(outcome.passedOver).toBe(1);
  expect(outcome.companies).toMatchObject({ stored: 1, absent: 4 });
  const { rows } = await context.database.pool.query(
    "select distinct company_key as cik from raw_document",
  );
  expect(rows).toEqual([{ cik: nikola }]);
  expect((await readdir(folder)).every((name) => /^\d+\.zip$/.test(name))).toBe(true);
});

test("a document of another company, or none at all, is set aside and the good one stays [PIP-13]", async () => {
  const { context } = await openTestPipeline();
  await ingestNightly(await archivesOf(today, [nikola]), context);
  const before = await rowsOf(context);
  const body = documents(today, [apple]).facts[0]?.body ?? "";
  const reasons = [
    [body, "the document is of CIK 0000320193, not 0001731289"],
    ["<html>Access Denied</html>", "company facts are not one whole JSON document"],
    [String(body).slice(0, 5_000), "company facts are not one whole JSON document"],
    ['{"cik":1731289,"entityName":"Nikola"}', "company facts carry no facts"],
    ['{"cik":1731289,"facts":{}}', "company facts carry no fact"],
    ['{"cik":1731289,"facts":{"us-gaap":{}}}', "company facts carry no fact"],
    [onlyShares(nikola), "has none of the facts behind the 124 statements held"],
  ] as const;
  for (const [wrong, reason] of reasons) {
    const modifiedAt = "2026-02-20T04:00:00Z";
    const companyFacts = await archive([{ name: `CIK${nikola}.json`, body: wrong, modifiedAt }]);
    const outcome = await ingestNightly({ companyFacts, submissions: null, ciks: null }, context);

    expect(outcome.troubled).toEqual([
      { cik: nikola, reason: `set aside ${factsUrl(nikola)}: ${reason}` },
    ]);
    expect(await rowsOf(context)).toEqual(before);
  }
});

test("what was fetched after the archive was made is newer and stays [PIP-15]", async () => {
  const { context } = await openTestPipeline();
  await ingestCompany(apple, withVia(context, null));
  const before = await dumpDatabase(context.database.pool);
  const outcome = await ingestNightly(await archivesOf("2024-03-01", [apple]), context);

  expect(outcome).toMatchObject({
    documents: { added: 0 },
    companies: { stored: 0, unchanged: 1 },
  });
  expect(outcome.documents.older).toBeGreaterThan(0);
  expect(await dumpDatabase(context.database.pool)).toEqual(before);
});

test("what the sample stood in for gives way to the archive, whenever that was made", async () => {
  const { context } = await openTestPipeline();
  await ingestCompany(apple, context);

  const outcome = await ingestNightly(await archivesOf("2024-03-01", [apple]), context);

  expect(outcome).toMatchObject({ documents: { older: 0 }, companies: { stored: 1 } });
});

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
    "select company_key as cik, extract(epoch from fetched_at)::float8 as at from raw_document order by company_key",
  );
  expect(rows).toEqual([
    { cik: apple, at: Date.parse("2026-02-02T03:04:06Z") / 1000 },
    { cik: nikola, at: Date.parse("2026-03-01T12:00:00Z") / 1000 },
  ]);
});

test("only companies that are named, and without names only those with facts, are taken", async () => {
  const { context } = await openTestPipeline();
  const { facts, submissions } = documents(today);
  const companyFacts = await archive(facts.filter(({ name }) => !name.includes(tsmc)));
  const options = { companyFacts, submissions: await archive(submissions) };
  const known = async () => {
    const { rows } = await context.database.pool.query(
      "select distinct company_key as cik from raw_document order by company_key",
    );
    return rows.map(({ cik }: { cik: string }) => cik);
  };

  await ingestNightly({ ...options, ciks: new Set([apple]) }, context);
  expect(await known()).toEqual([apple]);
  await ingestNightly({ ...options, ciks: null }, context);
  expect(await known()).toEqual([apple, nikola]);
});

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
});

test("a fault that meets every company ends the run instead of being listed for each", async () => {
  const { context } = await openTestPipeline({
    boundary(name) {
      if (name === "rebuild:start") throw new Error("the database is gone");
    },
  });
  const entries = Array.from({ length: 15 }, (_, i) => ({
    name: `CIK${String(i + 1).padStart(10, "0")}.json`,
    body: `{"cik":${i + 1},"facts":{}}`,
  }));
  const options = { companyFacts: await archive(entries), submissions: null, ciks: null };

  await expect(ingestNightly(options, context)).rejects.toThrow("the database is gone");
});

test("what was set aside stands in nobody's way: a good document older than junk is taken [PIP-13]", async () => {
  const { context } = await openTestPipeline();
  await ingestNightly(await archivesOf("2024-03-01", [nikola]), context);
  const junk = { name: `CIK${nikola}.json`, body: "<html>", modifiedAt: "2026-02-25T04:00:00Z" };
  const damaged = { companyFacts: await archive([junk]), submissions: null, ciks: null };
  await ingestNightly(damaged, context);
  const again = await ingestNightly(damaged, context);
  expect(again).toMatchObject({ documents: { known_damage: 1 }, troubled: [] });

  const [good = junk] = documents(today, [nikola]).facts;
  const modifiedAt = "2026-02-20T04:00:00Z";
  const companyFacts = await archive([{ ...good, modifiedAt }]);
  const outcome = await ingestNightly({ companyFacts, submissions: null, ciks: null }, context);

  expect(outcome).toMatchObject({ documents: { added: 1, older: 0 }, companies: { stored: 1 } });
  const [, facts] = await listDocuments(context.database.pool, nikola).then((all) =>
    all.filter(({ kind }) => kind !== "submissions-page"),
  );
  expect(facts).toMatchObject({
    url: factsUrl(nikola),
    digest: digestOf(Buffer.from(good.body ?? "")),
  });
});

test("of documents of one second the one served before the damaged one stays in use [PIP-13]", async () => {
  const { context } = await openTestPipeline();
  const modifiedAt = "2026-02-20T04:00:00Z";
  const digests: string[] = [];
  // Five of one content each, so that no order of digests or rows can pass for the order of their coming.
  for (const day of ["2022-03-01", "2022-06-01", "2022-09-01", "2023-03-01", "2023-06-01"]) {
    const facts = documents(day, [nikola]).facts.map((entry) => ({ ...entry, modifiedAt }));
    await ingestNightly(
      { companyFacts: await archive(facts), submissions: null, ciks: null },
      context,
    );
    const held = await findHeld(context.database.pool, factsUrl(nikola));
    digests.push(held?.digest ?? "");
    expect(held?.digest).toBe(digestOf(Buffer.from(facts[0]?.body ?? "")));
  }
  const junk = { name: `CIK${nikola}.json`, body: "<html>", modifiedAt };
  await ingestNightly(
    { companyFacts: await archive([junk]), submissions: null, ciks: null },
    context,
  );

  const used = await listDocuments(context.database.pool, nikola);
  expect(used.map(({ digest }) => digest)).toEqual([digests.at(-1)]);
});

test("an archive packed anew, with old content and new times, takes nothing back [PIP-15]", async () => {
  const { context } = await openTestPipeline();
  await ingestNightly(await archivesOf(today, [apple]), context);
  const before = await rowsOf(context);
  const { facts, submissions } = documents("2023-03-01", [apple]);
  const modifiedAt = "2026-02-27T04:00:00Z";
  const index = submissions.filter(({ name }) => name === `CIK${apple}.json`);
  const anew = (entries: ZipEntry[]) => archive(entries.map((entry) => ({ ...entry, modifiedAt })));

  const outcome = await ingestNightly(
    { companyFacts: await anew(facts), submissions: await anew(index), ciks: null },
    context,
  );

  expect(outcome).toMatchObject({ documents: { added: 0, older: 2 }, troubled: [] });
  expect(outcome.rolledBack).toEqual({
    first: [
      {
        name: `CIK${apple}.json`,
        reason: "ends with the filings of 2023-02-22, what we hold with those of 2026-02-26",
      },
      {
        name: `CIK${apple}.json`,
        reason: "ends with the filings of 2023-02-03, what we hold with those of 2026-01-30",
      },
    ],
    count: 2,
  });
  expect(await rowsOf(context)).toEqual(before);
});

test("an entry without facts of a company without any is no document, and no damage", async () => {
  const { context } = await openTestPipeline();
  const bodies = ["{}", '{"cik":8,"entityName":""}', '{"cik":9,"entityName":"X","facts":{}}'];
  const companyFacts = await archive([
    ...documents(today, [nikola]).facts,
    ...bodies.map((body, i) => ({ name: `CIK000000000${i + 7}.json`, body })),
  ]);

  const outcome = await ingestNightly({ companyFacts, submissions: null, ciks: null }, context);

  expect(outcome).toMatchObject({
    documents: { added: 1, without_facts: 3 },
    companies: { stored: 1, absent: 3 },
    troubled: [],
  });
});

test("archives given for each other, or for something else, are refused before anything is taken", async () => {
  const { context } = await openTestPipeline();
  const { companyFacts, submissions } = await archivesOf(today);
  const quarter = await archive([
    { name: "sub.txt", body: "adsh" },
    { name: "num.txt", body: "adsh" },
  ]);
  const none = await archive([]);
  const take = (facts: string, index: string | null) =>
    ingestNightly({ companyFacts: facts, submissions: index, ciks: null }, context);
  const ways = "--bulk takes companyfacts.zip, and --submissions submissions.zip";

  await expect(take(submissions ?? "", companyFacts)).rejects.toThrow(
    `${basename(submissions ?? "")} holds filing indexes, not company facts: ${ways}`,
  );
  await expect(take(companyFacts, companyFacts)).rejects.toThrow(
    `${basename(companyFacts)} holds company facts, not filing indexes: ${ways}`,
  );
  for (const wrong of [quarter, none]) {
    await expect(take(wrong, null)).rejects.toThrow(
      `${basename(wrong)}: no CIK##########.json in it; quarters of the data sets go by --file`,
    );
  }
  await expect(take(folder, null)).rejects.toThrow(
    `${basename(folder)} is a folder, not an archive`,
  );
  expect(await rowsOf(context)).toEqual([]);
});

test("an archive that is written to while it is read ends the run with one sentence", async () => {
  const path = await archive(documents(today).facts);
  const { context } = await openTestPipeline({
    boundary(name) {
      if (name === "rebuild:start") writeFileSync(path, makeZip([{ name: "x", body: "y" }]));
    },
  });
  const options = { companyFacts: path, submissions: null, ciks: null, concurrency: 1 };

  await expect(ingestNightly(options, context)).rejects.toThrow(
    `${basename(path)} was written to while it was read: start again once it is whole`,
  );
});
