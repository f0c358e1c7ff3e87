import { describe, expect, test } from "vitest";
import { templates } from "#registry/models/catalogue.ts";
import { extractFacts, noFacts } from "#registry/models/inputs/facts.ts";
import { listModels, modelsSection } from "#registry/models/listing.ts";
import { bundledReference } from "#registry/models/rates/reference.ts";
import type { ModelResult } from "#schemas/shapes/models/result.ts";
import {
  makeFacts,
  makeSource,
  soundYear,
  soundYears,
  withLines,
} from "../../helpers/companies/model-company.ts";
import { compute } from "../../helpers/companies/models.ts";

const codes = ({ warnings }: ModelResult) => warnings.map(({ code }) => code);
const assumption = ({ assumptions }: ModelResult, key: string) =>
  assumptions.find((one) => one.key === key);
const stateOf = (facts: Parameters<typeof compute>[0], key: string) =>
  listModels(facts, bundledReference).find((one) => one.key === key)?.state;

describe("the sound company", () => {
  test("has every model, and required keys are prefilled or missing [MOD-01] [MOD-02] [MOD-04]", () => {
    const facts = makeFacts();
    const listing = listModels(facts, bundledReference);
    expect(listing).toHaveLength(21);
    for (const entry of listing) {
      expect([...entry.prefilledMetricKeys, ...entry.missingMetricKeys].sort()).toEqual(
        [...entry.requiredMetricKeys].sort(),
      );
      const lacks = ["dividend_discount", "ffo_multiple"].includes(entry.key);
      expect(entry.state === "unavailable").toBe(lacks);
      expect(compute(facts, entry.key).templateKey).toBe(entry.key);
      for (const alias of entry.aliases) {
        expect(compute(facts, alias)).toEqual(compute(facts, entry.key));
      }
    }
    expect(listing.flatMap(({ aliases }) => aliases)).toEqual([
      "terminal_growth",
      "ebitda_exit",
      "revenue_exit",
      "epv",
    ]);
  });

  test("its terminal lists the same [MOD-02]", () => {
    const source = makeSource();
    const section = modelsSection(source);
    const listing = listModels(extractFacts(source), bundledReference);
    expect(
      section.templates.map(({ key, state, prefilledMetricKeys }) => ({
        key,
        state,
        prefilledMetricKeys,
      })),
    ).toEqual(
      listing.map(({ key, state, prefilledMetricKeys }) => ({ key, state, prefilledMetricKeys })),
    );
    expect(section.state).toBe("partial");
  });

  test("projections start after the last filed year, with a cell per driver and year [MOD-24] [MOD-64]", () => {
    for (const { key, horizonYears } of templates) {
      if (horizonYears === null) continue;
      const { dcfDetail } = compute(makeFacts(), key);
      for (const cells of Object.values(dcfDetail?.drivers ?? {})) {
        expect(cells.map(({ fiscalYear }) => fiscalYear)).toEqual(
          Array.from({ length: horizonYears }, (_, k) => 2024 + k),
        );
      }
    }
  });
});

