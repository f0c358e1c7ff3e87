import { Readable } from "node:stream";
import ExcelJS from "exceljs";
import { describe, expect, test } from "vitest";
import { writeCsv } from "#api/modules/models/export/csv.ts";
import type { ExportedModel } from "#api/modules/models/export/exported.ts";
import { templates } from "#registry/models/catalogue.ts";
import { modelDisclaimer } from "#registry/models/compute.ts";
import { noFacts } from "#registry/models/inputs/facts.ts";
import { exportedModel } from "../../helpers/companies/exported.ts";
import { makeFacts } from "../../helpers/companies/model-company.ts";
import { compute, goldenApple } from "../../helpers/companies/models.ts";
import { readCsv } from "../../helpers/companies/read-csv.ts";
import { hostileNames } from "../../helpers/endpoints/hostile-names.ts";

const apple = await goldenApple();

interface Row {
  section: string;
  key: string;
  label: string;
  fiscal_year: string;
  scenario: string;
  value: string;
  unit: string;
  source: string;
}

/** The rows under the header, by its names. */
function rowsOf(exported: ExportedModel): Row[] {
  const text = writeCsv(exported);
  expect(text.startsWith("\ufeff")).toBe(true);
  const [header = [], ...rows] = readCsv(text.slice(1));
  expect(header).toEqual([
    ...["section", "key", "label", "fiscal_year", "scenario", "value", "unit", "source"],
  ]);
  return rows.map((row) => {
    expect(row).toHaveLength(header.length);
    return Object.fromEntries(header.map((name, k) => [name, row[k]])) as unknown as Row;
  });
}

/** Every number of a value with the path to it. */
function numbersIn(value: unknown): number[] {
  if (typeof value === "number") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) =>
    key === "fiscalYear" ? [] : numbersIn(one),
  );
}

describe.each(templates.map(({ key }) => key))("%s", (key) => {
  const exported = exportedModel(apple, key);
  const rows = rowsOf(exported);

  test("the disclaimer is the first and the last row [MOD-59]", () => {
    for (const row of [rows[0], rows.at(-1)]) {
      expect(row).toMatchObject({ section: "disclaimer", value: modelDisclaimer });
    }
    expect(rows.filter(({ section }) => section === "disclaimer")).toHaveLength(2);
  });

  test("every figure of the answer is a row, unrounded [MOD-60]", () => {
    const { projections, valuation, ...shown } = exported.result;
    const { assumptions, ...rest } = shown;
    const wanted = [
      ...assumptions.flatMap(({ value }) => (value === null ? [] : [value])),
      ...numbersIn(rest),
      ...numbersIn(valuation),
      ...projections.flatMap(({ revenue, freeCashFlow }) => [revenue, freeCashFlow]),
    ];
    const found = new Set(rows.map(({ value }) => value).filter((value) => value !== ""));
    const numbers = new Set([...found].map(Number));
    expect(wanted.filter((value) => !numbers.has(value))).toEqual([]);
  });
});

test("sections come in their order, one row to a value [MOD-60]", () => {
  const rows = rowsOf(exportedModel(apple, "terminal_growth"));
  const sections = [...new Set(rows.map(({ section }) => section))];
  expect(sections).toEqual([
    "disclaimer",
    "meta",
    "assumption",
    "provenance",
    "driver",
    "projection",
    "discounting",
    "discount_factor",
    "summary",
    "enterprise_value",
    "equity_waterfall",
    "history_annual",
    "history_nwc",
    "warning",
    "sanity",
  ]);
  const of = (section: string, key: string, more: Partial<Row> = {}) =>
    rows.filter(
      (row) =>
        row.section === section &&
        row.key === key &&
        Object.entries(more).every(([name, value]) => row[name as keyof Row] === value),
    );
  expect(of("projection", "freeCashFlow", { fiscal_year: "2024" })[0]).toMatchObject({
    label: "Free cash flow",
    unit: "USD",
    scenario: "",
  });
  expect(of("driver", "revenue_growth", { fiscal_year: "2025" })).toMatchObject([
    { value: "0.063339", unit: "ratio", source: "default" },
  ]);
  expect(of("discount_factor", "discountFactor", { scenario: "mid" })).toHaveLength(6);
  expect(of("equity_waterfall", "netDebt", { scenario: "high" })[0]?.value).toBe("-51011000000");
  expect(of("provenance", "base_revenue")[0]).toMatchObject({
    value: "0000320193-23-000106",
    label: expect.stringContaining("us-gaap:"),
  });
  expect(of("assumption", "base_revenue")[0]).toMatchObject({
    value: "383285000000",
    unit: "USD",
    source: "prefilled_from_filings",
  });
});

