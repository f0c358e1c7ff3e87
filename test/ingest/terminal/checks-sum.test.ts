import { describe, expect, test } from "vitest";
import { runChecks } from "#ingest/checks/run-checks.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import type { CheckResult } from "#schemas/shapes/companies/quality.ts";
import { makeFact } from "../../helpers/make.ts";
import { build, registry } from "../standardization/company.ts";

/** The balance sheet and income statement of Apple's fiscal 2023, as its 10-K states them. */
const annual = { start: "2022-09-25", end: "2023-09-30" };
const filedAmounts: Record<string, string> = {
  Assets: "352583000000",
  AssetsCurrent: "143566000000",
  Liabilities: "290437000000",
  LiabilitiesCurrent: "145308000000",
  LiabilitiesNoncurrent: "145129000000",
  LiabilitiesAndStockholdersEquity: "352583000000",
  StockholdersEquity: "62146000000",
};
const flows: Record<string, string> = {
  RevenueFromContractWithCustomerExcludingAssessedTax: "383285000000",
  CostOfGoodsAndServicesSold: "214137000000",
  GrossProfit: "169148000000",
  OperatingExpenses: "54847000000",
  OperatingIncomeLoss: "114301000000",
  NetIncomeLoss: "96995000000",
};

function filing(over: Record<string, string> = {}, fact: Partial<Fact> = {}): Fact[] {
  const balances = Object.entries({ ...filedAmounts, ...over })
    .filter(([tag]) => tag in filedAmounts)
    .map(([tag, value]) => makeFact({ tag, value, start: null, end: annual.end, ...fact }));
  const durations = Object.entries({ ...flows, ...over })
    .filter(([tag]) => !(tag in filedAmounts))
    .map(([tag, value]) => makeFact({ tag, value, ...annual, ...fact }));
  return [...balances, ...durations];
}

function check(facts: Fact[], id: string, period = "2023FY"): CheckResult {
  const results = runChecks(build(facts), registry);
  const found = results.find((result) => result.id === id && result.period === period);
  if (!found) throw new Error(`${id} gave no result for ${period}`);
  return found;
}

describe("an identity over the figures of one filing", () => {
  test.each(["BS-01", "BS-03", "BS-04", "IS-01", "IS-02"])("%s holds exactly", (id) => {
    expect(check(filing(), id)).toMatchObject({
      outcome: "pass_exact",
      difference: "0",
      reason: null,
    });
  });

  test("a difference of two units of the filing's precision is rounding, of three is not", () => {
    const off = (value: string) => check(filing({ LiabilitiesNoncurrent: value }), "BS-03");

    expect(off("145131000000")).toMatchObject({
      outcome: "pass_rounding",
      difference: "-2000000",
    });
    expect(off("145132000000")).toMatchObject({
      outcome: "small",
      difference: "-3000000",
      reason: "differs by -3000000",
    });
  });

  test("a tenth of a percent and more fails and keeps the operands with their filing", () => {
    const result = check(filing({ LiabilitiesAndStockholdersEquity: "352936000000" }), "BS-01");

    expect(result).toMatchObject({ outcome: "fail", severity: "A", difference: "-353000000" });
    expect(result.operands).toEqual([
      { label: "total_assets", value: "352583000000", accession: "0000320193-23-000106" },
      { label: "liabilities_and_equity", value: "352936000000", accession: "0000320193-23-000106" },
    ]);
  });

  test("a small filer's error in whole dollars is not excused by a floor", () => {
    const dollars: Record<string, string> = {};
    for (const tag of Object.keys(filedAmounts)) dollars[tag] = "1000001";
    const result = check(filing({ ...dollars, Assets: "1000006" }), "BS-01");
    expect(result).toMatchObject({ outcome: "small", difference: "5" });
  });

  test("changes no value of the build", () => {
    const built = build(filing({ Assets: "1" }));
    const before = structuredClone(built);
    runChecks(built, registry);
    expect(built).toEqual(before);
  });
});

