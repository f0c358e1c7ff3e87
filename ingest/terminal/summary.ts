import { isFilingNumber } from "#schemas/filing-address.ts";
import type { FilingRecord } from "#schemas/shapes/companies/company.ts";
import type { Attribution, ContentState, Terminal } from "#schemas/shapes/companies/terminal.ts";
import { sourceOf } from "../sources/known.ts";
import { filingLabel, noAttribution } from "./attribution.ts";
import { dataQualityOf } from "./data-quality.ts";
import type { ComputedMetric } from "./metrics.ts";
import type { Points } from "./points.ts";
import type { TerminalInput } from "./terminal-input.ts";

type Summary = Terminal["summary"];

/** Without one of these a summary is partial, whatever else it shows. */
const essential = ["revenue", "net_income", "total_assets", "stockholders_equity"];

const noFigures = "No financial figures of this company are at hand.";

/** The summary section (TRM-08): metrics, sentences that quote them, and how far they can be relied on. */
export function buildSummary(
  input: TerminalInput,
  computed: readonly ComputedMetric[],
  filings: readonly FilingRecord[],
  source: Attribution,
): Summary {
  const metrics = computed.map(({ metric }) => metric);
  const missing = metrics
    .filter(({ key, value }) => essential.includes(key) && value === null)
    .map(({ label }) => label.toLowerCase());
  const { periods } = input.build;
  return {
    state: stateOf(metrics, missing),
    asOf: newestFilingDate(input),
    metrics,
    highlights: computed.filter(({ highlight }) => highlight).map(sentence),
    dataQualityLabel: dataQualityOf(input, filings),
    unavailableReason:
      periods.length === 0
        ? noFigures
        : missing.length > 0
          ? `Missing: ${missing.join(", ")}.`
          : null,
    source,
  };
}

function stateOf(metrics: Summary["metrics"], missing: readonly string[]): ContentState {
  if (metrics.every(({ value }) => value === null)) return "unavailable";
  return missing.length > 0 ? "partial" : "available";
}

/** Newest filing date among the filings that carry figures: as of when the summary is true (PIP-15). */
function newestFilingDate({ build }: TerminalInput): string | null {
  const dates = build.periods.flatMap(({ filings }) =>
    filings.flatMap(({ filedDate }) => (filedDate === null ? [] : [filedDate])),
  );
  return dates.reduce<string | null>(
    (newest, date) => (newest && newest > date ? newest : date),
    null,
  );
}

/** "Revenue of $383.29B in the twelve months to 2023-09-30, -2.8% YoY." */
function sentence({ metric, name, when }: ComputedMetric): string {
  const delta = metric.deltaDisplay === null ? "" : `, ${metric.deltaDisplay}`;
  return `${name} of ${metric.displayValue} ${when}${delta}.`;
}

/** The filing that sections without single-figure attribution rest on: the newest that the current points come from (PIP-17). */
export function attributeSection(input: TerminalInput, points: Points): Attribution {
  const ends = [...points.flows, points.balance].flatMap((point) => point?.column.end ?? []);
  const filings = input.build.periods
    .filter(({ end }) => ends.includes(end))
    .flatMap((period) =>
      period.filings.filter(
        ({ form, filedDate }) => form === period.baseForm && filedDate === period.filedDate,
      ),
    );
  const newest = filings.reduce<(typeof filings)[number] | null>(
    (best, filing) => (best && (best.filedDate ?? "") >= (filing.filedDate ?? "") ? best : filing),
    null,
  );
  if (!newest) return noAttribution(noFigures);
  return {
    kind: "regulator_filing",
    provider: sourceOf(input.build.cik).name,
    label: filingLabel(newest.form, newest.filedDate),
    accessionNumber: isFilingNumber(newest.accessionNumber) ? newest.accessionNumber : null,
    note: "The newest filing used; each figure names its own",
  };
}