test("each year of a historical table names its filings", () => {
  const rows = rowsOf(exportedModel(apple, "historical_cash_flow"));
  const years = new Set(
    rows.filter(({ section }) => section === "historical").map((row) => row.fiscal_year),
  );
  const filings = rows.filter(({ section }) => section === "provenance");
  expect(new Set(filings.map((row) => row.fiscal_year))).toEqual(years);
  expect(filings.filter((row) => row.fiscal_year === "2023")).toMatchObject([
    { key: "filing", value: "0000320193-23-000106", label: "10-K, filed 2023-11-03" },
  ]);
});

test("an override is the user's, and changes the figures as compute does [MOD-60]", () => {
  const body = {
    assumptions: { discount_rate: 0.085 },
    drivers: { ebitda_margin: { "2026": 0.3 } },
  };
  const rows = rowsOf(exportedModel(apple, "terminal_growth", body));
  const { valuation } = compute(apple, "terminal_growth", body);
  const value = (key: string) =>
    rows.find(({ key: one, scenario }) => one === key && scenario === "mid")?.value;
  expect(Number(value("fairValuePerShare"))).toBe(valuation.fairValuePerShare);
  expect(rows.filter(({ source }) => source === "user").map(({ key }) => key)).toEqual([
    "discount_rate",
    "ebitda_margin",
  ]);
});

test("numbers have a decimal point and no exponent, dates are ISO", () => {
  const body = { assumptions: { discount_rate: 0.0000004, exit_multiple: 0.004 } };
  const rows = rowsOf(exportedModel(apple, "ebitda_exit", body));
  for (const { value, unit } of rows) {
    if (["text", "date", "accession number"].includes(unit)) continue;
    expect(value).toMatch(/^(-?\d+(\.\d+)?)?$/);
  }
  expect(rows.find(({ key }) => key === "discount_rate")?.value).toBe("0.0000004");
  expect(rows.find(({ key }) => key === "valuationDate")?.value).toBe("2023-09-30");
});

test("a model without a result says why [MOD-55]", () => {
  const rows = rowsOf(exportedModel(noFacts, "terminal_growth"));
  const meta = (key: string) =>
    rows.find((row) => row.section === "meta" && row.key === key)?.value;
  expect(meta("state")).toBe("insufficient_data");
  expect(meta("stateReason")).toBe("The filings hold no full fiscal year.");
  expect(rows.some(({ section }) => section === "projection")).toBe(false);
});

test.each(hostileNames)("a second reader takes the same rows from a file with %j", async (name) => {
  const text = writeCsv(exportedModel(makeFacts(), "wacc", undefined, { name }));
  const book = new ExcelJS.Workbook();
  // Values as they stand, not what they look like.
  const map = (value: unknown) => value;
  const sheet = await book.csv.read(Readable.from([text]), { map, parserOptions: { trim: false } });
  const rows: string[][] = [];
  sheet.eachRow({ includeEmpty: true }, (row) => {
    rows.push((row.values as (string | null)[]).slice(1).map((value) => value ?? ""));
  });

  expect(rows).toEqual(readCsv(text.slice(1)));
});

test.each(hostileNames)("the name %j is text and comes back whole", (name) => {
  const exported = exportedModel(makeFacts(), "wacc", undefined, { name });
  const value = rowsOf(exported).find(({ key }) => key === "company")?.value ?? "";
  expect(value).toMatch(/^(?![\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠−])/u);
  const shown = name.toWellFormed().replaceAll("\u0000", "");
  expect([shown, `'${shown}`]).toContain(value);
});

test("negative numbers stay numbers", () => {
  const rows = rowsOf(exportedModel(apple, "terminal_growth"));
  const negative = rows.filter(({ value }) => value.startsWith("-"));
  expect(negative.length).toBeGreaterThan(10);
  expect(negative.every(({ value }) => Number(value) < 0)).toBe(true);
});
