import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { View } from "#ingest/company-input.ts";
import { ingestCompany } from "#ingest/pipeline.ts";
import { UsageError } from "#jobs/commands/command.ts";
import { findMetric, metricLines, traceMetric } from "#jobs/explain/metric.ts";
import { explanationLines, grouped } from "#jobs/explain/print.ts";
import { canonicalPeriod, findCompany, findConcept, findPeriod } from "#jobs/explain/subject.ts";
import { traceNumber } from "#jobs/explain/trace.ts";
import { flagWords, reasonWords, ruleWords } from "#jobs/explain/words.ts";
import { nearest, slipsBetween } from "#schemas/nearest.ts";
import { lineageRules, nullReasons } from "#schemas/shapes/companies/statement.ts";
import { apple, nikola, openTestPipeline } from "../../helpers/pipeline.ts";

const { context } = await openTestPipeline({ ciks: [apple, nikola] });
await ingestCompany(apple, context);
await ingestCompany(nikola, context);
const store = {
  db: context.database.pool,
  archive: context.archive,
  registry: context.registry,
};

async function explain(
  name: string,
  line: string,
  period: string,
  view: View = { kind: "latest" },
) {
  const company = await findCompany(store.db, name);
  const concept = findConcept(store.registry, line);
  const explanation = await traceNumber(store, { company, concept, period, view });
  return { explanation, lines: explanationLines(explanation) };
}

describe("a metric", () => {
  const explainMetric = async (
    name: string,
    typed: string,
    period: string,
    view: View = { kind: "latest" },
  ) => {
    const company = await findCompany(store.db, name);
    const metric = findMetric(typed);
    if (metric === null) throw new Error(`no metric ${typed}`);
    return metricLines(await traceMetric(store, { company, metric, period, view }));
  };

  test("is explained by its formula and each of its lines, down to filings", async () => {
    const lines = await explainMetric("AAPL", "Sloan ratio", "2023FY");
    expect(lines.slice(0, 5)).toEqual([
      "Apple Inc. (AAPL, CIK 320193)",
      "Sloan ratio (sloan_ratio), 2023FY: 2022-09-25 to 2023-09-30",
      "",
      `${((96_995 - 110_543 - 3_705) / 352_583).toPrecision(12)} ratio`,
      "= (net_income - operating_cash_flow - investing_cash_flow) / total_assets",
    ]);
    expect(lines).toContain("operating_cash_flow, 2023FY: 110,543,000,000");
    expect(lines.join("\n")).toContain(
      "  as filed: us-gaap:NetCashProvidedByUsedInInvestingActivities, 2022-09-25 to 2023-09-30, 3,705,000,000 USD\n" +
        "    10-K filed 2023-11-03, accession 0000320193-23-000106",
    );
  });

  test("of twelve months takes those of the year before, on one basis of shares", async () => {
    const lines = await explainMetric("AAPL", "dilution", "TTM");
    expect(lines).toContain("weighted_average_shares_diluted, TTM2026Q1: 14,919,569,500");
    expect(lines.join("\n")).toMatch(/weighted_average_shares_diluted\[-1\], TTM2025Q1: 15,\d{3},/);
  });

  test("without a value says which line is missing, and why", async () => {
    const lines = await explainMetric("AAPL", "interest_cover", "2024FY");
    expect(lines[3]).toBe("no value: not_reported");
    expect(lines).toContain("interest_expense, 2024FY: no value: not_reported");
    const early = await explainMetric("AAPL", "dilution", "2017FY");
    expect(early).toContain("weighted_average_shares_diluted[-1]: no value: no_period");
  });

  test("is none under the name of a line", () => {
    expect(findMetric("revenue")).toBeNull();
    expect(findMetric("Piotroski F-score")?.key).toBe("piotroski_f");
  });
});

