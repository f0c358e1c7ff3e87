import type { Fact } from "#schemas/shapes/companies/fact.ts";
import type { View } from "../../company-input.ts";
import { currencyCode } from "../../facts/currency-code.ts";
import { entry } from "../../facts/entry.ts";
import { compareVersions, type History } from "../../facts/history/history.ts";
import { type PickedVersion, pickVersion } from "../../facts/history/versions.ts";
import { isAfterFiling } from "../../periods/calendar.ts";
import { dayOf } from "../../periods/days.ts";
import type { Calendar } from "../../periods/fiscal-calendar.ts";
import { type Point, point, type Slot, slotFinder, spanOf } from "../../periods/slots.ts";
import { coverFacts } from "./cover-facts.ts";

/** The versions of a tag at one slot, and the one that the view shows once somebody asked for it. */
interface SlotVersions {
  /** Empty where the only versions are of another entity that reported under the registrant's number. */
  versions: readonly Fact[];
  /** Undefined until then. */
  picked: PickedVersion | null | undefined;
}

/** The versions of one tag in one unit, by slot of the fiscal calendar. */
export type Series = (SlotVersions | undefined)[];

/** Facts arranged for look-up, with the version that the view shows chosen on first use. */
export interface FactIndex {
  /** Null when the tag has no value in that unit at that slot in this view. */
  pick(tag: string, unit: string, slot: Slot): PickedVersion | null;
  /** The same for a series that was looked up before. */
  pickOf(series: Series, slot: Slot): PickedVersion | null;
  seriesOf(tag: string, unit: string): Series | undefined;
  /** What is wrong with the only values at the slot: then there is none, or one that cannot be trusted. */
  problemAt(
    series: Series,
    slot: Slot,
  ): NonNullable<PickedVersion["problem"]> | "vintage_conflict" | null;
  /** The series of the tag by unit; empty when it has no value. */
  unitsOf(tag: string): ReadonlyMap<string, Series>;
  /** Number of facts per fiscal year and unit, for the reporting currency. */
  unitCounts(yearIndex: number): ReadonlyMap<string, number>;
  /** The versions at a slot over all tags, for the filings behind a period. */
  versionsAt(slot: Slot): readonly (readonly Fact[])[];
}

const none: ReadonlyMap<string, never> = new Map<string, never>();

export function indexFacts(
  histories: readonly History[],
  calendar: Calendar,
  quanta: ReadonlyMap<string, number>,
  view: View,
  { passedOver, foreign }: { passedOver: ReadonlySet<Fact>; foreign: ReadonlySet<Fact> },
): FactIndex {
  const arranged = arrange(histories, calendar, foreign);
  const seriesOf = (tag: string, unit: string) => arranged.byTag.get(tag)?.get(unit);
  const choose = (series: Series, slot: Slot, versions: readonly Fact[]): PickedVersion | null => {
    if (versions.length === 1) return pickVersion(versions, view, quanta, passedOver);
    const dated = withoutMisdated(series, slot, versions);
    if (haveOneDate(dated)) return pickVersion(dated, view, quanta, passedOver);
    for (const group of exactFirst(calendar, slot, dated)) {
      const picked = pickVersion(group, view, quanta, passedOver);
      if (picked) return picked;
    }
    return null;
  };
  const pickOf = (series: Series, slot: Slot): PickedVersion | null => {
    const atSlot = series[slot];
    if (!atSlot) return null;
    if (atSlot.picked === undefined) atSlot.picked = choose(series, slot, atSlot.versions);
    return atSlot.picked;
  };
  return {
    pick(tag, unit, slot) {
      const series = seriesOf(tag, unit);
      return series ? pickOf(series, slot) : null;
    },
    pickOf,
    seriesOf,
    problemAt(series, slot) {
      if (series[slot]?.versions.length === 0) return "vintage_conflict";
      return pickOf(series, slot)?.problem ?? null;
    },
    unitsOf: (tag) => arranged.byTag.get(tag) ?? none,
    unitCounts: (yearIndex) => arranged.units.get(yearIndex) ?? none,
    versionsAt: (slot) => arranged.bySlot.get(slot) ?? [],
  };
}

/**
 * Facts within three days of a slot's dates stand for it only where none has the very dates: the balance of the
 * day after a year end, when a new standard begins, is another fact (2.14). Groups in order of preference.
 */
function exactFirst(calendar: Calendar, slot: Slot, versions: readonly Fact[]) {
  const year = calendar.years[slot >> 4];
  const span = year ? spanOf(year, (slot & 15) as Point) : null;
  if (!span) return [versions];
  const isExact = (fact: Fact) =>
    dayOf(fact.end) === span.end && dayOf(fact.start ?? fact.end) === span.start;
  return [versions.filter(isExact), versions.filter((fact) => !isExact(fact))];
}

function haveOneDate(versions: readonly Fact[]): boolean {
  const [first] = versions;
  return versions.every((fact) => fact.end === first?.end && fact.start === first.start);
}

/**
 * A comparative that carries another period's date: the newest version repeats, to the digit, what the neighbour year was first
 * reported as by another filing, or was reported as since, or what another year to date of its own year was first reported as, and
 * no other filing agrees. It is passed over. A flow must have enough digits that two periods do not have them in common by chance.
 */
