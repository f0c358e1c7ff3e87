import type { Registry } from "#schemas/shapes/companies/concept.ts";
import type { FiledReport } from "#schemas/shapes/companies/filed-report.ts";
import type {
  BreakdownKind,
  SegmentPeriod,
  SegmentSeries,
} from "#schemas/shapes/companies/segments.ts";
import { entry } from "../../facts/entry.ts";
import { compareFilings } from "../../facts/history/history.ts";
import type { Calendar } from "../../periods/fiscal-calendar.ts";
import { type Breakdown, breakDown } from "./break-down.ts";
import { elementsOfMetric } from "./metric-elements.ts";
import { periodKeysOf } from "./period-keys.ts";
import { rowNamesOf } from "./row-names.ts";
import { membersOf } from "./series-members.ts";
import { type Shown, sameRows, type Vintage } from "./vintages.ts";

/** A report of a company with what is known of its filing. */
export interface ReportOfFiling {
  report: FiledReport;
  /** ISO date; null where it is not known: such a filing counts as the first, and on no day. */
  filed: string | null;
}

export interface SegmentQuestion {
  by: BreakdownKind;
  /** snakeKey of a concept, or the qualified name of an element. */
  metric: string;
  /** Only filings up to this day count; null for all. */
  asOf: string | null;
  /** Of several filings that break a period down: the newest, or the first. */
  view: "latest" | "original";
}

/** What names the periods and the elements. */
export interface SegmentContext {
  /** Null names periods by their dates, and shows those that are no years or quarters as well. */
  calendar: Pick<Calendar, "years"> | null;
  registry: Registry;
}

/**
 * A metric of one company by the members of an axis, each value as a filing states it and each period with how its
 * members add up to the company's figure. All values of a period are of one filing: the newest, or the first, of those
 * in which they add up, else of all. Null where the registry has no such metric.
 */
export function segmentSeries(
  reports: readonly ReportOfFiling[],
  question: SegmentQuestion,
  context: SegmentContext,
): SegmentSeries | null {
  const vintages = vintagesOf(reports, question, context);
  if (vintages === null) return null;
  const shown = [...vintages]
    .map(([key, ofPeriod]) => ({ key, all: ofPeriod, vintage: chosen(ofPeriod, question.view) }))
    .sort(newestFirst);
  return {
    by: question.by,
    metric: question.metric,
    view: question.view,
    asOf: question.asOf,
    periods: shown.map(toPeriod),
    members: membersOf(shown),
  };
}

/** By the key of the period, oldest filing first. Null for an unknown metric. */
function vintagesOf(
  reports: readonly ReportOfFiling[],
  { by, metric, asOf }: Omit<SegmentQuestion, "view">,
  { calendar, registry }: SegmentContext,
): Map<string, [Vintage, ...Vintage[]]> | null {
  const elements = elementsOfMetric(registry, metric);
  if (elements === null) return null;
  const keyOf = periodKeysOf(calendar);
  const known = reports
    .filter(({ filed }) => asOf === null || (filed !== null && filed <= asOf))
    .toSorted((a, b) => compareFilings({ ...a.report, ...a }, { ...b.report, ...b }));
  const idIn = rowNamesOf(
    reports.map(({ report }) => report),
    known.map(({ report }) => report),
  );
  const vintages = new Map<string, Vintage[]>();
  for (const { report, filed } of known) {
    const { accession, form } = report;
    for (const found of breakDown(report, { by, elements })) {
      const key = keyOf(found);
      if (key === null) continue;
      entry(vintages, key, () => []).push({
        found,
        report,
        filing: { accession, form, filed },
        idOf: idIn(report),
      });
    }
  }
  return vintages as Map<string, [Vintage, ...Vintage[]]>;
}

function chosen(
  vintages: readonly [Vintage, ...Vintage[]],
  view: SegmentQuestion["view"],
): Vintage {
  const whole = vintages.filter(({ found }) => addsUp(found));
  const from = whole.length > 0 ? whole : vintages;
  return (view === "original" ? from[0] : from.at(-1)) ?? vintages[0];
}

/** Whether the members make up the company's figure. */
export function addsUp({ reconciliation }: Pick<Breakdown, "reconciliation">): boolean {
  return reconciliation === "exact" || reconciliation === "rounding";
}

function newestFirst(a: { vintage: Vintage }, b: { vintage: Vintage }): number {
  const [left, right] = [a.vintage.found, b.vintage.found];
  if (left.end !== right.end) return left.end > right.end ? -1 : 1;
  return (left.start ?? left.end) > (right.start ?? right.end) ? -1 : 1;
}

function toPeriod({ key, vintage, all }: Shown): SegmentPeriod {
  const { found, filing } = vintage;
  const { rows: _, ...period } = found;
  const isRecast = all.some((other) => !sameRows(vintage, other));
  return { key, ...period, filing, isRecast, filings: all.length };
}
