import { expect, test } from "vitest";
import { makeFacts, soundYears } from "../../helpers/companies/model-company.ts";
import { compute } from "../../helpers/companies/models.ts";

const told = (facts: ReturnType<typeof makeFacts>, template: string, key: string) =>
  compute(facts, template).assumptions.find((one) => one.key === key);

// As Marvell at 2026-05-02: a quarter without depreciation and amortization.
test("a metric of the fiscal year says so where the balance sheet is a later one", () => {
  const facts = makeFacts({
    knownOn: "2024-06-01",
    years: soundYears,
    quarters: {
      "2023Q1": { revenue: 2e9, operating_income: 4e8 },
      "2024Q1": { revenue: 3e9, operating_income: 6e8, total_assets: 1e10 },
    },
  });
  const [multiple, dcf] = ["ev_ebitda_multiples", "dcf_5_year_ebitda_exit"] as const;
  for (const [template, key] of [
    [multiple, "base_metric"],
    [dcf, "base_ebitda"],
  ] as const)
    expect(told(facts, template, key)).toMatchObject({
      value: 2.4e9,
      note: "of the fiscal year: filings do not tell the twelve months to the balance sheet",
    });
  expect(told(facts, dcf, "ebitda_margin")?.note).toContain("over revenue of the fiscal year");
  expect(told(facts, "ev_ebit_multiples", "base_metric")?.note ?? "").not.toContain("fiscal year");
  expect(told(makeFacts(), multiple, "base_metric")?.note ?? "").not.toContain("fiscal year");
});
