import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Manifest } from "#ingest/extracts/manifest.ts";
import { filePattern } from "#ingest/extracts/parts.ts";
import { publishExtract } from "#ingest/extracts/publish-extract.ts";
import { queryExtract } from "#ingest/extracts/query-extract.ts";
import { extractTables } from "#ingest/extracts/tables.ts";
import { wideViews } from "#ingest/extracts/views/wide.ts";
import { type ExtractOptions, writeExtract } from "#ingest/extracts/write-extract.ts";
import { ingestCompany } from "#ingest/pipeline.ts";
import { writeExtracts } from "#jobs/extracts/write-extracts.ts";
import { runCommand } from "#jobs/run-command.ts";
import { startBucketServer } from "../../helpers/bucket-server.ts";
import { storeAppleReports } from "../../helpers/companies/apple-reports.ts";
import { newDataFolder } from "../../helpers/data-folder.ts";
import { apple, nikola, openTestPipeline } from "../../helpers/pipeline.ts";

const bucket = await startBucketServer();
const { context, archiveUrl, extractStore } = await openTestPipeline({ ciks: [apple, nikola] });
const { pool } = context.database;
const out = await mkdtemp(join(tmpdir(), "tenk-extracts-"));
afterAll(() => rm(out, { recursive: true, force: true }));

let manifest: Manifest;
const extract = (options: Partial<ExtractOptions> = {}) =>
  writeExtract(extractStore, {
    out,
    format: "both",
    since: null,
    onCompany: () => true,
    ...options,
  });
const folder = () => join(out, manifest.folder);
const ask = async (sql: string) => (await queryExtract(folder(), sql)).rows;

beforeAll(async () => {
  for (const cik of [apple, nikola]) await ingestCompany(cik, context);
  await storeAppleReports(context.database.db);
  const outcome = await extract();
  if (outcome.kind === "interrupted") throw new Error("interrupted");
  manifest = outcome.manifest;
});

