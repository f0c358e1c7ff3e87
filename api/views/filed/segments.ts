import type { CompanyBuild } from "#ingest/company-input.ts";
import { joinParts } from "#ingest/faces/model/join-parts.ts";
import { listBreakdowns } from "#ingest/faces/segments/list-breakdowns.ts";
import { type ReportOfFiling, segmentSeries } from "#ingest/faces/segments/segment-series.ts";
import { openReport } from "#ingest/faces/shown/stored-reports.ts";
import type { Registry } from "#schemas/shapes/companies/concept.ts";
import type { Question, ViewTask } from "../questions.ts";

type SegmentsAsked = Extract<Question, { kind: "segments" | "breakdowns" }>;

interface Given {
  build: CompanyBuild;
  registry: Registry;
  meta: object;
}

/**
 * The answer to a question about segments, envelope included; null for a metric that is neither a concept nor an element.
 * `reason` says why a series or a list is empty.
 */
export function answerSegments(
  task: ViewTask,
  asked: SegmentsAsked,
  { build, registry, meta }: Given,
): object | null {
  const { entityId, entityName } = task.subject;
  const reports = reportsOf(task, build);
  const context = { calendar: build.learned.calendar, registry };
  const asOf = task.view.kind === "asOf" ? task.view.date : null;
  if (asked.kind === "breakdowns") {
    const breakdowns = listBreakdowns(reports, asOf, context);
    const reason = reasonOf(reports, asOf, breakdowns.length === 0);
    return { data: { entityId, entityName, reason, breakdowns }, meta };
  }
  const { by, metric } = asked;
  const view = task.view.kind === "asFirstReported" ? "original" : "latest";
  const series = segmentSeries(reports, { by, metric, asOf, view }, context);
  if (series === null) return null;
  const reason = reasonOf(reports, asOf, series.periods.length === 0);
  return { data: { entityId, entityName, reason, ...series }, meta };
}

function reasonOf(reports: readonly ReportOfFiling[], asOf: string | null, isEmpty: boolean) {
  if (!isEmpty) return null;
  if (reports.length > 0) return "not_broken_down";
  return asOf === null ? "not_fetched" : "not_known_on_day";
}

/** Statements and notes of each filing. */
const reportsOf = ({ reports }: ViewTask, { facts }: CompanyBuild): ReportOfFiling[] =>
  reports.map(({ face, notes, filed }) => ({
    report: joinParts(openReport(face, facts), notes && openReport(notes, facts)),
    filed,
  }));
