import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { newestQuarters, readQuarters } from "#ingest/fetch/data-sets/quarters.ts";
import { type QuarterOptions, takeQuarters } from "#ingest/fetch/data-sets/take-quarters.ts";
import { refetchMissing } from "#ingest/fetch/fetch-lost.ts";
import { rebuildCompany } from "#ingest/pipeline.ts";
import { findQuarter, listUnbuilt, markBuilt } from "#ingest/store/data-set-quarters.ts";
import { makeZip } from "../../helpers/companies/make-zip.ts";
import { dumpDatabase } from "../../helpers/dump.ts";
import {
  openTestPipeline,
  type TestPipeline,
  type TestPipelineOptions,
} from "../../helpers/pipeline.ts";
import { ratePage } from "../../helpers/regulator/pages.ts";
import { whenDone } from "../../helpers/when-done.ts";
import { one, quarterZip, type Row, rows, tablesOf, two, zipOf } from "./made-up-quarters.ts";

const page = "/data-research/sec-markets-data/financial-statement-data-sets";

interface Given extends Pick<TestPipelineOptions, "boundary" | "database"> {
  quarters?: Map<string, Buffer>;
  folder?: "dera" | "structureddata";
  page?: string | null;
}

async function openQuarters(given: Given = {}) {
  const { quarters = new Map([["2010q2", quarterZip()]]), ...more } = given;
  const dataSets = { quarters, folder: more.folder ?? "dera", page: more.page ?? null } as const;
  const { boundary, database } = more;
  const pipeline = await openTestPipeline({
    archives: { dataSets },
    ...(boundary && { boundary }),
    ...(database && { database }),
  });
  const folder = await mkdtemp(join(tmpdir(), "tenk-data-sets-"));
  whenDone(() => rm(folder, { recursive: true, force: true }));
  const take = (options: Partial<QuarterOptions> = {}) =>
    takeQuarters({ quarters: ["2010q2"], ciks: null, folder, ...options }, pipeline.context);
  return { pipeline, folder, take };
}

/** What was asked of the regulator since the last call. */
function asked({ regulator }: TestPipeline): string[] {
  const paths = regulator.log.map(({ path, status }) => `${status} ${path}`);
  regulator.log.length = 0;
  return paths;
}

const zipPath = (quarter: string, place = "dera") =>
  `/files/${place}/data/financial-statement-data-sets/${quarter}.zip`;
const noPages = [`404 ${page}`, "404 /dera/data/financial-statement-data-sets"];

const slices = ({ context }: TestPipeline) =>
  dumpDatabase(context.database.pool, { only: ["raw_document"] });

test("quarters are read from text, and a wrong one is a sentence", () => {
  const now = new Date("2010-05-01T00:00:00Z");
  const open = { quarters: ["2009q3", "2009q4", "2010q1"], isOpen: true };
  expect(readQuarters("2009q3..", now)).toEqual(open);
  expect(readQuarters("2009Q4", now)).toEqual({ quarters: ["2009q4"], isOpen: false });
  expect(readQuarters("2009q4..2010q1", now)).toEqual({
    quarters: ["2009q4", "2010q1"],
    isOpen: false,
  });
  expect(readQuarters("2010q2", now)).toBe("The newest quarter that has ended is 2010q1.");
  expect(readQuarters("2008q4..", now)).toBe("The data sets begin with 2009q1.");
  expect(readQuarters("2010q1..2009q1", now)).toBe("2010q1 is after 2009q1.");
  for (const text of ["2010q5", "2010", "..2010q1", "2009q1 2010q1", "2009q12009q2"]) {
    expect(readQuarters(text, now)).toMatch(/^Give a quarter/);
  }
  expect(newestQuarters(3, now)).toEqual(open);
  expect(newestQuarters(1, new Date("2026-02-28T00:00:00Z")).quarters).toEqual(["2025q4"]);
});