describe("state", () => {
  test("a negative margin stops what rests on it, and an override repairs it", () => {
    const facts = makeFacts({ years: withLines({ operating_income: -2e9 }) });
    for (const key of ["ebitda_exit", "terminal_growth"]) {
      const result = compute(facts, key);
      expect(result.state).toBe("insufficient_data");
      expect(result.stateReason?.code).toBe("terminal_metric_not_positive");
      expect(result.stateReason?.message).toMatch(/ with the default assumptions\.$/);
      const set = compute(facts, key, { assumptions: { tax_rate: 0.2 } });
      expect(set.state).toBe("insufficient_data");
      expect(set.stateReason?.message).toMatch(/ under these overrides\.$/);
      expect(result.valuation).toEqual({
        enterpriseValue: null,
        terminalValue: null,
        netDebt: null,
        equityValue: null,
        fairValuePerShare: null,
        currency: "USD",
      });
      expect(result.dcfDetail?.projections).toHaveLength(5);
      expect(result.dcfDetail?.enterpriseValue.enterpriseValue.mid).toBeNull();
      expect(stateOf(facts, result.templateKey)).toBe("partial");
      const repaired = compute(facts, key, { assumptions: { ebitda_margin: 0.2 } });
      expect(repaired.state).toBe("computed");
      const stillBroken = compute(facts, key, { assumptions: { tax_rate: 0.3 } });
      expect(stillBroken.stateReason?.code).toBe("terminal_metric_not_positive");
    }
    const revenue = compute(facts, "revenue_exit");
    expect(revenue.state).toBe("computed");
    expect(compute(facts, "ev_ebit_multiples").stateReason?.code).toBe("metric_not_positive");
  });

  test("without a core metric there is no result [MOD-55]", () => {
    const facts = makeFacts({ years: withLines({ operating_income: null, pretax_income: null }) });
    const result = compute(facts, "terminal_growth");
    expect(result.stateReason).toEqual({
      code: "missing_core_metric",
      message: "The filings do not state operating_income.",
    });
    expect(result.missingMetricKeys).toEqual(["operating_income", "income_before_tax"]);
    expect(stateOf(facts, "dcf_5_year_terminal_growth")).toBe("unavailable");
    expect(assumption(result, "discount_rate")?.value).toBeGreaterThan(0);
    const repaired = compute(facts, "terminal_growth", { assumptions: { ebitda_margin: 0.2 } });
    expect(repaired.state).toBe("computed");
  });

  test("a company without filings computes nothing and says so [MOD-55]", () => {
    for (const { key } of templates) {
      const result = compute(noFacts, key);
      expect(result.state).toBe("insufficient_data");
      expect(result.stateReason?.code).toBe("no_annual_periods");
      expect(result.historicals).toEqual([]);
      expect(result.projections).toEqual([]);
      expect(result.valuation.enterpriseValue).toBeNull();
      expect(result.rateResult).toBeNull();
      expect(result.disclaimer).not.toBe("");
      expect(stateOf(noFacts, key)).toBe("unavailable");
    }
    expect(modelsSection(makeSource({ years: {} })).state).toBe("unavailable");
  });

  test.each([
    [null, "bank", false],
    ["3559", "bank", false],
    ["6211", "broker", false],
    [null, "insurer", false],
    ["6770", "industrial", false],
    ["6021", "industrial", true],
    ["6311", "industrial", true],
    [null, "reit", true],
    ["6798", "industrial", true],
    [null, "industrial", true],
  ] as const)("SIC %s, %s statements: valued by cash flow %s", (sic, template, isValued) => {
    const facts = makeFacts({ sic, template });
    for (const { key, family } of templates) {
      if (family === "equity") continue;
      const isHistory = family === "historical" || key === "pe_multiples" || key === "pb_multiples";
      const result = compute(facts, key);
      expect(result.state).toBe(isValued || isHistory ? "computed" : "insufficient_data");
      if (!isValued && !isHistory) {
        expect(result.stateReason?.code).toBe("financial_institution");
        expect(stateOf(facts, key)).toBe("unavailable");
      }
    }
    expect(codes(compute(facts, "terminal_growth")).includes("reit_fcf_not_affo")).toBe(
      template === "reit",
    );
  });
});

