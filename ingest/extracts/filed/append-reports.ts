import type { Fact } from "#schemas/shapes/companies/fact.ts";
import type { CompanyBuild } from "../../company-input.ts";
import { feedsOf } from "../../faces/shown/feeds.ts";
import { periodNames } from "../../faces/shown/show-statements.ts";
import { openReport } from "../../faces/shown/stored-reports.ts";
import { eachReport } from "../../store/filed-reports.ts";
import type { Queryable } from "../../store/transaction.ts";
import type { Staging } from "../staging.ts";
import { calculationRows, lineRows } from "./filed-rows.ts";

/** A company whose reports are written, with what its figures are. */
export interface ReportsOf {
  cik: string;
  build: Pick<CompanyBuild, "facts" | "periods">;
  fiscalYearOf(end: string): number;
}

/** Appends what the stored reports of a company print, one report in memory at a time. */
export async function appendReports(
  db: Queryable,
  { cik, build, fiscalYearOf }: ReportsOf,
  staging: Pick<Staging, "append">,
): Promise<void> {
  const context = { feeds: feedsOf(build), nameOf: periodNames(build), fiscalYearOf };
  const facts: readonly Fact[] = build.facts;
  for await (const { face, notes, ...stored } of eachReport(db, cik)) {
    const of = { cik, ...stored };
    // Notes and schedules are stored apart from the statements.
    for (const packed of notes === null ? [face] : [face, notes]) {
      const report = openReport(packed, facts);
      staging.append("filed_lines", lineRows(of, report, context));
      staging.append("calculations", calculationRows(of, report));
    }
  }
}
