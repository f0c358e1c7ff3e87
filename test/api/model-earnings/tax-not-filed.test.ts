import { expect, test } from "vitest";
import { extractFacts } from "#registry/models/inputs/facts.ts";
import { makeSource, withLines } from "../../helpers/companies/model-company.ts";
import { compute } from "../../helpers/companies/models.ts";

/** The tax rate, with the warnings of a model, of a company whose years have the lines and no income tax. */
function taxOf(lines: Record<string, number | null>) {
  const years = withLines({ income_tax_expense: null, ...lines });
  const { assumptions, warnings } = compute(extractFacts(makeSource({ years })), "revenue_exit");
  const rate = assumptions.find(({ key }) => key === "tax_rate");
  const isDefaulted = warnings.some(({ code }) => code === "tax_rate_defaulted");
  return { value: rate?.value, note: rate?.note, isDefaulted };
}

test("income before tax that is net income with that of minorities is taxed at nothing (Tsakos)", () => {
  // Thousands of 2023: operating income less other is 305,084, of which 4,902 is of minorities.
  const tsakos = { pretax_income: 305_084_000, net_income_consolidated: 305_084_000 };
  expect(taxOf({ ...tsakos, net_income: 300_182_000 })).toEqual({
    value: 0,
    note: "income before tax is net income in 3 fiscal years: the company pays no income tax",
    isDefaulted: false,
  });
});

test("losses that are not taxed tell no rate", () => {
  const loss = { pretax_income: -5_000_000, net_income: -5_000_000 };
  expect(taxOf(loss)).toMatchObject({ value: 0.21, isDefaulted: true });
});

test("the statutory rate says that no tax is filed, and warns", () => {
  const told = {
    value: 0.21,
    note: expect.stringContaining("state of no year both income tax and income before tax"),
    isDefaulted: true,
  };
  // A list of some facts has net income alone; another company's tax stands under an element that no line has.
  expect(taxOf({ pretax_income: null })).toEqual(told);
  expect(taxOf({ pretax_income: 305_084_000, net_income: 250_000_000 })).toEqual(told);
});
