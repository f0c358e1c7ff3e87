import { guardName } from "#registry/resolve/resolve.ts";
import * as decimal from "#schemas/decimal.ts";
import type { Concept } from "#schemas/shapes/companies/concept.ts";
import type { RuleBook } from "#schemas/shapes/companies/rule-book.ts";
import type { NullReason, RefusedTag } from "#schemas/shapes/companies/statement.ts";
import { entry } from "../facts/entry.ts";
import type { PickedVersion } from "../facts/history/versions.ts";
import { isoOf } from "../periods/days.ts";
import {
  durationPoints,
  instantPoints,
  type Point,
  point,
  type Slot,
  slotOf,
} from "../periods/slots.ts";
import {
  type Cell,
  type CellsByPoint,
  type DirectYear,
  gap,
  type Outcome,
  rulesBehind,
} from "./cells/cell.ts";
import { filedCell } from "./cells/filed-cell.ts";
import { type AreAlike, earliestCell, preferredCell, type TagChoice } from "./choose-tag.ts";
import type { Candidate, ConceptSeries } from "./evidence/concept-series.ts";
import type { Evidence, FactEvidence } from "./evidence/evidence.ts";
import type { FactIndex } from "./evidence/series.ts";
import { type Refusal, refusalOf, ruleOfGuard } from "./guards/guards.ts";
import { hasTroubles, noTroubles, troublesOf } from "./guards/troubles.ts";
import { type TagsOfYear, yearTagFirst } from "./year-tag.ts";

/**
 * First tag that resolves wins, where resolving includes the guards (standardization.md 2.9). Guards judge a
 * tag for the whole fiscal year; what is left resolves point by point in order, and period arithmetic
 * looks for one tag that covers all of its terms (2.10).
 */
export function resolveDirect(evidence: Evidence, concept: Concept, year: number): DirectYear {
  const offered = evidence.facts.seriesOf(concept, year);
  if (!offered) return noValues("not_reported", []);
  const points = concept.periodType === "instant" ? instantPoints : durationPoints;
  const found = findPicks(evidence.facts.index, offered.candidates, year, points);
  const tags = found.map(({ candidate }) => candidate);
  // A tag that only another entity filed for the year resolves nowhere, and yet says why there is no value.
  const others =
    evidence.facts.foreign.size === 0 ? [] : offered.candidates.filter((c) => !tags.includes(c));
  if (tags.length === 0) {
    const missing = noValues(missingReason(evidence, concept, offered, year), []);
    const troubles = troublesOf(evidence.facts, others, year, points);
    return troubles.size === 0 ? missing : { ...missing, troubles };
  }
  const { accepted, refused } = judge(evidence, found, tags, year);
  refused.push(...rejectedVersions(evidence.facts, accepted));
  if (accepted.length === 0) return noValues("scope_conflict", refused);
  const all = accepted.map((one) => cellsOf(evidence, one, accepted, points, year));
  const { byTag, ofYear } = keptTags(evidence, concept, accepted, all, year);
  const [only] = byTag;
  const isTroubled = hasTroubles(evidence.facts) || accepted.some(hasProblem);
  const untrusted = [...accepted.map(({ candidate }) => candidate), ...others];
  return {
    cells: only && found.length === 1 ? only : firstCells(evidence, byTag, found, points),
    byTag,
    ofYear,
    troubles: isTroubled ? troublesOf(evidence.facts, untrusted, year, points) : noTroubles,
    gap: gap("not_reported"),
    refused,
  };
}

/** The tags that have a value anywhere in the year. */
function findPicks(
  index: FactIndex,
  candidates: readonly Candidate[],
  year: number,
  points: readonly Point[],
): TagChoice[] {
  const found: TagChoice[] = [];
  for (const candidate of candidates) {
    let picks: (PickedVersion | null)[] | null = null;
    for (const at of points) {
      const picked = index.pickOf(candidate.series, slotOf(year, at));
      if (picked === null) continue;
      picks ??= new Array<PickedVersion | null>(pointCount).fill(null);
      picks[at] = picked;
    }
    if (picks) found.push({ candidate, picks });
  }
  return found;
}

const pointCount = 1 + Math.max(...Object.values(point));

const hasProblem = ({ picks }: TagChoice) =>
  picks.some((picked) => picked !== null && picked.problem !== null);

function firstCells(
  evidence: Evidence,
  byTag: readonly CellsByPoint[],
  found: readonly TagChoice[],
  points: readonly Point[],
): CellsByPoint {
  const areAlike = alikeIn(evidence);
  const cells: (Cell | undefined)[] = new Array(pointCount);
  for (const at of points) {
    cells[at] = evidence.showsFirst
      ? earliestCell(byTag, at)
      : preferredCell(byTag, found, at, areAlike);
  }
  return cells;
}

/**
 * Only flows that add up are worked out from each other; as first reported, a value keeps the tag that was filed first. A tag
 * that a guard refuses in the year beside does not state that year.
 */
