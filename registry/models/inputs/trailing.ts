import type { Fact } from "#schemas/shapes/companies/fact.ts";
import { conceptsOf, latestFact, read, readConcept, tagsOf } from "../answers/metrics.ts";
import {
  computedProvenance,
  factProvenance,
  type QuotedValue,
  quote,
} from "../answers/provenance.ts";
import type { MetricKey } from "../catalogue.ts";
import type { Anchors } from "./anchors.ts";
import { isIn } from "./anchors.ts";
import { addDays, daysBetween } from "./dates.ts";
import { near, quoteFact } from "./filed-facts.ts";
import { type OneScope, type Scope, scopeOf } from "./scopes/one-scope.ts";
import { rowsOfMonths } from "./scopes/year-rows.ts";
import { type ModelSource, numberOf, type SourcePeriod } from "./source.ts";

/**
 * A flow over the twelve months to the balance sheet date: the fiscal year itself at a year end, else the
 * persisted trailing column, else the year plus the year to date less that of a year earlier (models.md 3.1).
 * Null when none of the three can be had, and where a business left between the year and the year to date.
 */
export function trailing(
  source: ModelSource,
  anchors: Anchors,
  years: readonly SourcePeriod[],
  metric: MetricKey,
): QuotedValue | null {
  const year = years.at(-1) ?? null;
  const end = anchors.balanceSheetDate;
  if (end === anchors.yearEnd) return quote(source, read(year, metric), "FY");
  const scope = scopeSince(source, years, metric, end);
  if (scope === "none") return null;
  if (scope !== "filed") return onOneScope(scope, metric, end);
  return firstOf(
    metric,
    (line) => persisted(source, years, line, end) ?? bridged(source, years, line, end),
  );
}

/** A metric by one of its concepts: parts that add up are of one line. */
interface MetricLine {
  metric: MetricKey;
  concept: string;
}

/** What the first of a metric's concepts gives that gives anything. */
function firstOf(
  metric: MetricKey,
  give: (line: MetricLine) => QuotedValue | null,
): QuotedValue | null {
  for (const concept of conceptsOf[metric]) {
    const given = give({ metric, concept });
    if (given !== null) return given;
  }
  return null;
}

/** The scope of the last of the years and of what follows it. */
function scopeSince(
  source: ModelSource,
  years: readonly SourcePeriod[],
  metric: MetricKey,
  end: string,
): Scope {
  const year = years.at(-1);
  return year === undefined ? "filed" : scopeOf(source, { year, end }, metric);
}

/** Twelve months of three facts of one scope. */
function onOneScope({ year, now, then, isRecast }: OneScope, metric: MetricKey, end: string) {
  const parts = [
    quoteFact(year, metric, "FY"),
    quoteFact(now, metric, "computed"),
    quoteFact(then, metric, "computed"),
  ];
  const [full, sinceThen, before] = parts;
  if (full == null || sinceThen == null || before == null) return null;
  return {
    value: full.value + sinceThen.value - before.value,
    provenance: computedProvenance(metric, metric, end, [full, sinceThen, before], "TTM"),
    ...(isRecast && { note: `of the fiscal year as recast in the report filed on ${year.filed}` }),
  };
}

/**
 * A flow of the last fiscal year as a later report recasts it, where the year to date is without a business that left;
 * null where the year stands as filed. Revenue and operating income are recast both or neither.
 */
export function recastYear(
  source: ModelSource,
  year: SourcePeriod | null,
  end: string,
  metric: MetricKey,
): QuotedValue | null {
  if (year === null || year.end === end) return null;
  const [own, ...both] = [metric, "revenue" as const, "operating_income" as const].map((one) =>
    scopeOf(source, { year, end }, one),
  );
  if (own === undefined || typeof own === "string" || !own.isRecast) return null;
  if (both.some((one) => typeof one === "string")) return null;
  const quoted = quoteFact(own.year, metric, "FY");
  return quoted && { ...quoted, note: `as recast in the report filed on ${own.year.filed}` };
}

