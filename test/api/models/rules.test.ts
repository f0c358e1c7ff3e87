import { describe, expect, test } from "vitest";
import { findTemplate, type Template, templates } from "#registry/models/catalogue.ts";
import { computeModel, prepareModel } from "#registry/models/compute.ts";
import {
  bundledReference,
  parseReference,
  type Reference,
} from "#registry/models/rates/reference.ts";
import { makeFacts, soundYear, soundYears } from "../../helpers/companies/model-company.ts";
import { compute, goldenApple } from "../../helpers/companies/models.ts";

const apple = await goldenApple();
const codes = (key: string, body?: unknown) =>
  compute(apple, key, body).warnings.map(({ code }) => code);

describe("warnings (models.md 6.11)", () => {
  const closeTo = { assumptions: { discount_rate: 0.05, terminal_growth: 0.035 } };
  test.each([
    ["terminal_value_share_high", "terminal_growth", closeTo, undefined],
    [
      "terminal_growth_above_risk_free",
      "terminal_growth",
      { assumptions: { terminal_growth: 0.04 } },
      undefined,
    ],
    [
      "implied_growth_above_risk_free",
      "ebitda_exit",
      undefined,
      { assumptions: { exit_multiple: 8 } },
    ],
    [
      "da_exceeds_capex",
      "terminal_growth",
      undefined,
      { assumptions: { capex_pct_revenue: 0.04 } },
    ],
    ["beta_clamped", "wacc", { assumptions: { unlevered_beta: 2.5 } }, undefined],
    ["multiple_capped", "ebitda_exit", undefined, { assumptions: { exit_multiple: 12 } }],
    ["cost_of_debt_floored", "wacc", undefined, { assumptions: { pre_tax_cost_of_debt: 0.05 } }],
    ["public_float_proxy_used", "wacc", undefined, { assumptions: { debt_weight: 0.1 } }],
  ])("%s on %s is told while its rule acts, and only then", (code, key, acting, resting) => {
    expect(codes(key, acting)).toContain(code);
    expect(codes(key, resting)).not.toContain(code);
  });

  test("depreciation above spending does not matter where the exit is a multiple", () => {
    expect(codes("ebitda_exit")).not.toContain("da_exceeds_capex");
  });
});

test("the public float weighs equity and is nowhere a price [MOD-37]", () => {
  const float = String(apple.publicFloat?.value);
  for (const { key } of templates) {
    const { assumptions, ...shown } = compute(apple, key);
    const holders = assumptions.filter((one) => JSON.stringify(one).includes(float));
    expect(holders.map((one) => one.key)).toEqual(key === "wacc" ? ["market_value_of_equity"] : []);
    expect(JSON.stringify(shown)).not.toContain(float);
    if (shown.dcfDetail === null) continue;
    expect(shown.dcfDetail.summary).toMatchObject({ stockPrice: null, upside: null });
  }
});

describe("reference data", () => {
  const other: Reference = structuredClone(bundledReference);
  other.rates.riskFreeRate.value = 0.05;
  other.rates.terminalGrowth.value = 0.03;
  for (const industry of other.industries) industry.unleveredBeta = 1;

  test("replacing it changes defaults, never what the filings say", () => {
    for (const template of templates) {
      const by = (reference: Reference) =>
        computeModel(prepareModel({ template, facts: apple, reference }));
      const [before, after] = [by(bundledReference), by(other)];
      expect(after.assumptions.map(({ key }) => key)).toEqual(
        before.assumptions.map(({ key }) => key),
      );
      // The cost of debt is held at the risk-free rate.
      const filed = before.assumptions.filter(
        ({ source, key }) => source !== "default" && key !== "pre_tax_cost_of_debt",
      );
      for (const one of filed) {
        expect(after.assumptions.find(({ key }) => key === one.key)).toEqual(one);
      }
      expect(after.historicals).toEqual(before.historicals);
    }
    const growth = computeModel(
      prepareModel({
        template: findTemplate("terminal_growth") as Template,
        facts: apple,
        reference: other,
      }),
    );
    const value = (key: string) => growth.assumptions.find((one) => one.key === key)?.value;
    expect(value("terminal_growth")).toBe(0.03);
    expect(value("discount_rate")).not.toBe(0.097582);
  });

  test("a file with a member missing, or an industry that it does not hold, is refused", () => {
    const { gaps: _gaps, currency: _currency, ...filed } = structuredClone(bundledReference);
    expect(parseReference(filed)).toEqual(bundledReference);
    const { rates: _, ...cut } = filed;
    expect(() => parseReference(cut)).toThrow("rates");
    expect(() => parseReference({ ...filed, fallbackIndustry: "Alchemy" })).toThrow(
      'unknown industry "Alchemy"',
    );
  });
});

