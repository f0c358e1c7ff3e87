import { expect, test } from "vitest";
import { extractFacts } from "#registry/models/inputs/facts.ts";
import { withFiled } from "../../helpers/companies/filed-flows.ts";
import { makeSource, soundYears, withLines } from "../../helpers/companies/model-company.ts";
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

const thousand = 1_000;
/** Fiscal years of NGL Energy Partners: income before tax and tax, in thousands. */
const ngl = { 2022: [-183_130, 971], 2023: [52_763, 271], 2024: [-140_719, 2_405] } as const;

/** NGL with losses of 115,936 on what it sold, whose equity is in the accounts of partners or not. */
function nglOf(isPartnership: boolean) {
  const years = Object.entries(ngl).map(([year, [income, tax]]) => [
    Number(year) - 1,
    { ...soundYears[2023], pretax_income: income * thousand, income_tax_expense: tax * thousand },
  ]);
  const account = { tag: "LimitedPartnersCapitalAccount", value: 134_807_000, start: null };
  const charge = { tag: "GainLossOnSaleOfBusiness", value: -115_936 * thousand };
  const source = makeSource({ years: Object.fromEntries(years) });
  const facts = extractFacts(withFiled(source, isPartnership ? [account, charge] : [charge]));
  const of = (template: string, key: string) =>
    compute(facts, template).assumptions.find((one) => one.key === key);
  return {
    rate: of("revenue_exit", "tax_rate"),
    charges: of("pe_multiples", "one_off_charges"),
  };
}

test("a partnership pays its own rate, on charges, too: NGL at 2024-03-31, 0 for 21 and 25 %", () => {
  const note =
    "median of 3 fiscal years, at least 0: partners pay the tax on what a partnership earns";
  const { rate, charges } = nglOf(true);
  expect(rate).toMatchObject({ value: 0, note });
  expect(charges?.value).toBe(115_936 * thousand);
  expect(charges?.note).toContain(`; taxed at 0.00%: ${note}`);
  const company = nglOf(false);
  expect(company.rate?.value).toBe(0.21);
  expect(company.charges?.value).toBe(115_936 * thousand * 0.75);
});
