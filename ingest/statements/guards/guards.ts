import {
  failedGuard,
  type GuardFacts,
  type IdentityCheck,
  type IncomeAmounts,
  identityHolds,
  isDwarfed,
  type Rival,
} from "#registry/resolve/resolve.ts";
import type { Concept, Guard } from "#schemas/shapes/companies/concept.ts";
import { tierOf } from "../../facts/forms.ts";
import type { PickedVersion } from "../../facts/history/versions.ts";
import { type Point, point, slotOf } from "../../periods/slots.ts";
import type { BuildContext } from "../build-context.ts";
import type { Candidate } from "../concept-series.ts";

const guardPoints: Record<Concept["periodType"], Point[]> = {
  duration: [point.FY, point.M9, point.M6, point.Q1, point.Q2, point.Q3],
  instant: [point.I4, point.I1, point.I2, point.I3],
};

/** The guard that refuses a tag, and where in the fiscal year. */
export interface Refusal {
  guard: Guard;
  isRefusedAt(at: Point): boolean;
}

/**
 * The guard that refuses the tag (standardization.md 2.9), or null when it resolves. A tag that is a part of a larger one is so by
 * period: where nothing tells, as in most of the periods that do. The other guards mean the whole fiscal year.
 */
export function refusalOf(
  context: BuildContext,
  candidate: Candidate,
  all: readonly Candidate[],
  year: number,
): Refusal | null {
  const { guards } = candidate.mapping;
  if (guards.length === 0) return null;
  const asked: GuardQuestion = { context, candidate, all, year };
  const facts = factsOfYear(asked);
  const guard = failedGuard(candidate.mapping, facts);
  if (guard?.kind !== "notDwarfed") return guard && { guard, isRefusedAt: () => true };
  const others = guards.filter((other) => other !== guard);
  const other = failedGuard({ ...candidate.mapping, guards: others }, facts);
  if (other) return { guard: other, isRefusedAt: () => true };
  const judged = dwarfedPoints(asked, guard.ratio);
  const isMostly = 2 * judged.values().filter(Boolean).toArray().length > judged.size;
  const isRefusedAt = (at: Point) => judged.get(at) ?? isMostly;
  return {
    guard,
    isRefusedAt: (at) => isRefusedAt(at) && !isBetweenTotals(asked, at, isRefusedAt),
  };
}

/** A quarter and the two years to date that it is the difference of. */
const quarterBetween: Partial<Record<Point, readonly [longer: Point, shorter: Point]>> = {
  [point.Q2]: [point.M6, point.Q1],
  [point.Q3]: [point.M9, point.M6],
  [point.Q4]: [point.FY, point.M9],
};

/** The quarter is what two totals of the tag differ by: however small, it is the quarter of that total. */
function isBetweenTotals(
  { context, candidate, year }: GuardQuestion,
  at: Point,
  isRefusedAt: (at: Point) => boolean,
): boolean {
  const between = quarterBetween[at];
  if (!between || between.some(isRefusedAt)) return false;
  const [own, longer, shorter] = [at, ...between].map((one) =>
    context.index.pickOf(candidate.series, slotOf(year, one)),
  );
  if (!own || !longer || !shorter) return false;
  const slack = 2 * 10 ** Math.max(own.quantum, longer.quantum, shorter.quantum, 0);
  return Math.abs(longer.number - shorter.number - own.number) <= slack;
}

interface GuardQuestion {
  context: BuildContext;
  candidate: Candidate;
  all: readonly Candidate[];
  year: number;
}

type FiledAt = { at: Point; picked: PickedVersion };

function filedAt({ context, candidate, year }: GuardQuestion, points: readonly Point[]): FiledAt[] {
  return points.flatMap((at) => {
    const picked = context.index.pickOf(candidate.series, slotOf(year, at));
    return picked ? [{ at, picked }] : [];
  });
}

function factsOfYear(asked: GuardQuestion): GuardFacts {
  const { context, candidate, all, year } = asked;
  const filed = filedAt(asked, guardPoints[candidate.concept.periodType]);
  return {
    value: Math.min(...filed.map(({ picked }) => picked.number)),
    isDwarfed: (ratio) => dwarfedPoints(asked, ratio).values().some(Boolean),
    identityHolds: (check) => identityOfYear(context, filed, year, check),
    isBelow: (key) =>
      filed.some(({ at, picked }) => {
        const part = rawNumber(context, key, year, at);
        return part !== null && part > picked.number + 10 ** Math.max(picked.quantum, 0);
      }),
    repeats: (concepts, unless) =>
      filed.some(({ at, picked }) => {
        const besides = rawNumber(context, unless, year, at);
        if (picked.number === 0 || besides === null || besides === picked.number) return false;
        return concepts.some((key) => rawNumber(context, key, year, at) === picked.number);
      }),
    hasEquityIncome: () =>
      filed.some(({ at, picked }) => {
        const equity = Math.abs(rawNumber(context, "equity_method_income", year, at) ?? 0);
        const rivals = rivalsAt(context, candidate, all, year, at);
        return rivals.some((rival) => isMoreByEquityIncome(picked.number, rival.number, equity));
      }),
  };
}

