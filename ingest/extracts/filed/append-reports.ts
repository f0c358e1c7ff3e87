import type { Registry } from "#schemas/shapes/companies/concept.ts";
import type { CompanyBuild } from "../../company-input.ts";
import { joinParts } from "../../faces/model/join-parts.ts";
import { everyBreakdown } from "../../faces/segments/list-breakdowns.ts";
import type { ReportOfFiling } from "../../faces/segments/segment-series.ts";
import { feedsOf } from "../../faces/shown/feeds.ts";
import { periodNames } from "../../faces/shown/show-statements.ts";
import { openReport } from "../../faces/shown/stored-reports.ts";
import type { Calendar } from "../../periods/fiscal-calendar.ts";
import { eachReport } from "../../store/filed-reports.ts";
import type { Queryable } from "../../store/transaction.ts";
import type { Staging } from "../staging.ts";
import { calculationRows, lineRows } from "./filed-rows.ts";
import { segmentRows } from "./segment-rows.ts";

/** A company whose reports are written, with what its figures are. */
export interface ReportsOf {
  cik: string;
  build: Pick<CompanyBuild, "facts" | "periods">;
  calendar: Pick<Calendar, "years">;
  fiscalYearOf(end: string): number;
}

/** Appends what the stored reports of a company print, and how they break figures down. */
export async function appendReports(
  { db, registry }: { db: Queryable; registry: Registry },
  { cik, build, calendar, fiscalYearOf }: ReportsOf,
  staging: Pick<Staging, "append">,
): Promise<void> {
  const context = { feeds: feedsOf(build), nameOf: periodNames(build), fiscalYearOf };
  const reports: ReportOfFiling[] = [];
  for await (const { face, notes, ...stored } of eachReport(db, cik)) {
    const of = { cik, ...stored };
    // Notes and schedules are stored apart from the statements.
    const packed = notes === null ? null : openReport(notes, build.facts);
    const report = joinParts(openReport(face, build.facts), packed);
    staging.append("filed_lines", lineRows(of, report, context));
    staging.append("calculations", calculationRows(of, report));
    // The day of filing orders the filings: one without a day comes first.
    if (hasMembers(report)) reports.push({ report, filed: stored.filed });
  }
  const named = { registry, calendar: calendar.years.length > 0 ? calendar : null };
  for (const series of everyBreakdown(reports, null, named)) {
    staging.append("segments", segmentRows(cik, series, fiscalYearOf));
  }
}

/** Only such a report breaks figures down. */
const hasMembers = ({ statements }: ReportOfFiling["report"]) =>
  statements.some(({ lines }) => lines.some(({ dimensions }) => dimensions.length > 0));
