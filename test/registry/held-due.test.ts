import { expect, test } from "vitest";
import { extractFacts } from "#registry/models/inputs/facts.ts";
import { type FiledFact, withFiled } from "../helpers/companies/filed-flows.ts";
import { makeSource, withLines } from "../helpers/companies/model-company.ts";

const million = 1_000_000;

/** McDonald's at 2025-12-31: debt of notes that is due within a year, and a noncurrent row that is all long-term debt. */
function debtOf(of: { all: number; maturities: number; carrying: number }) {
  const lines = {
    ...{ current_assets: 4_313, cash_and_equivalents: 774, current_liabilities: 4_361 },
    ...{ short_term_borrowings: 798, current_portion_of_long_term_debt: 725 },
    ...{ debt_current: 1_523, long_term_debt: 39_973, total_debt: null },
  };
  const scaled = Object.entries(lines).map(([key, value]) => [key, value && value * million]);
  const filed: FiledFact[] = [
    { tag: "LongTermDebt", value: of.all },
    { tag: "LongTermDebtNoncurrent", value: 39_973 },
    {
      tag: "LongTermDebtMaturitiesRepaymentsOfPrincipalInNextTwelveMonths",
      value: of.maturities,
    },
    { tag: "DebtInstrumentCarryingAmount", value: of.carrying },
  ].map((one) => ({ ...one, value: one.value * million, start: null }));
  const made = makeSource({ years: withLines(Object.fromEntries(scaled)) });
  const { claims, quarterlyCapital } = extractFacts(withFiled(made, filed));
  const due = quarterlyCapital.at(-1)?.shortTermDebt;
  return [claims.amounts.total_debt?.value, due].map((value) => value && value / million);
}

test("debt of notes that is classified as long-term is not added to it: McDonald's 725 and 798 of 39,973", () => {
  const filed = { all: 39_973, maturities: 0, carrying: 40_145 };
  expect(debtOf(filed)).toEqual([39_973, 0]);
  // All debt before discounts has room for the paper.
  expect(debtOf({ ...filed, carrying: 40_900 })).toEqual([40_771, 798]);
  // A part falls due, or the row is not all long-term debt.
  expect(debtOf({ ...filed, maturities: 725 })).toEqual([41_496, 1_523]);
  expect(debtOf({ ...filed, all: 40_698 })).toEqual([41_496, 1_523]);
});

test("all debt due, a row of the balance sheet, stands beside the noncurrent one: Intuit's 1,338 and 2,031", () => {
  const lines = { debt_current: 1_338, long_term_debt: 2_031 };
  const scaled = Object.entries(lines).map(([key, value]) => [key, value * million]);
  const debts = { short_term_borrowings: null, total_debt: null };
  const source = makeSource({ years: withLines({ ...Object.fromEntries(scaled), ...debts }) });
  const [period] = source.periods;
  const [due, long] = [period?.lines.debt_current, period?.lines.long_term_debt];
  if (period === undefined || due?.lineage == null || long?.lineage == null)
    throw new Error("no debt");
  const facts = source.facts.map((fact, index) =>
    index === due.lineage ? { ...fact, tag: "DebtCurrent" } : fact,
  );
  const operands = [
    [1, "debt_current", due.value ?? "", due.lineage],
    [1, "long_term_debt", long.value ?? "", long.lineage],
  ] as [number, string, string, number][];
  period.lines.total_debt = {
    value: String(3_369 * million),
    lineage: ["derivation", ...operands],
  };
  const filed: FiledFact[] = [
    { tag: "LongTermDebt", value: 2_031 },
    { tag: "LongTermDebtNoncurrent", value: 2_031 },
    { tag: "LongTermDebtMaturitiesRepaymentsOfPrincipalInNextTwelveMonths", value: 0 },
  ].map((one) => ({ ...one, value: one.value * million, end: period.end, start: null }));
  const { years } = extractFacts(withFiled({ ...source, facts }, filed));
  const row = years.find(({ periodEnd }) => periodEnd === period.end);
  expect(row?.values.total_debt).toBe(3_369 * million);
});
