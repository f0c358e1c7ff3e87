import { describe, expect, test } from "vitest";
import { findTemplate } from "#registry/models/catalogue.ts";
import { prepareModel } from "#registry/models/compute.ts";
import type { ModelFacts } from "#registry/models/inputs/facts.ts";
import { givenPrice } from "#registry/models/market/price.ts";
import { reverse } from "#registry/models/market/reverse.ts";
import { solve } from "#registry/models/market/solve.ts";
import type { UnknownKey } from "#registry/models/market/unknowns.ts";
import { parseOverrides } from "#registry/models/overrides.ts";
import { bundledReference } from "#registry/models/rates/reference.ts";
import { unknownKeys } from "#schemas/shapes/models/valuation.ts";
import { makeFacts } from "../../helpers/companies/model-company.ts";
import { compute, goldenApple } from "../../helpers/companies/models.ts";

const apple = await goldenApple();

function solveFor(
  facts: ModelFacts,
  key: string,
  of: { price: number; solvedFor?: UnknownKey; body?: unknown },
) {
  const template = findTemplate(key);
  if (template === null) throw new Error(`no template ${key}`);
  const model = prepareModel({ template, facts, reference: bundledReference });
  return reverse(model, {
    price: givenPrice(of.price, null, "share"),
    solvedFor: of.solvedFor ?? "revenue_growth",
    overrides: parseOverrides(of.body, model),
  });
}

describe("solving a function", () => {
  test("finds both solutions of a parabola, and what it attains", () => {
    const { roots, attained } = solve((x) => x * x, { min: -3, max: 2 }, 2);
    expect(roots).toHaveLength(2);
    expect(roots[0]).toBeCloseTo(-Math.SQRT2, 12);
    expect(roots[1]).toBeCloseTo(Math.SQRT2, 12);
    expect(attained?.greatest).toBe(9);
  });

  test("a jump over the value is no solution", () => {
    expect(solve((x) => (x < 0.3 ? 1 : 3), { min: 0, max: 1 }, 2).roots).toEqual([]);
  });

  test("finds a solution next to where the function ends", () => {
    // 1 / (x − 0.021) has no value up to 0.021; it is 1000 at 0.022.
    const of = (x: number) => (x > 0.021 ? 1 / (x - 0.021) : null);
    expect(solve(of, { min: 0, max: 6 }, 1000).roots[0]).toBeCloseTo(0.022, 12);
  });
});

describe.each(unknownKeys)("a DCF solved for %s", (solvedFor) => {
  test.each([0.6, 1.4])(
    "gives %d times its value when the solution is inserted [MOD-67]",
    (times) => {
      const key = "dcf_5_year_terminal_growth";
      const price = (compute(apple, key).valuation.fairValuePerShare ?? 0) * times;
      const found = solveFor(apple, key, { price, solvedFor });
      expect(found.state).toBe("solved");
      const inserted = compute(apple, key, found.overrides).valuation.fairValuePerShare ?? 0;
      expect(Math.abs(inserted / price - 1)).toBeLessThan(1e-9);
      expect(found.impliedFairValuePerShare).toBe(inserted);
      expect(found.value).not.toBe(found.defaultValue);
    },
  );
});

test("the price at the defaults needs the default growth, within its six digits", () => {
  const key = "dcf_10_year_ebitda_exit";
  const price = compute(apple, key).valuation.fairValuePerShare ?? 0;
  const found = solveFor(apple, key, { price });
  expect(found.value).toBeCloseTo(found.defaultValue ?? 0, 5);
});

test("a company of round numbers needs the growth that a pencil gives", () => {
  // Revenue 10,000 M at 24 % EBITDA margin, 4 % D&A, 5 % CapEx, 20 % tax and no working capital: 15 % of revenue is free
  // cash flow. Constant revenue (growth 0) at a rate of 10 % without growth for ever: 1,500 M × f, where f discounts five
  // flows at mid-year and 1,500 / 0.10 at year 5. Net debt is 1,000 M, shares are 102 M.
  const body = {
    assumptions: {
      ...{ discount_rate: 0.1, terminal_growth: 0, nwc_pct_revenue: 0 },
      ...{ ebitda_margin: 0.24, da_pct_revenue: 0.04, capex_pct_revenue: 0.05, tax_rate: 0.2 },
    },
  };
  const annuity = [0.5, 1.5, 2.5, 3.5, 4.5].reduce((sum, t) => sum + 1.1 ** -t, 0);
  const price = (1.5e9 * annuity + 1.5e9 / 0.1 / 1.1 ** 5 - 1e9) / 102e6;
  const of = { price, solvedFor: "constant_revenue_growth" as const, body };
  const found = solveFor(makeFacts(), "dcf_5_year_terminal_growth", of);
  expect(found.value).toBeCloseTo(0, 9);
  expect(found.fairValuePerShare).toBeGreaterThan(price);
});

test("a price beyond the range has no solution, and the reason says what the range gives [MOD-68]", () => {
  const found = solveFor(apple, "dcf_5_year_terminal_growth", { price: 1e8 });
  expect(found).toMatchObject({ state: "no_solution", value: null, overrides: null });
  expect(found.stateReason?.code).toBe("no_solution_in_range");
  expect(found.stateReason?.message).toContain("between -50.00% and 100.00% gives 100,000,000.00");
});

test("what is solved for cannot be set", () => {
  const body = { drivers: { revenue_growth: { "2024": 0.1 } } };
  expect(() => solveFor(apple, "terminal_growth", { price: 100, body })).toThrow(
    "initial_revenue_growth cannot be set: it is what is solved for.",
  );
  const of = { price: 100, solvedFor: "terminal_growth" as const };
  expect(() => solveFor(apple, "revenue_exit", of)).toThrow("no terminal growth to solve for");
});

test("an excluded company keeps its reason", () => {
  const found = solveFor(makeFacts({ sic: "6021", template: "bank" }), "terminal_growth", {
    price: 100,
  });
  expect(found.stateReason?.code).toBe("financial_institution");
});

test("a loss-maker is solved for the margin that its price needs", () => {
  const years = Object.fromEntries(
    [2021, 2022, 2023].map((year) => [
      year,
      {
        ...{ revenue: 1e9, operating_income: -3e8, depreciation_and_amortization: 5e7 },
        ...{ capital_expenditure: 5e7, total_debt: 0, cash_and_equivalents: 1e8 },
        ...{ shares_outstanding: 1e8, weighted_average_shares_diluted: 1e8, total_assets: 1e9 },
        stockholders_equity: 5e8,
      },
    ]),
  );
  const facts = makeFacts({ years });
  expect(compute(facts, "ebitda_exit").state).toBe("insufficient_data");
  const found = solveFor(facts, "ebitda_exit", { price: 12, solvedFor: "ebitda_margin" });
  expect(found.state).toBe("solved");
  expect(compute(facts, "ebitda_exit", found.overrides).valuation.fairValuePerShare).toBeCloseTo(
    12,
    7,
  );
});
