import { describe, expect, test } from "vitest";
import type { CompanyInput } from "#ingest/company-input.ts";
import type { Cell } from "#ingest/statements/cells/cell.ts";
import { unpublishedPeriods } from "#ingest/statements/evidence/unpublished-periods.ts";
import { isOfFacts } from "#ingest/statements/guards/rules-of-facts.ts";
import { firstApplying, type LineRule } from "#ingest/statements/rules/line-rules.ts";
import { withProvenScope } from "#ingest/statements/rules/scope-by-sum.ts";
import type { FilingRecord } from "#schemas/shapes/companies/company.ts";
import type { Lineage } from "#schemas/shapes/companies/statement.ts";
import { makeFact } from "../../helpers/make.ts";
import { onlyRule, ruleNamed } from "../../helpers/registry/only-rule.ts";
import { documentOf, inputOf } from "../standardization/company.ts";
import { cellOf, linesOf } from "./cells.ts";

const lookup = (values: Record<string, string | Cell>) => {
  const lines = linesOf(values);
  return (key: string) => lines.get(key);
};
const doesApply = (rule: LineRule, filed: ReturnType<typeof lookup>) =>
  firstApplying([rule], { filed, shown: filed, isAbsent: () => false }) !== undefined;
const [undivided, sliver] = [onlyRule("whole_is_parts"), onlyRule("sliver")];
const equityIncome = ruleNamed("scope_by_sum", "pretax-before-equity-income");

describe("operating expenses that are all costs (Union Pacific)", () => {
  const railroad = { revenue: "24119", operating_expenses: "15037", operating_income: "9082" };
  const inMillions = (value: string) => cellOf(value, { quantum: 6 });
  test.each<[string, Record<string, string | Cell>, boolean]>([
    ["take revenue to operating income", railroad, true],
    ["may be two off by rounding", { ...railroad, operating_income: "9084" }, true],
    ["may be two off the other way", { ...railroad, operating_income: "9080" }, true],
    ["three are too many", { ...railroad, operating_income: "9085" }, false],
    ["other costs stand between", { ...railroad, operating_expenses: "5000" }, false],
    ["revenue is not filed", { ...railroad, revenue: cellOf("0") }, false],
    [
      "two units of the coarsest",
      { ...railroad, revenue: inMillions("2024119"), operating_income: "9082" },
      true,
    ],
    ["not more", { ...railroad, revenue: inMillions("2024120"), operating_income: "9082" }, false],
    [
      "computed ones prove nothing",
      { ...railroad, operating_expenses: cellOf("15037", { lineage: ["rollup", [1, "", "", 0]] }) },
      false,
    ],
  ])("%s", (_, values, areUndivided) => {
    expect(doesApply(undivided, lookup(values))).toBe(areUndivided);
  });

  test("nothing is told without one of the three lines", () => {
    for (const key of Object.keys(railroad)) {
      const { [key]: _, ...others } = railroad as Record<string, string>;
      expect(doesApply(undivided, lookup(others))).toBe(false);
    }
  });
});

describe("a cost of revenue that is the cost of one small trade (23)", () => {
  // All costs are 800: the cost of the drugs a health insurer sells is less than a quarter of them.
  const insurer = { revenue: "1000", cost_of_revenue: "199", operating_income: "200" };
  test.each<[string, Record<string, string>, boolean]>([
    ["less than a quarter", insurer, true],
    ["a quarter", { ...insurer, cost_of_revenue: "200" }, false],
    ["with others named, less than half", { ...insurer, research_and_development: "200" }, true],
    ["half", { ...insurer, research_and_development: "201" }, false],
    [
      "selling and administration, too",
      { ...insurer, sales_and_marketing: "150", general_and_administrative: "51" },
      false,
    ],
    [
      "as one line or as two, the larger",
      { ...insurer, selling_general_and_administrative: "201" },
      false,
    ],
    [
      "not both",
      { ...insurer, selling_general_and_administrative: "200", sales_and_marketing: "100" },
      true,
    ],
    [
      "income before tax stands in",
      { revenue: "1000", cost_of_revenue: "199", pretax_income: "200" },
      true,
    ],
    ["operating income goes first", { ...insurer, pretax_income: "900" }, true],
    ["a loss tells nothing", { ...insurer, operating_income: "-200" }, false],
    ["nor no income", { ...insurer, operating_income: "0" }, false],
    ["nor income above revenue", { ...insurer, operating_income: "1000" }, false],
    ["no cost", { ...insurer, cost_of_revenue: "0" }, false],
    ["a gross profit is filed", { ...insurer, gross_profit: "801" }, false],
  ])("%s", (_, values, isSliver) => {
    expect(doesApply(sliver, lookup(values))).toBe(isSliver);
  });
});

