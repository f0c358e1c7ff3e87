import { read } from "../answers/metrics.ts";
import { computedProvenance, type QuotedValue, quote } from "../answers/provenance.ts";
import { round } from "../answers/rounding.ts";
import type { Anchors } from "./anchors.ts";
import type { Averages } from "./average-shares.ts";
import { addDays } from "./dates.ts";
import { type ModelSource, numberOf, type SourceLine, type SourcePeriod } from "./source.ts";

const lookBackDays = 400;
/** Earnings per share are of two decimals: below this they tell the count less than two percent exactly. */
const earningsMin = 0.25;

/**
 * Average shares of filers that state earnings per share and no count: of several classes, say. Net income of the common
 * shares over each, of the newest period that tells them well enough; null without one.
 */
export function averagesOfEarnings(source: ModelSource, anchors: Anchors): Averages | null {
  const from = addDays(anchors.balanceSheetDate, -lookBackDays);
  const periods = source.periods
    .filter(({ end }) => end <= anchors.balanceSheetDate && end > from)
    .sort((a, b) => (a.end === b.end ? (a.start < b.start ? -1 : 1) : a.end < b.end ? 1 : -1));
  for (const period of periods) {
    const basic = countOf(source, period, "eps_basic");
    const diluted = countOf(source, period, "eps_diluted") ?? basic;
    if (diluted !== null) return { basic: basic ?? diluted, diluted };
  }
  return null;
}

function countOf(
  source: ModelSource,
  period: SourcePeriod,
  key: "eps_basic" | "eps_diluted",
): QuotedValue | null {
  const income =
    quote(source, read(period, "net_income_common"), "computed") ??
    quote(source, read(period, "net_income"), "computed");
  const perShare = numberOf(period.lines[key]?.value);
  if (income === null || perShare === null || Math.abs(perShare) < earningsMin) return null;
  const value = round(income.value / perShare, 0);
  if (value <= 0) return null;
  const parts = [income, ...quotedLine(source, period, key, period.lines[key])];
  return {
    value,
    provenance: computedProvenance("diluted_shares", "net_income_over_eps", period.end, parts),
    note: `net income over earnings per share of ${perShare} for ${period.start} to ${period.end}: no count of shares is filed`,
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
