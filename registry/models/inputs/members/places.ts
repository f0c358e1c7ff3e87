import type { Fact } from "#schemas/shapes/companies/fact.ts";
import type { QuotedValue } from "../../answers/provenance.ts";
import { factsByMember, filedFact, newestOf, quoteFact } from "../filed-facts.ts";
import { type ModelSource, numberOf } from "../source.ts";
import { placeAxes, wholeAxes } from "./place-tags.ts";

/** A row of the balance sheet: of current assets or liabilities, of others, or one whose name does not tell. */
export type Placed = "current" | "noncurrent" | "unknown";

interface Day {
  end: string;
  currency: string | null;
}

export interface PlacedAmount {
  /** Null for a figure of one measurement, whatever the row. */
  place: string | null;
  /** True for a fact of the row alone, false for parts of it that were added up. */
  isAlone: boolean;
  quoted: QuotedValue;
}

interface PlacedFact {
  fact: Fact;
  /** Null for a figure of one measurement, whatever the row. */
  place: string | null;
  axes: readonly string[];
}

const noncurrentRow = /Non-?current|LongTerm|^Other(Assets|Liabilities)Member$/i;
const currentRow = /Current|Accrued|Prepaid|AccountsPayable/;

/** Where a row stands, by the name of its member. */
export function placedIn(member: string): Placed {
  if (noncurrentRow.test(member)) return "noncurrent";
  return currentRow.test(member) ? "current" : "unknown";
}

/**
 * What the newest report states of a tag by row of the balance sheet, each row once: for the row alone, else its parts by
 * further axes that all facts of it have alike. One measurement of all rows is the figure, too. Empty without any.
 */
export function byPlace(source: ModelSource, tag: string, { end, currency }: Day): PlacedAmount[] {
  const facts = factsByMember(source, tag).filter(
    (one) => one.start === null && one.end === end && (currency === null || one.unit === currency),
  );
  const report = facts.filter(({ accession }) => accession === newestOf(facts)?.accession);
  const placed = report.map(placedFact);
  return [...Map.groupBy(placed, ({ place }) => place)].flatMap(([place, own]) => {
    const fewest = Math.min(...own.map(({ axes }) => axes.length));
    const parts = own.filter(({ axes }) => axes.length === fewest);
    const isOneWay = new Set(parts.map(({ axes }) => axes.join())).size === 1;
    const quoted = parts.flatMap(({ fact }) => quoteFact(fact, "total_assets", "instant") ?? []);
    const [first] = quoted;
    if (first === undefined || !isOneWay) return [];
    const value = quoted.reduce((sum, one) => sum + one.value, 0);
    const isHeld = quoted.some((one) => one.value !== 0 && one.value === value - one.value);
    if (quoted.length > 2 && isHeld) return [];
    return [{ place, isAlone: fewest === 0, quoted: { ...first, value } }];
  });
}

/** A fact with its row, and the axes that part it further. */
function placedFact(fact: Fact): PlacedFact {
  const pairs = (fact.dimensions ?? "").split(";").map((pair) => pair.split("="));
  const row = pairs.find(([axis]) => axis === placeAxes.place)?.[1] ?? null;
  const axes = pairs.flatMap(([axis = ""]) =>
    axis === placeAxes.place || wholeAxes.includes(axis) ? [] : [axis],
  );
  return { fact, place: row === null ? null : row.replace(/^.*:/, ""), axes: axes.sort() };
}

const rounding = 0.001;

/**
 * The amounts of a tag in rows of the kind. Parts that were added up come to no more than the whole, where it is
 * filed, and a part that is all others is none.
 */
export function inRows(source: ModelSource, tag: string, day: Day, where: Placed): QuotedValue[] {
  const rows = byPlace(source, tag, day).filter(({ place }) => place !== null);
  const wanted = { start: null, end: day.end, unit: day.currency };
  const whole = numberOf(filedFact(source, [tag], wanted)?.value);
  const total = rows.reduce((sum, { quoted }) => sum + quoted.value, 0);
  const isWithin = whole === null || total <= whole * (1 + rounding);
  return rows.flatMap(({ place, isAlone, quoted }) => {
    const isHere = placedIn(place ?? "") === where && (isAlone || isWithin);
    return isHere && quoted.value > 0 ? [quoted] : [];
  });
}

/** What filings state of a tag by one measurement, else in rows of the balance sheet: the whole of either. */
export function ofOneMeasurement(source: ModelSource, tag: string, day: Day): QuotedValue[] {
  const amounts = byPlace(source, tag, day).filter(({ isAlone }) => isAlone);
  const whole = amounts.filter(({ place }) => place === null);
  return (whole.length > 0 ? whole : amounts).map(({ quoted }) => quoted);
}