describe("missing facts", () => {
  test("no share count: money without a price, and the count can be given [MOD-19] [MOD-20]", () => {
    const facts = makeFacts({
      years: withLines({
        shares_outstanding: null,
        weighted_average_shares_basic: null,
        weighted_average_shares_diluted: null,
      }),
    });
    for (const key of ["terminal_growth", "epv", "pe_multiples"]) {
      const result = compute(facts, key);
      expect(result.state).toBe("computed");
      expect(result.valuation.equityValue).toBeGreaterThan(0);
      expect(result.valuation.fairValuePerShare).toBeNull();
      expect(result.missingMetricKeys).toContain("shares_outstanding");
      expect(assumption(result, "shares_outstanding")).toMatchObject({
        value: null,
        source: "default",
        editable: true,
      });
      const given = compute(facts, key, { assumptions: { shares_outstanding: 1e8 } });
      expect(given.valuation.fairValuePerShare).toBeCloseTo(
        (given.valuation.equityValue ?? 0) / 1e8,
        6,
      );
    }
  });

  test("cash and debt that are absent count as zero, labelled and editable [MOD-20]", () => {
    const facts = makeFacts({
      years: withLines({ cash_and_equivalents: null, total_debt: null, interest_expense: null }),
    });
    const result = compute(facts, "terminal_growth");
    for (const key of ["cash_and_equivalents", "total_debt"]) {
      expect(assumption(result, key)).toMatchObject({
        value: 0,
        source: "default",
        editable: true,
        note: "not found in filings",
        provenance: null,
      });
      expect(result.missingMetricKeys).toContain(key);
    }
    expect(result.valuation.netDebt).toBe(0);
    expect(stateOf(facts, result.templateKey)).toBe("partial");
    const wacc = compute(facts, "wacc");
    expect(wacc.rateResult?.weights).toEqual({ equity: 1, debt: 0 });
    expect(wacc.rateResult?.wacc).toBeCloseTo(wacc.rateResult?.costOfEquity ?? 0, 6);
    expect(wacc.rateResult?.preTaxCostOfDebt).toBe(0.0495);
  });

  test("debt legs add up where no total is persisted", () => {
    const facts = makeFacts({
      years: withLines({
        total_debt: null,
        current_portion_of_long_term_debt: 1e8,
        long_term_debt: 9e8,
      }),
    });
    expect(compute(facts, "terminal_growth").missingMetricKeys).not.toContain("total_debt");
    expect(facts.balance.total_debt?.value).toBe(1e9);
    expect(facts.balance.total_debt?.provenance?.inputs).toHaveLength(2);
  });

  test("without depreciation EBITDA assumes a share of revenue, and can be given", () => {
    const facts = makeFacts({ years: withLines({ depreciation_and_amortization: null }) });
    const result = compute(facts, "terminal_growth");
    expect(assumption(result, "da_pct_revenue")).toMatchObject({ value: 0.03, source: "default" });
    expect(assumption(result, "ebitda_margin")?.value).toBe(0.23);
    expect(result.missingMetricKeys).toEqual(["depreciation_amortization"]);
    const given = compute(facts, "terminal_growth", { assumptions: { base_ebitda: 2.5e9 } });
    expect(assumption(given, "ebitda_margin")?.value).toBe(0.25);
    expect(compute(facts, "ev_ebitda_multiples").stateReason?.code).toBe("missing_core_metric");
  });

  test("without a public float the industry's debt weight is used", () => {
    const facts = makeFacts({ years: withLines({ cover_public_float: null }) });
    const { rateResult, missingMetricKeys, warnings } = compute(facts, "wacc");
    expect(rateResult?.weightBasis).toBe("industry_average");
    expect(rateResult?.weights.debt).toBe(0.0464);
    expect(missingMetricKeys).toEqual(["public_float"]);
    expect(warnings.map(({ code }) => code)).not.toContain("public_float_proxy_used");
  });

  test("an unclassified balance sheet has no working capital", () => {
    const facts = makeFacts({ years: withLines({ current_assets: null }) });
    expect(assumption(compute(facts, "terminal_growth"), "nwc_pct_revenue")).toMatchObject({
      value: 0,
      source: "default",
    });
  });
});

