import { guardName, isPreStandard } from "#registry/resolve.ts";
import * as decimal from "#schemas/decimal.ts";
import type { Concept } from "#schemas/shapes/concept.ts";
import type { NullReason, RefusedTag } from "#schemas/shapes/statement.ts";
import { type Point, point, slotOf } from "../periods/slots.ts";
import type { BuildContext } from "./build-context.ts";
import {
  type Cell,
  type CellsByPoint,
  type DirectYear,
  type Gap,
  gap,
  type Outcome,
} from "./cell.ts";
import type { Candidate, ConceptSeries } from "./concept-series.ts";
import { allClasses } from "./cover-facts.ts";
import { refusingGuard } from "./guards.ts";

const durationPoints: Point[] = [
  point.FY,
  point.Q1,
  point.Q2,
  point.Q3,
  point.Q4,
  point.M6,
  point.M9,
  point.H2,
];
const instantPoints: Point[] = [point.I1, point.I2, point.I3, point.I4];

/**
 * First tag that resolves wins, where resolving includes the guards (standardization.md 2.9). Guards judge a
 * tag for the whole fiscal year; what is left resolves point by point in order, and period arithmetic
 * looks for one tag that covers all of its terms (2.10).
 */
export function resolveDirect(context: BuildContext, concept: Concept, year: number): DirectYear {
  const offered = context.seriesOf(concept, year);
  if (!offered) return noValues("not_reported", []);
  const points = concept.periodType === "instant" ? instantPoints : durationPoints;
  const all = offered.candidates.filter(({ series }) =>
    points.some((at) => context.index.pickOf(series, slotOf(year, at)) !== null),
  );
  // A tag that only another entity filed for the year resolves nowhere, and yet says why there is no value.
  const others =
    context.foreign.size === 0 ? [] : offered.candidates.filter((c) => !all.includes(c));
  if (all.length === 0) {
    const troubles = troublesOf(context, others, year, points);
    return { ...noValues(missingReason(context, concept, offered, year), []), troubles };
  }
  const { accepted, refused } = judge(context, all, year);
  if (accepted.length === 0) return noValues("scope_conflict", refused);
  const byTag = accepted.map((candidate) => cellsOf(context, candidate, accepted, year, points));
  const [only] = byTag;
  return {
    cells: only && byTag.length === 1 ? only : firstCells(context, byTag, points),
    byTag,
    troubles: troublesOf(context, [...accepted, ...others], year, points),
    gap: gap("not_reported"),
    refused,
  };
}

function firstCells(
  { showsFirst }: BuildContext,
  byTag: readonly CellsByPoint[],
  points: readonly Point[],
): CellsByPoint {
  const cells: (Cell | undefined)[] = [];
  for (const at of points) {
    cells[at] = showsFirst ? earliest(byTag, at) : byTag.find((tagged) => tagged[at])?.[at];
  }
  return cells;
}

/** Candidates that pass their guards, in order; the others each with the guard that refused it. */
function judge(context: BuildContext, all: readonly Candidate[], year: number) {
  if (all.every(({ mapping }) => mapping.guards.length === 0))
    return { accepted: all, refused: [] };
  const accepted: Candidate[] = [];
  const refused: RefusedTag[] = [];
  for (const candidate of all) {
    const guard = refusingGuard(context, candidate, all, year);
    if (guard === null) accepted.push(candidate);
    else refused.push({ tag: candidate.tag, guard: guardName(guard) });
  }
  return { accepted, refused };
}

/** As first reported, a value stands under the tag that was first filed: a later tag's comparative came after it. */
function earliest(byTag: readonly CellsByPoint[], at: Point): Cell | undefined {
  let first: Cell | undefined;
  for (const tagged of byTag) {
    const cell = tagged[at];
    const filed = cell?.picked?.fact.filed ?? "9";
    if (cell && (!first || filed < (first.picked?.fact.filed ?? "9"))) first = cell;
  }
  return first;
}

function noValues(reason: NullReason, refused: readonly RefusedTag[]): DirectYear {
  return { cells: [], byTag: [], troubles: noTroubles, gap: gap(reason), refused };
}

const noTroubles: ReadonlyMap<Point, Gap> = new Map();