/** The persisted trailing column at a period end, with the quarters it is the sum of where they are stored. */
function persisted(
  source: ModelSource,
  years: readonly SourcePeriod[],
  line: MetricLine,
  end: string,
): QuotedValue | null {
  const value = source.ttm.find((one) => one.end === end)?.values[line.concept] ?? null;
  if (value === null) return null;
  const parts = quartersOf(source, end).flatMap((period) => {
    const part = quote(source, readLine(period, line), "computed");
    return part === null ? [] : [part];
  });
  if (parts.length < quartersOfYear) {
    // Of quarters that are not stored the year and its parts tell the same.
    const told = bridged(source, years, line, end);
    if (told !== null && isNear(told.value, value)) return { ...told, value };
  }
  return { value, provenance: computedProvenance(line.metric, line.concept, end, parts, "TTM") };
}

const readLine = (period: SourcePeriod, { metric, concept }: MetricLine) =>
  readConcept(period, metric, concept);

const quartersOfYear = 4;
const rounding = 0.000001;
const isNear = (a: number, b: number) => Math.abs(a - b) <= rounding * Math.max(1, Math.abs(b));

function quartersOf(source: ModelSource, end: string): SourcePeriod[] {
  const from = addDays(end, -350);
  return source.periods.filter((one) => isQuarter(one) && one.end <= end && one.end > from);
}

/** Year + year to date − year to date of a year earlier. */
function bridged(
  source: ModelSource,
  years: readonly SourcePeriod[],
  line: MetricLine,
  end: string,
): QuotedValue | null {
  const { metric } = line;
  const [before, year] = years.slice(-2);
  if (before === undefined || year === undefined) return null;
  const full = quote(source, readLine(year, line), "FY");
  const then = toDate(source, line, addDays(before.end, 1), addDays(end, -365));
  const now =
    toDate(source, line, addDays(year.end, 1), end) ?? blankBeside(source, metric, then, end);
  if (full === null) return null;
  if (now === null || then === null) return rowsOfMonths(source, [before, year], line, end);
  return {
    value: full.value + now.value - then.value,
    provenance: computedProvenance(metric, metric, end, [full, now, then], "TTM"),
    ...(full.note != null && { note: `of the fiscal year: ${full.note}` }),
  };
}

/** Rows of cash flow statements that are left blank where nothing was paid. */
const leftBlank: ReadonlySet<MetricKey> = new Set([
  "dividends_paid",
  "share_repurchases",
  "debt_issued",
  "debt_repaid",
]);

/** Zero, where the report of the year to date states the row for the year before and leaves it blank for its own. */
function blankBeside(
  { periods }: ModelSource,
  metric: MetricKey,
  then: QuotedValue | null,
  end: string,
): QuotedValue | null {
  const accession = then?.provenance?.accessionNumber;
  if (then === null || accession === undefined || !leftBlank.has(metric)) return null;
  const reports = periods.filter((one) => one.end === end).flatMap(({ filings }) => filings);
  if (!reports.some(({ accessionNumber }) => accessionNumber === accession)) return null;
  return { value: 0, provenance: computedProvenance(metric, metric, end, [then]) };
}

/** A flow from the start of a fiscal year to a period end within it: the sum of its quarters, else the filed value. */
export function yearToDate(
  source: ModelSource,
  metric: MetricKey,
  start: string,
  end: string,
): QuotedValue | null {
  return firstOf(metric, (line) => toDate(source, line, start, end));
}

const toDate = (source: ModelSource, line: MetricLine, start: string, end: string) =>
  summed(source, line, start, end) ?? filed(source, line, start, end);