describe("a number", () => {
  test("as filed is explained by tag, dates, form, filing date, accession and address", async () => {
    const { lines } = await explain("AAPL", "revenue", "2023FY");

    expect(lines).toEqual([
      "Apple Inc. (AAPL, CIK 320193)",
      "Total revenue (revenue), 2023FY: 2022-09-25 to 2023-09-30",
      "",
      "383,285,000,000 USD",
      "  decided by: the order of tags",
      "as filed: us-gaap:RevenueFromContractWithCustomerExcludingAssessedTax, 2022-09-25 to 2023-09-30, 383,285,000,000 USD",
      "  10-K filed 2023-11-03, accession 0000320193-23-000106",
      "  https://www.sec.gov/Archives/edgar/data/320193/000032019323000106/0000320193-23-000106-index.htm",
      "  repeated by 10-K 2024-11-01 0000320193-24-000123, 10-K 2025-10-31 0000320193-25-000079",
      "",
      expect.stringMatching(/^tag \d+ of the \d+ that the line may have$/),
      expect.stringMatching(/^registry /),
    ]);
  });

  test("derived is explained by its rule and its operands, each down to its filing", async () => {
    const { explanation, lines } = await explain("AAPL", "revenue", "Q4 2023");

    expect(explanation).toMatchObject({ value: "89498000000", unit: "USD", basis: "persisted" });
    expect(explanation.lineage).toMatchObject({
      kind: "rule",
      rule: "fy_less_nine_months",
      operands: [
        { weight: 1, value: "383285000000", of: { kind: "fact", form: "10-K" } },
        { weight: -1, value: "293787000000", of: { kind: "fact", form: "10-Q" } },
      ],
    });
    expect(lines).toContain("  note: computed: no fourth quarter is filed");
    expect(lines).toContain("├─ + 383,285,000,000  revenue, 2022-09-25 to 2023-09-30");
    expect(lines).toContain("└─ - 293,787,000,000  revenue, 2022-09-25 to 2023-07-01");
    expect(lines).toContain(
      "       https://www.sec.gov/Archives/edgar/data/320193/000032019323000077/0000320193-23-000077-index.htm",
    );
  });

  test("of the trailing twelve months adds four quarters of consecutive dates", async () => {
    const { explanation } = await explain("aapl", "Total revenue", "TTM2023Q4");

    expect(explanation).toMatchObject({
      value: "383285000000",
      basis: "computed",
      period: { key: "TTM2023Q4", start: "2022-09-25", end: "2023-09-30" },
    });
    expect(explanation.lineage).toMatchObject({ rule: "sum_of_quarters" });
    const newest = await explain("AAPL", "revenue", "TTM");
    expect(newest.explanation.period.key).toBe("TTM2026Q1");
  });

  test("that was restated names the other filing and its value, and a day before it shows the first", async () => {
    const { lines } = await explain("1731289", "net_income", "2020FY");
    expect(lines).toContain("-370,866,000 USD");
    expect(lines).toContain("  note: restated since it was first reported");
    expect(lines).toContain("  elsewhere -384,314,000: 10-K 2021-02-25 0001731289-21-000006");

    const before = await explain("1731289", "net_income", "2020FY", {
      kind: "asOf",
      date: "2021-03-01",
    });
    expect(before.explanation).toMatchObject({ value: "-384314000", basis: "computed" });
    expect(before.lines[1]).toContain("as known on 2021-03-01");
    const first = await explain("1731289", "net_income", "2020FY", { kind: "asFirstReported" });
    expect(first.explanation.value).toBe("-384314000");
  });

  test("that is absent is explained by its reason in words", async () => {
    const { explanation, lines } = await explain("AAPL", "net_income_nci", "2023Q4");

    expect(explanation).toMatchObject({ value: null, reason: "not_reported", lineage: null });
    expect(lines).toContainEqual(expect.stringMatching(/^no value: .{10,} \(not_reported\)$/));
  });
});