function withoutMisdated(series: Series, slot: Slot, versions: readonly Fact[]): readonly Fact[] {
  const newest = versions.at(-1);
  if (versions.length < 2 || !newest || newest.value === "0") return versions;
  // Most facts are repeated as they were.
  if (versions.some((fact) => fact !== newest && fact.value === newest.value)) return versions;
  const digits = newest.start === null ? Number.POSITIVE_INFINITY : digitsOf(newest);
  const isOfOtherYear = () =>
    digits >= fewestDigits.ofYears && isRepeated(series, [slot - 16, slot + 16], newest, isSince);
  const isOfOtherPart = () =>
    digits >= fewestDigits.inYear && isRepeated(series, otherYearsToDate(slot), newest);
  return isOfOtherYear() || isOfOtherPart() ? versions.slice(0, -1) : versions;
}

/** Within a year the amount must be the one that another year to date was first reported as, so fewer digits do. */
const fewestDigits = { ofYears: 5, inYear: 4 };

/** Whether another filing states the value of one of the slots, first or as `counts` says. */
function isRepeated(
  series: Series,
  slots: readonly Slot[],
  { value, accession, filed }: Fact,
  counts: (other: Fact, filed: string) => boolean = () => false,
): boolean {
  return slots.some((slot) =>
    series[slot]?.versions.some(
      (fact, i) =>
        fact.value === value &&
        fact.accession !== accession &&
        (i === 0 || counts(fact, filed ?? "")),
    ),
  );
}

const isSince = (other: Fact, filed: string) => (other.filed ?? "") > filed;

const yearsToDate: readonly Point[] = [point.Q1, point.M6, point.M9, point.FY];

/** The year's other spans from its first day; none for a quarter within it or a balance. */
function otherYearsToDate(slot: Slot): Slot[] {
  const year = slot - (slot & 15);
  const others = yearsToDate.map((at) => year + at).filter((other) => other !== slot);
  return others.length < yearsToDate.length ? others : [];
}

/** Significant digits of an amount of money; none of anything else. */
function digitsOf({ unit, value }: Fact): number {
  return currencyCode.test(unit) ? value.replace(/^-|0+$/g, "").length : 0;
}

interface ArrangedFacts {
  byTag: Map<string, Map<string, Series>>;
  bySlot: Map<Slot, (readonly Fact[])[]>;
  units: Map<number, Map<string, number>>;
}

function arrange(
  histories: readonly History[],
  calendar: Calendar,
  foreign: ReadonlySet<Fact>,
): ArrangedFacts {
  const arranged: ArrangedFacts = { byTag: new Map(), bySlot: new Map(), units: new Map() };
  const slotOf = slotFinder(calendar);
  const seriesOf = seriesFinder(arranged.byTag, calendar.years.length * 16);
  const ownSlots = new Map<string, { end: string; slot: Slot }>();
  for (const history of histories) {
    const first = history[0];
    if (!first || first.dimensions !== null || first.taxonomy === "dei") continue;
    const slot = slotOf(first);
    if (slot === null) continue;
    const versions = reported(history, foreign);
    if (versions.length > 0) place(arranged, seriesOf(first), versions, slot);
    else if (history.some((fact) => foreign.has(fact))) seriesOf(first)[slot] ??= placed([]);
    noteOwnSlots(ownSlots, history, slot);
  }
  for (const { fact, slot } of coverFacts(histories, ownSlots)) {
    place(arranged, seriesOf(fact), [fact], slot);
  }
  return arranged;
}

/** Without schedules of the future, and without what another entity reported. */
function reported(history: History, foreign: ReadonlySet<Fact>): History {
  const isOut = (fact: Fact) => isAfterFiling(fact) || foreign.has(fact);
  return history.some(isOut) ? history.filter((fact) => !isOut(fact)) : history;
}

/** Histories of one tag and unit come one after the other, so the last answer mostly fits again. */
function seriesFinder(byTag: ArrangedFacts["byTag"], slots: number): (fact: Fact) => Series {
  let last: Fact | null = null;
  let series: Series = [];
  return (fact) => {
    const { taxonomy, tag, unit } = fact;
    if (last?.tag === tag && last.unit === unit && last.taxonomy === taxonomy) return series;
    last = fact;
    const byUnit = entry(byTag, `${taxonomy}:${tag}`, () => new Map<string, Series>());
    series = entry(byUnit, unit, (): Series => new Array(slots));
    return series;
  };
}

const placed = (versions: readonly Fact[]): SlotVersions => ({ versions, picked: undefined });

function place({ bySlot, units }: ArrangedFacts, series: Series, versions: History, slot: Slot) {
  const unit = versions[0]?.unit ?? "";
  const others = series[slot]?.versions;
  series[slot] = placed(others ? [...others, ...versions].sort(compareVersions) : versions);
  entry(bySlot, slot, () => []).push(versions);
  const counts = entry(units, slot >> 4, () => new Map<string, number>());
  counts.set(unit, (counts.get(unit) ?? 0) + versions.length);
}

/** The newest period end that a filing reports is the period the filing is about. */
function noteOwnSlots(own: Map<string, { end: string; slot: Slot }>, history: History, slot: Slot) {
  for (const fact of history) {
    const known = own.get(fact.accession);
    if ((known && known.end >= fact.end) || isAfterFiling(fact)) continue;
    own.set(fact.accession, { end: fact.end, slot: instantOf(slot) });
  }
}

/** The balance-sheet slot at the end of any slot. */
export function instantOf(slot: Slot): Slot {
  const at = slot & 15;
  const year = slot - at;
  if (at === point.Q1 || at === point.I1) return year + point.I1;
  if (at === point.Q2 || at === point.M6 || at === point.I2) return year + point.I2;
  if (at === point.Q3 || at === point.M9 || at === point.I3) return year + point.I3;
  return year + point.I4;
}
