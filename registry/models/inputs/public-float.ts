import { read } from "../answers/metrics.ts";
import { type QuotedValue, quote } from "../answers/provenance.ts";
import type { Warning } from "../assumption.ts";
import type { Anchors } from "./anchors.ts";
import type { ModelSource, SourcePeriod } from "./source.ts";

/** No company's shares are worth as many times its revenue and its assets: the filer has the scale wrong. */
const timesMax = 1000;
/** Of small companies the float may be that; so much more than their assets it is of no company below it. */
const judgedFrom = 100_000_000_000;

interface Float {
  publicFloat: QuotedValue | null;
  floatWarnings: readonly Warning[];
}
const none: Float = { publicFloat: null, floatWarnings: [] };

/**
 * The cover of the latest annual report; of another currency than the statements' it is no weight. One that is beyond
 * every measure of the company, which is the filer's error of scale, is refused with a warning (HubSpot 2023: 25 trillion).
 */
export function publicFloat(
  source: ModelSource,
  periods: readonly SourcePeriod[],
  { currency }: Anchors,
): Float {
  const year = periods.at(-1) ?? null;
  const reading = read(year, "public_float");
  if (reading === null || reading.value <= 0) return none;
  const fact = typeof reading.lineage === "number" ? source.facts[reading.lineage] : undefined;
  if (fact !== undefined && currency !== null && fact.unit !== currency) return none;
  if (isBeyond(reading.value, year)) {
    const message = `The cover of the annual report states a public float of ${reading.value.toLocaleString("en-US")}, more than ${timesMax.toLocaleString("en-US")} times revenue and total assets; it is not used. Set market_value_of_equity.`;
    return { publicFloat: null, floatWarnings: [{ code: "public_float_refused", message }] };
  }
  return { publicFloat: quote(source, reading, "cover"), floatWarnings: [] };
}

function isBeyond(float: number, year: SourcePeriod | null): boolean {
  const [revenue, assets] = (["revenue", "total_assets"] as const).map(
    (metric) => read(year, metric)?.value ?? null,
  );
  if (revenue == null || assets == null || float < judgedFrom) return false;
  return float > timesMax * Math.max(revenue, assets);
}
