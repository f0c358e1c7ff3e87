import { appendFile, cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, expect, test } from "vitest";
import type { ExtractFile, Manifest } from "#ingest/extracts/manifest.ts";
import { countParts, partOf } from "#ingest/extracts/parts.ts";
import { extractTables } from "#ingest/extracts/tables.ts";
import { type ExtractOptions, writeExtract } from "#ingest/extracts/write-extract.ts";
import { ingestCompany } from "#ingest/pipeline.ts";
import { apple, nikola, openTestPipeline, tsmc } from "../../helpers/pipeline.ts";

const ciks = [apple, nikola, tsmc];
const { context, extractStore } = await openTestPipeline({ ciks });
const { pool } = context.database;
for (const cik of ciks) await ingestCompany(cik, context);
const root = await mkdtemp(join(tmpdir(), "tenk-incremental-"));
afterAll(() => rm(root, { recursive: true, force: true }));

/** Where the extract of the test is. */
let out = join(root, "first");
const options = (): ExtractOptions => ({
  out,
  format: "both",
  since: null,
  onCompany: () => true,
  // Four parts, of which two have companies.
  perPart: 1,
});

async function extract(own: Partial<ExtractOptions> = {}) {
  const outcome = await writeExtract(extractStore, { ...options(), ...own });
  if (outcome.kind !== "written") throw new Error(outcome.kind);
  return outcome;
}

/** A quarter of one company's statements is another now, and its build says so. */
async function change(cik: string): Promise<void> {
  await pool.query(
    `update statement set fields = replace(fields::text, '"revenue":"', '"revenue":"1')::json
     where company_key = $1 and period_key = '2023FY' and statement_type = 'income_statement'`,
    [cik],
  );
  await pool.query(
    "update company_build set output_digest = md5(output_digest) where company_key = $1",
    [cik],
  );
}

const inodes = async ({ folder, files }: Manifest) =>
  new Map(
    await Promise.all(
      files.map(async ({ path }) => [path, (await stat(join(out, folder, path))).ino] as const),
    ),
  );
const partFiles = ({ files }: Manifest) => files.filter(({ path }) => path.includes("/part-"));
const partNumber = ({ path }: ExtractFile) => Number(/part-(\d+)/.exec(path)?.[1]);
const tables = ({ files }: Manifest) => files.filter(({ path }) => path.endsWith(".parquet"));

/** What a full extract of the same would be: the same files, byte by byte, so the same rows. */
async function expectAsFull({ manifest }: { manifest: Manifest }): Promise<void> {
  const full = await extract({ out: join(root, "full"), format: "parquet" });
  expect(full.companiesRead).toBe(ciks.length);
  expect(tables(manifest)).toEqual(tables(full.manifest));
  expect(manifest.rows).toEqual(full.manifest.rows);
  await rm(join(root, "full"), { recursive: true });
}

const first = await extract();
const builds = await rowsOf(
  "select company_key as cik, input_digest, output_digest, sources_at::text from company_build",
);
const figures = await rowsOf(
  `select company_key as cik, fields::text from statement
   where period_key = '2023FY' and statement_type = 'income_statement'`,
);

async function rowsOf(sql: string): Promise<string[][]> {
  return (await pool.query<Record<string, string>>(sql)).rows.map(Object.values);
}

async function undoChanges(): Promise<void> {
  for (const row of figures) {
    await pool.query(
      `update statement set fields = $2::json
       where company_key = $1 and period_key = '2023FY' and statement_type = 'income_statement'`,
      row,
    );
  }
  for (const row of builds) {
    await pool.query(
      "update company_build set input_digest = $2, output_digest = $3, sources_at = $4 where company_key = $1",
      row,
    );
  }
}

// Each test has the first extract, and the rows that it was made from.
beforeEach(async () => {
  out = await mkdtemp(join(root, "out-"));
  await cp(join(root, "first"), out, { recursive: true, verbatimSymlinks: true });
  await undoChanges();
});

test("a changed company is read again, the files of its part are written, all others are the same files", async () => {
  const before: Manifest = JSON.parse(await readFile(join(out, "manifest.json"), "utf8"));
  const old = await inodes(before);
  await change(apple);
  const after = await extract();

  expect(after.companiesRead).toBe(1);
  const now = await inodes(after.manifest);
  const changed = partOf(apple, after.manifest.parts);
  const others = partFiles(after.manifest).filter((file) => partNumber(file) !== changed);
  expect(others.length).toBeGreaterThan(20);
  expect(others.filter(({ path }) => now.get(path) !== old.get(path))).toEqual([]);
  const own = partFiles(after.manifest).filter((file) => partNumber(file) === changed);
  const statements = own.find(({ path }) => path.startsWith("statements/fiscal_year=2023/"));
  expect(now.get(statements?.path ?? "")).not.toBe(old.get(statements?.path ?? ""));
  await expectAsFull(after);
});

