import { expect, test } from "vitest";
import type { ModelFacts } from "#registry/models/inputs/facts.ts";
import { usualRange } from "#registry/models/rates/industry-ranges.ts";
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
