import { expect, test } from "vitest";
import { extractFacts } from "#registry/models/inputs/facts.ts";
import { withPrinted } from "../../helpers/companies/claim-amounts.ts";
import { type FiledFact, withFiled } from "../../helpers/companies/filed-flows.ts";
import { makeSource, withLines } from "../../helpers/companies/model-company.ts";

const million = 1_000_000;

/** Operating current assets and liabilities, with the only figure of cash under the tag of `cash`. */
function capital(
  lines: Record<string, number>,
  filed: readonly FiledFact[],
  cash = "Tag_cash_and_equivalents",
) {
  const scaled = Object.entries(lines).map(([key, value]) => [key, value * million]);
  const source = withFiled(
    makeSource({ years: withLines(Object.fromEntries(scaled)) }),
    filed.map((one) => ({ start: null, ...one, value: one.value * million })),
  );
  const tagged = source.facts.map((one) =>
    one.tag === "Tag_cash_and_equivalents" ? { ...one, tag: cash } : one,
  );
  const facts = extractFacts({ ...source, facts: tagged });
  const row = facts.quarterlyCapital.at(-1);
  const { net_working_capital } = facts.years.at(-1)?.values ?? {};
  expect(net_working_capital).toBe(row?.netWorkingCapital);
  return [row?.operatingCurrentAssets, row?.operatingCurrentLiabilities].map(
    (value) => Math.round((value ?? Number.NaN) / 1000) / 1000,
  );
}

test("working capital of AngloGold 2009 is without its hedge book and what is for sale", () => {
  const lines = {
    ...{ current_assets: 2_811, cash_and_equivalents: 1_100 },
    ...{ current_liabilities: 4_475, debt_current: 1_292 },
  };
  const filed = [
    { tag: "AssetsHeldForSaleCurrent", value: 74 },
    { tag: "DerivativeInstrumentsAndHedges", value: 330 },
    { tag: "LiabilitiesOfAssetsHeldForSale", value: 9 },
    { tag: "DerivativeLiabilitiesCurrent", value: 2_525 },
  ];
  expect(capital(lines, filed)).toEqual([1_307, 649]);
});

test("cash that is set aside is no working capital (CARBO 2017)", () => {
  const lines = { current_assets: 200, cash_and_equivalents: 78.385, current_liabilities: 40 };
  const restricted = { tag: "RestrictedCashAndCashEquivalentsAtCarryingValue", value: 6.935 };
  expect(capital(lines, [restricted])).toEqual([114.68, 40]);
  // Cash with what is restricted has it already.
  const all = "CashCashEquivalentsRestrictedCashAndRestrictedCashEquivalents";
  expect(capital(lines, [restricted], all)).toEqual([121.615, 40]);
});

test("cash and investments that are set aside are no working capital (IGT at 2010-03-31)", () => {
  const lines = {
    ...{ current_assets: 1_173.5, cash_and_equivalents: 171.8, short_term_investments: 8.4 },
    ...{ current_liabilities: 544.3 },
  };
  const restricted = { tag: "RestrictedCashAndInvestmentsCurrent", value: 79 };
  expect(capital(lines, [restricted])).toEqual([914.3, 544.3]);
});

test("restricted investments beyond the debt that falls due are no working capital (Under Armour at 2026-03-31)", () => {
  const lines = {
    ...{ current_assets: 2_718.683, cash_and_equivalents: 309.168 },
    ...{ current_liabilities: 1_676.786, debt_current: 599.835 },
  };
  const filed = [{ tag: "RestrictedInvestmentsCurrent", value: 605.396 }];
  expect(capital(lines, filed)).toEqual([1_804.119, 1_076.951]);
  const cash = { tag: "CurrentRestrictedCashAndCashEquivalents", taxonomy: "ifrs-full" };
  expect(capital(lines, [...filed, { ...cash, value: 2 }])).toEqual([1_802.119, 1_076.951]);
});

