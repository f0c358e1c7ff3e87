import { describe, expect, test } from "vitest";
import { buildTerminal } from "#ingest/terminal/build-terminal.ts";
import { contentStates, terminal } from "#schemas/shapes/companies/terminal.ts";
import { apple, jpmorgan, tsmc } from "../../helpers/companies/terminal-companies.ts";
import {
  column,
  input,
  metric,
  profile,
  valueLine,
} from "../../helpers/companies/terminal-parts.ts";

const profileOnly = () =>
  input({ profile: profile({ name: "SIEMENS AG", sic: "8880", entityType: "other" }) });

describe("the whole payload", () => {
  test.each([
    ["an industrial company", apple],
    ["a bank", jpmorgan],
    ["a foreign issuer under IFRS", tsmc],
    ["a company with nothing but a profile", profileOnly],
    ["an entity with nothing at all", () => input({})],
  ])("of %s has exactly the specified shape and survives JSON [TRM-02] [TRM-31]", (_, make) => {
    const built = buildTerminal(make());
    expect(terminal.parse(JSON.parse(JSON.stringify(built)))).toEqual(built);
  });

  test("is the same for the same input, whenever it is built [PIP-15] [TRM-29]", () => {
    expect(JSON.stringify(buildTerminal(apple()))).toBe(JSON.stringify(buildTerminal(apple())));
    expect(buildTerminal(apple()).generatedAt).toBe("2024-03-01T00:00:00.000Z");
  });

  test("is the public view with the disclaimer, sources and no market data [TRM-04] [TRM-22] [TRM-23] [TRM-25] [TRM-28] [TRM-30] [CNV-33]", () => {
    const built = buildTerminal(apple());
    expect(built.viewerScope).toBe("public");
    expect(built.disclaimer).toBe(
      "Source: company filings with the U.S. Securities and Exchange Commission (EDGAR), standardized by Tenk. " +
        "Values are derived from these filings by software and may contain errors or omissions; the filings themselves prevail. " +
        "For information only: not investment advice, not an offer, and not a recommendation to buy or sell any security. " +
        "Not affiliated with or endorsed by the SEC.",
    );
    expect(built.disclaimer).toMatch(
      /Securities and Exchange Commission.*errors.*not investment advice/s,
    );
    expect(built.marketData).toEqual({
      state: "not_configured",
      reason: "No market-data provider is configured.",
      quote: null,
    });
    expect(built.sources[0]).toMatchObject({ provider: "SEC EDGAR" });
  });

  test("a quote has all its fields and stands only with the state available [TRM-23] [TRM-24]", () => {
    const quote = {
      price: 227.52,
      currency: "USD",
      dayChange: -1.2,
      dayChangePercent: -0.52,
      fiftyTwoWeekLow: 164.08,
      fiftyTwoWeekHigh: 237.23,
      beta: 1.24,
      sharesOutstanding: 15115823000,
      isStale: false,
      isDelayed: true,
      provider: "Example Markets",
    };
    const { marketData } = terminal.shape;
    const isTaken = (given: object) => marketData.safeParse(given).success;
    expect(isTaken({ state: "available", reason: null, quote })).toBe(true);
    for (const state of ["unavailable", "not_configured"]) {
      expect(isTaken({ state, reason: "No provider.", quote })).toBe(false);
    }
    for (const left of Object.keys(quote)) {
      const partial = { ...quote, [left]: undefined };
      expect([left, isTaken({ state: "available", reason: null, quote: partial })]).toEqual([
        left,
        false,
      ]);
    }
  });

  test("names each section's state as a module, and has no ladder for an unclaimed profile [TRM-26] [TRM-27] [TRM-35]", () => {
    const built = buildTerminal(apple());
    expect(built.modules).toEqual([
      { key: "summary", state: "available" },
      { key: "financialHealth", state: "available" },
      { key: "financials", state: "available" },
      { key: "filings", state: "available" },
      { key: "models", state: "unavailable" },
      { key: "marketData", state: "unavailable" },
      { key: "transparencyLadder", state: "not_applicable" },
    ]);
    expect(built.transparencyLadder.rungs).toEqual([]);
  });

  test("shows the models section it is given [TRM-21]", () => {
    const modelsSection = {
      state: "partial" as const,
      templates: [
        {
          key: "wacc",
          label: "WACC",
          state: "partial" as const,
          prefilledMetricKeys: ["total_debt"],
        },
      ],
      unavailableReason: null,
    };
    expect(buildTerminal({ ...apple(), modelsSection }).models).toEqual(modelsSection);
    expect(buildTerminal(apple()).models).toMatchObject({ state: "unavailable", templates: [] });
  });
});