describe("where equity-method income stands, the filed lines prove", () => {
  const before = "scope:pre_equity_method";
  // 1,000 before tax, 200 of tax, 50 of associates: 800 after tax with them in it, 850 where they are added.
  const scope = (after: Record<string, string | Cell>, flags: string[] = [], equity = "50") =>
    withProvenScope(
      equityIncome,
      cellOf("1000", { flags }),
      lookup({ income_tax_expense: "200", equity_method_income: equity, ...after }),
    ).flags;
  test.each<[string, Record<string, string | Cell>, string[], string[]]>([
    ["in it", { income_continuing: "800" }, [before], []],
    ["in it, as tagged", { income_continuing: "800" }, [], []],
    ["added after tax", { income_continuing: "850" }, [], [before]],
    ["added, as tagged", { income_continuing: "850" }, [before], [before]],
    ["other flags stay", { income_continuing: "850" }, ["restated"], ["restated", before]],
    ["to two units", { income_continuing: "852" }, [], [before]],
    ["not to three", { income_continuing: "853" }, [], []],
    ["nothing is told", { income_continuing: "900" }, [before], [before]],
    [
      "of net income where nothing is discontinued",
      { net_income_consolidated: "850" },
      [],
      [before],
    ],
    [
      "not of net income beside discontinued operations",
      { net_income_consolidated: "850", income_discontinued: "7" },
      [],
      [],
    ],
    ["nor without any", {}, [], []],
    [
      "of income known to hundreds",
      { income_continuing: cellOf("1049", { quantum: 2 }) },
      [],
      [before],
    ],
  ])("%s", (_, after, flags, expected) => {
    expect(scope(after, flags)).toEqual(expected);
  });

  test("not where both ways are within rounding, nor without such income or tax", () => {
    expect(scope({ income_continuing: "801" }, [before], "1")).toEqual([before]);
    expect(scope({ income_continuing: "850" }, [], "0")).toEqual([]);
    const untaxed = lookup({ equity_method_income: "50", income_continuing: "1050" });
    expect(withProvenScope(equityIncome, cellOf("1000"), untaxed).flags).toEqual([]);
  });
});

test.each<[string, Lineage, boolean]>([
  ["a fact", 7, true],
  ["a fact with its sign turned", ["sign", [-1, "", "", 7]], true],
  ["a difference of periods", ["fy_less_nine_months", [1, "", "", 7], [-1, "", "", 8]], true],
  ["a sum of classes", ["sum_of_classes", [1, "", "", 7]], true],
  ["what users handed in", ["submitted"], true],
  ["a rollup", ["rollup", [1, "", "", 7]], false],
  ["a derivation", ["derivation", [1, "", "", 7]], false],
  ["a difference of rollups", ["ytd_difference", [1, "", "", ["rollup", [1, "", "", 7]]]], false],
  [
    "a difference with one",
    ["ytd_difference", [1, "", "", 7], [-1, "", "", ["rollup", [1, "", "", 7]]]],
    false,
  ],
])("a line rests on its own facts: %s", (_, lineage, isOfOwn) => {
  expect(isOfFacts(lineage)).toBe(isOfOwn);
});

describe("a period whose report is filed and whose facts are not published yet (2.19)", () => {
  const report = (over: Partial<FilingRecord> = {}): FilingRecord => ({
    ...{ accession: "a", cik: "0000000001", form: "10-Q", filed: "2024-05-02", acceptedAt: null },
    ...{ reportDate: "2024-03-30", primaryDocument: null, isXbrl: true },
    ...over,
  });
  const isUnpublished = (
    filings: FilingRecord[],
    { fetched = "2024-05-04", fact = "2024-02-02", end = "2024-03-30" } = {},
  ) => {
    const documents = [documentOf([], { fetchedAt: `${fetched}T08:00:00Z` })];
    const input: CompanyInput = inputOf(documents, { filings });
    return unpublishedPeriods(input, [makeFact({ filed: fact }), makeFact({ filed: null })])(end);
  };
  test.each<[string, boolean, FilingRecord, Parameters<typeof isUnpublished>[1]?]>([
    ["two days after its report", true, report()],
    ["an amendment counts, too", true, report({ form: "10-K/A" })],
    ["three days from the report's date", true, report(), { end: "2024-04-02" }],
    ["not four", false, report(), { end: "2024-04-03" }],
    ["a day is the usual delay", false, report(), { fetched: "2024-05-03" }],
    ["facts of the day are there", false, report(), { fact: "2024-05-02" }],
    ["a report without XBRL has no facts", false, report({ isXbrl: false })],
    ["an 8-K reports no period", false, report({ form: "8-K" })],
    ["a filing about no period", false, report({ reportDate: null })],
  ])("%s: %s", (_, expected, filing, at) => {
    expect(isUnpublished([filing], at)).toBe(expected);
  });

  test("a newer filing of the index tells the day as well", () => {
    const stale = { fetched: "2024-05-02" };
    expect(isUnpublished([report()], stale)).toBe(false);
    const later = report({ filed: "2024-05-06", form: "4", reportDate: null, isXbrl: false });
    expect(isUnpublished([report(), later], stale)).toBe(true);
    expect(isUnpublished([later, report()], stale)).toBe(true);
  });
});
