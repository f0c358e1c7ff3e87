import type { Fact } from "#schemas/shapes/companies/fact.ts";
import { type Reading, read } from "../answers/metrics.ts";
import { computedProvenance, type QuotedValue, quote } from "../answers/provenance.ts";
import { round } from "../answers/rounding.ts";
import type { Anchors } from "./anchors.ts";
import { type Averages, dilution } from "./average-shares.ts";
import { addDays } from "./dates.ts";
import { quoteFact } from "./filed-facts.ts";
import {
  isKnown,
  type ModelSource,
  numberOf,
  type SourceLine,
  type SourcePeriod,
} from "./source.ts";

const lookBackDays = 400;
/** Earnings per share are of two decimals: below this they tell the count less than two percent exactly. */
const earningsMin = 0.25;
/** What one figure is over the other needs more digits. */
const dilutionMin = 1;
/** Rounding of earnings of a quarter makes at most four percent. */
const dilutionSure = 1.1;

/**
 * Average shares of filers that state earnings per share and no count: of several classes, say. Net income of the common
 * shares over each, of the newest period that tells them well enough; null without one. Where the basic average is filed,
 * it stands, and the diluted one is as much above it as basic earnings per share are above diluted ones: interest on
 * convertible debt is added to income before these (Ford).
 */
export const averagesOfEarnings = (source: ModelSource, anchors: Anchors): Averages | null =>
  newestOf(source, anchors, earningsMin);

/** The same, of earnings large enough to tell how much dilution there is, or of more dilution than rounding makes (Ford). */
export function dilutionOfEarnings(source: ModelSource, anchors: Anchors): Averages | null {
  const told = newestOf(source, anchors, dilutionMin);
  const less = told === null ? newestOf(source, anchors, earningsMin) : null;
  return less !== null && dilution(less) >= dilutionSure ? less : told;
}

function newestOf(source: ModelSource, anchors: Anchors, least: number): Averages | null {
  const from = addDays(anchors.balanceSheetDate, -lookBackDays);
  const periods = source.periods
    .filter(({ end }) => end <= anchors.balanceSheetDate && end > from)
    .sort((a, b) => (a.end === b.end ? (a.start < b.start ? -1 : 1) : a.end < b.end ? 1 : -1));
  for (const period of periods) {
    const basic = countOf(source, { period, least }, "eps_basic");
    const diluted = countOf(source, { period, least }, "eps_diluted") ?? basic;
    if (diluted === null) continue;
    const averages = { basic: basic ?? diluted, diluted, start: period.start };
    return ofBasicAverage(source, period, averages) ?? averages;
  }
  return null;
}

/** The basic average that net income and earnings per share of a period give; null where these are small or not filed. */
export const basicOfEarnings = (source: ModelSource, period: SourcePeriod): number | null =>
  countOf(source, { period, least: earningsMin }, "eps_basic")?.value ?? null;

/** With the basic average as it is filed; null without one. */
function ofBasicAverage(source: ModelSource, period: SourcePeriod, of: Averages): Averages | null {
  const basic = quote(source, read(period, "basic_shares"), "computed");
  if (basic === null || basic.value <= 0) return null;
  const value = round(basic.value * dilution(of), 0);
  const parts = [basic, of.diluted, of.basic];
  const note = `the basic average of ${period.start} to ${period.end}, times basic over diluted earnings per share`;
  const provenance = computedProvenance("diluted_shares", "basic_times_eps", period.end, parts);
  return { basic, diluted: { value, provenance, note }, start: period.start };
}

function countOf(
  source: ModelSource,
  { period, least }: { period: SourcePeriod; least: number },
  key: "eps_basic" | "eps_diluted",
): QuotedValue | null {
  const income =
    quote(source, read(period, "net_income_common"), "computed") ??
    quote(source, read(period, "net_income"), "computed");
  const perShare = numberOf(period.lines[key]?.value);
  if (income === null || perShare === null || Math.abs(perShare) < least) return null;
  const value = round(income.value / perShare, 0);
  if (value <= 0) return null;
  const parts = [income, ...quotedLine(source, period, key, period.lines[key])];
  return {
    value,
    provenance: computedProvenance("diluted_shares", "net_income_over_eps", period.end, parts),
    note: `net income over earnings per share of ${perShare} for ${period.start} to ${period.end}: no count of all shares is filed`,
  };
}

