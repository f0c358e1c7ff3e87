import * as decimal from "#schemas/decimal.ts";
import type { Fact } from "#schemas/shapes/fact.ts";
import type { Line, Lineage } from "#schemas/shapes/statement.ts";
import { tierOf } from "../facts/forms.ts";
import { compareText, type History, listHistories } from "../facts/history.ts";
import { quantumOf } from "../facts/quantum.ts";
import { isConsistent } from "../facts/versions.ts";

/** The facts of one company, for looking up what one filing says. */
export interface FactTable {
  facts: readonly Fact[];
  histories: readonly History[];
  quanta: ReadonlyMap<string, number>;
  /** All versions of the same fact, in the order of the facts. */
  versionsOf(fact: Fact): History;
  /** Versions of the undimensioned fact of the same tag and unit over other days; empty when there is none. */
  find(like: Fact, start: string | null, end: string): readonly Fact[];
  /** True when every periodic report that states the fact says the same, within rounding. */
  isSettled(fact: Fact): boolean;
  /** The filings that state the fact, the newest first, periodic reports before others. */
  filingsOf(fact: Fact): readonly string[];
}

/** What is known of one fact; the rest is found out when first asked for. */
interface Place {
  versions: History;
  /** All histories of the same tag and unit, by end and start. */
  series: History[];
  isSettled: boolean | null;
  filings: readonly string[] | null;
}

/** `facts` are in canonical order, so that versions stand together, and so do the periods of a tag. */
export function tabulate(facts: readonly Fact[], quanta: ReadonlyMap<string, number>): FactTable {
  const histories = listHistories(facts);
  const places = new Map<Fact, Place>();
  let series: History[] = [];
  for (const versions of histories) {
    if (!isOneSeries(series[0]?.[0], versions[0])) series = [];
    series.push(versions);
    const place: Place = { versions, series, isSettled: null, filings: null };
    for (const fact of versions) places.set(fact, place);
  }
  return {
    facts,
    histories,
    quanta,
    versionsOf: (fact) => places.get(fact)?.versions ?? [],
    find: (like, start, end) => findIn(places.get(like)?.series ?? [], start, end),
    isSettled(fact) {
      const place = places.get(fact);
      if (!place) return true;
      place.isSettled ??= isAgreed(place.versions, quanta);
      return place.isSettled;
    },
    filingsOf(fact) {
      const place = places.get(fact);
      if (!place) return [];
      place.filings ??= filingsBest(place.versions);
      return place.filings;
    },
  };
}

function isOneSeries(a: Fact | undefined, b: Fact | undefined): boolean {
  return a?.tag === b?.tag && a?.unit === b?.unit && a?.taxonomy === b?.taxonomy;
}

/** A series is ordered by end, then start, then dimensions, none first. */
function findIn(series: readonly History[], start: string | null, end: string): History {
  let [low, high] = [0, series.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const fact = series[middle]?.[0];
    if (!fact) break;
    const order = compareText(fact.end, end) || compareText(fact.start ?? "", start ?? "");
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  const found = series[low] ?? [];
  const [fact] = found;
  const isIt = fact?.end === end && fact.start === start && fact.dimensions === null;
  return isIt ? found : [];
}

function isAgreed(versions: History, quanta: ReadonlyMap<string, number>): boolean {
  if (versions.length === 1) return true;
  const [first, ...rest] = versions.filter(({ form }) => tierOf(form) === 1);
  return !first || rest.every((fact) => isConsistent(first, fact, quanta));
}

function filingsBest(versions: History): string[] {
  return [...versions]
    .sort((a, b) => tierOf(a.form) - tierOf(b.form) || ((a.filed ?? "") < (b.filed ?? "") ? 1 : -1))
    .map(({ accession }) => accession);
}

/** A line that rests on filed facts alone: Σ weight × fact. */
export interface Filed {
  label: string;
  parts: { weight: number; fact: Fact }[];
}

/**
 * The filed facts behind a line, or null for one that arithmetic over periods or lines has made. A total
 * that equals its only part because the filer has no other (rule `absence`) is as good as filed.
 */
export function filedOf(label: string, line: Line | undefined, table: FactTable): Filed | null {
  if (!line || line.value === null || line.lineage === null) return null;
  const parts = partsOf(line.lineage, 1, table);
  return parts && { label, parts };
}

function partsOf(lineage: Lineage, weight: number, table: FactTable): Filed["parts"] | null {
  if (typeof lineage === "number") {
    const fact = table.facts[lineage];
    return fact ? [{ weight, fact }] : null;
  }
  const [rule, ...operands] = lineage;
  const isFiled =
    rule === "sign" ||
    rule === "sum_of_tags" ||
    rule === "sum_of_classes" ||
    (rule === "absence" && operands.length === 1);
  if (!isFiled) return null;
  const parts = operands.map(([factor, , , of]) => partsOf(of, weight * factor, table));
  return parts.every((part) => part !== null) ? parts.flat() : null;
}

export interface FilingValue {
  value: string;
  /** Exponent of ten to which the value is known: the coarsest of its facts. */
  quantum: number;
}

/** What one filing says of the line; null when it lacks a part, or gives two values for one. */
export function valueIn(filed: Filed, accession: string, table: FactTable): FilingValue | null {
  let value: string | null = null;
  let quantum = Number.NEGATIVE_INFINITY;
  for (const { weight, fact } of filed.parts) {
    const own = versionIn(fact, accession, table);
    if (own === null) return null;
    const amount = decimal.times(weight, own.value);
    value = value === null ? amount : decimal.add(value, amount);
    quantum = Math.max(quantum, quantumOf(own, table.quanta));
  }
  return { value: value ?? "0", quantum };
}

/** The filing's own version; null when it has none, or two that rounding does not reconcile. */
function versionIn(fact: Fact, accession: string, table: FactTable): Fact | null {
  let own: Fact | null = null;
  for (const version of table.versionsOf(fact)) {
    if (version.accession !== accession) continue;
    if (own !== null) return isConsistent(own, version, table.quanta) ? own : null;
    own = version;
  }
  return own;
}

/** The newest filing that carries all of the lines, periodic reports before others; null when none does. */
export function commonFiling(lines: readonly Filed[], table: FactTable): string | null {
  const fact = lines.find(({ parts }) => parts.length > 0)?.parts[0]?.fact;
  if (!fact) return null;
  for (const accession of table.filingsOf(fact)) {
    if (lines.every((line) => isStatedIn(line, accession, table))) return accession;
  }
  return null;
}

const isStatedIn = ({ parts }: Filed, accession: string, table: FactTable) =>
  parts.every(({ fact }) => versionIn(fact, accession, table) !== null);

/** The version of the first periodic report that states the fact, or else the first of all; null without versions. */
export function firstOf(versions: readonly Fact[]): Fact | null {
  if (versions.length < 2) return versions[0] ?? null;
  const best = [...versions].sort(
    (a, b) => tierOf(a.form) - tierOf(b.form) || ((a.filed ?? "9") < (b.filed ?? "9") ? -1 : 1),
  );
  return best[0] ?? null;
}
