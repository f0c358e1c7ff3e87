import { rulesOf } from "#registry/rules/book.ts";
import { entry } from "../facts/entry.ts";
import { type Point, point, slotOf } from "../periods/slots.ts";
import type { TaggedFacts } from "./evidence/evidence.ts";
import { instantPoints, type PeriodPoint } from "./period-points.ts";

/** Which period is asked about, and what users handed in for it. */
interface Place {
  year: number;
  at: PeriodPoint;
  submitted: ReadonlyMap<string, unknown>;
}

const anyPoint: Point[] = Object.values(point);

/**
 * A function that tells whether no filing of the fiscal year carries any fact of a line's tags: the one allowed inference (2.20). A line is
 * looked for in a year once.
 */
export function absence(evidence: TaggedFacts): (place: Place, key: string) => boolean {
  const silentYears = new Map<number, Map<string, boolean>>();
  return ({ year, at, submitted }, key) => {
    if (submitted.has(key)) return false;
    const known = entry(silentYears, year, () => new Map<string, boolean>());
    return (
      entry(known, key, () => hasNoFact(evidence, year, key)) ||
      isLeftOutOfBalance(evidence, year, key, at)
    );
  };
}

/** From how many filings of one day on their silence says that the line is nothing. */
const silentFilings = 2;

/**
 * The filing that states total assets of the day names the line, for the other days of its balance sheet and not for this
 * one: there it is nothing. So it is where several filings state both sides of the day's balance sheet and none of them
 * names the line of any day.
 */
function isLeftOutOfBalance(evidence: TaggedFacts, year: number, key: string, at: PeriodPoint) {
  const [rule] = rulesOf(evidence.registry.rules, "silent_balance");
  const [side, ...others] = rule?.applies.sides ?? [];
  if (!rule || side === undefined) return false;
  const concept = evidence.registry.bySnakeKey.get(key);
  const offeredSeries =
    concept?.periodType === "instant" ? evidence.facts.seriesOf(concept, year) : null;
  if (!offeredSeries || offeredSeries.all.length === 0) return false;
  const slot = slotOf(year, instantPoints[at]);
  if (offeredSeries.all.some((series) => evidence.facts.index.pickOf(series, slot) !== null))
    return false;
  const filings = filingsOf(evidence, side, year, slot);
  const isNamed = (accession: string) =>
    offeredSeries.all.some((series) =>
      series.some((atSlot) => atSlot?.versions.some((fact) => fact.accession === accession)),
    );
  if (filings.some(isNamed)) return true;
  // Filers name temporary equity by elements of their own, so that silence of its tags says nothing (Walmart 2010).
  if (rule.applies.except.includes(key)) return false;
  const both = others.map((other) => new Set(filingsOf(evidence, other, year, slot)));
  const ofAll = [...new Set(filings)].filter((one) => both.every((stating) => stating.has(one)));
  return ofAll.length >= silentFilings;
}

/** The filings that state the line of the day. */
function filingsOf(evidence: TaggedFacts, key: string, year: number, slot: number): string[] {
  const concept = evidence.registry.bySnakeKey.get(key);
  const offeredSeries = concept && evidence.facts.seriesOf(concept, year);
  return (offeredSeries?.candidates ?? []).flatMap(
    ({ series }) =>
      evidence.facts.index.pickOf(series, slot)?.versions.map(({ accession }) => accession) ?? [],
  );
}

function hasNoFact(evidence: TaggedFacts, year: number, key: string): boolean {
  const concept = evidence.registry.bySnakeKey.get(key);
  const offeredSeries = concept && evidence.facts.seriesOf(concept, year);
  return !offeredSeries?.all.some((series) =>
    anyPoint.some((at) => evidence.facts.index.pickOf(series, slotOf(year, at)) !== null),
  );
}
