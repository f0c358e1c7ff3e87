import { describe, expect, test } from "vitest";
import { templates } from "#registry/models/catalogue.ts";
import { OverrideError } from "#registry/models/overrides.ts";
import { makeFacts } from "../../helpers/companies/model-company.ts";
import { compute, goldenApple } from "../../helpers/companies/models.ts";

const apple = await goldenApple();

function refusal(body: unknown, key = "dcf_5_year_terminal_growth", facts = apple): string {
  try {
    compute(facts, key, body);
  } catch (error) {
    if (error instanceof OverrideError) return error.message;
    throw error;
  }
  throw new Error("nothing was refused");
}
const assumed = (assumptions: unknown, key?: string) => refusal({ assumptions }, key);
const driven = (drivers: unknown, key?: string) => refusal({ drivers }, key);

describe("shape", () => {
  test.each([[null], [[]], ["text"], [1], [true]])("a body of %j is no object", (body) => {
    expect(refusal(body)).toBe("assumptions must be an object keyed by assumption key.");
  });

  test("assumptions and drivers are objects", () => {
    for (const wrong of [null, [], "x", 1, true]) {
      expect(assumed(wrong)).toBe("assumptions must be an object keyed by assumption key.");
      expect(driven(wrong)).toBe("drivers must be an object keyed by driver name.");
    }
    expect(refusal({ assumptions: 1, drivers: 2 })).toBe(
      "assumptions must be an object keyed by assumption key.; drivers must be an object keyed by driver name.",
    );
  });

  test("an unknown member is refused", () => {
    expect(refusal({ scenario: {} })).toBe(
      'Unknown member "scenario". Allowed: assumptions, drivers.',
    );
  });
});

