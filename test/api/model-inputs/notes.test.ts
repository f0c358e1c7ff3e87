import { expect, test } from "vitest";
import { makeFacts, soundYears, withLines } from "../../helpers/companies/model-company.ts";
import { compute } from "../../helpers/companies/models.ts";

const million = 1_000_000;

const taxedYears = (tax: number) => withLines({ pretax_income: 1_000, income_tax_expense: tax });
const taxRate = (years: ReturnType<typeof taxedYears>) =>
  compute(makeFacts({ years }), "terminal_growth").assumptions.find(
    ({ key }) => key === "tax_rate",
  );

test("[MOD-02] a tax rate until 2017 is held at 40 %, for taxes of states come on top of 35 %", () => {
  const until2017 = (tax: number) => {
    const [first, second, third] = Object.values(taxedYears(tax));
    return taxRate({ 2015: first ?? {}, 2016: second ?? {}, 2017: third ?? {} });
  };
  // CVS 2009: 2,205 of 5,913 before tax. Best Buy to 2010: 36.58 %.
  expect(until2017(372.9)?.value).toBe(0.3729);
  expect(until2017(365.8)?.note).toContain("in 3 fiscal years with income (36.58%)");
});

const usualYear = { 2021: taxedYears(210)[2021] ?? {} };

test("[MOD-02] a tax rate that three years all pay counts as it is: no one of them is unusual", () => {
  expect(taxRate(taxedYears(452))).toMatchObject({ value: 0.452 });
  expect(taxRate({ ...taxedYears(452), ...usualYear })).toMatchObject({ value: 0.35 });
});

test("a tax rate that is held names the rate that it is held from", () => {
  const rate = (tax: number) => taxRate({ ...taxedYears(tax), ...usualYear });
  expect(rate(365.8)).toMatchObject({ value: 0.35 });
  expect(rate(365.8)?.note).toContain("3 fiscal years with income (36.58%, held at 35.00%)");
  expect(rate(310.9)?.note).toContain("3 fiscal years with income (31.09%)");
});

test("twelve months name parts that add up to them, where not all quarters are stored", () => {
  // 3M at 2010-03-31: 219 of the year, 48 of the quarter, less 55 of a year earlier.
  const facts = makeFacts({
    years: { ...soundYears, 2023: { ...soundYears[2023], interest_expense: 219 * million } },
    quarters: {
      "2023Q1": { interest_expense: 55 * million },
      "2023Q2": { interest_expense: 55 * million },
      "2024Q1": { interest_expense: 48 * million, total_assets: 1e10 },
    },
    ttm: { "2024-03-31": { interest_expense: 212 * million } },
    knownOn: "2024-06-01",
  });
  const interest = facts.trailing.interest_expense;
  expect(interest?.value).toBe(212 * million);
  expect(interest?.provenance?.basis).toBe("TTM");
  expect(interest?.provenance?.inputs?.map(({ value }) => value / million)).toEqual([219, 48, 55]);
});

test("a return on equity that is held names it, too", () => {
  const of = (income: number) =>
    compute(
      makeFacts({ years: withLines({ stockholders_equity: 1_000, net_income: income }) }),
      "excess_return",
    ).assumptions.find(({ key }) => key === "return_on_equity");
  expect(of(590.8)).toMatchObject({ value: 0.4 });
  expect(of(590.8)?.note).toBe(
    "median return on opening equity of 2 fiscal years, 59.08%, held at 40.00%",
  );
  expect(of(160)?.note).toBe("median return on opening equity of 2 fiscal years, 16.00%");
});