/** Where a rival is filed beside the tag, in no lower a form, whether the tag is but a part of it. */
function dwarfedPoints(asked: GuardQuestion, ratio: number): Map<Point, boolean> {
  const { context, candidate, all, year } = asked;
  const judged = new Map<Point, boolean>();
  for (const { at, picked } of filedAt(asked, [...guardPoints.duration, point.Q4, point.H2])) {
    const tier = tierOf(picked.fact.form);
    const beside = rivalsAt(context, candidate, all, year, at);
    const rivals = beside.filter(({ fact }) => tierOf(fact.form) <= tier);
    if (beside.length === 0) continue;
    const shared = sharedFiling(picked, rivals);
    const totals = revenueTotals(context, { year, at, accession: shared.accession });
    const judge = (value: number): Rival => ({
      value,
      holds: isTotal(value, picked.quantum, totals),
    });
    judged.set(at, isDwarfed(judge(shared.value), shared.rivals.map(judge), ratio));
  }
  return judged;
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
): PickedVersion[] {
  return all.flatMap((rival) => {
    const picked =
      rival === candidate ? null : context.index.pickOf(rival.series, slotOf(year, at));
    return picked ? [picked] : [];
  });
}

/**
 * The candidate and its rivals as the newest filing has them that states what the view shows of the candidate beside a rival:
 * vintages are not compared where one filing says both. Without such a filing, as the view shows them.
 */
function sharedFiling(
  picked: PickedVersion,
  rivals: readonly PickedVersion[],
): { accession: string | undefined; value: number; rivals: number[] } {
  for (const { accession, value } of picked.versions.toReversed()) {
    if (Math.abs(Number(value) - picked.number) >= 10 ** Math.max(picked.quantum, 0)) continue;
    const beside = rivals.flatMap((rival) => valueIn(rival, accession) ?? []);
    if (beside.length > 0) return { accession, value: Number(value), rivals: beside };
  }
  return { accession: undefined, value: picked.number, rivals: rivals.map((r) => r.number) };
}

function valueIn({ versions }: PickedVersion, accession: string): number | null {
  const fact = versions.find((version) => version.accession === accession);
  return fact ? Number(fact.value) : null;
}

/** What revenue must be by the income identities that the filing lets us test (IS-01, IS-03, IS-12). */
function revenueTotals(
  context: BuildContext,
  { year, at, accession }: { year: number; at: Point; accession: string | undefined },
): number[] {
  const amount = (key: string) => rawNumber(context, key, year, at, accession);
  const pairs: [number | null, number | null][] = [
    [amount("gross_profit"), amount("cost_of_revenue")],
    [amount("operating_income"), amount("costs_and_expenses")],
    [amount("pretax_income"), amount("benefits_losses_and_expenses")],
    [amount("pretax_income"), amount("costs_and_expenses")],
  ];
  return pairs.flatMap(([a, b]) => (a !== null && b !== null ? [a + b] : []));
}

function isTotal(value: number, quantum: number, totals: readonly number[]): boolean | null {
  if (totals.length === 0) return null;
  const slack = (total: number) => Math.max(2 * 10 ** quantum, 0.0005 * Math.abs(total));
  return totals.some((total) => Math.abs(total - value) <= slack(total));
}

/** Whether the identity holds wherever the year lets us test it; null when it nowhere does. */
function identityOfYear(
  context: BuildContext,
  filed: readonly { at: Point; picked: PickedVersion }[],
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
  picked: PickedVersion,
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
    pretaxIncome: amount("pretax_income") ?? pretaxOfNetIncome(amount),
  };
  const quantum = 10 ** Math.max(picked.quantum, 0);
  const holds = identityHolds(check, amounts, quantum);
  if (holds || check !== "IS-03") return holds;
  return (
    identityHolds(check, { ...amounts, operatingIncome: amount("pretax_income") }, quantum) ?? holds
  );
}

/**
 * Income before tax where none is filed: income after tax and the tax. Null where equity-method income, discontinued operations or the
 * share of noncontrolling interests may stand between them.
 */
function pretaxOfNetIncome(amount: (key: string) => number | null): number | null {
  const tax = amount("income_tax_expense");
  if (tax === null || amount("equity_method_income")) return null;
  const continuing = amount("income_continuing");
  if (continuing !== null) return continuing + tax;
  if (amount("income_discontinued")) return null;
  const consolidated = amount("net_income_consolidated");
  const net = consolidated ?? (amount("net_income_nci") ? null : amount("net_income"));
  return net === null ? null : net + tax;
}

/** First filed value of a concept's tags at a point, before guards, in one filing where it is named: only for testing identities. */
function rawNumber(
  context: BuildContext,
  key: string,
  year: number,
  at: Point,
  accession?: string,
): number | null {
  const concept = context.registry.bySnakeKey.get(key);
  const offered = concept && context.seriesOf(concept, year);
  let largest: number | null = null;
  for (const { series } of offered?.candidates ?? []) {
    const picked = context.index.pickOf(series, slotOf(year, at));
    const number = picked && (accession ? valueIn(picked, accession) : picked.number);
    if (number === null) continue;
    // Revenue is what a guard is about: the largest candidate stands for it.
    if (key !== "revenue") return number;
    largest = Math.max(largest ?? number, number);
  }
  return largest;
}
