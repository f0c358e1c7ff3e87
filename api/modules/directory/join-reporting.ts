import type { publishedReports } from "../reports/service.ts";
import type { Reporting } from "./record.ts";

/** How many reports the index names. */
export const reportsShown = 20;

type Own = Awaited<ReturnType<typeof publishedReports>>;

/** Periodic filings at the regulator and reports that the subject published here, newest first. Pure. */
export function joinReporting(filed: Reporting, own: Own): Reporting {
  const reports = own.index.map(({ isPublic, ...one }) => ({
    ...one,
    access: isPublic ? ("public" as const) : ("permissioned" as const),
  }));
  const [since, until] = [
    [filed.reportingSince, own.first],
    [filed.latestReportAt, own.last],
  ].map((times) => times.filter((time) => time !== null).sort());
  return {
    reportsPublished: filed.reportsPublished + own.reports,
    publicReports: filed.publicReports + own.open,
    reportingSince: since?.[0] ?? null,
    latestReportAt: until?.at(-1) ?? null,
    index: [...filed.index, ...reports]
      .sort((one, other) => other.publishedAt.localeCompare(one.publishedAt))
      .slice(0, reportsShown),
  };
}