function summed(
  source: ModelSource,
  line: MetricLine,
  start: string,
  end: string,
): QuotedValue | null {
  const parts: QuotedValue[] = [];
  let from = start;
  for (let quarter = 0; quarter < 3; quarter += 1) {
    const period = source.periods.find((one) => isPart(one) && near(one.start, from));
    const part = period && quote(source, readLine(period, line), "computed");
    if (period === undefined || part == null) return null;
    parts.push(part);
    if (near(period.end, end)) {
      const value = parts.reduce((total, one) => total + one.value, 0);
      return { value, provenance: computedProvenance(line.metric, line.metric, period.end, parts) };
    }
    from = addDays(period.end, 1);
  }
  return null;
}

function filed(
  source: ModelSource,
  { metric, concept }: MetricLine,
  start: string,
  end: string,
): QuotedValue | null {
  const isOfSpan = (fact: Fact) =>
    fact.start !== null && near(fact.start, start) && near(fact.end, end);
  const latest = [...tagsOf(source, concept), ...sameWithoutDiscontinued(source, concept)]
    .values()
    .map((name) =>
      latestFact(source, (fact) => `${fact.taxonomy}:${fact.tag}` === name && isOfSpan(fact)),
    )
    .find((one) => one !== null);
  const value = numberOf(latest?.fact.value);
  if (latest == null || value === null) return null;
  return { value, provenance: factProvenance(latest.fact, metric, "computed") };
}

/**
 * Elements of a flow of continuing operations alone, which are all operations of a company that gave no business up: a quarter
 * may stand under another one than the year (Boston Beer 2014: nine months of 102.564).
 */
function sameWithoutDiscontinued({ periods }: ModelSource, concept: string): readonly string[] {
  const isAll = periods.every(
    ({ lines }) => (numberOf(lines.income_discontinued?.value) ?? 0) === 0,
  );
  return (isAll ? continuing[concept] : undefined) ?? [];
}

const continuing: Readonly<Record<string, readonly string[]>> = {
  operating_cash_flow: ["us-gaap:NetCashProvidedByUsedInOperatingActivitiesContinuingOperations"],
};

/**
 * Revenue of the twelve months to a quarter end, of the last year as `recast` where later balance sheets leave a business
 * out; null where it cannot be had.
 */
export function ltmRevenue(
  source: ModelSource,
  years: readonly SourcePeriod[],
  end: string,
  recast: QuotedValue | null,
): number | null {
  const year = years.find((one) => one.end === end);
  if (year !== undefined) return (recast ?? read(year, "revenue"))?.value ?? null;
  const past = years.filter((one) => one.end < end);
  const scope = scopeSince(source, past.at(-1) === years.at(-1) ? past : [], "revenue", end);
  if (scope === "none") return null;
  if (scope !== "filed") return onOneScope(scope, "revenue", end)?.value ?? null;
  const column = source.ttm.find((one) => one.end === end)?.values.revenue ?? null;
  if (column !== null) return column;
  return bridged(source, past, { metric: "revenue", concept: "revenue" }, end)?.value ?? null;
}

export function isQuarter({ fiscalPeriod, start, end }: SourcePeriod): boolean {
  if (fiscalPeriod.startsWith("Q")) return true;
  return fiscalPeriod === "T" && daysBetween(start, end) < 120;
}

const isPart = (period: SourcePeriod) => isQuarter(period) || period.fiscalPeriod.startsWith("H");

const lookBackDays = 400;

/** The ends of periods in the 400 days before a day, the newest first: the last balances that it may be held against. */
export function endsBefore({ periods }: ModelSource, day: string): string[] {
  const from = addDays(day, -lookBackDays);
  const ends = periods.map(({ end }) => end).filter((end) => end < day && end > from);
  return [...new Set(ends)].sort().reverse();
}

/** The periods that end on a day, the longest first: an annual filing has the fuller balance sheet. */
export function periodsAt(
  source: ModelSource,
  end: string,
  currency: string | null,
): SourcePeriod[] {
  return source.periods
    .filter((one) => one.end === end && isIn(one, currency))
    .sort((a, b) => (a.start < b.start ? -1 : 1));
}