test("a quarter is fetched once, its filings are archived, and nothing of it stays on the disk [FCE-10]", async () => {
  const { pipeline, folder, take } = await openQuarters();

  expect(await take()).toMatchObject({ taken: 1, added: 2, known: 0, refused: [], absent: [] });
  expect(asked(pipeline)).toEqual([...noPages, `200 ${zipPath("2010q2")}`]);
  expect(await readdir(folder)).toEqual([]);
  const { pool } = pipeline.context.database;
  expect(await listUnbuilt(pool)).toEqual({ quarters: ["2010q2"], ciks: [one, two] });
  await markBuilt(pool, ["2010q2"], "2026-03-01T12:00:00Z");
  expect(await listUnbuilt(pool)).toEqual({ quarters: [], ciks: [] });

  const before = await slices(pipeline);
  expect(await take()).toMatchObject({ taken: 0, unchanged: 1, added: 0 });
  expect(asked(pipeline)).toEqual([...noPages, `304 ${zipPath("2010q2")}`]);
  expect(await slices(pipeline)).toEqual(before);
});

test("a quarter that is issued anew is taken again, and replaces its filings [FCE-10]", async () => {
  const quarters = new Map([["2010q2", quarterZip()]]);
  const { pipeline, take } = await openQuarters({ quarters });
  await take();
  const [first, second] = rows;
  quarters.set("2010q2", quarterZip([{ ...first, value: "9.0000" } as Row, second as Row]));
  pipeline.regulator.moveTo("2026-02-28");

  expect(await take()).toMatchObject({ taken: 1, added: 1, known: 1 });
  const { rows: found } = await pipeline.context.database.pool.query(
    "select url from raw_document where kind = 'data-set' order by 1",
  );
  const base = `https://www.sec.gov${zipPath("2010q2")}#`;
  expect(found.map(({ url }) => url)).toEqual(
    [first, first, second].map((row) => `${base}${row?.accession}`),
  );
});

test("a filing that the archive lost is taken again with its quarter", async () => {
  const { pipeline, take } = await openQuarters();
  const { context } = pipeline;
  await take();
  const { rows: found } = await context.database.pool.query(
    "select digest from raw_document where company_key = $1",
    [one],
  );
  await context.archive.setAside(found[0].digest);

  const rebuild = () => refetchMissing(one, context, () => rebuildCompany(one, context));
  await expect(rebuild()).rejects.toThrow("what came by --file or --data-sets");
  expect(await take()).toMatchObject({ taken: 1, added: 0, known: 2 });
  expect((await rebuild()).kind).toBe("stored");
});

test("the page of links says where a quarter is and which there are", async () => {
  const { pipeline, take } = await openQuarters({ folder: "structureddata", page });

  expect(await take({ quarters: ["2010q1", "2010q2"] })).toMatchObject({
    taken: 1,
    absent: ["2010q1"],
  });
  expect(asked(pipeline)).toEqual([`200 ${page}`, `200 ${zipPath("2010q2", "structureddata")}`]);
});

test("without a page both addresses are tried", async () => {
  const { pipeline, take } = await openQuarters({ folder: "structureddata" });

  expect(await take()).toMatchObject({ taken: 1 });
  expect(asked(pipeline).slice(2)).toEqual([
    `404 ${zipPath("2010q2")}`,
    `200 ${zipPath("2010q2", "structureddata")}`,
  ]);
});

test("where nothing is at the addresses, only the first quarter is asked for", async () => {
  const { pipeline, folder, take } = await openQuarters({ quarters: new Map() });

  const outcome = await take({ quarters: ["2009q1", "2009q2", "2009q3"] });
  expect(outcome.nowhere).toEqual(
    ["dera", "structureddata"].map((place) => `https://www.sec.gov${zipPath("2009q1", place)}`),
  );
  expect(asked(pipeline)).toHaveLength(4);
  expect(await readdir(folder)).toEqual([]);
});

test("of named companies only their filings are taken, and a further company is taken later", async () => {
  const { pipeline, take } = await openQuarters();

  expect(await take({ ciks: new Set([one]) })).toMatchObject({ taken: 1, added: 1 });
  expect(await take({ ciks: new Set([one]) })).toMatchObject({ unchanged: 1 });
  expect(await take({ ciks: new Set([two]) })).toMatchObject({ taken: 1, added: 1, known: 1 });
  const stored = await findQuarter(pipeline.context.database.pool, "2010q2");
  expect(stored).toMatchObject({ ciks: [one, two], filings: 2, refused: 0 });
});