describe("assumptions", () => {
  test("an unknown key names what is allowed [MOD-42]", () => {
    const message = assumed({ foo: 1 });
    expect(message).toMatch(
      /^Unknown assumption "foo" for template dcf_5_year_terminal_growth\. Allowed: normalised_earnings, one_off_charges, mid_cycle, other_claims, equity_investments, associates, held_for_sale, pension_surplus, pension_deficit, dilution_price, options_outstanding, option_exercise_price, restricted_stock_units, valuation_date, discount_rate, .*other_non_operating_assets, capitalise_research, research_life, research_amortization, research_asset, capitalise_leases, pre_tax_cost_of_debt\.$/,
    );
    expect(message).not.toContain("base_revenue");
  });

  test("inherited names are unknown keys [MOD-42]", () => {
    const own = JSON.parse('{"__proto__": 1, "toString": 2, "constructor": 3}');
    const message = assumed(own);
    for (const key of ["__proto__", "toString", "constructor"]) {
      expect(message).toContain(`Unknown assumption "${key}"`);
    }
    expect(driven(JSON.parse('{"__proto__": {"2024": 1}}'))).toContain(
      'Unknown driver "__proto__".',
    );
    expect(driven({ revenue_growth: JSON.parse('{"__proto__": 1}') })).toBe(
      'Driver "revenue_growth" must be an object keyed by four-digit year.',
    );
  });

  test("a key of another terminal method is unknown", () => {
    expect(assumed({ exit_multiple: 10 })).toContain('Unknown assumption "exit_multiple"');
    expect(assumed({ terminal_growth: 0.02 }, "ebitda_exit")).toContain(
      'Unknown assumption "terminal_growth" for template dcf_5_year_ebitda_exit.',
    );
  });

  test.each([
    ["0.1"],
    [null],
    [true],
    [Number.NaN],
    [Number.POSITIVE_INFINITY],
    [JSON.parse("1e400")],
    [{}],
    [[0.1]],
  ])("%j is no finite number [MOD-43]", (value) => {
    expect(assumed({ discount_rate: value })).toBe(
      'Assumption "discount_rate" must be a finite number.',
    );
  });

  test("a fact of every template cannot be overridden [MOD-44]", () => {
    for (const { key, family } of templates) {
      if (family === "historical") continue;
      const facts = compute(apple, key).assumptions.filter(({ editable }) => !editable);
      expect(facts.length).toBeGreaterThan(0);
      for (const fact of facts) {
        expect(assumed({ [fact.key]: 1 }, key)).toBe(
          `Assumption "${fact.key}" comes from filings and cannot be overridden.`,
        );
      }
    }
  });

  // The table of models.md section 11, each row from both ends.
  test.each([
    [
      "terminal_growth",
      ["discount_rate", "discount_rate_low", "discount_rate_high"],
      [0, 1.001],
      "greater than 0 and at most 1",
    ],
    [
      "terminal_growth",
      ["terminal_growth", "terminal_growth_low", "terminal_growth_high"],
      [-0.501, 0.501],
      "between -0.5 and 0.5",
    ],
    [
      "ebitda_exit",
      ["exit_multiple", "exit_multiple_low", "exit_multiple_high"],
      [0, 100.1],
      "greater than 0 and at most 100",
    ],
    [
      "ps_multiples",
      ["multiple", "multiple_low", "multiple_high"],
      [0, 100.1],
      "greater than 0 and at most 100",
    ],
    [
      "terminal_growth",
      ["initial_revenue_growth", "long_run_revenue_growth"],
      [-0.951, 5.001],
      "between -0.95 and 5",
    ],
    ["terminal_growth", ["ebitda_margin"], [-5.001, 1.001], "between -5 and 1"],
    ["epv", ["normalised_ebit_margin"], [-5.001, 1.001], "between -5 and 1"],
    [
      "terminal_growth",
      ["capex_pct_revenue", "da_pct_revenue"],
      [-0.001, 2.001],
      "between 0 and 2",
    ],
    [
      "epv",
      ["maintenance_capex_pct_revenue", "operating_cash_pct_revenue"],
      [-0.001, 2.001],
      "between 0 and 2",
    ],
    ["terminal_growth", ["nwc_pct_revenue"], [-5.001, 5.001], "between -5 and 5"],
    ["epv", ["tax_rate"], [-0.001, 1.001], "between 0 and 1"],
    [
      "wacc",
      ["marginal_tax_rate", "risk_free_rate", "pre_tax_cost_of_debt"],
      [-0.001, 1.001],
      "between 0 and 1",
    ],
    [
      "wacc",
      ["equity_risk_premium", "additional_risk_premium"],
      [-0.001, 1.001],
      "between 0 and 1",
    ],
    [
      "terminal_growth",
      ["other_income", "other_non_operating_assets"],
      [-1.1e15, 1.1e15],
      "between -1000000000000000 and 1000000000000000",
    ],
    ["wacc", ["beta", "unlevered_beta"], [-0.001, 5.001], "between 0 and 5"],
    [
      "wacc",
      ["market_value_of_equity"],
      [0, 1.1e16],
      "greater than 0 and at most 10000000000000000",
    ],
    ["wacc", ["debt_weight"], [-0.001, 0.991], "between 0 and 0.99"],
    ["terminal_growth", ["terminal_mid_year_uplift"], [-1, 0.5, 2], "0 or 1"],
  ] as const)("%s: %j at %j must be %s [MOD-46]", (template, keys, values, range) => {
    for (const key of keys) {
      for (const value of values) {
        expect(assumed({ [key]: value }, template)).toBe(`Assumption "${key}" must be ${range}.`);
      }
    }
  });

  test("a negative number of shares is refused where filings have none [MOD-46]", () => {
    const facts = makeFacts({ years: { 2023: { revenue: 1e9, operating_income: 1e8 } } });
    expect(refusal({ assumptions: { shares_outstanding: -1 } }, "terminal_growth", facts)).toBe(
      'Assumption "shares_outstanding" must be greater than 0 and at most 10000000000000.',
    );
  });

  test.each([[20240930], [20230929], [20240230], [2024], [20231231.5], [-20231231]])(
    "%d is no valuation date",
    (value) => {
      expect(assumed({ valuation_date: value })).toBe(
        "valuation_date must be a calendar date written yyyymmdd, on or after 2023-09-30 and before 2024-09-30.",
      );
    },
  );

  test("historical tables have none", () => {
    expect(assumed({ discount_rate: 0.1 }, "historical_ratios")).toBe(
      'Unknown assumption "discount_rate" for template historical_ratios. Allowed: none.',
    );
  });
});

