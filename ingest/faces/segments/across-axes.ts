import { sum } from "#schemas/decimal.ts";
import type { FiledReport } from "#schemas/shapes/companies/filed-report.ts";
import { entry } from "../../facts/entry.ts";
import { type DimensionedFact, segmentFactsOf } from "./dimensioned-facts.ts";
import { meaningOfMember } from "./member-meaning.ts";
import type { Found } from "./of-axis.ts";
import { type Above, reconcile } from "./reconcile.ts";
import type { Row } from "./rows.ts";

interface Others {
  axis: string;
  report: FiledReport;
  totals: readonly DimensionedFact[];
  above: Above;
  /** Rows of members alone. */
  plain: readonly Row[];
}

/**
 * The breakdown by `axis` of values that the filing states for combinations of members only (a segment's products): for
 * each member the sum over the other axes, beside members that it states alone. Only where all of them add up to the
 * company's figure; else null. Of several sets of other axes the smallest is taken.
 */
export function acrossOthers(facts: readonly DimensionedFact[], others: Others): Found | null {
  const { axis, totals, above, plain } = others;
  for (const [names, combined] of combinationsOf(facts, others)) {
    const added = rowsOf(combined, axis);
    const isAdded = ({ member }: Row) => added.some((row) => row.member === member);
    const rows = [...added, ...plain.filter((row) => !isAdded(row))];
    for (const total of totals) {
      const attempt = { rows, memo: [] };
      const reconciled = rows.length > 1 && reconcile([attempt], total, { above, prefer: "most" });
      if (reconciled) return { reconciled, total, acrossAxes: names.split(" ") };
    }
  }
  return null;
}

/** The facts of each set of other axes, the smallest first. That a value is before eliminations makes no other set. */
function combinationsOf(
  facts: readonly DimensionedFact[],
  { axis, report }: Others,
): [string, DimensionedFact[]][] {
  const { axes } = segmentFactsOf(report);
  const sets = new Map<string, DimensionedFact[]>();
  for (const fact of facts) {
    if (!fact.members.has(axis)) continue;
    const others = [...fact.members].filter(([name]) => name !== axis);
    const real = others.filter(([name]) => axes.get(name) !== "consolidation");
    const isOfSegments = others.every(
      ([name, member]) =>
        axes.get(name) !== "consolidation" || meaningOfMember(member) === "segments",
    );
    if (real.length === 0 || !isOfSegments) continue;
    const names = real.map(([name]) => name).sort();
    entry(sets, `${others.length}|${names.join(" ")}`, () => []).push(fact);
  }
  return [...sets]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, ofSet]) => [key.slice(key.indexOf("|") + 1), ofSet]);
}

function rowsOf(facts: readonly DimensionedFact[], axis: string): Row[] {
  const byMember = new Map<string, DimensionedFact[]>();
  for (const fact of facts) {
    const member = fact.members.get(axis) ?? "";
    if (meaningOfMember(member) !== "company") entry(byMember, member, () => []).push(fact);
  }
  return [...byMember].map(([member, ofMember]): Row => {
    const decimals = ofMember.map((fact) => fact.decimals ?? Infinity);
    const coarsest = Math.min(...decimals);
    const [only] = ofMember;
    return {
      axis,
      member,
      within: null,
      value: sum(ofMember.map(({ value }) => value)),
      decimals: coarsest === Infinity ? null : coarsest,
      source: ofMember.length === 1 ? (only?.source ?? null) : null,
      lineage: "part",
    };
  });
}