function keptTags(
  evidence: Evidence,
  { periodType, additive, nonNegative }: Concept,
  accepted: readonly TagChoice[],
  byTag: readonly CellsByPoint[],
  year: number,
): TagsOfYear {
  if (evidence.showsFirst || periodType === "instant" || !additive) return { byTag, ofYear: byTag };
  const all = accepted.map(({ candidate }) => candidate);
  const statesYear = (candidate: Candidate, of: number) =>
    evidence.facts.index.pickOf(candidate.series, slotOf(of, point.FY)) !== null &&
    refusalOf(evidence, candidate, all, of) === null;
  return yearTagFirst({
    byTag,
    areAlike: alikeIn(evidence),
    isNeverNegative: nonNegative,
    statesNeighbour: (tag) =>
      all.some(
        (candidate) =>
          candidate.tag === tag && [year - 1, year + 1].some((of) => statesYear(candidate, of)),
      ),
  });
}

const alikeIn =
  ({ series }: Evidence): AreAlike =>
  (a, b) =>
    series.haveOneTag([a, b]);

/** Candidates that pass their guards, in order; the others each with the guard that refused it. */
function judge(
  evidence: Evidence,
  found: readonly TagChoice[],
  all: readonly Candidate[],
  year: number,
): { accepted: readonly TagChoice[]; refused: RefusedTag[] } {
  if (all.every(({ mapping }) => mapping.guards.length === 0))
    return { accepted: found, refused: [] };
  const accepted: TagChoice[] = [];
  const refused: RefusedTag[] = [];
  for (const one of found) {
    const refusal = refusalOf(evidence, one.candidate, all, year);
    if (refusal !== null) {
      refused.push(refusedTag(evidence.registry.rules, one.candidate, refusal));
    }
    const left = refusal === null ? one : withoutRefused(one, refusal);
    if (left) accepted.push(left);
  }
  return { accepted, refused };
}

function refusedTag(rules: RuleBook, { tag }: Candidate, { guard }: Refusal): RefusedTag {
  const rule = ruleOfGuard(rules, guard);
  return { tag, guard: guardName(guard), ...(rule && { rule }) };
}

/** Tags of which a newer version than the shown one was rejected, with the reason. */
function rejectedVersions({ rejected }: FactEvidence, found: readonly TagChoice[]): RefusedTag[] {
  if (rejected.olderVersions.size === 0) return [];
  return found.flatMap(({ candidate: { tag }, picks }) => {
    const slips = picks.map((picked) => picked && rejected.olderVersions.get(picked.fact));
    return [...new Set(slips)].flatMap((slip) =>
      slip ? [{ tag, guard: `restatement:${slip}` }] : [],
    );
  });
}

/** The tag at the points where the guard lets it pass; null where it passes nowhere. */
function withoutRefused(
  { candidate, picks }: TagChoice,
  { isRefusedAt }: Refusal,
): TagChoice | null {
  const left = picks.map((picked, at) => (isRefusedAt(at as Point) ? null : picked));
  return left.some((picked) => picked !== null) ? { candidate, picks: left } : null;
}

export function noValues(reason: NullReason, refused: readonly RefusedTag[]): DirectYear {
  if (refused.length === 0) return entry(nothing, reason, () => ({ ...empty, gap: gap(reason) }));
  return { ...empty, gap: gap(reason), refused };
}

const empty = { cells: [], byTag: [], ofYear: [], troubles: noTroubles, refused: [] };

/** What is the same for all lines without a value. */
const nothing = new Map<NullReason, DirectYear>();

function cellsOf(
  evidence: Evidence,
  found: TagChoice,
  accepted: readonly TagChoice[],
  points: readonly Point[],
  year: number,
): CellsByPoint {
  const { candidate, picks } = found;
  const cells: (Cell | undefined)[] = new Array(pointCount);
  for (const at of points) {
    const picked = picks[at];
    if (!picked || picked.problem) continue;
    const cell = filedCell(evidence, candidate, picked, slotOf(year, at));
    if (!cell) continue;
    cells[at] = candidate.mapping.sumGroup
      ? addGroup(evidence, cell, accepted, found, slotOf(year, at))
      : cell;
  }
  return cells;
}

/** A part (scope partial) that does not exceed the total (scope exact) of its group may be inside it already. */
function mayContain(total: Cell, part: Cell): boolean {
  const isTotal = total.mapping?.scope === "exact" && part.mapping?.scope === "partial";
  return isTotal && decimal.compare(part.value, total.value) <= 0;
}

/** Tags of one sum group are parts of the line, not alternatives: those that are present add. */
function addGroup(
  evidence: Evidence,
  first: Cell,
  accepted: readonly TagChoice[],
  own: TagChoice,
  slot: Slot,
): Cell {
  const { sumGroup } = own.candidate.mapping;
  const parts = accepted
    .filter((one) => one !== own && one.candidate.mapping.sumGroup === sumGroup)
    .flatMap(({ candidate, picks }) => {
      const picked = picks[slot & 15];
      const cell = picked && !picked.problem ? filedCell(evidence, candidate, picked, slot) : null;
      return cell ? [cell] : [];
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
    ...rulesBehind(all),
  };
}

function missingReason(
  { calendar, facts: { index } }: Pick<Evidence, "calendar" | "facts">,
  concept: Concept,
  { inForceFrom, inOtherUnits, isDimensionOnly }: ConceptSeries,
  year: number,
): NullReason {
  if (inForceFrom !== null && isoOf(calendar.years[year]?.end ?? 0) < inForceFrom)
    return "pre_standard";
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
