import {
  failedGuard,
  type IdentityCheck,
  type IncomeAmounts,
  identityHolds,
  isDwarfed,
  type Rival,
} from "#registry/resolve.ts";
import type { Guard } from "#schemas/shapes/concept.ts";
import type { Picked } from "../facts/versions.ts";
import { type Point, point, slotOf } from "../periods/slots.ts";
import type { BuildContext } from "./build-context.ts";
import type { Candidate } from "./concept-series.ts";

const guardPoints: Point[] = [point.FY, point.M9, point.M6, point.Q1, point.Q2, point.Q3];

/** The guard that refuses the tag for the whole fiscal year (standardization.md 2.9), or null when it resolves. */
export function refusingGuard(
  context: BuildContext,
  candidate: Candidate,
  all: readonly Candidate[],
  year: number,
): Guard | null {
  if (candidate.mapping.guards.length === 0) return null;
  const filed = guardPoints.flatMap((at) => {
    const picked = context.index.pickOf(candidate.series, slotOf(year, at));
    return picked ? [{ at, picked }] : [];
  });
  return failedGuard(candidate.mapping, {
    value: Math.min(...filed.map(({ picked }) => picked.number)),
    isDwarfed: (ratio) =>
      filed.some(({ at, picked }) => {
        const rivals = rivalsAt(context, candidate, all, year, at);
        if (rivals.length === 0) return false;
        const totals = revenueTotals(context, year, at);
        const judge = (p: Picked): Rival => ({ value: p.number, holds: isTotal(p, totals) });
        return isDwarfed(judge(picked), rivals.map(judge), ratio);
      }),
    identityHolds: (check) => identityOfYear(context, filed, year, check),
    isBelow: (key) =>
      filed.some(({ at, picked }) => {
        const part = rawNumber(context, key, year, at);
        return part !== null && part > picked.number + 10 ** Math.max(picked.quantum, 0);
      }),
    hasEquityIncome: () =>
      filed.some(({ at, picked }) => {
        const equity = Math.abs(rawNumber(context, "equity_method_income", year, at) ?? 0);
        const rivals = rivalsAt(context, candidate, all, year, at);
        return rivals.some((rival) => isMoreByEquityIncome(picked.number, rival.number, equity));
      }),
  });
}

/** Total revenues of oil companies are sales, equity-method income and other income, the last two about as large. */
const equityShare = { least: 0.5, most: 2.5 };

function isMoreByEquityIncome(value: number, sales: number, equity: number): boolean {
  const more = value - sales;
  return equity > 0 && more >= equityShare.least * equity && more <= equityShare.most * equity;
}

function rivalsAt(
  context: BuildContext,
  candidate: Candidate,
  all: readonly Candidate[],
  year: number,
  at: Point,
): Picked[] {
  return all.flatMap((rival) => {
    const picked =
      rival === candidate ? null : context.index.pickOf(rival.series, slotOf(year, at));
    return picked ? [picked] : [];
  });
}

/** What revenue must be by the income identities that the year's filings let us test (IS-01, IS-03, IS-12). */
function revenueTotals(context: BuildContext, year: number, at: Point): number[] {
  const amount = (key: string) => rawNumber(context, key, year, at);
  const pairs: [number | null, number | null][] = [
    [amount("gross_profit"), amount("cost_of_revenue")],
    [amount("operating_income"), amount("costs_and_expenses")],
    [amount("pretax_income"), amount("benefits_losses_and_expenses")],
    [amount("pretax_income"), amount("costs_and_expenses")],
  ];
  return pairs.flatMap(([a, b]) => (a !== null && b !== null ? [a + b] : []));
}

function isTotal(picked: Picked, totals: readonly number[]): boolean | null {
  if (totals.length === 0) return null;
  const slack = (total: number) => Math.max(2 * 10 ** picked.quantum, 0.0005 * Math.abs(total));
  return totals.some((total) => Math.abs(total - picked.number) <= slack(total));
}

/** Whether the identity holds wherever the year lets us test it; null when it nowhere does. */
function identityOfYear(
  context: BuildContext,
  filed: readonly { at: Point; picked: Picked }[],
  year: number,
  check: IdentityCheck,
): boolean | null {
  const results = filed
    .map(({ at, picked }) => identityAt(context, picked, year, at, check))
    .filter((holds) => holds !== null);
  return results.length === 0 ? null : results.every(Boolean);
}

/**
 * The candidate stands in for the amount that the check is about. Where a filer names no cost of revenue, all
 * its costs are operating expenses; where it names no operating income, income before tax stands in.
 */
function identityAt(
  context: BuildContext,
  picked: Picked,
  year: number,
  at: Point,
  check: IdentityCheck,
): boolean | null {
  const amount = (key: string) => rawNumber(context, key, year, at);
  const revenue = amount("revenue");
  const costOfRevenue = amount("cost_of_revenue");
  const computedGross = revenue !== null && costOfRevenue !== null ? revenue - costOfRevenue : null;
  const amounts: IncomeAmounts = {
    revenue,
    costOfRevenue,
    grossProfit: amount("gross_profit") ?? computedGross ?? revenue,
    operatingExpenses: check === "IS-03" ? null : picked.number,
    costsAndExpenses: check === "IS-03" ? picked.number : amount("costs_and_expenses"),
    operatingIncome: amount("operating_income"),
    nonoperatingIncome: picked.number,
    equityMethodIncome: amount("equity_method_income"),
    pretaxIncome: amount("pretax_income"),
  };
  const quantum = 10 ** Math.max(picked.quantum, 0);
  const holds = identityHolds(check, amounts, quantum);
  if (holds || check !== "IS-03") return holds;
  return (
    identityHolds(check, { ...amounts, operatingIncome: amount("pretax_income") }, quantum) ?? holds
  );
}

/** First filed value of a concept's tags at a point, before guards: only good for testing identities. */
function rawNumber(context: BuildContext, key: string, year: number, at: Point): number | null {
  const concept = context.registry.bySnakeKey.get(key);
  const offered = concept && context.seriesOf(concept, year);
  let largest: number | null = null;
  for (const { series } of offered?.candidates ?? []) {
    const picked = context.index.pickOf(series, slotOf(year, at));
    if (!picked) continue;
    // Revenue is what a guard is about: the largest candidate stands for it.
    if (key !== "revenue") return picked.number;
    largest = Math.max(largest ?? picked.number, picked.number);
  }
  return largest;
}
