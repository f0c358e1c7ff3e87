import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { queryExtract } from "#ingest/extracts/query-extract.ts";
import { extractTables } from "#ingest/extracts/tables.ts";
import {
  type ExtractOptions,
  type Manifest,
  writeExtract,
} from "#ingest/extracts/write-extract.ts";
import { ingestCompany } from "#ingest/pipeline.ts";
import { answerLines } from "#jobs/extracts/answer-lines.ts";
import { writeExtracts } from "#jobs/extracts/write-extracts.ts";
import { runCommand } from "#jobs/run-command.ts";
import { apple, nikola, openTestPipeline } from "../helpers/pipeline.ts";

const { context } = await openTestPipeline({ ciks: [apple, nikola] });
const { pool } = context.database;
const out = await mkdtemp(join(tmpdir(), "tenk-extracts-"));
afterAll(() => rm(out, { recursive: true, force: true }));

let manifest: Manifest;
const extract = (options: Partial<ExtractOptions> = {}) =>
  writeExtract(pool, context.registry, {
    out,
    format: "both",
    since: null,
    onCompany: () => true,
    ...options,
  });
const file = () => join(out, manifest.folder, "tenk.duckdb");
const ask = async (sql: string) => (await queryExtract(file(), sql)).rows;

beforeAll(async () => {
  for (const cik of [apple, nikola]) await ingestCompany(cik, context);
  const outcome = await extract();
  if (outcome.kind === "interrupted") throw new Error("interrupted");
  manifest = outcome.manifest;
}, 60_000);

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
    const columns = extractTables.flatMap((table) => table.columns).length;
    expect(
      await ask(`select count(*)::int, count(comment)::int from duckdb_columns()
        where database_name = 'tenk' and schema_name = 'main' and not internal`),
    ).toEqual([[columns, columns]]);
  });

  test("is Parquet too, divided by year, with the same rows", async () => {
    const { DuckDBInstance } = await import("@duckdb/node-api");
    const connection = await (await DuckDBInstance.create(":memory:")).connect();
    const folder = join(out, manifest.folder);
    for (const { name, partition } of extractTables) {
      const path = partition === null ? `${name}.parquet` : `${name}/**/*.parquet`;
      const reader = await connection.runAndReadAll(
        `select count(*)::int from read_parquet('${join(folder, path)}')`,
      );
      expect([name, ...(reader.getRowsJson()[0] ?? [])]).toEqual([name, manifest.rows[name]]);
    }
    expect(await readdir(join(folder, "statements"))).toContain("fiscal_year=2023");
    const codecs = await connection.runAndReadAll(
      `select distinct compression from parquet_metadata('${join(folder, "companies.parquet")}')`,
    );
    expect(codecs.getRowsJson()).toEqual([["ZSTD"]]);
    connection.closeSync();
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
  test("of the same is not written; an interrupted one leaves the old one in place", async () => {
    expect((await extract()).kind).toBe("unchanged");
    expect((await extract({ since: "2020-01-01", onCompany: () => false })).kind).toBe(
      "interrupted",
    );

    const names = (await readdir(out)).filter((name) => name !== "secret.txt");
    expect(names.sort()).toEqual([manifest.folder, "manifest.json"]);
  });

  test("since a day without new documents has no companies", async () => {
    const elsewhere = join(out, "since");
    const outcome = await extract({ out: elsewhere, since: "2026-03-02", format: "parquet" });

    expect(outcome).toMatchObject({ kind: "written", manifest: { companies: 0 } });
    await rm(elsewhere, { recursive: true });
  });
});

describe("the job", () => {
  test("writes to DATA_DIR/extracts, and nothing where nothing has changed", async () => {
    const dataDir = join(out, "data");
    const run = () => writeExtracts({ dataDir }, context, new AbortController().signal);

    expect(await run()).toEqual({ outcome: "written", companies: 2 });
    expect(await run()).toEqual({ outcome: "unchanged", companies: 2 });
    expect(await readdir(join(dataDir, "extracts"))).toContain("manifest.json");
    await rm(dataDir, { recursive: true });
  });

  test("ends when it is told to, without an extract", async () => {
    const dataDir = join(out, "data");
    const ended = AbortSignal.abort();

    expect((await writeExtracts({ dataDir }, context, ended)).outcome).toBe("interrupted");
    expect(await readdir(join(dataDir, "extracts"))).toEqual([]);
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
  ])("reads and writes nothing: %s", async (sql) => {
    const before = (await readdir(out)).sort();
    await expect(ask(sql)).rejects.toThrow();
    expect((await readdir(out)).sort()).toEqual(before);
  });

  test("leaves the extract as it was", async () => {
    expect(await ask("select count(*)::int from companies")).toEqual([[2]]);
  });
});

describe("npm run query", () => {
  const run = async (...args: string[]) => {
    const said: string[] = [];
    const code = await runCommand(["query", "--from", out, ...args], {
      env: { LOG_LEVEL: "silent" },
      print: (line) => said.push(line),
      warn: (line) => said.push(line),
      isInterrupted: () => false,
    });
    return { code, said };
  };

  test("answers as a table, as CSV and as JSON", async () => {
    const question =
      "select ticker, fiscal_year, value from annual('revenue') where fiscal_year = 2023 and ticker = 'AAPL'";
    expect((await run(question)).said.at(-1)).toBe("(1 row)");
    expect(await run("--format", "csv", question)).toEqual({
      code: 0,
      said: ["ticker,fiscal_year,value", "AAPL,2023,383285000000"],
    });
    expect(JSON.parse((await run("--format", "json", question)).said[0] ?? "")).toEqual([
      { ticker: "AAPL", fiscal_year: 2023, value: 383285000000 },
    ]);
  });

  test("a wrong question is 1 with DuckDB's reason, a missing extract 2 with what to do", async () => {
    const wrong = await run("select nothing from companies");
    expect([wrong.code, wrong.said[0]]).toEqual([1, expect.stringContaining("nothing")]);
    const missing = await run("--from", join(out, "nowhere"), "select 1");
    expect([missing.code, missing.said[0]]).toEqual([
      2,
      expect.stringContaining("npm run extract"),
    ]);
  });

  test("CSV quotes what would break a line apart", () => {
    const answer = { columns: ["a"], rows: [['x,"y"\nz'], [null]] };
    expect(answerLines(answer, "csv")).toEqual(["a", '"x,""y""\nz"', ""]);
  });
});
