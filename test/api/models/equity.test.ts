import { describe, expect, test } from "vitest";
import { makeFacts, soundYear, withLines } from "../../helpers/companies/model-company.ts";
import { compute } from "../../helpers/companies/models.ts";

const set = (assumptions: Record<string, number>) => ({ assumptions });
const dividends = { dividends_paid: 8e8 };
const paying = makeFacts({ years: withLines(dividends) });

describe("excess return", () => {
  const given = {
    cost_of_equity: 0.1,
    return_on_equity: 0.15,
    payout_ratio: 0.4,
    terminal_growth: 0.02,
  };

  test("book value and five years above the cost of equity", () => {
    // 5,000 M grows by 15 % × 0.6 a year; 5 % of each opening balance is discounted at 10 %.
    const excess = [1, 2, 3, 4, 5].map((year) => (5e9 * 1.09 ** (year - 1) * 0.05) / 1.1 ** year);
    const worth = 5e9 + excess.reduce((sum, one) => sum + one, 0);
    const result = compute(makeFacts(), "excess_return", set(given));
    expect(result.valuation.equityValue).toBeCloseTo(worth, 0);
    expect(result.valuation.fairValuePerShare).toBeCloseTo(worth / 102e6, 6);
    expect(result.valuation.enterpriseValue).toBeNull();
    expect(result.steps.map(({ key }) => key)).toContain("excess5");
  });

  test("a return that stays above the cost of equity is worth more after the five years", () => {
    const body = set({ ...given, stable_return_on_equity: 0.12 });
    const plain = compute(makeFacts(), "excess_return", set(given)).valuation.equityValue ?? 0;
    const closing = ((0.12 - 0.1) * 5e9 * 1.09 ** 5) / (0.1 - 0.02) / 1.1 ** 5;
    const result = compute(makeFacts(), "excess_return", body);
    expect(result.valuation.equityValue).toBeCloseTo(plain + closing, 0);
  });

  test("payout is unknown where a payer has losses alone, and nothing where cash flows have no dividends", () => {
    const payout = (lines: Record<string, number | null>) => {
      const facts = makeFacts({ years: withLines(lines) });
      const of = compute(facts, "excess_return").assumptions;
      const { value, note } = of.find(({ key }) => key === "payout_ratio") ?? {};
      return { value, note };
    };
    // Motorola of 2009 and 2008 paid 114 and 453 of losses.
    expect(payout({ net_income: -5e7, net_income_common: -5e7, dividends_paid: 114e6 })).toEqual({
      ...{ value: null, note: "dividends are paid, and no year has a net income" },
    });
    for (const sum of ["financing_cash_flow", "net_change_in_cash"]) {
      expect(payout({ dividends_paid: null, [sum]: -4e8 })).toEqual({
        ...{ value: 0, note: "no dividends in cash flow statements" },
      });
    }
    expect(payout({ dividends_paid: null, capital_expenditure: null })).toEqual({
      ...{ value: null, note: "no cash flow statement of a fiscal year in filings" },
    });
  });

  test("payout is that of the years since dividends were resumed, and nothing where the newest has none", () => {
    const payout = (years: Record<number, Record<string, number>>) => {
      const made = Object.entries(years).map(([year, lines]) => [
        year,
        { ...soundYear(9e10), ...lines },
      ]);
      const of = compute(
        makeFacts({ years: Object.fromEntries(made) }),
        "excess_return",
      ).assumptions;
      const { value, note } = of.find(({ key }) => key === "payout_ratio") ?? {};
      return { value, note };
    };
    // Walt Disney pays again since fiscal 2024.
    const disney = {
      2021: { dividends_paid: 0, net_income: 1_995e6 },
      2022: { dividends_paid: 0, net_income: 3_145e6 },
      2023: { dividends_paid: 0, net_income: 2_354e6 },
      2024: { dividends_paid: 1_366e6, net_income: 4_972e6 },
      2025: { dividends_paid: 1_803e6, net_income: 12_404e6 },
    };
    expect(payout(disney)).toEqual({
      value: 0.210047,
      note: "median of dividends over net income, of the years since the last one without dividends",
    });
    // CARBO Ceramics paid in 2015 for the last time.
    const carbo = {
      2015: { dividends_paid: 14_666e3, net_income: -109_544e3 },
      2016: { dividends_paid: 0, net_income: -80_127e3 },
      2017: { dividends_paid: 0, net_income: -253_116e3 },
    };
    expect(payout(carbo)).toEqual({ value: 0, note: "no dividends in fiscal 2017" });
  });

  test("a cost of equity not above growth is refused", () => {
    expect(() => compute(makeFacts(), "excess_return", set({ cost_of_equity: 0.02 }))).toThrow(
      "must be greater than terminal_growth",
    );
  });

  test("a bank has it", () => {
    const years = withLines({ financing_cash_flow: -4e8 });
    const bank = makeFacts({ sic: "6021", template: "bank", years });
    expect(compute(bank, "excess_return").state).toBe("computed");
  });
});