describe("a name that nobody has is answered with what may be meant", () => {
  test.each([
    ["APPL", "no ingested company has the ticker APPL; did you mean AAPL (Apple Inc.)?"],
    ["apple", "no ingested company has the ticker apple; did you mean AAPL (Apple Inc.)?"],
    [
      "nikola",
      "no ingested company has the ticker nikola; did you mean CIK 1731289 (Nikola Corp)?",
    ],
    ["MSFT", "no ingested company has the ticker MSFT; npm run ingest -- --ticker MSFT fetches it"],
    ["789019", "no ingested company has the CIK 789019; npm run ingest -- --cik 789019 fetches it"],
    ["'; drop table company; --", "no ingested company has the ticker"],
  ])("company %s", async (typed, message) => {
    await expect(findCompany(store.db, typed)).rejects.toThrow(UsageError);
    await expect(findCompany(store.db, typed)).rejects.toThrow(message);
  });

  test("concepts", () => {
    expect(() => findConcept(store.registry, "revenu")).toThrow(
      "there is no concept revenu; did you mean revenue, cost_of_revenue",
    );
    expect(() => findConcept(store.registry, "zzzzzz")).toThrow("there is no concept zzzzzz");
    expect(findConcept(store.registry, "Net-Income").snakeKey).toBe("net_income");
    expect(findConcept(store.registry, "NetIncome").snakeKey).toBe("net_income");
  });

  test("periods", () => {
    const columns = ["TTM2024Q1", "2024Q1", "2023FY", "2023Q4", "2021FY"].map((key) => ({ key }));
    expect(() => findPeriod(columns, "2023Q3")).toThrow(
      "the company has no period 2023Q3; did you mean 2023Q4, 2023FY?",
    );
    expect(() => findPeriod(columns, "soon")).toThrow(
      "the company has no period soon; its newest are TTM2024Q1, 2024Q1, 2023FY, 2023Q4, 2021FY, its oldest is 2021FY",
    );
    expect(() => findPeriod([], "2023FY")).toThrow("it has none at all");
    expect(() => findPeriod([], "2023FY", "2018-01-01")).toThrow(
      "the company has no period 2023FY as known on 2018-01-01; it has none at all",
    );
    expect(findPeriod(columns, "ttm").key).toBe("TTM2024Q1");
  });
});

test.each([
  ["2023fy", "2023FY"],
  ["FY2023", "2023FY"],
  ["Q4 2023", "2023Q4"],
  ["2023-q4", "2023Q4"],
  ["2023", "2023FY"],
  ["ttm", "TTM"],
  ["ttm q4 2023", "TTM2023Q4"],
  ["TTM2023Q4", "TTM2023Q4"],
  ["t2022-03-31", "T2022-03-31"],
])("the period %s is %s", (typed, key) => {
  expect(canonicalPeriod(typed)).toBe(key);
});

test("slips count letters that are inserted, left out, replaced or swapped", () => {
  expect(slipsBetween("appl", "aapl")).toBe(1);
  expect(slipsBetween("revneue", "revenue")).toBe(1);
  expect(slipsBetween("", "abc")).toBe(3);
  expect(slipsBetween("same", "same")).toBe(0);
  expect(nearest("GOGL", ["MSFT", "GOOGL", "GOOG"])).toEqual(["GOOGL", "GOOG"]);
});

test("amounts are grouped by thousands and keep their sign and decimals", () => {
  expect(grouped("-1234567.8900")).toBe("-1,234,567.8900");
  expect(grouped("999")).toBe("999");
  expect(grouped("0.00001")).toBe("0.00001");
});

test("every rule and every reason has its words, and flags with details theirs", () => {
  expect(Object.keys(ruleWords).sort()).toEqual([...lineageRules].sort());
  expect(Object.keys(reasonWords).sort()).toEqual([...nullReasons].sort());
  expect(flagWords("scope:pre_equity_method")).toBe(
    "the tag is not exactly the line (pre equity method)",
  );
  expect(flagWords("split_basis:28")).toContain("splits of 28");
  expect(flagWords("something_new")).toBe("something_new");
});

test("every flag of the guide to extracts has words", () => {
  const guide = readFileSync(new URL("../../../docs/extracts.md", import.meta.url), "utf8");
  const table = guide.slice(guide.indexOf("| `derived_q4` |"), guide.indexOf("### Mappings"));
  const flags = table
    .matchAll(/^\| `([^`]+)` \|/gm)
    .map(([, flag = ""]) => flag)
    .toArray();
  expect(flags.length).toBeGreaterThan(20);
  expect(flags.filter((flag) => flagWords(flag) === flag)).toEqual([]);
});
