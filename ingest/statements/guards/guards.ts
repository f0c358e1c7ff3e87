import { sumHolds } from "#registry/resolve/amounts.ts";
import { failedGuard, type GuardFacts, type IdentityCheck } from "#registry/resolve/resolve.ts";
import { rulesOf } from "#registry/rules/book.ts";
import type { Guard } from "#schemas/shapes/companies/concept.ts";
import type { RuleKind } from "#schemas/shapes/companies/rule.ts";
import type { RuleBook } from "#schemas/shapes/companies/rule-book.ts";
import { type PickedVersion, valueIn } from "../../facts/history/versions.ts";
import { type Point, point, slotOf } from "../../periods/slots.ts";
import type { Candidate } from "../evidence/concept-series.ts";
import type { TaggedFacts } from "../evidence/evidence.ts";
import { isMoreByEquityIncome } from "./equity-in-revenue.ts";
import { filedAt, type GuardQuestion, guardPoints, rawNumber, rivalsAt } from "./filed-beside.ts";
import { isAnywherePart, isRevenueOfOperations, partOfTotal } from "./part-of-total.ts";

/** The guard that refuses a tag, and where in the fiscal year. */
export interface Refusal {
  guard: Guard;
  isRefusedAt(at: Point): boolean;
}

/**
 * The guard that refuses the tag (standardization.md 2.9), or null when it resolves. A tag that is a part of a larger one is so by
 * period: where nothing tells, as in most of the periods that do. Discontinued operations are of a period, too. The other guards mean the
 * whole fiscal year.
 */
export function refusalOf(
  evidence: TaggedFacts,
  candidate: Candidate,
  all: readonly Candidate[],
  year: number,
): Refusal | null {
  const { guards } = candidate.mapping;
  if (guards.length === 0) return null;
  const question: GuardQuestion = { evidence, candidate, all, year };
  const facts = factsOfYear(question);
  const guard = failedGuard(candidate.mapping, facts);
  if (guard?.kind === "withoutDiscontinued")
    return { guard, isRefusedAt: (at) => isWithoutDiscontinued(question, at) };
  if (guard?.kind !== "notDwarfed") return guard && { guard, isRefusedAt: () => true };
  const others = guards.filter((other) => other !== guard);
  const other = failedGuard({ ...candidate.mapping, guards: others }, facts);
  if (other) return { guard: other, isRefusedAt: () => true };
  return { guard, isRefusedAt: partOfTotal(question, guard.ratio) };
}

/** Id of the registry rule that a guard uses; null for a guard that uses none. */
export function ruleOfGuard(rules: RuleBook, guard: Guard): string | null {
  if ("check" in guard)
    return (
      rulesOf(rules, "guard_sum").find(({ applies }) => applies.check === guard.check)?.id ?? null
    );
  const kind = kindOfGuard[guard.kind];
  return kind ? (rulesOf(rules, kind)[0]?.id ?? null) : null;
}

const kindOfGuard: Partial<Record<Guard["kind"], RuleKind>> = {
  withoutEquityIncome: "proven_total",
  withoutDiscontinued: "part_per_share",
};

function factsOfYear(question: GuardQuestion): GuardFacts {
  const { evidence, candidate, year } = question;
  const filed = filedAt(question, guardPoints[candidate.concept.periodType]);
  const amounts = filed.map(({ picked }) => candidate.mapping.sign * picked.number);
  return {
    value: Math.min(...amounts),
    largest: Math.max(...amounts),
    isDwarfed: (ratio) => isAnywherePart(question, ratio),
    identityHolds: (check) => identityOfYear(evidence, filed, year, check),
    isBelow: (key) =>
      filed.some(({ at, picked }) => {
        const part = rawNumber(evidence, key, year, at);
        return part !== null && part > picked.number + 10 ** Math.max(picked.quantum, 0);
      }),
    repeats: (concepts, unless) =>
      filed.some(({ at, picked }) => {
        const besides = rawNumber(evidence, unless, year, at);
        if (picked.number === 0 || besides === null || besides === picked.number) return false;
        return concepts.some((key) => rawNumber(evidence, key, year, at) === picked.number);
      }),
    hasEquityIncome: () =>
      !filed.some(({ at, picked }) => isRevenueOfOperations(evidence, year, at, picked)) &&
      filed.some(({ at, picked }) => holdsEquityIncome(question, at, picked)),
    hasDiscontinued: () => allPoints.some((at) => isWithoutDiscontinued(question, at)),
  };
}

/** Whether something that is filed beside the tag is less than it by about the equity-method income. */
function holdsEquityIncome(
  { evidence, candidate, all, year }: GuardQuestion,
  at: Point,
  picked: PickedVersion,
): boolean {
  return rulesOf(evidence.registry.rules, "proven_total").some(({ applies }) => {
    const equity = Math.abs(rawNumber(evidence, applies.equity, year, at) ?? 0);
    const rivals = rivalsAt(evidence, candidate, all, year, at);
    return rivals.some(({ number }) =>
      isMoreByEquityIncome(applies, picked.number, number, equity),
    );
  });
}

const allPoints: readonly Point[] = Object.values(point);

/**
 * Whether earnings per share of continuing operations are not the total: discontinued operations of the period make half a cent a share; or
 * nothing is filed of them for the period, and elsewhere in the year the filer states another total beside.
 */
function isWithoutDiscontinued({ evidence, candidate, all, year }: GuardQuestion, at: Point) {
  const own = evidence.facts.index.pickOf(candidate.series, slotOf(year, at));
  const [rule] = rulesOf(evidence.registry.rules, "part_per_share");
  if (!own || !rule) return false;
  const { part, shares: count, least } = rule.applies;
  const discontinued = rawNumber(evidence, part, year, at);
  const shares = rawNumber(evidence, count, year, at);
  if (discontinued !== null) return Math.abs(discontinued) >= least * (shares ?? 0);
  const totals = all.filter(({ mapping }) => mapping.scope === "exact");
  return allPoints.some((one) => {
    const other = evidence.facts.index.pickOf(candidate.series, slotOf(year, one));
    const [rival] = rivalsAt(evidence, candidate, totals, year, one);
    const total = other && rival ? valueIn(rival, other.fact.accession) : null;
    return other && total !== null && Math.abs(total - other.number) >= least;
  });
}

/** Whether the identity holds wherever the year lets us test it; null when it nowhere does. */
function identityOfYear(
  evidence: TaggedFacts,
  filed: readonly { at: Point; picked: PickedVersion }[],
  year: number,
  check: IdentityCheck,
): boolean | null {
  const results = filed
    .map(({ at, picked }) => identityAt(evidence, picked, year, at, check))
    .filter((holds) => holds !== null);
  return results.length === 0 ? null : results.every(Boolean);
}

/**
 * The candidate stands in for the amount that the check is about. Where a filer names no cost of revenue, all
 * its costs are operating expenses; where it names no operating income, income before tax is compared instead. Operating income may hold
 * equity-method income, which no costs lead to.
 */
function identityAt(
  evidence: TaggedFacts,
  picked: PickedVersion,
  year: number,
  at: Point,
  check: IdentityCheck,
): boolean | null {
  const rule = rulesOf(evidence.registry.rules, "guard_sum").find(
    ({ applies }) => applies.check === check,
  );
  if (!rule) return null;
  return sumHolds(rule.applies.ways, {
    amount: (key) => rawNumber(evidence, key, year, at),
    tag: picked.number,
    quantum: 10 ** Math.max(picked.quantum, 0),
  });
}