describe("rules that act", () => {
  test("hypergrowth is held at a quarter", () => {
    const facts = makeFacts({
      years: { 2021: soundYear(1e9), 2022: soundYear(2e9), 2023: soundYear(4e9) },
    });
    const result = compute(facts, "terminal_growth");
    // From 1 to 4 billion in two years: doubled each year.
    expect(assumption(result, "initial_revenue_growth")).toMatchObject({
      value: 0.25,
      source: "default",
      note: "capped at 25.00%; filings say 100.00%: compound growth of revenue over 2 years",
    });
    expect(codes(result)).toContain("growth_clamped");
  });

  test("one fiscal year gives default growth and says that it is short", () => {
    const facts = makeFacts({ years: { 2023: soundYear(1e10) } });
    const result = compute(facts, "terminal_growth");
    expect(assumption(result, "initial_revenue_growth")).toMatchObject({
      value: 0.05,
      source: "default",
    });
    expect(codes(result)).toContain("short_history");
  });

  test("losses give the statutory tax rate, and taxes are never negative", () => {
    const facts = makeFacts({ years: withLines({ income_tax_expense: -1e8 }) });
    const result = compute(facts, "revenue_exit", { assumptions: { ebitda_margin: 0.01 } });
    expect(assumption(result, "tax_rate")).toMatchObject({ value: 0.21, source: "default" });
    expect(codes(result)).toContain("tax_rate_defaulted");
    expect(result.dcfDetail?.projections.every(({ proFormaTaxes }) => proFormaTaxes === 0)).toBe(
      true,
    );
    const set = compute(facts, "terminal_growth", { assumptions: { tax_rate: 0.3 } });
    expect(codes(set)).not.toContain("tax_rate_defaulted");
  });

  test("net cash puts equity above enterprise value; debt weight stays at zero or above", () => {
    const facts = makeFacts({ years: withLines({ cash_and_equivalents: 9e9 }) });
    const { valuation } = compute(facts, "terminal_growth");
    expect(valuation.netDebt).toBeLessThan(0);
    expect(valuation.equityValue).toBeGreaterThan(valuation.enterpriseValue ?? 0);
    expect(compute(facts, "wacc").rateResult?.weights.debt).toBeGreaterThanOrEqual(0);
  });

  test("equity below zero is shown as it is and told", () => {
    const facts = makeFacts({ years: withLines({ total_debt: 1e12 }) });
    const result = compute(facts, "terminal_growth");
    expect(result.valuation.equityValue).toBeLessThan(0);
    expect(result.valuation.fairValuePerShare).toBeLessThan(0);
    expect(codes(result)).toContain("negative_equity_value");
  });

  test("book value that is not positive has no price to book", () => {
    const facts = makeFacts({ years: withLines({ stockholders_equity: -1 }) });
    expect(compute(facts, "pb_multiples").stateReason?.code).toBe("metric_not_positive");
    expect(compute(facts, "terminal_growth").state).toBe("computed");
  });

  test("a foreign filer is valued in its own currency, a float of another is no weight", () => {
    const source = makeSource({ currency: "TWD" });
    const facts = extractFacts({
      ...source,
      facts: source.facts.map((fact) =>
        fact.tag === "Tag_cover_public_float" ? { ...fact, unit: "USD" } : fact,
      ),
    });
    expect(compute(facts, "terminal_growth").valuation.currency).toBe("TWD");
    expect(facts.publicFloat).toBeNull();
  });

  test("old filings are told against the day that is known, not the clock", () => {
    expect(codes(compute(makeFacts({ knownOn: "2024-07-19" }), "epv"))).toContain("stale_filings");
    expect(codes(compute(makeFacts({ knownOn: "2024-07-18" }), "epv"))).not.toContain(
      "stale_filings",
    );
  });
});

