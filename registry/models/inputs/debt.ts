import { leavesOf, type Reading, read } from "../answers/metrics.ts";
import { computedProvenance, type QuotedValue, quote } from "../answers/provenance.ts";
import type { MetricKey } from "../catalogue.ts";
import { filedFact, quoteFact } from "./filed-facts.ts";
import { leases } from "./model-tags.ts";
import type { ModelSource, SourcePeriod } from "./source.ts";

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
  const reading = firstReading(at, metric);
  const borrowed = quote(source, reading, "instant");
  const lease = leaseAt(source, at, metric, reading);
  if (lease === null || lease.value === 0) return borrowed;
  const parts = borrowed === null ? [lease] : [borrowed, lease];
  return {
    value: parts.reduce((total, one) => total + one.value, 0),
    provenance: computedProvenance(metric, metric, at.end, parts, "instant"),
    note: lease.note ?? null,
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
  const leaves = leavesOf(reading?.lineage ?? null, source.facts);
  if (leaves.some(({ tag }) => /lease/i.test(tag))) return null;
  const kind = isIfrs(source, at) ? leases["ifrs-full"] : leases["us-gaap"];
  const one = (tags: readonly string[]) =>
    quoteFact(
      filedFact(source, tags, { start: null, end: at.end, unit: at.currency }),
      metric,
      "instant",
    );
  const current = one(kind.current);
  const parts =
    metric === "total_debt"
      ? (one(kind.whole) ?? added(metric, at, current, one(kind.noncurrent)))
      : current;
  return parts === null ? null : { ...parts, note: noteOf(kind.label, parts.value) };
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
function isIfrs(source: ModelSource, at: At): boolean {
  const leaves = leavesOf(firstReading(at, "total_assets")?.lineage ?? null, source.facts);
  return leaves.some(({ taxonomy }) => taxonomy === "ifrs-full");
}
