import { leavesOf, type Reading, read } from "../../answers/metrics.ts";
import { computedProvenance, type QuotedValue, quote } from "../../answers/provenance.ts";
import type { MetricKey } from "../../catalogue.ts";
import { addDays } from "../dates.ts";
import { factsOf, filedFact, quoteFact } from "../filed-facts.ts";
import { leases } from "../model-tags.ts";
import type { ModelSource, SourcePeriod } from "../source.ts";
import { countedOnce } from "./counted-once.ts";
import { besidePaper } from "./paper.ts";
import { withRowsDue } from "./rows-due.ts";

/** A balance sheet date and the periods that end on it, the fullest first. */
export interface At {
  end: string;
  currency: string | null;
  here: readonly SourcePeriod[];
}

type DebtMetric = "total_debt" | "debt_due_within_a_year";

/**
 * Debt with the lease liabilities that are debt: all of them under IFRS 16, finance leases under US GAAP, where the
 * filings tag them apart and debt does not hold them already (models.md 3.3).
 */
export function debtAt(source: ModelSource, at: At, metric: DebtMetric): QuotedValue | null {
  const filed = firstReading(at, metric);
  const reading = metric === "total_debt" ? filed : withRowsDue(source, at, filed);
  const borrowed = quote(source, countedOnce(source, at, reading), "instant");
  const lease = leaseAt(source, at, metric, reading);
  const beside = [besidePaper(source, at, reading), lease].filter((one) => one !== null);
  if (beside.every(({ value }) => value === 0)) return borrowed;
  const parts = borrowed === null ? beside : [borrowed, ...beside];
  return {
    value: parts.reduce((total, one) => total + one.value, 0),
    provenance: computedProvenance(metric, metric, at.end, parts, "instant"),
    note: lease?.note ?? null,
  };
}

export function firstReading({ here }: At, metric: MetricKey): Reading | null {
  return here.map((one) => read(one, metric)).find((one) => one !== null) ?? null;
}

function leaseAt(
  source: ModelSource,
  at: At,
  metric: DebtMetric,
  reading: Reading | null,
): QuotedValue | null {
  const own = leavesOf(reading?.lineage ?? null, source.facts);
  // All current debt holds leases where the row of long-term debt does (Boeing).
  const isAll = own.length > 0 && own.every(({ tag }) => tag === "DebtCurrent");
  const leaves = isAll
    ? leavesOf(firstReading(at, "total_debt")?.lineage ?? null, source.facts)
    : own;
  const held = leaves.filter(({ tag }) => /lease/i.test(tag));
  const kind = isIfrs(source, at) ? leases["ifrs-full"] : leases["us-gaap"];
  const one = (tags: readonly string[]) =>
    quoteFact(
      filedFact(source, tags, { start: null, end: at.end, unit: at.currency }),
      metric,
      "instant",
    );
  if (held.length > 0) {
    // A row of current debt with leases holds the current ones alone (DTE Energy).
    const isCurrent = held.every(({ tag }) => /Current$/.test(tag) && !/[Nn]oncurrent/.test(tag));
    const rest = metric === "total_debt" && isCurrent ? one(kind.noncurrent) : null;
    return rest === null ? null : { ...rest, note: noteOf(kind.label, rest.value) };
  }
  const parts = leasesOf(kind, metric, at, one);
  if (parts !== null) return { ...parts, note: noteOf(kind.label, parts.value) };
  const before = earlierDay(source, at, [...kind.whole, ...kind.current, ...kind.noncurrent]);
  if (before === null) return null;
  const then = { ...at, end: before };
  const earlier = leasesOf(kind, metric, then, (tags) =>
    quoteFact(
      filedFact(source, tags, { start: null, end: before, unit: at.currency }),
      metric,
      "instant",
    ),
  );
  if (earlier === null) return null;
  return { ...earlier, note: `${noteOf(kind.label, earlier.value)} at ${before}, and not later` };
}

type Leases = (typeof leases)[keyof typeof leases];

function leasesOf(
  kind: Leases,
  metric: DebtMetric,
  at: At,
  one: (tags: readonly string[]) => QuotedValue | null,
): QuotedValue | null {
  const current = one(kind.current);
  if (metric !== "total_debt") return current;
  return one(kind.whole) ?? added(metric, at, current, one(kind.noncurrent));
}

const lookBackDays = 400;

/**
 * The newest day before with one of the tags: many filers tag leases once a year. Null where the report of the day itself
 * states only that one: it prints the row and leaves it blank for its own day (Equifax).
 */
function earlierDay(source: ModelSource, at: At, tags: readonly string[]): string | null {
  const from = addDays(at.end, -lookBackDays);
  const before = tags
    .flatMap((tag) => factsOf(source, tag))
    .filter(({ end }) => end < at.end && end > from);
  const day =
    before
      .map(({ end }) => end)
      .sort()
      .at(-1) ?? null;
  const sheet = leavesOf(firstReading(at, "total_assets")?.lineage ?? null, source.facts);
  const isBlank = before.some(
    ({ end, accession }) => end === day && sheet.some((leaf) => leaf.accession === accession),
  );
  return isBlank ? null : day;
}

function added(
  metric: MetricKey,
  { end }: At,
  ...parts: (QuotedValue | null)[]
): QuotedValue | null {
  const presentParts = parts.filter((one) => one !== null);
  if (presentParts.length === 0) return null;
  return {
    value: presentParts.reduce((total, one) => total + one.value, 0),
    provenance: computedProvenance(metric, "lease_liabilities", end, presentParts, "instant"),
  };
}

const noteOf = (label: string, value: number) =>
  `with ${label} of ${value.toLocaleString("en-US")}, which the filings tag apart`;

/** True where the balance sheet of the day is filed in IFRS tags. */
export function isIfrs(source: ModelSource, at: At): boolean {
  const leaves = leavesOf(firstReading(at, "total_assets")?.lineage ?? null, source.facts);
  return leaves.some(({ taxonomy }) => taxonomy === "ifrs-full");
}