function quotedLine(
  source: ModelSource,
  period: SourcePeriod,
  concept: string,
  line: SourceLine | undefined,
): QuotedValue[] {
  const value = numberOf(line?.value);
  if (line === undefined || value === null) return [];
  const reading = { metric: "eps_diluted" as const, concept, value, lineage: line.lineage, period };
  const quoted = quote(source, reading, "computed");
  return quoted === null ? [] : [quoted];
}

const perShareTags: ReadonlySet<string> = new Set([
  "EarningsPerShareBasic",
  "EarningsPerShareBasicAndDiluted",
]);
/** A share that earns this many times what another does has other rights; less is another dividend. */
const unequalMin = 1.25;

/** A class by its dimensions ("axis=member"), null for the one that is filed without, and how many shares it has. */
export interface ClassOfShares {
  label: string | null;
  value: number;
}

/**
 * A count of several classes as one of the largest class: each share counts as many times as it earns what one of that
 * class does (Visa: four of class A for one of class C). The count as it is where earnings by class are not filed, or are
 * about equal.
 */
export function weighted(
  source: ModelSource,
  of: readonly ClassOfShares[],
  { count, date }: { count: QuotedValue; date: string },
): QuotedValue {
  const classes = [...of].sort((a, b) => b.value - a.value);
  const earned = earningsOf(source, classes, date);
  const [ofLargest] = earned;
  if (ofLargest === undefined) return count;
  const times = earned.map(({ value }) => value / ofLargest.value);
  if (!times.some((one) => Math.max(one, 1 / one) >= unequalMin)) return count;
  const value = classes.reduce((sum, one, index) => sum + one.value * (times[index] ?? 1), 0);
  const parts = [count, ...earned];
  return {
    value: round(value, 0),
    provenance: computedProvenance("shares_outstanding", "shares_by_earnings", date, parts),
    note: "a share of another class counts as many as it earns what one of the largest class does",
  };
}

/** The classes that a count is the sum of; none of a count of one. */
export function classesOf({ lineage }: Reading): ClassOfShares[] {
  if (lineage === null || typeof lineage === "number") return [];
  const [rule, ...operands] = lineage;
  if (rule !== "sum_of_classes") return [];
  return operands.map(([, label, value]) => ({ label, value: numberOf(value) ?? 0 }));
}

/** Positive earnings per share of every class, of the newest period that states them all; empty without one. */
function earningsOf(
  source: ModelSource,
  classes: readonly Pick<ClassOfShares, "label">[],
  date: string,
): QuotedValue[] {
  if (classes.length === 0) return [];
  const stated = statedByClass(source, date);
  for (const { start, end } of stated) {
    const quoted = classes.flatMap(({ label }) => {
      if (label === null) return wholeAt(source, { start, end });
      const fact = stated.find(
        (one) => one.dimensions === label && one.start === start && one.end === end,
      );
      return quoteFact(fact ?? null, "shares_outstanding", "computed") ?? [];
    });
    if (quoted.length === classes.length && quoted.every(({ value }) => value > 0)) return quoted;
  }
  return [];
}

/** Earnings per share of a period that are filed without a class. */
function wholeAt(source: ModelSource, { start, end }: Pick<Fact, "start" | "end">): QuotedValue[] {
  const period = source.periods.find((one) => one.start === start && one.end === end);
  return period ? quotedLine(source, period, "eps_basic", period.lines.eps_basic) : [];
}

/** Earnings per share of single classes in the thirteen months to a day, the newest and longest period first. */
export function statedByClass(source: ModelSource, date: string): Fact[] {
  const from = addDays(date, -lookBackDays);
  return source.facts
    .filter(({ tag, dimensions }) => dimensions !== null && perShareTags.has(tag))
    .filter((fact) => fact.end <= date && fact.end > from && isKnown(source, fact))
    .sort((a, b) =>
      a.end === b.end ? ((a.start ?? "") < (b.start ?? "") ? -1 : 1) : a.end < b.end ? 1 : -1,
    );
}

/** True where shares of these classes have other rights, and filings do not tell what one of each earns. */
export function haveUnknownRights(
  source: ModelSource,
  classes: readonly ClassOfShares[],
  date: string,
): boolean {
  if (earningsOf(source, classes, date).length > 0) return false;
  const [newest, ...others] = statedByClass(source, date);
  const of = others.filter(({ start, end }) => start === newest?.start && end === newest.end);
  const values = of.map(({ value }) => (numberOf(value) ?? 0) / (numberOf(newest?.value) || 1));
  return values.some((one) => one > 0 && Math.max(one, 1 / one) >= unequalMin);
}
