import type { LineageRule } from "#schemas/shapes/statement.ts";
import type { Anchors } from "./anchors.ts";
import { daysBetween } from "./dates.ts";
import { leavesOf, type Reading, read } from "./metrics.ts";
import { computedProvenance, type Quoted, quote } from "./provenance.ts";
import { round } from "./rounding.ts";
import type { ModelSource, SourcePeriod } from "./source.ts";

const coverDaysMax = 200;

/**
 * Diluted shares (models.md 3.3): the count on the cover, else on the balance sheet, times diluted over basic
 * average shares of the latest period; without a count the diluted average itself. Null when there is nothing.
 */
export function dilutedShares(source: ModelSource, anchors: Anchors): Quoted | null {
  const counted = coverCount(source, anchors) ?? balanceCount(source, anchors);
  const averages = latestAverages(source, anchors);
  if (counted === null) return averages?.diluted ?? null;
  const factor = averages === null ? 1 : dilution(averages);
  const parts = averages === null ? [counted] : [counted, averages.diluted, averages.basic];
  const isPlain = factor === 1;
  return {
    value: round(counted.value * factor, 0),
    provenance: isPlain
      ? counted.provenance
      : computedProvenance(
          "shares_outstanding",
          "diluted_shares_outstanding",
          counted.provenance?.periodEnd ?? anchors.balanceSheetDate,
          parts,
        ),
  };
}

function coverCount(source: ModelSource, anchors: Anchors): Quoted | null {
  const found = known(source, anchors).find((period) => {
    const reading = cover(period);
    return reading !== null && isNear(source, reading, anchors.balanceSheetDate);
  });
  return found === undefined ? null : quote(source, cover(found), "cover");
}

function cover(period: SourcePeriod): Reading | null {
  const reading = read(period, "shares_outstanding");
  return reading?.concept === "cover_shares_outstanding" && reading.value > 0 ? reading : null;
}

/** The cover's own date, which lies after the period. */
function isNear(source: ModelSource, reading: Reading, balanceSheetDate: string): boolean {
  const dated = leavesOf(reading.lineage, source.facts)[0]?.end ?? reading.period.end;
  return Math.abs(daysBetween(dated, balanceSheetDate)) <= coverDaysMax;
}

function balanceCount(source: ModelSource, { balanceSheetDate }: Anchors): Quoted | null {
  const period = source.periods.find(
    ({ end, lines }) => end === balanceSheetDate && Number(lines.shares_outstanding?.value) > 0,
  );
  if (period === undefined) return null;
  const line = period.lines.shares_outstanding;
  const value = Number(line?.value);
  return quote(
    source,
    {
      metric: "shares_outstanding",
      concept: "shares_outstanding",
      value,
      lineage: line?.lineage ?? null,
      period,
    },
    "instant",
  );
}

interface Averages {
  basic: Quoted;
  diluted: Quoted;
}

/** Of the newest period of which a diluted average is filed; a missing basic one counts as equal. */
function latestAverages(source: ModelSource, anchors: Anchors): Averages | null {
  for (const period of known(source, anchors)) {
    const diluted = quote(source, filed(read(period, "diluted_shares")), "computed");
    const basic = quote(source, filed(read(period, "basic_shares")), "computed");
    if (diluted !== null && diluted.value > 0) return { diluted, basic: basic ?? diluted };
  }
  return null;
}

const asFiled: ReadonlySet<LineageRule> = new Set([
  "sum_of_classes",
  "sum_of_tags",
  "scale",
  "submitted",
]);

/** The reading, unless it is computed from other periods: the average of a fourth quarter is never filed. */
function filed(reading: Reading | null): Reading | null {
  const lineage = reading?.lineage ?? null;
  return Array.isArray(lineage) && !asFiled.has(lineage[0]) ? null : reading;
}

function dilution({ basic, diluted }: Averages): number {
  if (basic.value <= 0 || diluted.value < basic.value) return 1;
  return diluted.value / basic.value;
}

/** Periods up to the balance sheet date, newest first, at one end the longest last: its quarter is the latest period. */
function known(source: ModelSource, { balanceSheetDate }: Anchors): SourcePeriod[] {
  return source.periods
    .filter(({ end }) => end <= balanceSheetDate)
    .sort((a, b) => (a.end === b.end ? (a.start < b.start ? 1 : -1) : a.end < b.end ? 1 : -1));
}
