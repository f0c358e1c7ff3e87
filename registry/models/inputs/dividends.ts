import type { Fact } from "#schemas/shapes/companies/fact.ts";
import { leavesOf, read } from "../answers/metrics.ts";
import { computedProvenance, type Provenance, type QuotedValue } from "../answers/provenance.ts";
import { addDays } from "./dates.ts";
import { flowFact, quoteFact } from "./filed-facts.ts";
import type { ModelSource, SourcePeriod } from "./source.ts";

/**
 * True where the dividends of a period hold those of preferred stock: a line of common dividends alone does not. Ordinary
 * dividends are by their definition those of preferred stock, too (General Electric).
 */
export function holdsPreferred({ facts }: ModelSource, period: SourcePeriod | undefined): boolean {
  const reading = read(period ?? null, "dividends_paid");
  const leaves = leavesOf(reading?.lineage ?? null, facts);
  return leaves.length > 0 && leaves.some(({ tag }) => !/CommonStock/.test(tag));
}

/**
 * The row of common dividends, where the line of the year adds it up with that of preferred ones; null where the line is one
 * row. Reports of a part of a year may print that row alone (Atlantic American).
 */
export function commonRow({ facts }: ModelSource, period: SourcePeriod | undefined): Fact | null {
  const leaves = leavesOf(read(period ?? null, "dividends_paid")?.lineage ?? null, facts);
  if (leaves.length < 2) return null;
  return leaves.find(({ tag }) => /CommonStock/.test(tag)) ?? null;
}

/** What the row of common dividends comes to over the twelve months to a day, else over its year. */
export function ofCommonRow(source: ModelSource, row: Fact, end: string): QuotedValue | null {
  const span = (start: string, to: string, basis: Provenance["basis"]) => {
    const tags = [`${row.taxonomy}:${row.tag}`];
    const fact = flowFact(source, tags, { start, end: to, currency: row.unit });
    return quoteFact(fact, "dividends_paid", basis);
  };
  const year = quoteFact(row, "dividends_paid", "FY");
  if (year === null || row.end === end) return year;
  const now = span(addDays(row.end, 1), end, "computed");
  const then = span(row.start ?? row.end, addDays(end, -365), "computed");
  if (now === null || then === null) return year;
  return {
    value: year.value + now.value - then.value,
    provenance: computedProvenance(
      "dividends_paid",
      "common_dividends",
      end,
      [year, now, then],
      "TTM",
    ),
  };
}

/** Dividends of the common shares: without those of preferred stock, of the same span. */
export function ofCommonShares(
  paid: QuotedValue | null | undefined,
  preferred: QuotedValue | null | undefined,
): QuotedValue | null {
  if (paid == null) return null;
  const isPart = preferred != null && preferred.value > 0 && preferred.value < paid.value;
  if (!isPart) return paid;
  const end = paid.provenance?.periodEnd ?? "";
  const basis = paid.provenance?.basis ?? "computed";
  const parts = [paid, preferred];
  return {
    value: paid.value - preferred.value,
    provenance: computedProvenance("dividends_paid", "common_dividends", end, parts, basis),
    note: `without preferred dividends of ${preferred.value.toLocaleString("en-US")}`,
  };
}