describe("a balance sheet after the year end", () => {
  const quarter = (revenue: number) => ({
    ...soundYear(revenue),
    total_debt: 3e9,
    cash_and_equivalents: 1e9,
    current_assets: 4e9,
    current_liabilities: 2e9,
  });
  const quarters = {
    "2023Q1": quarter(2.2e9),
    "2023Q2": quarter(2.4e9),
    "2023Q3": quarter(2.6e9),
    "2023Q4": quarter(2.8e9),
    "2024Q1": quarter(2.5e9),
    "2024Q2": quarter(2.7e9),
  };
  const ttm = { "2024-06-30": { ...soundYear(1.06e10), revenue: 1.06e10 } };

  test("valuation starts there, twelve months end there, the stub is the rest of the year", () => {
    const facts = makeFacts({ quarters, ttm, knownOn: "2024-08-01" });
    expect(facts.anchors?.balanceSheetDate).toBe("2024-06-30");
    expect(facts.trailing.revenue?.value).toBe(1.06e10);
    expect(facts.trailing.revenue?.provenance).toMatchObject({ basis: "TTM" });
    expect(facts.trailing.revenue?.provenance?.inputs).toHaveLength(4);
    expect(facts.averageDebt?.value).toBe(2.8e9);
    const result = compute(facts, "terminal_growth");
    expect(result.balanceSheetDate).toBe("2024-06-30");
    expect(result.dcfDetail?.discounting?.stubFraction).toBeCloseTo(184 / 366, 11);
    expect(result.dcfDetail?.history.fiscalYtd).toMatchObject({
      fiscalPeriod: "Q2",
      revenue: 5.2e9,
      capexPctRevenue: 0.05,
    });
    expect(assumption(result, "base_revenue")?.value).toBe(1e10);
    expect(assumption(result, "valuation_date")).toMatchObject({
      value: 20240630,
      min: 20240630,
      max: 20241230,
    });
    expect(compute(facts, "historical_income_statement").historicals.at(-1)).toMatchObject({
      basis: "TTM",
      periodEnd: "2024-06-30",
      values: { revenue: 1.06e10 },
      growth: { revenue: null },
    });
  });

  test("a trailing line that lacks a quarter is bridged from the year and the years to date", () => {
    const facts = makeFacts({ quarters, ttm: { "2024-06-30": {} }, knownOn: "2024-08-01" });
    expect(facts.trailing.revenue?.value).toBe(1e10 + 5.2e9 - 4.6e9);
    expect(facts.trailing.revenue?.provenance?.inputs).toHaveLength(3);
  });

  test("beside a later quarter without its annual report the last day before that report stands", () => {
    const facts = makeFacts({
      quarters: { ...quarters, "2025Q1": quarter(3e9) },
      ttm,
      knownOn: "2025-05-01",
    });
    expect(facts.anchors).toMatchObject({ fiscalYear: 2023, balanceSheetDate: "2024-06-30" });
    expect(codes(compute(facts, "terminal_growth"))).toContain("annual_report_missing");
  });

  test("spending far from its average is told", () => {
    const heavy = { ...quarters, "2024Q1": { ...quarter(2.5e9), capital_expenditure: 1e9 } };
    const facts = makeFacts({ quarters: heavy, ttm, knownOn: "2024-08-01" });
    expect(codes(compute(facts, "terminal_growth"))).toContain("ytd_capex_drift");
  });
});

describe("history", () => {
  test("rows have values, growth and margins; null is never zero [MOD-17]", () => {
    const facts = makeFacts({ years: { ...soundYears, 2021: { revenue: 8e9, net_income: -1 } } });
    const { historicals } = compute(facts, "historical_income_statement");
    expect(historicals.map(({ fiscalYear }) => fiscalYear)).toEqual([2021, 2022, 2023]);
    expect(historicals[0]?.values.operating_income).toBeNull();
    expect(historicals[0]?.growth.revenue).toBeNull();
    expect(historicals[1]?.growth).toMatchObject({ revenue: 0.125, net_income: null });
    expect(historicals[2]?.margins.operating_margin).toBeCloseTo(0.2, 12);
    expect(historicals[2]?.margins.gross_margin).toBeNull();
  });

  test("returns are on balances of the year's end; compound growth needs both ends [MOD-17]", () => {
    const securities = { cash_and_short_term_investments: 3e9 };
    const { historicals } = compute(
      makeFacts({ years: withLines(securities) }),
      "historical_ratios",
    );
    expect(historicals[0]?.values.return_on_equity).toBeCloseTo(0.16 / 0.5, 12);
    // 20 % of 10 bn after 20 % tax over debt and equity of 7 bn less cash and securities of 3 bn.
    expect(historicals[2]?.values.return_on_invested_capital).toBeCloseTo(1.6e9 / 4e9, 12);
    expect(historicals[2]?.values.revenue_cagr_3_year).toBeNull();
  });
});
