import type { SegmentRole } from "#schemas/shapes/companies/segments.ts";
import type { DimensionedFact } from "./dimensioned-facts.ts";
import { meaningOfMember } from "./member-meaning.ts";

/** A value that a breakdown may show: of a member, of a line between segments and company, or of both at once. */
export interface Row {
  /** Null for a line that is stated by an element of its own. */
  axis: string | null;
  member: string;
  /** The line between segments and company that is stated for a member (sales of a segment to others); else null. */
  within: { axis: string; member: string } | null;
  value: string;
  decimals: number | null;
  source: DimensionedFact["source"] | null;
  /** What it is where it counts. */
  lineage: Extract<SegmentRole, "part" | "elimination" | "unallocated">;
}

/** The values of one element and period, by what they are of. */
export interface RowSets {
  /** Of a member alone. */
  plain: Row[];
  /** Of a member before what is between segments and company. */
  operating: Row[];
  /** Of a line between segments and company. */
  bridges: Row[];
  /** Of such a line for a member. */
  crossed: Row[];
  /** Of all segments together. */
  segments: Row[];
}

/** What the facts say of the members of `axis`. `consolidation` names the axes between segments and company. */
export function rowSetsOf(
  facts: readonly DimensionedFact[],
  axis: string,
  isConsolidation: (axis: string) => boolean,
): RowSets {
  const sets: RowSets = { plain: [], operating: [], bridges: [], crossed: [], segments: [] };
  for (const fact of facts) {
    const member = fact.members.get(axis);
    const [other, ...more] = [...fact.members].filter(([name]) => name !== axis);
    if (more.length > 0) continue;
    if (member !== undefined && meaningOfMember(member) === "company") continue;
    if (other === undefined) {
      if (member !== undefined) sets.plain.push(rowOf(fact, axis, member));
    } else if (isConsolidation(other[0])) addConsolidated(sets, fact, { axis, member, other });
  }
  return withSegmentsApart(sets);
}

/** A company with one segment may call it "reportable segments"; beside others that is their total. */
function withSegmentsApart(sets: RowSets): RowSets {
  const isTotal = ({ member }: Row) => meaningOfMember(member) === "segments";
  const plain = sets.plain.filter((row) => !isTotal(row));
  if (plain.length < 2) return sets;
  return { ...sets, plain, segments: [...sets.segments, ...sets.plain.filter(isTotal)] };
}

function addConsolidated(
  sets: RowSets,
  fact: DimensionedFact,
  { axis, member, other }: { axis: string; member: string | undefined; other: [string, string] },
): void {
  const [otherAxis, line] = other;
  const meaning = meaningOfMember(line);
  if (meaning === "company") return;
  if (member === undefined) {
    const set = meaning === "segments" ? sets.segments : sets.bridges;
    set.push(rowOf(fact, otherAxis, line));
  } else if (meaning === "segments") sets.operating.push(rowOf(fact, axis, member));
  else {
    const { lineage } = rowOf(fact, otherAxis, line);
    const within = { axis: otherAxis, member: line };
    sets.crossed.push({ ...rowOf(fact, axis, member), within, lineage });
  }
}

function rowOf({ value, decimals, source }: DimensionedFact, axis: string, member: string): Row {
  const meaning = meaningOfMember(member);
  const lineage = meaning === "elimination" || meaning === "unallocated" ? meaning : "part";
  return { axis, member, within: null, value, decimals, source, lineage };
}
