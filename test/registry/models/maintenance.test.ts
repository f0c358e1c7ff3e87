import { expect, test } from "vitest";
import { makeFacts, soundYear } from "../../helpers/companies/model-company.ts";
import { compute } from "../../helpers/companies/models.ts";

const facts = makeFacts({ years: { 2023: soundYear(1_000), 2024: soundYear(1_100) } });
const noteFor = (maintenance: number, depreciation: number) =>
  compute(facts, "epv", {
    assumptions: {
      maintenance_capex_pct_revenue: maintenance,
      da_pct_revenue: depreciation,
    },
  }).sanity.find(({ key }) => key === "maintenance_to_depreciation");

test("earnings power says when little of what wears out is taken off", () => {
  // Intuit at 2021-04-30: 0.577 % of revenue, beside D&A of 4.1992 %.
  expect(noteFor(0.00577, 0.041992)).toMatchObject({ isOutside: true });
  expect(noteFor(0.00577, 0.041992)?.value).toBeCloseTo(0.137407, 6);
  expect(noteFor(0.03, 0.04)?.isOutside).toBe(false);
});

test("a company without depreciation has nothing to compare, and no other model is told", () => {
  expect(noteFor(0.03, 0)).toBeUndefined();
  const { sanity } = compute(facts, "terminal_growth");
  expect(sanity.some(({ key }) => key === "maintenance_to_depreciation")).toBe(false);
});
