import type { CapitalisedYear, ProjectionRow } from "#schemas/shapes/models/dcf.ts";
import type { Column } from "../formula/evaluate.ts";
import { dcfNumbers } from "./dcf-lines.ts";

/** Members are named one by one: objects of one shape are made and written in half the time. */
export const rowOf = (fiscalYear: number, column: Column): ProjectionRow => ({
  fiscalYear,
  revenue: column[at.revenue] ?? 0,
  ebitda: column[at.ebitda] ?? 0,
  otherIncome: column[at.otherIncome] ?? 0,
  depreciationAmortization: column[at.depreciationAmortization] ?? 0,
  ebit: column[at.ebit] ?? 0,
  proFormaTaxes: column[at.proFormaTaxes] ?? 0,
  nopat: column[at.nopat] ?? 0,
  capitalExpenditures: column[at.capitalExpenditures] ?? 0,
  netWorkingCapital: column[at.netWorkingCapital] ?? 0,
  netWorkingCapitalInvestment: column[at.netWorkingCapitalInvestment] ?? 0,
  freeCashFlow: column[at.freeCashFlow] ?? 0,
});

/** What capitalised research and leases are in the year. */
export const capitalisedOf = (fiscalYear: number, column: Column): CapitalisedYear => ({
  fiscalYear,
  research: column[of("research")] ?? 0,
  researchAmortization: column[of("researchAmortization")] ?? 0,
  researchAsset: column[of("researchAsset")] ?? 0,
  leaseLiability: column[of("leaseLiability")] ?? 0,
  leaseInterest: column[of("leaseInterest")] ?? 0,
  leaseInvestment: column[of("leaseInvestment")] ?? 0,
});

const of = (id: Exclude<keyof ProjectionRow | keyof CapitalisedYear, "fiscalYear">) =>
  dcfNumbers.of(id);

const at = {
  revenue: of("revenue"),
  ebitda: of("ebitda"),
  otherIncome: of("otherIncome"),
  depreciationAmortization: of("depreciationAmortization"),
  ebit: of("ebit"),
  proFormaTaxes: of("proFormaTaxes"),
  nopat: of("nopat"),
  capitalExpenditures: of("capitalExpenditures"),
  netWorkingCapital: of("netWorkingCapital"),
  netWorkingCapitalInvestment: of("netWorkingCapitalInvestment"),
  freeCashFlow: of("freeCashFlow"),
};