function cellsOf(
  context: BuildContext,
  candidate: Candidate,
  accepted: readonly Candidate[],
  year: number,
  points: readonly Point[],
): CellsByPoint {
  const cells: (Cell | undefined)[] = [];
  for (const at of points) {
    const picked = context.index.pickOf(candidate.series, slotOf(year, at));
    if (!picked || picked.problem) continue;
    const cell = cellOf(context, candidate, picked);
    const { sumGroup } = candidate.mapping;
    cells[at] = sumGroup ? addGroup(context, cell, accepted, candidate, year, at) : cell;
  }
  return cells;
}

function cellOf(
  context: BuildContext,
  { mapping, rank, tag, unit }: Candidate,
  picked: NonNullable<Cell["picked"]>,
): Cell {
  const id = context.factId(picked.fact);
  const filed = picked.fact.value;
  const flags: string[] = [];
  if (mapping.scope !== "exact") flags.push(`scope:${mapping.scope}`);
  if (picked.restated) flags.push("restated");
  if (picked.fact.isEndRounded) flags.push("rounded_date");
  const basis = context.splitBasis(picked.fact);
  if (basis !== "1") flags.push(`split_basis:${basis}`);
  const summed = picked.fact.dimensions === allClasses;
  return {
    value: mapping.sign === -1 ? decimal.negate(filed) : filed,
    unit,
    lineage: summed
      ? context.classLineage(picked.fact)
      : mapping.sign === -1
        ? ["sign", [-1, tag, filed, id]]
        : id,
    tag,
    mapping,
    rank,
    picked,
    basis: null,
    quantum: picked.quantum,
    source: "regulator",
    flags,
  };
}

/** A part (scope partial) that does not exceed the total (scope exact) of its group may be inside it already. */
function mayContain(total: Cell, part: Cell): boolean {
  const isTotal = total.mapping?.scope === "exact" && part.mapping?.scope === "partial";
  return isTotal && decimal.compare(part.value, total.value) <= 0;
}

/** Tags of one sum group are parts of the line, not alternatives: those that are present add. */
function addGroup(
  context: BuildContext,
  first: Cell,
  found: readonly Candidate[],
  candidate: Candidate,
  year: number,
  at: Point,
): Cell {
  const parts = found
    .filter((c) => c !== candidate && c.mapping.sumGroup === candidate.mapping.sumGroup)
    .flatMap((c) => {
      const picked = context.index.pickOf(c.series, slotOf(year, at));
      return picked && !picked.problem ? [cellOf(context, c, picked)] : [];
    })
    .filter((part) => !mayContain(first, part));
  if (parts.length === 0) return first;
  const all = [first, ...parts];
  return {
    ...first,
    value: decimal.sum(all.map((c) => c.value)),
    lineage: [
      "sum_of_tags",
      ...all.map(
        (c) => [1, c.tag ?? "", c.value, c.lineage] as [number, string, string, typeof c.lineage],
      ),
    ],
    picked: null,
    quantum: Math.max(...all.map((c) => c.quantum)),
  };
}

/** A candidate that was there but could not be trusted explains the gap better than "not reported". */
function troublesOf(
  context: BuildContext,
  found: readonly Candidate[],
  year: number,
  points: readonly Point[],
): ReadonlyMap<Point, Gap> {
  let troubles: Map<Point, Gap> | null = null;
  for (const { series } of found)
    for (const at of points) {
      const problem = context.index.problemAt(series, slotOf(year, at));
      if (!problem || troubles?.has(at)) continue;
      troubles ??= new Map();
      troubles.set(at, gap(problem));
    }
  return troubles ?? noTroubles;
}

function missingReason(
  { index, taxonomy, yearEnd }: BuildContext,
  concept: Concept,
  { inOtherUnits, isDimensionOnly }: ConceptSeries,
  year: number,
): NullReason {
  if (isPreStandard(concept, taxonomy, yearEnd(year))) return "pre_standard";
  const slot = slotOf(year, concept.periodType === "instant" ? point.I4 : point.FY);
  if (inOtherUnits.some((series) => index.pickOf(series, slot) !== null)) return "unit_conflict";
  return isDimensionOnly(year) ? "dimension_only" : "not_reported";
}

/** The value at the point, or why there is none; `others` are points that the value could have been computed from. */
export function outcomeAt(direct: DirectYear, at: Point, ...others: Point[]): Outcome {
  const cell = direct.cells[at];
  if (cell) return cell;
  if (direct.troubles.size === 0) return direct.gap;
  const trouble = [at, ...others].map((p) => direct.troubles.get(p)).find((t) => t !== undefined);
  return trouble ?? direct.gap;
}
