import { expect, test } from "vitest";
import { makeFacts, withLines } from "../../helpers/companies/model-company.ts";
import { compute } from "../../helpers/companies/models.ts";

/** CF Industries 2009: interest of 1.5 of average debt, and total assets. */
const costOfDebt = (total_debt: number) =>
  compute(
    makeFacts({ years: withLines({ total_debt, interest_expense: 1.5, total_assets: 2_633 }) }),
    "wacc",
  ).assumptions.find(({ key }) => key === "pre_tax_cost_of_debt");

test("[MOD-02] interest over a debt that is next to nothing is no cost of debt", () => {
  expect(costOfDebt(4.8)).toMatchObject({ value: 0.0495 });
  expect(costOfDebt(4.8)?.note).toMatch(
    /^average debt is below 1\.00% of total assets, so that interest over it tells no rate: risk-free rate plus 1\.00%/,
  );
  // 1.5 over 28.
  expect(costOfDebt(28)).toMatchObject({ value: 0.053571 });
});