describe("financials", () => {
  test("shows years and quarters newest first, with coverage and base filing [TRM-15] [TRM-16] [PIP-17]", () => {
    const { state, periods, unavailableReason } = buildTerminal(apple()).financials;
    expect([state, unavailableReason]).toEqual(["available", null]);
    expect(
      periods.map((one) => [one.fiscalPeriod, one.periodEnd, one.coveragePercent, one.derivedQ4]),
    ).toEqual([
      ["FY", "2023-09-30", 100, false],
      ["Q4", "2023-09-30", 100, true],
      ["Q3", "2023-07-01", 11.1, false],
      ["FY", "2022-09-24", 88.9, false],
    ]);
    expect(periods[1]).toMatchObject({
      baseForm: "10-K",
      filedDate: "2023-11-03",
      currency: "USD",
    });
    expect(periods[0]?.source.accessionNumber).toBe("0000320193-23-000106");
  });

  test("names the source concept of a reported line and the rule of a derived one [TRM-17]", () => {
    const { periods } = buildTerminal(apple()).financials;
    expect(periods[0]?.incomeStatement[0]).toEqual({
      key: "revenue",
      label: "Total revenue",
      displayValue: "$383.29B",
      value: 383285000000,
      unit: "USD",
      sourceConcept: "us-gaap:RevenueFromContractWithCustomerExcludingAssessedTax",
      reason: null,
    });
    expect(periods[1]?.incomeStatement[0]).toMatchObject({
      value: 89498000000,
      sourceConcept: "derived: fy_less_nine_months",
    });
    const freeCashFlow = periods[0]?.cashFlow.find(({ key }) => key === "free_cash_flow");
    expect(freeCashFlow?.sourceConcept).toBe("derived: derivation");
  });

  test("a turned sign is still the reported element, a submission names its standing [TRM-17]", () => {
    const given = tsmc();
    const [year] = given.build.periods;
    if (!year) throw new Error("no year");
    year.lines.revenue = valueLine("2894307700000", "TWD", [
      "sign",
      [-1, "revenue", "-2894307700000", 0],
    ]);
    year.lines.net_income = { ...valueLine("1", "TWD", ["submitted"]), source: "manual" };
    const lines = buildTerminal(given).financials.periods[0]?.incomeStatement ?? [];
    const concepts = new Map(lines.map(({ key, sourceConcept }) => [key, sourceConcept]));
    expect(concepts.get("revenue")).toBe("ifrs-full:Revenue");
    expect(concepts.get("net_income")).toBe("submitted: manual");
  });

  test("an absent universal line stays with its reason, an absent conditional one is left out [TRM-32]", () => {
    const [, quarter] = buildTerminal(apple()).financials.periods;
    expect(quarter?.incomeStatement.at(-1)).toEqual({
      key: "eps_diluted",
      label: "Earnings per share, diluted",
      displayValue: null,
      value: null,
      unit: null,
      sourceConcept: null,
      reason: "non_additive",
    });
    const keys = buildTerminal(jpmorgan()).financials.periods[0]?.incomeStatement.map(
      ({ key }) => key,
    );
    expect(keys).toEqual([
      "net_interest_income",
      "revenue",
      "noninterest_expense",
      "net_income",
      "eps_diluted",
    ]);
  });

  test("share counts at a date stand with the balance sheet", () => {
    const keys = buildTerminal(apple()).financials.periods[0]?.balanceSheet.map(({ key }) => key);
    expect(keys).toContain("cover_shares_outstanding");
  });

  test("shows at most five years and eight quarters", () => {
    const given = apple();
    const [year] = given.build.periods;
    const [quarter] = given.build.tables.quarters;
    if (!year || !quarter) throw new Error("no periods");
    given.build.periods = Array.from({ length: 9 }, (_, i) => ({
      ...year,
      end: `20${23 - i}-09-30`,
    }));
    given.build.tables.quarters = Array.from({ length: 20 }, (_, i) => ({
      ...quarter,
      end: `20${23 - i}-06-30`,
    }));
    const { periods } = buildTerminal(given).financials;
    expect(periods.filter(({ fiscalPeriod }) => fiscalPeriod === "FY")).toHaveLength(5);
    expect(periods.filter(({ fiscalPeriod }) => fiscalPeriod === "Q4")).toHaveLength(8);
  });

  test("shows half years where no quarters are filed, whatever a quarter's dividend left behind", () => {
    const given = tsmc();
    const [year] = given.build.periods;
    if (!year) throw new Error("no year");
    const { total_assets } = year.lines;
    if (!total_assets) throw new Error("no assets");
    given.build.tables.quarters = [column({ ...year, lines: { total_assets } }, "Q4", "reported")];
    given.build.periods.unshift({
      ...year,
      fiscalPeriod: "H1",
      fiscalYear: 2025,
      end: "2025-06-30",
    });
    const { periods } = buildTerminal(given).financials;
    expect(periods.map(({ fiscalPeriod }) => fiscalPeriod)).toEqual(["H1", "FY", "FY"]);
    expect(periods[0]?.periodEnd).toBe("2025-06-30");
  });

  test("a company without facts says so in every section that needs them [TRM-32]", () => {
    const built = buildTerminal(profileOnly());
    expect(built.financials).toEqual({
      state: "unavailable",
      periods: [],
      unavailableReason: "No financial figures of this company are at hand.",
    });
    expect(built.summary).toMatchObject({ state: "unavailable", asOf: null, highlights: [] });
    expect(built.financialHealth).toMatchObject({
      state: "unavailable",
      overallSignal: "unavailable",
    });
    expect(built.filings).toMatchObject({ state: "unavailable", rows: [] });
    for (const { state } of built.modules) expect(contentStates).toContain(state);
  });

  test("a figure too large for any double is null, not infinite", () => {
    const given = tsmc();
    const [year] = given.build.periods;
    if (!year) throw new Error("no year");
    year.lines.revenue = valueLine(`1${"0".repeat(400)}`, "TWD", 0);
    const built = buildTerminal(given);
    expect(metric(built, "revenue")).toMatchObject({ state: "unavailable", value: null });
    expect(metric(built, "revenue").source.note).toMatch(/scale_suspect/);
    expect(terminal.parse(built)).toEqual(built);
  });
});
