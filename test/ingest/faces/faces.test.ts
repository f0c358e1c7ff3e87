import { expect, test } from "vitest";
import { sparseProfile } from "#ingest/facts/facts-document.ts";
import { build, keysOf, line, period } from "../standardization/company.ts";
import { type Company, type Expected, parseFaces, readCompanies } from "./faces.ts";

/**
 * Statements of companies that the development data does not hold, as their faces state them: what filers of all kinds tag,
 * and what Tenk must show of it. A row that fails is named with what is shown instead.
 */
const companies = readCompanies();

test("18 faces of at least forty companies and a thousand rows are collected", () => {
  expect(new Set(companies.map(({ cik }) => cik)).size).toBeGreaterThanOrEqual(40);
  expect(companies.flatMap(({ expected }) => expected).length).toBeGreaterThanOrEqual(1000);
});

for (const company of companies) {
  const rows = company.expected.length;
  test(`18 ${company.name} (${company.cik}) shows its ${rows} rows as its face states them`, () => {
    expect(missesOf(company)).toEqual([]);
  });
}

test("18 a row that names no filing or has a value too many is refused", () => {
  expect(() => parseFaces("# 1 - One\nrevenue Revenues 1")).toThrow("no filing before it");
  expect(() =>
    parseFaces("# 1 - One\n@ 10-K 2024-02-01 USD -=2023-01-01/2023-12-31\n- Revenues 1 2"),
  ).toThrow("more values than columns");
});

function missesOf({ facts, sic, expected }: Company) {
  const profile = sparseProfile({ cik: "0000000001", name: "", sic, fiscalYearEnd: null });
  const built = build(facts, undefined, { profile });
  const shownOf = ({ period: key, line: concept }: Expected) => {
    if (!key.startsWith("TTM") && !keysOf(built).includes(key)) return "no period";
    if (!(concept in period(built, key).lines)) return "no line";
    const { value, reason } = line(built, key, concept);
    return value ?? reason;
  };
  return expected
    .map((row) => ({ ...row, shown: shownOf(row) }))
    .filter(({ value, shown }) => shown !== value);
}