describe("the result of equity-method companies", () => {
  // Kimberly-Clark's 2024: shown below income before tax, whose tag says that it is above.
  const filed = {
    IncomeLossFromContinuingOperationsBeforeIncomeTaxesExtraordinaryItemsNoncontrollingInterest:
      "2418000000",
    IncomeLossFromEquityMethodInvestments: "216000000",
    IncomeTaxExpenseBenefit: "442000000",
    IncomeLossFromContinuingOperationsIncludingPortionAttributableToNoncontrollingInterest:
      "2192000000",
  };

  test("may stand on either side of income before tax [IS-06]", () => {
    expect(check(filing(filed), "IS-06")).toMatchObject({ outcome: "pass_exact" });
    const above = { ...filed, IncomeTaxExpenseBenefit: "226000000" };
    expect(check(filing(above), "IS-06")).toMatchObject({ outcome: "pass_exact" });
  });

  test("does not excuse another difference [IS-06]", () => {
    const wrong = { ...filed, IncomeTaxExpenseBenefit: "542000000" };
    expect(check(filing(wrong), "IS-06")).toMatchObject({ outcome: "fail" });
  });
});

describe("an identity is not run", () => {
  test("with an operand that was computed", () => {
    const without = filing().filter(({ tag }) => tag !== "GrossProfit");
    expect(check(without, "IS-01")).toMatchObject({
      outcome: "not_run",
      reason: "gross_profit is computed, not filed",
    });
  });

  test("with an operand that has no value", () => {
    expect(check(filing(), "BS-05")).toMatchObject({
      outcome: "not_run",
      reason: "noncontrolling_interest has no value",
    });
  });

  test("over operands of two filings, and is run on the one that has them all", () => {
    const later = { accession: "0000320193-24-000123", filed: "2024-11-01", fy: 2024 };
    const elsewhere = filing().map((fact) =>
      fact.tag === "LiabilitiesCurrent" ? { ...fact, ...later } : fact,
    );
    expect(check(elsewhere, "BS-03")).toMatchObject({
      outcome: "not_run",
      reason: "no filing carries all operands",
    });
    const restated = [
      ...filing(),
      makeFact({
        tag: "Liabilities",
        value: "290500000000",
        start: null,
        end: annual.end,
        ...later,
      }),
    ];
    expect(check(restated, "BS-03").outcome).toBe("pass_exact");
    const wrong = restated.map((fact) =>
      fact.tag === "LiabilitiesCurrent" ? { ...fact, value: "140000000000" } : fact,
    );
    const result = check(wrong, "BS-03");
    expect(result.outcome).toBe("fail");
    expect(result.operands.map(({ accession }) => accession)).toEqual(
      Array(3).fill("0000320193-23-000106"),
    );
  });

  test("on a line of another scope", () => {
    const facts = [
      ...filing({ NetCashProvidedByUsedInOperatingActivitiesContinuingOperations: "10" }),
      makeFact({ tag: "NetCashProvidedByUsedInInvestingActivities", value: "-4", ...annual }),
      makeFact({ tag: "NetCashProvidedByUsedInFinancingActivities", value: "-3", ...annual }),
      makeFact({ tag: "CashAndCashEquivalentsPeriodIncreaseDecrease", value: "3", ...annual }),
    ];
    expect(check(facts, "CF-01")).toMatchObject({
      outcome: "not_run",
      reason: "operating_cash_flow is of another scope",
    });
  });

  test("for a template that it is not meant for", () => {
    const results = runChecks(build(filing()), registry);
    expect(results.filter(({ id }) => id === "IS-11" || id === "IS-12")).toEqual([]);
  });
});

test("a balance is judged once, not again at the end of the fourth quarter", () => {
  const quarter = (end: string) => ({ start: "2022-09-25", end });
  const facts = [
    ...filing(),
    ...["2022-12-31", "2023-04-01", "2023-07-01"].flatMap((end, i) =>
      filing(
        {},
        { ...quarter(end), accession: `0000320193-23-00000${i}`, form: "10-Q", filed: end },
      ).filter(({ start }) => start !== null),
    ),
  ];
  const periods = runChecks(build(facts), registry)
    .filter(({ id, outcome }) => id === "BS-01" && outcome !== "not_run")
    .map(({ period }) => period);
  expect(periods).toEqual(["2023FY"]);
});