test("what is for sale counts once under two elements, and never beyond the room beside trade", () => {
  const lines = {
    ...{ current_assets: 200, cash_and_equivalents: 60, accounts_receivable: 90 },
    ...{ current_liabilities: 80, accounts_payable: 20 },
  };
  const celadon = 44.876;
  const forSale = [
    { tag: "AssetsOfDisposalGroupIncludingDiscontinuedOperationCurrent", value: celadon },
    { tag: "AssetsHeldForSaleNotPartOfDisposalGroupCurrent", value: celadon },
  ];
  expect(capital(lines, forSale)).toEqual([95.124, 80]);
  expect(capital({ ...lines, inventory: 10 }, forSale)).toEqual([140, 80]);
});

test("a current pension liability is a claim, and no working capital", () => {
  const lines = { current_assets: 200, cash_and_equivalents: 60, current_liabilities: 80 };
  const owed = [{ tag: "DefinedBenefitPensionPlanLiabilitiesCurrent", value: 10 }];
  expect(capital(lines, owed)).toEqual([140, 70]);
});

test("pensions due within a year that are filed by plan alone are no working capital (Boeing 2023)", () => {
  const lines = { current_assets: 109_275, current_liabilities: 95_827 };
  const tag = "PensionAndOtherPostretirementDefinedBenefitPlansCurrentLiabilities";
  const ofPlan = (plan: string, value: number) => ({
    ...{ tag, value },
    dimensions: `us-gaap:RetirementPlanTypeAxis=us-gaap:${plan}DefinedBenefitMember`,
  });
  const plans = [ofPlan("PensionPlans", 137), ofPlan("OtherPostretirementBenefitPlans", 336)];
  const [, owed] = capital(lines, []);
  expect(capital(lines, plans)[1]).toBe((owed ?? 0) - 473);
  expect(capital(lines, [...plans, { tag, value: 473 }])[1]).toBe((owed ?? 0) - 473);
});

test("what is outside working capital may stand in one row with payables (AbbVie 2024)", () => {
  // Accounts payable and accrued liabilities of 31,945, which hold 2,589 of contingent consideration.
  const source = withFiled(
    makeSource({
      years: withLines({
        ...{ current_assets: 25_582 * million, cash_and_equivalents: 5_524 * million },
        ...{ current_liabilities: 38_749 * million, debt_current: 6_804 * million },
        accounts_payable: 31_945 * million,
      }),
    }),
    [
      {
        tag: "BusinessCombinationContingentConsiderationLiabilityCurrent",
        ...{ value: 2_589 * million, start: null },
      },
    ],
  );
  const liabilities = (flags: string[]) => {
    const periods = source.periods.map((period) => {
      const { accounts_payable: line, ...lines } = period.lines;
      if (line === undefined) throw new Error("no payables");
      return { ...period, lines: { ...lines, accounts_payable: { ...line, flags } } };
    });
    const row = extractFacts({ ...source, periods }).quarterlyCapital.at(-1);
    return (row?.operatingCurrentLiabilities ?? 0) / million;
  };
  expect(liabilities(["scope:wider"])).toBe(29_356);
  expect(liabilities([])).toBe(31_945);
});

test("dividends payable are a claim and no working capital (Kimberly-Clark 2025)", () => {
  const source = withFiled(
    makeSource({
      years: withLines({
        ...{ current_assets: 5_310 * million, cash_and_equivalents: 688 * million },
        ...{ current_liabilities: 7_125 * million, debt_current: 694 * million },
        ...{ accounts_payable: 3_388 * million, noncontrolling_interest: 128 * million },
      }),
    }),
    [
      {
        tag: "LiabilitiesOfDisposalGroupIncludingDiscontinuedOperationCurrent",
        ...{ value: 836 * million, start: null },
      },
      { tag: "DividendsPayableCurrent", value: 415 * million, start: null },
      // Nike files both elements: they are of one row.
      { tag: "DividendsPayableCurrentAndNoncurrent", value: 414 * million, start: null },
    ],
  );
  const { quarterlyCapital, claims } = extractFacts(source);
  expect(quarterlyCapital.at(-1)?.operatingCurrentLiabilities).toBe(5_180 * million);
  expect(claims.amounts.other_claims?.value).toBe(543 * million);
});

