import { rulesOf } from "#registry/rules/book.ts";
import type { PrintedTerm } from "../faces/evidence/face-reading.ts";
import { statementOf } from "../faces/evidence/mapped-concepts.ts";
import { entry } from "../facts/entry.ts";
import { type Point, point, type Slot, slotOf } from "../periods/slots.ts";
import type { Evidence, TaggedFacts } from "./evidence/evidence.ts";
import { instantPoints, type PeriodPoint } from "./period-points.ts";

/** Which period is asked about, and what users handed in for it. */
interface Place {
  year: number;
  at: PeriodPoint;
  submitted: ReadonlyMap<string, unknown>;
}

const anyPoint: Point[] = Object.values(point);

/** That a line is nothing in a period, and the rule of the registry that says so where one does. */
export interface Absence {
  rule?: string;
}

const ofYear: Absence = Object.freeze({});

/**
 * A function that tells whether a line is nothing in a period: no filing of the fiscal year carries any fact of its tags, the one allowed inference
 * (2.20), or balance sheets of the day leave it out. Null where it may be something. A line is looked for in a year once.
 */
export function absence(
  evidence: Pick<Evidence, "registry" | "facts" | "printed" | "currencies">,
): (place: Place, key: string) => Absence | null {
  const silentYears = new Map<number, Map<string, Absence | null>>();
  return ({ year, at, submitted }, key) => {
    if (submitted.has(key)) return null;
    const known = entry(silentYears, year, () => new Map<string, Absence | null>());
    const inYear = entry(known, key, () => silenceOfYear(evidence, year, key));
    return inYear ?? leftOutOfBalance(evidence, year, key, at);
  };
}

/** No filing of the year has a fact of the line; where a rule says that this is not enough, no printed statement of the year has an amount of it either. */
function silenceOfYear(
  evidence: Pick<Evidence, "registry" | "facts" | "printed" | "currencies">,
  year: number,
  key: string,
): Absence | null {
  if (!hasNoFact(evidence, year, key)) return null;
  const [rule] = rulesOf(evidence.registry.rules, "printed_silence");
  if (!rule?.applies.lines.includes(key)) return ofYear;
  const concept = evidence.registry.bySnakeKey.get(key);
  const kind = concept && statementOf[concept.statement];
  if (!kind) return null;
  const { faces } = evidence.printed;
  const slots = faces.slotsOf(kind, year);
  const isPrinted = slots.some((slot) =>
    faces
      .readingAt(kind, slot)
      ?.lines.get(key)
      ?.terms.some((row) => hasAmount(evidence, row, slot)),
  );
  return slots.length > 0 && !isPrinted ? { rule: rule.id } : null;
}

/** Whether the printed row has an amount at the slot; a row that is left blank has none (Franklin Street 2008). */
function hasAmount(
  { facts: { index }, currencies }: Pick<Evidence, "facts" | "currencies">,
  { tag, members }: PrintedTerm,
  slot: Slot,
): boolean {
  const series = index.seriesOf(tag, currencies[slot >> 4] ?? "");
  return members.length > 0 || (series !== undefined && index.pickOf(series, slot) !== null);
}

/** From how many filings of one day on their silence says that the line is nothing. */
const silentFilings = 2;

/**
 * The filing that states total assets of the day names the line, for the other days of its balance sheet and not for this
 * one: there it is nothing. So it is where several filings state both sides of the day's balance sheet and none of them
 * names the line of any day.
 */
function leftOutOfBalance(
  evidence: TaggedFacts,
  year: number,
  key: string,
  at: PeriodPoint,
): Absence | null {
  const [rule] = rulesOf(evidence.registry.rules, "silent_balance");
  const [side, ...others] = rule?.applies.sides ?? [];
  if (!rule || side === undefined) return null;
  const concept = evidence.registry.bySnakeKey.get(key);
  const offeredSeries =
    concept?.periodType === "instant" ? evidence.facts.seriesOf(concept, year) : null;
  if (!offeredSeries || offeredSeries.all.length === 0) return null;
  const slot = slotOf(year, instantPoints[at]);
  if (offeredSeries.all.some((series) => evidence.facts.index.pickOf(series, slot) !== null))
    return null;
  const filings = filingsOf(evidence, side, year, slot);
  const isNamed = (accession: string) =>
    offeredSeries.all.some((series) =>
      series.some((atSlot) => atSlot?.versions.some((fact) => fact.accession === accession)),
    );
  if (filings.some(isNamed)) return ofYear;
  // Filers name temporary equity by elements of their own, so that silence of its tags says nothing (Walmart 2010).
  if (rule.applies.except.includes(key)) return null;
  const both = others.map((other) => new Set(filingsOf(evidence, other, year, slot)));
  const ofAll = [...new Set(filings)].filter((one) => both.every((stating) => stating.has(one)));
  return ofAll.length >= silentFilings ? { rule: rule.id } : null;
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
