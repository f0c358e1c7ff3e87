import type { Fact } from "#schemas/shapes/companies/fact.ts";
import { leavesOf, read } from "../../answers/metrics.ts";
import type { MetricKey } from "../../catalogue.ts";
import { addDays, daysBetween } from "../dates.ts";
import { discontinuedIncome } from "../earnings/one-off-tags.ts";
import { factsOf, near } from "../filed-facts.ts";
import { bridgeTags } from "../model-tags.ts";
import { type ModelSource, numberOf, type SourcePeriod } from "../source.ts";

/** The year, the year to date and that of a year before, as reports of one scope state them. */
export interface OneScope {
  year: Fact;
  now: Fact;
  then: Fact;
  /** False where the report of the year has it on this scope already, and only its quarters are of another. */
  isRecast: boolean;
}

/** "filed": the figures as they are shown are of one scope, as far as filings tell. "none": no scope has all three. */
export type Scope = OneScope | "filed" | "none";

/** Lines that a discontinued business leaves; net income and most flows of cash hold it before and after. */
const leaving: ReadonlySet<MetricKey> = new Set([
  "revenue",
  "cost_of_revenue",
  "gross_profit",
  "research_development",
  "selling_general_admin",
  "operating_income",
  "interest_expense",
  "income_before_tax",
  "income_tax_expense",
]);

/**
 * Whether a year and the year to date after it are of one scope. The report of the year to date states its comparative
 * without a business that was discontinued since. Where that is not what reports stated before, the year is as a report
 * has recast it since; without one there is no scope of all.
 */
export function scopeOf(
  source: ModelSource,
  of: { year: SourcePeriod; end: string },
  metric: MetricKey,
): Scope {
  const own = scopeOfRow(source, of, metric);
  if (!leaving.has(metric)) return own === null || own === "none" ? "filed" : own;
  if (own !== null) return own;
  const ofRevenue = metric === "revenue" ? null : scopeOfRow(source, of, "revenue");
  if (ofRevenue !== null && ofRevenue !== "filed") return "none";
  return isLeftSince(source, of) ? "none" : "filed";
}

/** The same by the facts of one tag; null where they say nothing. */
function scopeOfRow(
  source: ModelSource,
  { year, end }: { year: SourcePeriod; end: string },
  metric: MetricKey,
): Scope | null {
  const row = rowOf(source, { year, end }, metric);
  if (row === null) return null;
  const { stated, shown, now, then } = row;
  const inYear = stated.filter((one) => isSpan(one, shown.start, shown.end));
  const recast = newestOf(
    inYear.filter(
      (one) => filedOf(one) > filedOf(shown) && isApart(one, shown) && !proxy.test(one.form),
    ),
  );
  const older = newestOf(
    stated.filter(
      (one) =>
        isSpan(one, then.start, then.end) &&
        one.accession !== now.accession &&
        filedOf(one) <= filedOf(shown),
    ),
  );
  const isMoved = older === null ? null : isApart(older, then);
  if (recast !== null && (isMoved ?? filedOf(recast) <= filedOf(now)))
    return { year: recast, now, then, isRecast: true };
  if (older === null) return null;
  // Quarters of before are of another scope than a year whose own report moves the year before it.
  if (isMoved === true && isRecasting(stated, shown))
    return { year: shown, now, then, isRecast: false };
  return isApart(older, then, otherScope) ? "none" : "filed";
}

/** The facts that a line of the year is read from, and what the newest report of the year to date states under its tag. */
function rowOf(
  source: ModelSource,
  { year, end }: { year: SourcePeriod; end: string },
  metric: MetricKey,
) {
  const line = read(year, metric);
  const [shown, another] = leavesOf(line?.lineage ?? null, source.facts);
  if (shown?.start == null || another !== undefined) return null;
  if (numberOf(shown.value) !== line?.value) return null;
  const stated = factsOf(source, `${shown.taxonomy}:${shown.tag}`).filter(
    ({ unit }) => unit === shown.unit,
  );
  const now = newestOf(stated.filter((one) => isSpan(one, addDays(year.end, 1), end)));
  const then = stated.find(
    (one) => one.accession === now?.accession && isSpan(one, year.start, addDays(end, -daysOfYear)),
  );
  return now === null || then === undefined ? null : { stated, shown, now, then };
}

const daysOfYear = 365;
/** A report may round otherwise. */
const rounding = 0.001;
/** How far a later report must move a figure to be of another scope. */
export const otherScope = 0.02;

const isSpan = (fact: Fact, start: string | null, end: string): boolean =>
  start !== null && near(fact.start, start) && near(fact.end, end);

/** Proxy statements have net income of another scope, or rounded. */
const proxy = /^(DEF|PRE) /;

const filedOf = ({ filed }: Fact) => filed ?? "";

/** True for two figures that differ by more than rounding, or than a share. */
export function isApart(one: Fact, other: Fact, by = rounding): boolean {
  const [a, b] = [numberOf(one.value), numberOf(other.value)];
  return a !== null && b !== null && Math.abs(a - b) > by * Math.max(Math.abs(a), Math.abs(b));
}

const newestOf = (facts: readonly Fact[]): Fact | null =>
  facts.reduce<Fact | null>(
    (latest, one) => (latest === null || filedOf(one) >= filedOf(latest) ? one : latest),
    null,
  );

/** True for a report that itself moves the year before: its own year is on the new scope, too. */
function isRecasting(stated: readonly Fact[], shown: Fact): boolean {
  const dayBefore = addDays(shown.start ?? shown.end, -1);
  const before = stated.filter(
    ({ start, end }) =>
      start !== null &&
      near(end, dayBefore) &&
      Math.abs(daysBetween(start, end) - daysOfYear) <= 10,
  );
  const own = before.find(({ accession }) => accession === shown.accession);
  const older = newestOf(before.filter((one) => filedOf(one) < filedOf(shown)));
  return own !== undefined && older !== null && isApart(own, older);
}

/**
 * True where a business was discontinued after the report of the year: the report of the year to date states a result of
 * it for the part of the year that it compares with, and the year none, or first has it for sale after the year's end.
 */
function isLeftSince(source: ModelSource, { year, end }: { year: SourcePeriod; end: string }) {
  const stated = discontinuedIncome.flatMap((tag) => factsOf(source, tag)).filter(isSome);
  const now = newestOf(stated.filter((one) => isSpan(one, addDays(year.end, 1), end)));
  const [shown] = leavesOf(read(year, "revenue")?.lineage ?? null, source.facts);
  if (now === null || shown === undefined || filedOf(shown) > filedOf(now)) return false;
  const isCompared = stated.some(
    (one) => one.accession === now.accession && isSpan(one, year.start, addDays(end, -daysOfYear)),
  );
  const ofYear = numberOf(year.lines.income_discontinued?.value) ?? 0;
  if (isCompared && ofYear === 0) return true;
  return isForSale(source, end) && !isForSale(source, year.end);
}

const isSome = ({ value }: Fact) => (numberOf(value) ?? 0) !== 0;

const forSaleTags = [bridgeTags.discontinued.assets, bridgeTags.forSale.assets].flatMap(
  ({ whole, parts }) => [...whole, ...parts.flat()],
);

const isForSale = (source: ModelSource, day: string) =>
  forSaleTags.some((tag) => factsOf(source, tag).some((one) => one.end === day && isSome(one)));