describe("dividend discount", () => {
  test("growth falls in equal steps to the long run", () => {
    const given = { cost_of_equity: 0.1, dividend_growth: 0.1, terminal_growth: 0.02 };
    let paid = 8e8;
    let worth = 0;
    for (const [index, growth] of [0.1, 0.08, 0.06, 0.04, 0.02].entries()) {
      paid *= 1 + growth;
      worth += paid / 1.1 ** (index + 1);
    }
    worth += (paid * 1.02) / 0.08 / 1.1 ** 5;
    const result = compute(paying, "dividend_discount", set(given));
    expect(result.valuation.equityValue).toBeCloseTo(worth, 0);
  });

  test("a company that pays none says so", () => {
    const { state, stateReason } = compute(makeFacts(), "dividend_discount");
    expect([state, stateReason?.code]).toEqual(["insufficient_data", "missing_core_metric"]);
  });
});

test("equity below zero has no value by excess return, whatever return is set (Boeing 2023: -17,233)", () => {
  const lines = { stockholders_equity: -17_233e6, return_on_equity: null };
  const boeing = makeFacts({ years: withLines(lines) });
  const { stateReason } = compute(boeing, "excess_return");
  expect(stateReason?.code).toBe("metric_not_positive");
  const set10 = compute(boeing, "excess_return", set({ return_on_equity: 0.1 }));
  expect(set10.stateReason).toEqual(stateReason);
});

describe("price over funds from operations", () => {
  const landlord = { sic: "6798", template: "reit" } as const;
  const reit = makeFacts({ ...landlord, years: withLines({ funds_from_operations: 1.9e9 }) });

  test("asks for the multiple, which no source states", () => {
    const { stateReason, assumptions } = compute(reit, "ffo_multiple");
    expect(stateReason?.code).toBe("input_needed");
    expect(stateReason?.message).toContain("Set multiple");
    expect(assumptions.find(({ key }) => key === "base_metric")?.value).toBe(1.9e9);
  });

  test("needs the line: net income and depreciation alone do not say what gains are in them", () => {
    const result = compute(makeFacts(landlord), "ffo_multiple", set({ multiple: 15 }));
    expect(result.stateReason?.code).toBe("missing_core_metric");
    expect(result.missingMetricKeys).toEqual(["funds_from_operations"]);
  });

  test("multiplies funds from operations by it", () => {
    const result = compute(reit, "ffo_multiple", set({ multiple: 15 }));
    expect(result.valuation.equityValue).toBe(15 * 1.9e9);
    expect(result.valuationRange?.equityValue.low).toBe(13.5 * 1.9e9);
  });

  test("is of REITs alone", () => {
    expect(compute(makeFacts(), "ffo_multiple", set({ multiple: 15 })).stateReason?.code).toBe(
      "not_a_reit",
    );
  });
});