describe("shares (models.md 3.3)", () => {
  const shares = (lines: Record<string, number | null>, before: Record<string, number> = {}) =>
    makeFacts({
      years: {
        ...soundYears,
        2022: { ...soundYear(9e9), ...before },
        2023: { ...soundYear(1e10), ...lines },
      },
    }).shares;

  test("the cover's count comes first, diluted as the averages are", () => {
    const found = shares({ cover_shares_outstanding: 97_000_000 });
    expect(found?.value).toBe(98_940_000);
    expect(found?.provenance?.inputs?.map(({ value }) => value)).toEqual([
      97_000_000, 102_000_000, 100_000_000,
    ]);
  });

  test("a cover older than 200 days gives way to the balance sheet", () => {
    expect(shares({}, { cover_shares_outstanding: 50_000_000 })?.value).toBe(102_000_000);
  });

  test("without a count the diluted average is taken as it is", () => {
    const found = shares(
      { shares_outstanding: null, weighted_average_shares_diluted: 103_000_000 },
      { shares_outstanding: 1 },
    );
    expect(found?.value).toBe(103_000_000);
  });

  test("a diluted average below the basic one dilutes nothing", () => {
    const found = shares({ weighted_average_shares_diluted: 90_000_000 });
    expect(found?.value).toBe(100_000_000);
    expect(found?.provenance?.inputs).toBeUndefined();
  });
});

describe("historical tables of Apple's fiscal year 2023, against its 10-K", () => {
  const row = (key: string) => {
    const found = compute(apple, key).historicals.at(-1);
    return { ...found?.values, ...found?.growth, ...found?.margins } as Record<string, number>;
  };

  test.each([
    ["historical_balance_sheet", "current_ratio", 143_566 / 145_308],
    ["historical_balance_sheet", "debt_to_equity", 111_088 / 62_146],
    ["historical_balance_sheet", "net_debt_to_ebitda", -51_011 / 125_820],
    ["historical_balance_sheet", "nwc_pct_revenue", -47_490 / 383_285],
    ["historical_balance_sheet", "total_assets", 352_583 / 352_755 - 1],
    ["historical_cash_flow", "fcf_margin", 99_584 / 383_285],
    ["historical_cash_flow", "capex_pct_revenue", 10_959 / 383_285],
    ["historical_cash_flow", "cash_conversion", 110_543 / 96_995],
    ["historical_cash_flow", "free_cash_flow_conversion", 99_584 / 96_995],
    ["historical_cash_flow", "free_cash_flow", 99_584 / 111_443 - 1],
    ["historical_income_statement", "tax_to_pretax_income", 16_741 / 113_736],
    ["historical_ratios", "revenue_cagr_3_year", (383_285 / 274_515) ** (1 / 3) - 1],
    ["historical_ratios", "revenue_cagr_5_year", (383_285 / 265_595) ** (1 / 5) - 1],
    ["historical_ratios", "return_on_equity", 96_995 / 62_146],
    [
      "historical_ratios",
      "return_on_invested_capital",
      (114_301 - 16_741) / (111_088 + 62_146 - 29_965 - 31_590),
    ],
  ])("%s: %s is %f [MOD-04] [MOD-17]", (key, line, value) => {
    expect(row(key)[line]).toBeCloseTo(value, 10);
  });
});