test("in a part of many companies only the changed one is read, and the others' rows are taken over", async () => {
  const onePart = { out: join(root, "one-part"), perPart: 100 };
  await extract(onePart);
  await change(nikola);
  const after = await extract(onePart);

  expect([after.manifest.parts, after.companiesRead]).toEqual([1, 1]);
  const full = await extract({ ...onePart, out: join(root, "full") });
  expect(tables(after.manifest)).toEqual(tables(full.manifest));
  await rm(join(root, "full"), { recursive: true });
});

test("a company of which only facts are new that no concept maps is read again", async () => {
  await pool.query(
    "update company_build set input_digest = md5(input_digest) where company_key = $1",
    [apple],
  );
  const after = await extract();

  expect(after.companiesRead).toBe(1);
  await expectAsFull(after);
});

test("work that is stopped leaves the extract before in place", async () => {
  await change(apple);
  const before = await readFile(join(out, "manifest.json"), "utf8");
  const names = await readdir(out);
  expect(await writeExtract(extractStore, { ...options(), onCompany: () => false })).toMatchObject({
    kind: "interrupted",
    before: { folder: expect.any(String) },
  });
  expect(await readFile(join(out, "manifest.json"), "utf8")).toBe(before);
  expect((await readdir(out)).sort()).toEqual(names.sort());
});

test("a company that is gone leaves with its rows, and one that comes is added", async () => {
  const day = "2026-03-02";
  await pool.query("update company_build set sources_at = $2 where company_key <> $1", [
    nikola,
    day,
  ]);
  // A part may only take the place of a part.
  const before = JSON.parse(await readFile(join(out, "manifest.json"), "utf8"));
  await writeFile(join(out, "manifest.json"), JSON.stringify({ ...before, since: "2026-01-01" }));
  const fewer = await extract({ since: day });
  expect([fewer.manifest.companies, fewer.manifest.rows.companies]).toEqual([2, 2]);
  // As many parts as before, for two companies.
  await expectSame(fewer, { since: day, perPart: 0.5 });
  const all = await extract();
  expect(all.companiesRead).toBe(1);
  await expectAsFull(all);
});

async function expectSame(outcome: { manifest: Manifest }, own: Partial<ExtractOptions>) {
  const full = await extract({ ...own, out: join(root, "fewer") });
  expect(tables(outcome.manifest)).toEqual(tables(full.manifest));
  await rm(join(root, "fewer"), { recursive: true });
}

test("files that are not what was written are never taken over", async () => {
  const { folder, files, parts } = JSON.parse(await readFile(join(out, "manifest.json"), "utf8"));
  const damaged = files.find(({ path }: ExtractFile) => path.startsWith("facts/fiscal_year=2020/"));
  const others = ciks.filter((cik) => partOf(cik, parts) === partNumber(damaged));
  await appendFile(join(out, folder, damaged.path), "x");
  const after = await extract();

  expect(after.companiesRead).toBe(others.length);
  expect(tables(after.manifest)).toEqual(tables(first.manifest));
});

test("what a killed process left is removed, and the result is the same", async () => {
  await change(tsmc);
  const killed = () => {
    throw new Error("killed");
  };
  await expect(extract({ onCompany: killed })).rejects.toThrow("killed");
  // Who is killed has no time to tidy up.
  await appendFile(join(out, ".writing-left"), "half");
  await appendFile(join(out, "tenk.lock"), "999999");
  const after = await extract();

  expect((await readdir(out)).filter((name) => !name.startsWith("extract-")).sort()).toEqual([
    "latest",
    "manifest.json",
    "tenk.mutex",
  ]);
  expect(after.companiesRead).toBe(1);
  await expectAsFull(after);
});

test("where another process writes, nobody else does", async () => {
  await appendFile(join(out, "tenk.lock"), String(process.ppid));
  await change(apple);
  await expect(extract()).rejects.toThrow(
    `process ${process.ppid} is writing an extract to ${out}`,
  );
});

test("the extract says of each part which builds it is of", async () => {
  const { folder, parts } = JSON.parse(await readFile(join(out, "manifest.json"), "utf8"));
  const builds = JSON.parse(await readFile(join(out, folder, "builds.json"), "utf8"));
  expect(builds.parts).toHaveLength(parts);
  for (const cik of ciks) expect(builds.parts[partOf(cik, parts)][cik]).toMatch(/^[0-9a-f]{64}$/);
});

test("parts grow with the companies, by doubling, and not with every filer that comes or goes", () => {
  expect([1, 2000, 2001, 19_000].map((count) => countParts(count, null, 2000))).toEqual([
    1, 1, 2, 16,
  ]);
  expect(countParts(2001, 1, 2000)).toBe(1);
  expect(countParts(1999, 2, 2000)).toBe(2);
  expect(countParts(4001, 1, 2000)).toBe(4);
});

test("every table has an order that tells its rows apart, so that the same rows are the same bytes", () => {
  for (const { name, order, columns } of extractTables) {
    const known: readonly string[] = columns.map(([column]) => column);
    expect([name, order.filter((column) => !known.includes(column))]).toEqual([name, []]);
  }
});