describe("an extract", () => {
  test("has the values of the statements, exactly and as doubles, with the lineage ids of the API", async () => {
    const [row] = await ask(
      `select value, value_text, unit, registry_version, lineage_id from statements
       where cik = '${apple}' and period_key = '2023FY' and concept = 'revenue'`,
    );
    expect(row).toEqual([
      383285000000,
      "383285000000",
      "USD",
      context.registry.registryVersion,
      "60341305-790b-5069-9516-704f56d33c21:2023FY:revenue",
    ]);
  });

  test("has every line of every persisted statement that applies, and why each null is one", async () => {
    const { rows } = await pool.query(
      `select count(*)::int as lines from statement s, json_each_text(s.fields) f
       where coalesce(s.reasons->>f.key, '') <> 'not_applicable_template'`,
    );
    const [[count] = []] = await ask("select count(*)::int from statements");
    expect(count).toBe(rows[0].lines);
    expect(
      await ask(
        "select count(*)::int from statements where (value_text is null) = (reason is null)",
      ),
    ).toEqual([[0]]);
  });

  test("has quarters and twelve months as served, addressable by lineage", async () => {
    const [row] = await ask(
      `select value_text, basis, lineage_id from ttm where cik = '${apple}' and concept = 'revenue'
       and period_end = date '2023-09-30'`,
    );
    expect(row?.[0]).toBe("383285000000");
    expect(row?.[2]).toMatch(/^60341305-.*:TTM2023(Q4|FY):revenue$/);
    expect(await ask("select count(*) > 1000, bool_or(derived_q4) from quarters")).toEqual([
      [true, true],
    ]);
  });

  test("has all versions of the facts, and what the checks found", async () => {
    const versions = await ask(
      `select value_text, form from facts where cik = '${apple}' and fact_index =
         (select fact_index from statements where cik = '${apple}' and period_key = '2023FY' and concept = 'total_assets')`,
    );
    expect(versions).toEqual([["352583000000", "10-K"]]);
    expect(
      await ask(`select check_id, concept, difference, operands ->> '$[0].value' from quality
        where outcome = 'fail' and cik = '${apple}'`),
    ).toEqual([["TS-02", "operating_lease_cost", "13000000", "381000000"]]);
    const { rows } = await pool.query(
      "select sum((counts->'BS-01'->>0)::int)::int as passed from company_quality",
    );
    expect(
      await ask(
        "select sum(results)::int from quality where check_id = 'BS-01' and outcome = 'pass_exact'",
      ),
    ).toEqual([[rows[0].passed]]);
  });

  test("explains every column", async () => {
    const described = [...extractTables, ...wideViews(context.registry)];
    const columns = described.flatMap((one) => [...one.columns]).length;
    expect(
      await ask(`select count(*)::int, count(comment)::int from duckdb_columns()
        where database_name = 'tenk' and schema_name = 'main' and not internal`),
    ).toEqual([[columns, columns]]);
  });

  test("puts each fact into the fiscal year of its filer, as the statements do", async () => {
    // Apple's fiscal year 2024 began on 1 October 2023 and ended on 28 September 2024.
    expect(
      await ask(
        `select distinct fiscal_year, end_year from facts where cik = '${apple}' and tag = 'Assets'
         and period_end in (date '2023-12-30', date '2024-09-28') order by end_year`,
      ),
    ).toEqual([
      [2024, 2023],
      [2024, 2024],
    ]);
    const matched = `from statements s join facts f using (cik, fact_index) where s.statement <> 'company_facts'`;
    expect(
      await ask(`select count(*) > 1000, bool_and(s.fiscal_year = f.fiscal_year) ${matched}`),
    ).toEqual([[true, true]]);
  });

  test("is Parquet too, divided by fiscal year, with the same rows", async () => {
    const { DuckDBInstance } = await import("@duckdb/node-api");
    const connection = await (await DuckDBInstance.create(":memory:")).connect();
    // Nothing has files without rows.
    expect(manifest.rows.known_lines).toBe(0);
    await expect(readdir(join(folder(), "known_lines"))).rejects.toThrow("ENOENT");
    for (const table of extractTables.filter(({ name }) => name !== "known_lines")) {
      const reader = await connection.runAndReadAll(
        `select count(*)::int from read_parquet('${join(folder(), filePattern(table))}')`,
      );
      expect([table.name, reader.getRowsJson()[0]?.[0]]).toEqual([
        table.name,
        manifest.rows[table.name],
      ]);
    }
    for (const table of ["facts", "statements", "quarters", "ttm"]) {
      expect(await readdir(join(folder(), table))).toContain("fiscal_year=2023");
    }
    const codecs = await connection.runAndReadAll(
      `select distinct compression from parquet_metadata('${join(folder(), "companies.parquet")}')`,
    );
    expect(codecs.getRowsJson()).toEqual([["ZSTD"]]);
    connection.closeSync();
  });

  test("has views that work from within the folder wherever it was moved to, and from elsewhere when told", async () => {
    const { DuckDBInstance } = await import("@duckdb/node-api");
    const moved = join(out, "moved");
    await cp(folder(), moved, { recursive: true });
    const instance = await DuckDBInstance.create(join(moved, "tenk.duckdb"), {
      access_mode: "READ_ONLY",
    });
    const connection = await instance.connect();
    const count = async () =>
      (await connection.runAndReadAll("select count(*)::int from facts")).getRowsJson();
    await expect(count()).rejects.toThrow("No files found");
    await connection.run(`set variable tenk_folder = '${moved}'`);
    expect(await count()).toEqual([[manifest.rows.facts]]);
    await connection.run("reset variable tenk_folder");
    await connection.run(`set file_search_path = '${moved}'`);
    expect(await count()).toEqual([[manifest.rows.facts]]);
    connection.closeSync();
    instance.closeSync();
    await rm(moved, { recursive: true });
  });

  test("can be Parquet alone, or one DuckDB file that needs no other", async () => {
    const elsewhere = join(out, "formats");
    const parquet = await extract({ out: elsewhere, format: "parquet" });
    if (parquet.kind !== "written") throw new Error(parquet.kind);
    const paths = parquet.manifest.files.map(({ path }) => path);
    expect(paths.every((path) => /\.parquet$|^(builds\.json|dictionary\.md)$/.test(path))).toBe(
      true,
    );
    const duckdb = await extract({ out: elsewhere, format: "duckdb" });
    if (duckdb.kind !== "written") throw new Error(duckdb.kind);
    const whole = join(elsewhere, duckdb.manifest.folder);
    expect(await readdir(whole)).toEqual(["tenk.duckdb"]);
    expect(duckdb.manifest.rows).toEqual(manifest.rows);
    const sums = "select count(*)::int, sum(hash(columns(*)))::varchar from statements";
    expect((await queryExtract(whole, sums)).rows).toEqual(await ask(sums));
    await rm(elsewhere, { recursive: true });
  });

  test("says in its manifest what it is of", async () => {
    const stored = JSON.parse(await readFile(join(out, "manifest.json"), "utf8"));
    expect(stored).toEqual(manifest);
    expect(stored).toMatchObject({
      companies: 2,
      registrySha256: context.registry.registrySha256,
      asOf: "2026-03-01T12:00:00.000Z",
    });
    expect(stored.files.map(({ path }: { path: string }) => path)).toContain("tenk.duckdb");
  });
});

