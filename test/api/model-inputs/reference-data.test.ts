import { expect, test } from "vitest";
import type { ModelFacts } from "#registry/models/inputs/facts.ts";
import { usualRange } from "#registry/models/rates/industry-ranges.ts";
import { syntheticRating } from "#registry/models/rates/synthetic-rating.ts";
import { makeFacts, withLines } from "../../helpers/companies/model-company.ts";
import { compute } from "../../helpers/companies/models.ts";

const marginOf = (facts: ModelFacts) =>
  compute(facts, "terminal_growth").sanity.find(({ key }) => key === "ebitda_margin");

test("ranges are those of the industry: what is usual for software is not for machinery", () => {
  const lines = { operating_income: 2.6e9, depreciation_and_amortization: 4e8 };
  const of = (sic: string) => makeFacts({ sic, years: withLines(lines) });
  // Margins of 30 %.
  expect(marginOf(of("3531"))).toMatchObject({ isOutside: true, low: 0.0615, high: 0.1747 });
  expect(marginOf(of("7372"))?.isOutside).toBe(false);
  expect(marginOf(of("3531"))?.comparedWith).toContain("10 companies of Machinery");
});

test("an industry of few companies has the range of all", () => {
  const { low, high, of } = usualRange("Shoe", "capex_pct_revenue");
  expect([low, high]).toEqual([0.0098, 0.2432]);
  expect(of).toContain("480 companies of all industries");
});

test("an interest cover stands for a rating, by the size of the company", () => {
  expect(syntheticRating(7, 2e11)).toEqual({ rating: "Aa2/AA", spread: 0.006 });
  expect(syntheticRating(7, 1e9)).toEqual({ rating: "A2/A", spread: 0.0085 });
  expect(syntheticRating(7, null).rating).toBe("A2/A");
  expect(syntheticRating(8.5, 2e11).rating).toBe("Aaa/AAA");
  expect(syntheticRating(-3, 2e11)).toEqual({ rating: "D2/D", spread: 0.19 });
});

test("the cost of debt names it beside interest over debt, and does not rest on it", () => {
  const seed = (currency?: string) =>
    compute(makeFacts(currency === undefined ? {} : { currency }), "wacc").assumptions.find(
      ({ key }) => key === "pre_tax_cost_of_debt",
    );
  // Operating income of 2.0 and interest of 0.1 billion; debt of 2.0 and 1.8.
  expect(seed()?.value).toBe(0.052632);
  expect(seed()?.note).toContain(
    "an interest cover of 20 is that of a synthetic rating Aaa/AAA with a spread of 0.45%, which gives 4.40% (Damodaran, undated copy)",
  );
  expect(seed("EUR")?.note).not.toContain("synthetic");
});

// The cover of HubSpot's report for 2023 states 25,412,807,293,000 of a company of 2.17 billion of revenue.
test("a public float beyond every measure of the company is refused, and the industry's debt weighs", () => {
  const of = (cover_public_float: number) => {
    const years = withLines({
      ...{ revenue: 2_170_230_000, total_assets: 3_071_208_000, cover_public_float },
    });
    const facts = makeFacts({ years });
    const { assumptions, rateResult, warnings } = compute(facts, "wacc");
    const { value, note } = assumptions.find(({ key }) => key === "market_value_of_equity") ?? {};
    const codes = warnings.map(({ code }) => code);
    return { value, note, basis: rateResult?.weightBasis, codes };
  };
  const refused = of(25_412_807_293_000);
  expect(refused).toMatchObject({ value: null, basis: "industry_average" });
  expect(refused.note).toContain("is refused");
  expect(refused.codes).toContain("public_float_refused");
  expect(refused.codes).not.toContain("public_float_proxy_used");
  const taken = of(25_412_807_293);
  expect(taken).toMatchObject({ value: 25_412_807_293, basis: "public_float" });
  expect(taken.codes).not.toContain("public_float_refused");
});