test("a current row of what is for sale or of own warrants is no working capital (Upexi 2024, Ur-Energy 2020)", () => {
  const balances = {
    ...{ current_assets: 11.42, cash_and_equivalents: 0.662, current_liabilities: 10.3 },
    debt_current: 2,
  };
  const made = makeSource({
    years: withLines(
      Object.fromEntries(Object.entries(balances).map(([key, value]) => [key, value * million])),
    ),
  });
  const operating = (rows: Record<string, readonly [element: string, value: number]>) => {
    const filed = Object.values(rows).map(([element, value]): FiledFact => {
      const [taxonomy = "", tag = ""] = element.split(":");
      return { taxonomy, tag, start: null, value: value * million };
    });
    const source = withFiled(made, filed);
    const remaining = Object.entries(rows).map(([key, [element, value]], index) => {
      const text = String(value * million);
      const operand = [1, element, text, made.facts.length + index];
      return [key, { value: text, lineage: ["sum_of_tags", operand] as never }];
    });
    const periods = source.periods.map((period) => ({
      ...period,
      lines: { ...period.lines, ...Object.fromEntries(remaining) },
    }));
    const row = extractFacts({ ...source, periods }).quarterlyCapital.at(-1);
    return [row?.operatingCurrentAssets, row?.operatingCurrentLiabilities].map((value) =>
      Number(((value ?? Number.NaN) / million).toFixed(3)),
    );
  };
  const building = "us-gaap:AssetsHeldForSaleNotPartOfDisposalGroup";
  expect(operating({ remaining_current_assets: [building, 4.006] })).toEqual([6.752, 8.3]);
  // Further down the balance sheet it is noncurrent.
  expect(operating({ remaining_total_assets: [building, 4.006] })).toEqual([10.758, 8.3]);
  const warrants = "urg:CurrentPortionOfWarrantLiability";
  expect(operating({ remaining_current_liabilities: [warrants, 0.729] })).toEqual([10.758, 7.571]);
  // Visa 2024, in billions: cash in escrow pays the litigation that is accrued, as far as it goes.
  const escrow = "v:RestrictedCashAndCashEquivalentsU.S.LitigationEscrow";
  const accrued = ["us-gaap:LitigationReserveCurrent", 1.727] as const;
  const paidOf = (cash: number) =>
    operating({
      remaining_current_assets: [escrow, cash],
      remaining_current_liabilities: accrued,
    });
  expect(operating({ remaining_current_liabilities: accrued })).toEqual([10.758, 8.3]);
  expect(paidOf(3.089)).toEqual([7.669, 6.573]);
  expect(paidOf(0.5)).toEqual([10.258, 7.8]);
});

test("contingent consideration of rows under own elements is a claim and no working capital (Genzyme 2010)", () => {
  const row = (name: string, value: number): FiledFact => ({
    ...{ taxonomy: "genz", tag: `BusinessAcquisitionContingentConsiderationAtFairValue${name}` },
    ...{ value: value * million, start: null },
  });
  const source = withFiled(
    makeSource({
      years: withLines({
        ...{ current_assets: 2_800 * million, cash_and_equivalents: 600 * million },
        ...{ current_liabilities: 1_245.7 * million, debt_current: 8.4 * million },
      }),
    }),
    [row("Current", 158.493), row("Noncurrent", 875.184)],
  );
  const name = "BusinessAcquisitionContingentConsiderationAtFairValue";
  const { quarterlyCapital, claims } = extractFacts(
    withPrinted(source, {
      current_liabilities: [`${name}Current`],
      total_liabilities: [`${name}Noncurrent`],
    }),
  );
  expect(quarterlyCapital.at(-1)?.operatingCurrentLiabilities).toBeCloseTo(1_078.807 * million, 0);
  expect(claims.amounts.other_claims?.value).toBeCloseTo(1_033.677 * million, 0);
});
