import type { DcfHistory } from "#schemas/shapes/models/dcf.ts";
import type { Warning } from "#schemas/shapes/models/figures.ts";
import { mean, percent } from "../answers/rounding.ts";
import { averageShare, continuing, shareOfRevenue, usedCapital } from "../estimates.ts";
import { averageYears } from "../inputs/dates.ts";
import type { ModelFacts } from "../inputs/facts.ts";

/** The history block of a DCF (models.md 6.9): its averages are the seeds. */
export function dcfHistory(facts: ModelFacts): DcfHistory {
  const capex = averageShare(facts.yearsInRow, "capital_expenditures");
  const da = averageShare(facts.yearsInRow, "depreciation_amortization");
  const ytd = facts.yearToDate;
  return {
    annual: facts.yearsInRow.slice(-averageYears).map((row) => {
      const { fiscalYear, periodEnd, values } = row;
      const revenue = values.revenue ?? null;
      const capitalExpenditures = continuing(row, "capital_expenditures");
      const depreciationAmortization = values.depreciation_amortization ?? null;
      return {
        fiscalYear,
        periodEnd,
        revenue,
        capitalExpenditures,
        capexPctRevenue: shareOfRevenue(capitalExpenditures, revenue),
        depreciationAmortization,
        daPctRevenue: shareOfRevenue(depreciationAmortization, revenue),
      };
    }),
    fiveYearAverage: {
      capexPctRevenue: capex.value,
      capexYearsUsed: capex.yearsUsed.length,
      daPctRevenue: da.value,
      daYearsUsed: da.yearsUsed.length,
    },
    fiveYearMedian: { capexPctRevenue: capex.median, daPctRevenue: da.median },
    fiscalYtd:
      ytd === null
        ? null
        : {
            ...ytd,
            capexPctRevenue: shareOfRevenue(ytd.capitalExpenditures, ytd.revenue),
            daPctRevenue: shareOfRevenue(ytd.depreciationAmortization, ytd.revenue),
          },
    quarterlyNwc: facts.quarterlyCapital,
    averageUsed: mean(usedCapital(facts)),
  };
}

/** Spending of the year to date far from the average that the projection assumes (models.md 6.11). */
export function capexDrift({ fiveYearAverage, fiscalYtd }: DcfHistory): Warning[] {
  const average = fiveYearAverage.capexPctRevenue;
  const now = fiscalYtd?.capexPctRevenue ?? null;
  if (average === null || now === null) return [];
  if (Math.abs(now - average) <= Math.max(0.03, 0.3 * average)) return [];
  const message = `Capital expenditures of the year to date are ${percent(now)} of revenue, against an average of ${percent(average)}.`;
  return [{ code: "ytd_capex_drift", message }];
}
