import { rulesOf } from "#registry/rules/book.ts";
import type { Concept } from "#schemas/shapes/companies/concept.ts";
import { type PickedVersion, valueIn } from "../../facts/history/versions.ts";
import { type Point, point, slotOf } from "../../periods/slots.ts";
import type { Candidate } from "../evidence/concept-series.ts";
import type { TaggedFacts } from "../evidence/evidence.ts";

export const guardPoints: Record<Concept["periodType"], Point[]> = {
  duration: [point.FY, point.M9, point.M6, point.Q1, point.Q2, point.Q3],
  instant: [point.I4, point.I1, point.I2, point.I3],
};

export interface GuardQuestion {
  evidence: TaggedFacts;
  candidate: Candidate;
  all: readonly Candidate[];
  year: number;
}

export type FiledAt = { at: Point; picked: PickedVersion };

export function filedAt(
  { evidence, candidate, year }: GuardQuestion,
  points: readonly Point[],
): FiledAt[] {
  return points.flatMap((at) => {
    const picked = evidence.facts.index.pickOf(candidate.series, slotOf(year, at));
    return picked ? [{ at, picked }] : [];
  });
}

export function rivalsAt(
  evidence: TaggedFacts,
  candidate: Candidate,
  all: readonly Candidate[],
  year: number,
  at: Point,
): PickedVersion[] {
  return all.flatMap((rival) => {
    const picked =
      rival === candidate ? null : evidence.facts.index.pickOf(rival.series, slotOf(year, at));
    return picked ? [picked] : [];
  });
}

/** First filed value of a concept's tags at a point, before guards, in one filing where it is named: only for testing identities. */
export function rawNumber(
  evidence: TaggedFacts,
  key: string,
  year: number,
  at: Point,
  accession?: string,
): number | null {
  const concept = evidence.registry.bySnakeKey.get(key);
  const offeredSeries = concept && evidence.facts.seriesOf(concept, year);
  // What a guard compares its candidates for is their largest.
  const isJudged = rulesOf(evidence.registry.rules, "proven_total").some(
    ({ line }) => line === key,
  );
  let largest: number | null = null;
  for (const { series } of offeredSeries?.candidates ?? []) {
    const picked = evidence.facts.index.pickOf(series, slotOf(year, at));
    const number = picked && (accession ? valueIn(picked, accession) : picked.number);
    if (number === null) continue;
    if (!isJudged) return number;
    largest = Math.max(largest ?? number, number);
  }
  return largest;
}
