import type { FilingRecord } from "#schemas/shapes/companies/company.ts";
import type { QualityLabel } from "#schemas/shapes/companies/quality.ts";
import type { Line, NullReason, StatementPeriod } from "#schemas/shapes/companies/statement.ts";
import type { CompanyBuild } from "../company-input.ts";
import { isPeriodic } from "../facts/forms.ts";
import { daysBetween } from "./format.ts";
import { coveragePercent } from "./groups.ts";
import type { TerminalInput } from "./terminal-input.ts";

const highCoverage = 90;
const mediumCoverage = 70;

/** A quarter and a little: figures older than the last periodic report by more are stale (check TS-09). */
const lagDays = 100;

/** Nulls that mean the filings disagree, not that they are silent. */
const disputed: ReadonlySet<NullReason> = new Set([
  "scope_conflict",
  "conflict",
  "vintage_conflict",
  "unit_conflict",
  "scale_suspect",
  "identity_conflict",
]);

/** Notes on a line that question its value; the others only say how it was made. */
const questioned = /^(monotonicity|ttm_mismatch|q4_mismatch|scale|check:)/;

/**
 * How far the figures can be relied on. "low": the newest figures lag behind the newest periodic report, less
 * than 70 % of the applicable universal lines of the newest fiscal year (else period) have a value, or a check
 * of severity A fails on that period or a later one. "medium": less than 90 %, a line of that period is disputed
 * or questioned, or there a check of severity B fails, or one of A within 0.1 %. Otherwise "high".
 */
export function dataQualityOf(
  { build, registry, checks }: TerminalInput,
  filings: readonly FilingRecord[],
): QualityLabel {
  const { periods } = build;
  const judged = periods.find(({ fiscalPeriod }) => fiscalPeriod === "FY") ?? periods[0];
  if (!judged) return "unavailable";
  const coverage = coveragePercent(judged.lines, judged.template, registry) ?? 0;
  const isRecent = recentSubjects(build, judged);
  const failed = checks.filter(
    ({ outcome, period }) => (outcome === "fail" || outcome === "small") && isRecent(period),
  );
  const isWrong = failed.some(({ severity, outcome }) => severity === "A" && outcome === "fail");
  if (isWrong || coverage < mediumCoverage || lags(periods, filings)) return "low";
  const isQuestioned = failed.some(({ severity }) => severity !== "C");
  return isQuestioned || coverage < highCoverage || Object.values(judged.lines).some(isDoubtful)
    ? "medium"
    : "high";
}

/** Whether a check is about the company, the judged period, what lies in it or after it, or its own report. */
function recentSubjects({ periods, tables }: CompanyBuild, judged: StatementPeriod) {
  const recent = periods.filter(({ end }) => end > judged.start);
  const columns = tables.ttm.filter(({ end }) => end >= judged.end);
  const reports = recent.flatMap(({ filings, baseForm, filedDate }) =>
    filings
      .filter((filing) => filing.form === baseForm && filing.filedDate === filedDate)
      .map(({ accessionNumber }) => accessionNumber),
  );
  const subjects = new Set([
    "company",
    ...recent.map(({ key }) => key),
    ...columns.map(({ key }) => key),
    ...reports,
  ]);
  return (period: string) => subjects.has(period.split(" ", 1)[0] ?? "");
}

function lags(periods: readonly StatementPeriod[], filings: readonly FilingRecord[]): boolean {
  const reported = filings
    .filter(({ form }) => isPeriodic(form))
    .reduce(
      (newest, { reportDate }) =>
        reportDate !== null && reportDate > newest ? reportDate : newest,
      "",
    );
  const newestEnd = periods.reduce((newest, { end }) => (end > newest ? end : newest), "");
  return reported !== "" && daysBetween(newestEnd, reported) > lagDays;
}

function isDoubtful({ reason, flags }: Line): boolean {
  return (reason !== null && disputed.has(reason)) || flags.some((flag) => questioned.test(flag));
}