describe("drivers", () => {
  test("only DCF templates have them, and an empty object is fine on all [MOD-49]", () => {
    for (const { key, family } of templates) {
      const state = key === "ffo_multiple" ? "insufficient_data" : "computed";
      expect(compute(apple, key, { drivers: {} }).state).toBe(state);
      if (family === "dcf") continue;
      expect(driven({ revenue_growth: {} }, key)).toBe(
        "Driver overrides only apply to DCF templates.",
      );
    }
  });

  test("an unknown driver names those that are [MOD-48]", () => {
    expect(driven({ gross_margin: { "2024": 0.4 } })).toBe(
      'Unknown driver "gross_margin". Allowed: revenue_growth, ebitda_margin, other_income, capex_pct_revenue, nwc_pct_revenue, da_pct_revenue, tax_rate.',
    );
  });

  test.each([[1], [null], [[0.1]], [{ "24": 0.1 }], [{ year: 0.1 }]])(
    "%j is not keyed by year",
    (value) => {
      expect(driven({ revenue_growth: value })).toBe(
        'Driver "revenue_growth" must be an object keyed by four-digit year.',
      );
    },
  );

  test("a year outside the horizon is refused [MOD-47]", () => {
    expect(driven({ revenue_growth: { "2029": 0.1 } })).toBe(
      'Year 2029 is outside the projection horizon 2024-2028 for driver "revenue_growth".',
    );
    expect(driven({ revenue_growth: { "2023": 0.1 } })).toContain("Year 2023 is outside");
    const body = { drivers: { revenue_growth: { "2029": 0.1 } } };
    expect(compute(apple, "dcf_10_year_terminal_growth", body).state).toBe("computed");
  });

  test("a cell is a finite number in range [MOD-43] [MOD-46]", () => {
    expect(driven({ tax_rate: { "2026": 1.5 } })).toBe(
      'Driver "tax_rate" for 2026 must be between 0 and 1.',
    );
    expect(driven({ tax_rate: { "2026": "0.2" } })).toBe(
      'Driver "tax_rate" for 2026 must be a finite number.',
    );
  });
});

describe("edges and economics", () => {
  test("an edge may not cross its mid", () => {
    expect(assumed({ discount_rate: 0.09, discount_rate_low: 0.095 })).toBe(
      "discount_rate_low (9.50%) must not exceed discount_rate (9.00%).",
    );
    expect(assumed({ discount_rate: 0.09, discount_rate_high: 0.085 })).toBe(
      "discount_rate_high (8.50%) must not be below discount_rate (9.00%).",
    );
    expect(assumed({ exit_multiple: 10, exit_multiple_low: 12 }, "ebitda_exit")).toBe(
      "exit_multiple_low (12.00x) must not exceed exit_multiple (10.00x).",
    );
    expect(assumed({ multiple_high: 1 }, "pe_multiples")).toContain("multiple_high (1.00x)");
  });

  test("a perpetuity needs a rate above growth [MOD-45]", () => {
    expect(assumed({ discount_rate: 0.025 })).toBe(
      "discount_rate (2.50%) must be greater than terminal_growth (2.50%) in a perpetuity model.",
    );
    expect(assumed({ discount_rate: 0.02 })).toContain("discount_rate (2.00%)");
    expect(assumed({ discount_rate: 0.025009 })).toContain("must be greater than terminal_growth");
    expect(
      compute(apple, "terminal_growth", { assumptions: { discount_rate: 0.02502 } }).state,
    ).toBe("computed");
  });

  test("pinned edges may not meet in the high scenario [MOD-45]", () => {
    expect(assumed({ discount_rate_low: 0.03 })).toBe(
      "In the high scenario the discount rate (3.00%) must be greater than terminal growth (3.00%); adjust discount_rate_low or terminal_growth_high.",
    );
  });

  test("overrides that break the terminal metric are refused [MOD-46]", () => {
    expect(assumed({ ebitda_margin: -0.1 }, "ebitda_exit")).toBe(
      "Terminal-year EBITDA is not positive under these overrides, so an EBITDA exit multiple cannot be applied.",
    );
    expect(assumed({ ebitda_margin: -0.1 })).toBe(
      "Terminal-year free cash flow is not positive under these overrides, so a perpetuity value cannot be computed.",
    );
    expect(assumed({ normalised_ebit_margin: -0.1 }, "epv")).toMatch(/^Adjusted earnings/);
    expect(compute(apple, "revenue_exit", { assumptions: { ebitda_margin: -0.1 } }).state).toBe(
      "computed",
    );
  });

  test("a cost of capital is above zero [MOD-46]", () => {
    const nothing = { risk_free_rate: 0, equity_risk_premium: 0, pre_tax_cost_of_debt: 0 };
    expect(assumed(nothing, "wacc")).toBe("These inputs give a non-positive cost of capital.");
  });

  test("messages come in the order of the checks, ten at most", () => {
    const message = assumed({
      tax_rate: 2,
      base_revenue: 1,
      discount_rate: "x",
      foo: 1,
    });
    expect(message.split("; ").map((one) => one.slice(0, 30))).toEqual([
      'Unknown assumption "foo" for t',
      'Assumption "discount_rate" mus',
      'Assumption "base_revenue" come',
      'Assumption "tax_rate" must be ',
    ]);
    const many = Object.fromEntries(Array.from({ length: 15 }, (_, n) => [`k${n}`, 1]));
    expect(assumed(many).split("; ")).toHaveLength(10);
  });
});
