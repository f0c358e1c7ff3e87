import { workingRules } from "#registry/rules/working-rules.ts";
import type { Registry } from "#schemas/shapes/companies/concept.ts";
import type { CheckResult } from "#schemas/shapes/companies/quality.ts";
import type { RuleBook, SumCheck } from "#schemas/shapes/companies/rule-book.ts";
import type { StatementPeriod } from "#schemas/shapes/companies/statement.ts";
import type { CompanyBuild } from "../company-input.ts";
import type { OtherCheck } from "./check.ts";
import { tabulate } from "./filed.ts";
import { calendarChecks, runCalendar } from "./run-calendar.ts";
import { dataChecks, runConflicts, runData } from "./run-data.ts";
import { runSeries, seriesChecks } from "./run-series.ts";
import { runContinuity, runShares } from "./run-shares.ts";
import { explainedCheck, runShownSums, shownSumChecks } from "./run-shown-sums.ts";
import { runSum } from "./run-sum.ts";

/** Every check that runs, in the order of standardization.md, Checks; an id stands once per identity. */
export const checks: readonly OtherCheck[] = [
  ...workingRules.sums,
  ...shownSumChecks(workingRules),
  ...lineChecks(workingRules),
  ...Object.values(seriesChecks),
  ...Object.values(calendarChecks),
  dataChecks.negative,
  dataChecks.units,
  dataChecks.conflicts,
  dataChecks.reasons,
  dataChecks.lineage,
  explainedCheck,
];

/** Comparisons of lines that are no sum, as their rules say. */
function lineChecks({ all }: RuleBook): OtherCheck[] {
  return all.flatMap(({ id, title, applies }) =>
    applies.kind.startsWith("check_") && "severity" in applies
      ? [{ id, severity: applies.severity, title }]
      : [],
  );
}

/** Checks of that part that company facts cannot answer, and why. */
export const unansweredChecks: readonly { id: string; reason: string }[] = [
  { id: "BS-08", reason: "gross loans and their allowance are no lines of ours" },
  { id: "CF-02", reason: "the discontinued part of an activity is no line of ours" },
  { id: "CF-04", reason: "one fact stands in both statements" },
  { id: "TS-07", reason: "decided while the statements are built (series_break)" },
  { id: "DQ-03", reason: "company facts carry no cover-page dates" },
  { id: "DQ-04", reason: "company facts carry no members" },
  { id: "DQ-05", reason: "company facts carry no calculation networks" },
  { id: "DQ-09", reason: "a property of rebuilding, not of one build" },
];

/**
 * All checks of standardization.md, Checks that company facts can answer, on one company's build. The figures
 * are the filings' own: a check runs only where one filing states every operand, else it is `not_run` with
 * the reason. The identities run again over the lines as they are shown. Pure; changes no value.
 */
export function runChecks(build: CompanyBuild, registry: Registry): CheckResult[] {
  const { periods, facts, learned } = build;
  const { sums } = registry.rules;
  const table = tabulate(learned.histories, facts, learned.quanta);
  return [
    ...periods.flatMap((period) => {
      const own = sums.filter((check) => !isRepeated(check, period, periods, registry));
      return [
        ...own.flatMap((check) => runSum(check, period, table) ?? []),
        ...runShownSums(period, own, table),
        ...runShares(period, registry.rules, table),
        ...runData(period, registry, table),
      ];
    }),
    ...columnsBetween(build).flatMap((column) => runShownSums(column, flowChecks(registry), table)),
    ...runContinuity(periods, registry.rules, learned.splits),
    ...runSeries(periods, build.tables.ttm, registry, table),
    ...runCalendar(periods, facts, registry),
    ...runConflicts(table),
  ];
}

/** Columns of twelve months that are no fiscal year; the template is that of the newest period in them. */
function columnsBetween({ periods, tables }: CompanyBuild) {
  const years = new Set(periods.flatMap((p) => (p.fiscalPeriod === "FY" ? [p.end] : [])));
  const templates = new Map(periods.map(({ end, template }) => [end, template]));
  return tables.ttm
    .filter(({ end }) => !years.has(end))
    .map(({ key, end, lines }) => ({ key, lines, template: templates.get(end) ?? "industrial" }));
}

/** Balances of a column are those of its last quarter. */
function flowChecks({ bySnakeKey, rules }: Registry): SumCheck[] {
  return rules.sums.filter(({ total }) => bySnakeKey.get(total)?.periodType === "duration");
}

/** The balance at the end of a fourth quarter is that of the year. */
function isRepeated(
  { total }: SumCheck,
  period: StatementPeriod,
  periods: readonly StatementPeriod[],
  registry: Registry,
): boolean {
  if (period.fiscalPeriod !== "Q4" && period.fiscalPeriod !== "H2") return false;
  if (registry.bySnakeKey.get(total)?.periodType !== "instant") return false;
  return periods.some(({ fiscalPeriod, end }) => fiscalPeriod === "FY" && end === period.end);
}