describe("a second extract", () => {
  test("of the same is not written, unless files of it went away", async () => {
    expect((await extract()).kind).toBe("unchanged");
    await rm(join(folder(), "companies.parquet"));
    const outcome = await extract();
    if (outcome.kind !== "written") throw new Error(outcome.kind);
    manifest = outcome.manifest;
    expect(await ask("select count(*)::int from companies")).toEqual([[2]]);
  });

  test("that is stopped leaves nothing but the empty file of the lock", async () => {
    const elsewhere = join(out, "stopped");
    expect(await extract({ out: elsewhere, onCompany: () => false })).toEqual({
      kind: "interrupted",
      before: null,
    });
    expect(await readdir(elsewhere)).toEqual(["tenk.mutex"]);
    await rm(elsewhere, { recursive: true });
  });

  test("since a day without new documents has no companies", async () => {
    const elsewhere = join(out, "since");
    const outcome = await extract({ out: elsewhere, since: "2026-03-02", format: "parquet" });

    expect(outcome).toMatchObject({ kind: "written", manifest: { companies: 0 } });
    await rm(elsewhere, { recursive: true });
  });
});

describe("an extract of a part", () => {
  const place = join(out, "part");
  afterAll(() => rm(place, { recursive: true, force: true }));

  test("does not take the place of a whole one, in a folder or in a bucket; a whole one takes its place", async () => {
    const part = await extract({ out: place, since: "2026-03-01", format: "parquet" });
    if (part.kind !== "written") throw new Error(part.kind);
    expect(part.manifest).toMatchObject({ since: "2026-03-01", companies: 2 });
    expect((await extract({ out: place, since: "2026-03-02", format: "parquet" })).kind).toBe(
      "written",
    );
    const whole = await extract({ out: place, format: "parquet" });
    if (whole.kind !== "written") throw new Error(whole.kind);
    await expect(extract({ out: place, since: "2026-03-01" })).rejects.toThrow(
      `the extract in ${place} is of all companies`,
    );
    expect(JSON.parse(await readFile(join(place, "manifest.json"), "utf8"))).toEqual(
      whole.manifest,
    );
    await publishExtract(place, whole.manifest, "s3://bucket/part");
    await expect(publishExtract(place, part.manifest, "s3://bucket/part")).rejects.toThrow(
      "s3://bucket/part is of all companies",
    );
  });
});

describe("npm run extract", async () => {
  const data = await newDataFolder();
  afterAll(() => data.remove());
  const run = async (args: string[], isInterrupted = false) => {
    const said: string[] = [];
    const code = await runCommand(["extract", ...args], {
      env: { DATA_DIR: data.path, LOG_LEVEL: "silent" },
      print: (line) => said.push(line),
      warn: (line) => said.push(line),
      isInterrupted: () => isInterrupted,
    });
    return [code, said[0]];
  };

  test("refuses a part in the place of the whole, and places where nothing can be", async () => {
    const wrong = (sentence: string) => [2, expect.stringContaining(sentence)];
    const place = ["--format", "parquet", "--out", join(out, "by-command")];
    expect(await run(place)).toEqual([0, expect.stringContaining("0 companies")]);
    expect(await run([...place, "--since", "2026-03-01"])).toEqual(wrong("choose another --out"));
    expect(await run(["--out", "/proc/x"])).toEqual(
      wrong("/proc/x is not where a folder can be made: choose another --out"),
    );
    await writeFile(join(out, "file"), "");
    expect(await run(["--out", join(out, "file", "x")])).toEqual(wrong("is below a file"));
    expect(await run(["--since", "2026-02-30"])).toEqual(wrong("such as 2025-01-31"));
    for (const name of ["by-command", "file"]) {
      await rm(join(out, name), { recursive: true });
    }
  });
});