test.for(["data-set:downloaded", "data-set:archived", "data-set:recorded"])(
  "a run that ends at %s goes on when it is started again [FCE-10]",
  async (at) => {
    let isDead = true;
    const { pipeline, folder, take } = await openQuarters({
      boundary(name) {
        if (isDead && name === at) throw new Error("killed");
      },
    });
    await expect(take()).rejects.toThrow("killed");
    expect(await findQuarter(pipeline.context.database.pool, "2010q2")).toBeNull();

    isDead = false;
    const outcome = await take();
    expect(outcome.added + outcome.known).toBe(2);
    const whole = await openQuarters();
    await whole.take();
    expect(await slices(pipeline)).toEqual(await slices(whole.pipeline));
    expect(await readdir(folder)).toEqual([]);
  },
);

test.for([
  ["cut", (zip: Buffer) => zip.subarray(0, -30), "no end"],
  ["of something else", () => makeZip([{ name: "a.txt", body: "a" }]), "there is no num.txt"],
  ["damaged inside", (zip: Buffer) => damaged(zip), "cannot be unpacked"],
] as const)("a quarter that is %s costs only itself", async ([, broken, reason]) => {
  const quarters = new Map([
    ["2010q1", broken(quarterZip())],
    ["2010q2", quarterZip()],
  ]);
  const { pipeline, folder, take } = await openQuarters({ quarters });

  const outcome = await take({ quarters: ["2010q1", "2010q2"] });
  expect(outcome).toMatchObject({ taken: 1, added: 2, damaged: [{ quarter: "2010q1" }] });
  expect(outcome.damaged[0]?.reason).toContain(reason);
  expect(await findQuarter(pipeline.context.database.pool, "2010q1")).toBeNull();
  expect(await readdir(folder)).toEqual([]);
});

/** The archive with another byte in the packed `sub.txt`. */
function damaged(zip: Buffer): Buffer {
  const bytes = Buffer.from(zip);
  const at = bytes.indexOf("sub.txt") + 20;
  bytes[at] = (bytes[at] ?? 0) ^ 0xff;
  return bytes;
}

test("a filing with a cut row is set aside with its reason, and the others are taken", async () => {
  const text = "0000000001-10-000001";
  const tables = tablesOf(rows);
  const cut = zipOf({ ...tables, "num.txt": `${tables["num.txt"]}\n${text}\tAssets` });
  const { take } = await openQuarters({ quarters: new Map([["2010q2", cut]]) });

  const outcome = await take();
  expect(outcome).toMatchObject({ taken: 1, added: 1 });
  expect(outcome.refused).toEqual([
    { quarter: "2010q2", reason: `${text}: a row of num.txt is cut` },
  ]);
});

test("a rate page ends the run, and a later one goes on", async () => {
  const quarters = new Map([
    ["2010q1", quarterZip([{ cik: one, accession: "0000000001-10-000009" }])],
    ["2010q2", quarterZip()],
  ]);
  const { pipeline, take } = await openQuarters({ quarters });
  pipeline.faults.set(zipPath("2010q2"), { kind: "answer", ...ratePage });

  await expect(take({ quarters: ["2010q1", "2010q2"] })).rejects.toMatchObject({ code: "held" });
  pipeline.faults.clear();
  await pipeline.context.database.pool.query("delete from upstream");
  expect(await take({ quarters: ["2010q1", "2010q2"] })).toMatchObject({ taken: 1, unchanged: 1 });
});

test("two processes at once take a quarter once", async () => {
  const { pipeline, take } = await openQuarters();
  const other = await openQuarters({ database: pipeline.context.database });

  const outcomes = await Promise.all([take(), other.take()]);
  const sum = (name: "taken" | "unchanged") => outcomes.reduce((n, one) => n + one[name], 0);
  const busy = outcomes.flatMap((outcome) => outcome.busy).length;
  expect(sum("taken")).toBeGreaterThanOrEqual(1);
  expect(sum("taken") + sum("unchanged") + busy).toBe(2);
  const { rows: found } = await pipeline.context.database.pool.query(
    "select accession from raw_document where kind = 'data-set' order by 1",
  );
  expect(found.map(({ accession }) => accession)).toEqual(rows.map((row) => row.accession));
});
