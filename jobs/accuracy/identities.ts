import { isPassed } from "#ingest/checks/check.ts";
import { checks, unansweredChecks } from "#ingest/checks/run-checks.ts";
import type { CheckResult } from "#schemas/shapes/companies/quality.ts";
import { alignTable } from "../terminal/table.ts";

/** A result with the company it is about. */
export type CompanyResult = CheckResult & { company: string };

export interface PassRate {
  id: string;
  severity: "A" | "B" | "C";
  title: string;
  passed: number;
  /** Beyond rounding but under 0.1 %: not passed. */
  small: number;
  failed: number;
  run: number;
  notRun: number;
}

/** Pass rates per check, in the order of standardization.md; a check of several identities is one row. */
export function ratesOf(results: readonly CheckResult[]): PassRate[] {
  const byId = Map.groupBy(results, ({ id }) => id);
  const titles = Map.groupBy(checks, ({ id }) => id);
  return [...titles].map(([id, of]) => {
    const own = byId.get(id) ?? [];
    const count = (outcome: CheckResult["outcome"]) =>
      own.filter((result) => result.outcome === outcome).length;
    const notRun = count("not_run");
    return {
      id,
      severity: of[0]?.severity ?? "C",
      title: of.map(({ title }) => title).join("; "),
      passed: own.filter(isPassed).length,
      small: count("small"),
      failed: count("fail"),
      run: own.length - notRun,
      notRun,
    };
  });
}

/** The table for people; with misses each check that did not pass, with its operands. */
export function identityLines(
  results: readonly CompanyResult[],
  options: { companies: number; withMisses: boolean },
): string[] {
  const rates = ratesOf(results);
  const lines = alignTable(
    ["check", "severity", "passed", "run", "not run", "small", "failed", "pass %", "what"],
    rates.map((rate) => [
      rate.id,
      rate.severity,
      ...[rate.passed, rate.run, rate.notRun, rate.small, rate.failed].map(String),
      percent(rate.passed, rate.run),
      rate.title,
    ]),
  );
  if (options.withMisses) lines.push("", ...missLines(results));
  lines.push("", "not answered by company facts:");
  lines.push(...unansweredChecks.map(({ id, reason }) => `  ${id}: ${reason}`));
  const passed = rates.reduce((sum, rate) => sum + rate.passed, 0);
  const run = rates.reduce((sum, rate) => sum + rate.run, 0);
  lines.push(
    "",
    `identities: ${percent(passed, run)} % (${passed} of ${run} checks run on ${options.companies} companies)`,
  );
  return lines;
}

const percent = (passed: number, run: number) =>
  run === 0 ? "-" : ((100 * passed) / run).toFixed(2);

function missLines(results: readonly CompanyResult[]): string[] {
  return results
    .filter(({ outcome }) => outcome === "fail" || outcome === "small")
    .sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0))
    .flatMap(({ id, company, period, outcome, reason, operands }) => [
      `${id} ${company} ${period} ${outcome}: ${reason ?? ""}`,
      ...operands.map(
        ({ label, value, accession }) => `    ${label} ${value}${accession ? ` ${accession}` : ""}`,
      ),
    ]);
}
