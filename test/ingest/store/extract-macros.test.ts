import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { extractMacros } from "#ingest/extracts/macros.ts";
import { createTable } from "#ingest/extracts/staging.ts";
import { extractTables, type TableName } from "#ingest/extracts/tables.ts";

let connection: DuckDBConnection;

beforeAll(async () => {
  const instance = await DuckDBInstance.create(":memory:");
  connection = await instance.connect();
  for (const { name, columns } of extractTables) await connection.run(createTable(name, columns));
  for (const macro of extractMacros) await connection.run(macro);
});
afterAll(() => connection.closeSync());

/** Puts rows into a table; columns that are not named are null. */
async function put(table: TableName, ...rows: Record<string, string | number>[]) {
  for (const row of rows) {
    const values = Object.values(row).map((value) =>
      typeof value === "number" ? value : `'${value}'`,
    );
    await connection.run(
      `insert into ${table} (${Object.keys(row).join(", ")}) values (${values.join(", ")})`,
    );
  }
}

const ask = async (sql: string) => (await connection.runAndReadAll(sql)).getRowsJson();

describe("the screener", () => {
  const line = (cik: string, year: number, concept: string, value?: number) => ({
    cik,
    fiscal_year: year,
    fiscal_period: "FY",
    concept,
    ...(value === undefined ? {} : { value, unit: "USD" }),
  });

  beforeAll(async () => {
    await put("companies", { cik: "1", name: "Empty year" }, { cik: "2", name: "Fell below" });
    await put(
      "statements",
      line("1", 2021, "revenue", 1000),
      line("1", 2021, "net_income", 300),
      line("1", 2023, "revenue"),
      line("1", 2023, "net_income"),
      line("2", 2022, "revenue", 1000),
      line("2", 2022, "net_income", 300),
      line("2", 2023, "revenue", 100),
      line("2", 2023, "net_income", 30),
    );
  });

  test("takes the newest fiscal year that has a revenue, and judges by that one alone", async () => {
    expect(await ask("select name, fiscal_year, revenue from screener(500, 0.1)")).toEqual([
      ["Empty year", 2021, 1000],
    ]);
    expect(
      await ask("select name, fiscal_year, net_margin from screener(0, 0) order by name"),
    ).toEqual([
      ["Empty year", 2021, 0.3],
      ["Fell below", 2023, 0.3],
    ]);
  });
});

describe("as_of", () => {
  const fact = (index: number, filed: string, accession: string, value: string) => ({
    cik: "1",
    fact_index: index,
    taxonomy: "us-gaap",
    tag: "Assets",
    unit: "USD",
    period_end: "2019-12-31",
    value: Number(value),
    value_text: value,
    accession,
    filed,
  });

  beforeAll(() =>
    put(
      "facts",
      fact(2, "2020-03-01", "0001-20-000002", "20"),
      fact(1, "2020-03-01", "0001-20-000001", "10"),
      fact(3, "2020-03-01", "0001-20-000002", "21"),
      fact(4, "2021-03-01", "0001-21-000001", "40"),
      { ...fact(5, "2020-03-01", "0001-20-000001", "7"), unit: "EUR" },
      { ...fact(6, "2020-03-01", "0001-20-000003", "8"), taxonomy: "ifrs-full" },
    ),
  );

  test("of two values filed on one day has the one of the higher accession number, and of those the later", async () => {
    expect(
      await ask(`select taxonomy, unit, value, value_text, accession, filed::varchar
        from as_of('Assets', '2020-12-31') order by taxonomy, unit`),
    ).toEqual([
      ["ifrs-full", "USD", 8, "8", "0001-20-000003", "2020-03-01"],
      ["us-gaap", "EUR", 7, "7", "0001-20-000001", "2020-03-01"],
      ["us-gaap", "USD", 21, "21", "0001-20-000002", "2020-03-01"],
    ]);
  });

  test("refuses a tag that nobody filed and no concept takes, and names the nearest", async () => {
    const unknown = ask("from as_of('NetIncomLoss', '2021-03-01')");
    expect(await unknown).toEqual([]);
    await put("registry_mappings", { concept: "net_income", rank: 0, tag: "NetIncomeLoss" });
    await put("registry_mappings", { concept: "revenue", rank: 0, tag: "Revenues" });
    await expect(ask("from as_of('NetIncomLoss', '2021-03-01')")).rejects.toThrow(
      "Unknown tag NetIncomLoss: did you mean NetIncomeLoss?",
    );
    expect(await ask("from as_of('NetIncomeLoss', '2021-03-01')")).toEqual([]);
    expect(await ask("select count(*)::int from as_of('Assets', '2021-03-01')")).toEqual([[3]]);
  });

  test("knows nothing that was filed after the day", async () => {
    expect(await ask("from as_of('Assets', '2020-02-29')")).toEqual([]);
    expect(
      await ask(
        "select value from as_of('Assets', '2021-03-01') where unit = 'USD' and taxonomy = 'us-gaap'",
      ),
    ).toEqual([[40]]);
  });
});
