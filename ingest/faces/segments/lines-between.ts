import { equal, negate, sub, sum } from "#schemas/decimal.ts";
import { type DimensionedFact, periodOf, segmentFactsOf } from "./dimensioned-facts.ts";
import { meaningOfMember } from "./member-meaning.ts";
import { allSegments, type Found, type OfAxis } from "./of-axis.ts";
import { type CountedRow, type Reconciled, unreconciled, withSums } from "./reconcile.ts";

/** Of more lines, pairs may add up by chance. */
const linesMax = 12;

/**
 * Segments that add up to the company's figure with lines of other elements of the same note: expenses that no segment
 * bears, gains that none earns. Lines of the axis of consolidation items are tried first, all or all but one, then any
 * one or two lines. The sum must be right to the last digit. Null where it is not.
 */
export function withLines(facts: readonly DimensionedFact[], about: OfAxis): Found | null {
  const [total] = about.totals;
  const base = total && (allSegments(about) ?? membersAlone(about));
  if (!base) return null;
  const difference = sub(total.value, base.sum);
  const candidates = linesBeside(facts, total, about);
  for (const lines of choicesOf(candidates)) {
    const weight = weightFor(lines, difference);
    if (weight === null) continue;
    const rows = [...base.rows, ...lines.map((line) => rowOf(line, weight))];
    return { reconciled: withSums("exact", rows, total), total, acrossAxes: [] };
  }
  return null;
}

function membersAlone({ sets, above }: OfAxis): Reconciled | null {
  const rows = sets.operating.length > 0 ? sets.operating : sets.plain;
  const memo = [...sets.bridges, ...sets.crossed];
  const base = unreconciled([{ rows, memo }], null, above);
  const parts = base?.rows.filter(({ weight }) => weight !== 0) ?? [];
  return parts.length > 1 ? base : null;
}

/** Of other elements, for the same period, in a note that prints the members: with a line between, then of the company. */
function linesBeside(
  facts: readonly DimensionedFact[],
  total: DimensionedFact,
  { report, axis }: OfAxis,
): { placed: DimensionedFact[]; ofCompany: DimensionedFact[] } {
  const { byPeriod, axes } = segmentFactsOf(report);
  const notes = new Set(notesOf(facts, axis, axes));
  const placed: DimensionedFact[] = [];
  const ofCompany: DimensionedFact[] = [];
  for (const one of byPeriod.get(periodOf(total)) ?? []) {
    const isHere = one.statements.some((statement) => notes.has(statement));
    if (!isHere || one.element === total.element || one.value === "0") continue;
    if (one.members.size === 0) ofCompany.push(one);
    else if (isBetween(one, axes)) placed.push(one);
  }
  return { placed, ofCompany };
}

function* notesOf(
  facts: readonly DimensionedFact[],
  axis: string,
  axes: ReturnType<typeof segmentFactsOf>["axes"],
) {
  for (const { members, statements } of facts) {
    const isOfSegments = [...members.keys()].some(
      (name) => name === axis || axes.get(name) === "consolidation",
    );
    if (isOfSegments) yield* statements;
  }
}

function isBetween(
  { members }: DimensionedFact,
  axes: ReturnType<typeof segmentFactsOf>["axes"],
): boolean {
  return [...members].every(([name, member]) => {
    const meaning = meaningOfMember(member);
    const isLine = meaning === "elimination" || meaning === "unallocated";
    return members.size === 1 && axes.get(name) === "consolidation" && isLine;
  });
}

function* choicesOf({
  placed,
  ofCompany,
}: ReturnType<typeof linesBeside>): Generator<DimensionedFact[]> {
  if (placed.length > 0 && placed.length <= linesMax) {
    yield placed;
    if (placed.length > 1) for (const out of placed) yield placed.filter((one) => one !== out);
  }
  for (const lines of [placed, ofCompany, [...placed, ...ofCompany]]) {
    for (const one of lines) yield [one];
    if (lines.length <= linesMax) yield* pairsOf(lines);
  }
}

function* pairsOf(lines: readonly DimensionedFact[]): Generator<DimensionedFact[]> {
  for (const [place, one] of lines.entries()) {
    for (const other of lines.slice(place + 1)) yield [one, other];
  }
}

/** How all lines count so that the difference is made up; null where it is not. */
function weightFor(lines: readonly DimensionedFact[], difference: string): 1 | -1 | null {
  const together = sum(lines.map(({ value }) => value));
  if (equal(together, difference)) return 1;
  return equal(negate(together), difference) ? -1 : null;
}

function rowOf(
  { element, members, value, decimals, source }: DimensionedFact,
  weight: 1 | -1,
): CountedRow {
  const [axis = null] = members.keys();
  const about = { axis, member: element, within: null, value, decimals, source };
  return { ...about, lineage: "unallocated", role: "unallocated", weight };
}