describe("the job", () => {
  const dataDir = join(out, "data");
  const config = { dataDir, archiveUrl, extractUrl: join(dataDir, "extracts"), prices: null };
  const { signal } = new AbortController();

  test("writes to EXTRACT_URL from a process of its own, and nothing where nothing has changed", async () => {
    const written = { outcome: "written", companies: 2, companiesRead: 2, isSent: false };
    expect(await writeExtracts(config, pool, signal)).toEqual(written);
    const unchanged = { outcome: "unchanged", companies: 2, companiesRead: 0, isSent: false };
    expect(await writeExtracts(config, pool, signal)).toEqual(unchanged);
    const stored = JSON.parse(await readFile(join(config.extractUrl, "manifest.json"), "utf8"));
    expect(stored.rows).toEqual(manifest.rows);
  });

  test("brings it to a bucket, once", async () => {
    const { objects } = bucket;
    const toBucket = { ...config, extractUrl: "s3://bucket/tenk" };
    expect(await writeExtracts(toBucket, pool, signal)).toMatchObject({ isSent: true });
    const stored = JSON.parse(objects.get("/bucket/tenk/manifest.json")?.toString() ?? "");
    const sent = [...objects.keys()].filter((key) => key.includes(`/${stored.folder}/`));
    expect(sent).toHaveLength(stored.files.length);
    expect(await writeExtracts(toBucket, pool, signal)).toMatchObject({ isSent: false });
    await rm(dataDir, { recursive: true });
  });

  test("fails with the reason, and the database stays of use", async () => {
    const broken = { query: () => Promise.reject(new Error("the database is away")) };
    await expect(writeExtracts(config, broken as never, signal)).rejects.toThrow(
      "the database is away",
    );
    await rm(dataDir, { recursive: true });
  });

  test("ends when it is told to, at whatever point, and the next one writes the whole extract", async () => {
    expect((await writeExtracts(config, pool, AbortSignal.abort())).outcome).toBe("interrupted");
    const ended = new AbortController();
    let asked = 0;
    const ending = {
      query: (text: string, values: unknown[]) => {
        asked += 1;
        if (asked === 8) ended.abort();
        return pool.query(text, values);
      },
    };
    expect((await writeExtracts(config, ending as never, ended.signal)).outcome).toBe(
      "interrupted",
    );
    expect(await readdir(config.extractUrl)).not.toContain("manifest.json");
    expect(await writeExtracts(config, pool, signal)).toMatchObject({ outcome: "written" });
    const names = await readdir(config.extractUrl);
    expect(names.filter((name) => !name.startsWith("extract-")).sort()).toEqual([
      "latest",
      "manifest.json",
      "tenk.mutex",
    ]);
    await rm(dataDir, { recursive: true });
  });
});

describe("a hostile question", async () => {
  const secret = join(out, "secret.txt");
  await writeFile(secret, "secret");
  test.each([
    `select * from read_text('${secret}')`,
    `select * from read_csv('${secret}')`,
    `from '${secret}'`,
    `select * from glob('${out}/*')`,
    `copy (select 1) to '${join(out, "stolen.csv")}'`,
    `export database '${join(out, "stolen")}'`,
    `attach '${join(out, "other.duckdb")}' as other`,
    "install httpfs",
    "load httpfs",
    "select * from read_parquet('https://example.com/a.parquet')",
    "set enable_external_access = true",
    "reset lock_configuration",
    `set temp_directory = '${out}'`,
    "create table tenk.mine (a int)",
    "delete from companies",
    "update statements set value = 0",
    "drop table tenk.companies",
    `select getenv('HOME')`,
    `select 1; copy (select 1) to '${join(out, "stolen.csv")}'`,
    // The folder of the extract itself may be read, and is not written to.
    "copy (select 1) to 'FOLDER/stolen.csv'",
    "explain analyze copy (select 1) to 'FOLDER/stolen.csv'",
    "export database 'FOLDER/stolen'",
    "attach 'FOLDER/other.duckdb' as other",
    "select * from read_text('FOLDER/../secret.txt')",
    "select * from read_text('manifest.json')",
    "prepare p as select 1",
    "call pragma_version()",
    "create temp table mine as select 1",
    "set variable tenk_folder = '/'",
    // What is explained may be run, and what is a PIVOT may be part of something else.
    "explain (format json) copy (select 1) to 'FOLDER/stolen.csv'",
    "explain create table mine as select 1",
    "/* /* */ explain select 1 -- */ explain analyze copy (select 1) to 'FOLDER/stolen.csv'",
    "explain (format ') select 1 --') copy (select 1) to 'FOLDER/stolen.csv'",
    "copy (pivot companies on ticker using count(*)) to 'FOLDER/stolen.csv'",
    "create table mine as (pivot companies on ticker using count(*))",
    "create type mine as enum ('a')",
    "create type mine as enum ('a'); select 1",
    "pivot companies on ticker using count(*); copy (select 1) to 'FOLDER/stolen.csv'",
    "create persistent secret mine (type http)",
  ])("reads and writes nothing: %s", async (sql) => {
    const before = (await readdir(out, { recursive: true })).sort();
    await expect(ask(sql.replace("FOLDER", folder()))).rejects.toThrow();
    expect((await readdir(out, { recursive: true })).sort()).toEqual(before);
  });

  test("leaves the extract as it was", async () => {
    expect(await ask("select count(*)::int from companies")).toEqual([[2]]);
  });
});
