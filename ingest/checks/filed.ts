import * as decimal from "#schemas/decimal.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import type { Line, Lineage } from "#schemas/shapes/companies/statement.ts";
import { tierOf } from "../facts/forms.ts";
import { compareText, type History } from "../facts/history/history.ts";
import { isConsistent } from "../facts/history/versions.ts";
import { quantumOf } from "../facts/quantum.ts";

/** One fact as all filings state it. What is asked again and again is found out once, when first asked for. */
export interface FactHistory {
  /** In the order of the facts. */
  versions: History;
  /** All histories of the same tag and unit, by end and start. */
  series: readonly FactHistory[];
  first: Fact | null;
  isSettled: boolean | null;
  filings: readonly string[] | null;
}

/** The facts of one company, for looking up what one filing says. */
export interface FactTable {
  facts: readonly Fact[];
  histories: readonly FactHistory[];
  quanta: ReadonlyMap<string, number>;
  /** By index of the fact. */
  historyOf: readonly FactHistory[];
}

/** `histories` are all facts in canonical order, so that versions stand together, and so do the periods of a tag. */
export function tabulate(
  histories: readonly History[],
  facts: readonly Fact[],
  quanta: ReadonlyMap<string, number>,
): FactTable {
  const listed: FactHistory[] = [];
  const historyOf: FactHistory[] = [];
  let series: FactHistory[] = [];
  for (const versions of histories) {
    if (!isOneSeries(series[0]?.versions[0], versions[0])) series = [];
    const history = { versions, series, first: null, isSettled: null, filings: null };
    series.push(history);
    listed.push(history);
    for (let i = 0; i < versions.length; i += 1) historyOf.push(history);
  }
  return { facts, histories: listed, quanta, historyOf };
}

function isOneSeries(a: Fact | undefined, b: Fact | undefined): boolean {
  return a?.tag === b?.tag && a?.unit === b?.unit && a?.taxonomy === b?.taxonomy;
}

/** The undimensioned fact of the same tag and unit over other days; null when there is none. */
export function findOver(
  { series }: FactHistory,
  start: string | null,
  end: string,
): FactHistory | null {
  // A series is ordered by end, then start, then dimensions, none first.
  let [low, high] = [0, series.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const fact = series[middle]?.versions[0];
    if (!fact) break;
    const order = compareText(fact.end, end) || compareText(fact.start ?? "", start ?? "");
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  const found = series[low];
  const fact = found?.versions[0];
  const isIt = fact?.end === end && fact.start === start && fact.dimensions === null;
  return found && isIt ? found : null;
}

/** True when every periodic report that states the fact says the same, within rounding. */
export function isSettled(history: FactHistory, { quanta }: FactTable): boolean {
  history.isSettled ??= isAgreed(history.versions, quanta);
  return history.isSettled;
}

/** The version of the first periodic report that states the fact, or else the first of all. */
export function firstReport(history: FactHistory): Fact {
  history.first ??= firstOf(history.versions);
  return history.first;
}

/** The filings that state the fact, the newest first, periodic reports before others. */
function filingsOf(history: FactHistory): readonly string[] {
  history.filings ??= filingsBest(history.versions);
  return history.filings;
}

function isAgreed(versions: History, quanta: ReadonlyMap<string, number>): boolean {
  let first: Fact | null = null;
  for (const fact of versions) {
    if (tierOf(fact.form) !== 1) continue;
    first ??= fact;
    if (!isConsistent(first, fact, quanta)) return false;
  }
  return true;
}

function filingsBest(versions: History): string[] {
  if (versions.length === 1) return versions.map(({ accession }) => accession);
  return [...versions]
    .sort((a, b) => tierOf(a.form) - tierOf(b.form) || ((a.filed ?? "") < (b.filed ?? "") ? 1 : -1))
    .map(({ accession }) => accession);
}

/** A line that rests on filed facts alone: Σ weight × fact. */
export interface FiledTotal {
  label: string;
  parts: { weight: number; fact: Fact; history: FactHistory }[];
}

/**
 * The filed facts behind a line, or null for one that arithmetic over periods or lines has made. A total
 * that equals its only part because the filer has no other (rule `absence`) is as good as filed.
 */
export function filedOf(
  label: string,
  line: Line | undefined,
  table: FactTable,
): FiledTotal | null {
  if (!line || line.value === null || line.lineage === null) return null;
  const parts = partsOf(line.lineage, 1, table);
  return parts && { label, parts };
}

function partsOf(lineage: Lineage, weight: number, table: FactTable): FiledTotal["parts"] | null {
  if (typeof lineage === "number") {
    const [fact, history] = [table.facts[lineage], table.historyOf[lineage]];
    return fact && history ? [{ weight, fact, history }] : null;
  }
  const [rule] = lineage;
  const isFiled =
    rule === "sign" ||
    rule === "scale" ||
    rule === "sum_of_tags" ||
    rule === "sum_of_classes" ||
    (rule === "absence" && lineage.length === 2);
  if (!isFiled) return null;
  const [, ...operands] = lineage;
  const parts = operands.map(([factor, , , of]) => partsOf(of, weight * factor, table));
  return parts.every((part) => part !== null) ? parts.flat() : null;
}

export interface FilingValue {
  value: string;
  /** Exponent of ten to which the value is known: the coarsest of its facts. */
  quantum: number;
}

/** What one filing says of the line; null when it lacks a part, or gives two values for one. */
export function valueIn(
  filed: FiledTotal,
  accession: string,
  table: FactTable,
): FilingValue | null {
  let value: string | null = null;
  let quantum = Number.NEGATIVE_INFINITY;
  for (const { weight, history } of filed.parts) {
    const own = versionIn(history, accession, table);
    if (own === null) return null;
    const amount = decimal.times(weight, own.value);
    value = value === null ? amount : decimal.add(value, amount);
    quantum = Math.max(quantum, quantumOf(own, table.quanta));
  }
  return { value: value ?? "0", quantum };
}

/** The filing's own version; null when it has none, or two that rounding does not reconcile. */
function versionIn({ versions }: FactHistory, accession: string, table: FactTable): Fact | null {
  let own: Fact | null = null;
  for (const version of versions) {
    if (version.accession !== accession) continue;
    if (own !== null) return isConsistent(own, version, table.quanta) ? own : null;
    own = version;
  }
  return own;
}

/** The newest filing that carries all of the lines, periodic reports before others; null when none does. */
export function commonFiling(lines: readonly FiledTotal[], table: FactTable): string | null {
  const history = lines.find(({ parts }) => parts.length > 0)?.parts[0]?.history;
  if (!history) return null;
  for (const accession of filingsOf(history)) {
    if (lines.every((line) => isStatedIn(line, accession, table))) return accession;
  }
  return null;
}

const isStatedIn = ({ parts }: FiledTotal, accession: string, table: FactTable) =>
  parts.every(({ history }) => versionIn(history, accession, table) !== null);

function firstOf(versions: History): Fact {
  let best = versions[0] as Fact;
  for (const fact of versions) {
    const order = tierOf(fact.form) - tierOf(best.form);
    if (order < 0 || (order === 0 && (fact.filed ?? "9") < (best.filed ?? "9"))) best = fact;
  }
  return best;
}
