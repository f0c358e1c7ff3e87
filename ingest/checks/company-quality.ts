import type { Registry } from "#schemas/shapes/companies/concept.ts";
import type {
  CheckRecord,
  CheckResult,
  CompanyQuality,
  CountsByCheck,
  Outcome,
  OutcomeCounts,
  PeriodCoverage,
} from "#schemas/shapes/companies/quality.ts";
import type { StatementPeriod } from "#schemas/shapes/companies/statement.ts";
import type { CompanyBuild } from "../company-input.ts";
import { entry } from "../facts/entry.ts";
import { isExempt, isUniversal } from "../terminal/groups.ts";

const letters: Record<Outcome, string> = {
  pass_exact: "e",
  pass_rounding: "r",
  small: "s",
  fail: "f",
  not_run: "n",
};

/** What the checks found on one company in the compact form that is kept. Pure. */
export function describeQuality(
  { periods, tables }: CompanyBuild,
  results: readonly CheckResult[],
  registry: Registry,
): CompanyQuality {
  const universal = new Map<string, ReadonlySet<string>>();
  const universalOf = ({ template }: StatementPeriod) =>
    entry(universal, template, () => {
      const concepts = registry.concepts.filter((concept) => isUniversal(concept, template));
      return new Set(concepts.map(({ snakeKey }) => snakeKey));
    });
  return {
    periods: periods.map((period) => coverageOf(period, universalOf(period))),
    columns: Object.fromEntries(tables.ttm.map(({ key, fiscalYear }) => [key, fiscalYear])),
    checks: recordsOf(results),
  };
}

function coverageOf(period: StatementPeriod, universal: ReadonlySet<string>): PeriodCoverage {
  const { key, fiscalYear, fiscalPeriod, end, template } = period;
  const reasons: PeriodCoverage["reasons"] = {};
  const found = { applicable: universal.size, valued: 0, values: 0, unexplained: 0, unsourced: 0 };
  for (const [line, { value, reason, lineage }] of Object.entries(period.lines)) {
    const isOfAll = universal.has(line);
    if (value !== null) {
      found.values += 1;
      found.valued += Number(isOfAll);
      found.unsourced += Number(lineage === null);
    } else if (reason === null) found.unexplained += 1;
    else {
      reasons[reason] = (reasons[reason] ?? 0) + 1;
      found.applicable -= Number(isOfAll && isExempt(reason));
    }
  }
  return { key, fiscalYear, fiscalPeriod, end, template, reasons, ...found };
}

function recordsOf(results: readonly CheckResult[]): CheckRecord[] {
  const records = new Map<string, CheckRecord>();
  for (const { id, severity, period, outcome, reason } of results) {
    const record = entry(
      records,
      id,
      (): CheckRecord => ({ id, severity, results: {}, notRun: {} }),
    );
    const { subject } = subjectOf(period);
    record.results[subject] = (record.results[subject] ?? "") + letters[outcome];
    if (outcome !== "not_run") continue;
    const why = reason ?? "";
    record.notRun[why] = (record.notRun[why] ?? 0) + 1;
  }
  return [...records.values()];
}

/** What a result is about: "2023FY revenue" is the line of a period. */
export function subjectOf(period: string): { subject: string; concept: string | null } {
  const [subject = "", concept = null] = period.split(" ");
  return { subject, concept };
}

/** How often each check ended how. */
export function countsOf({ checks }: Pick<CompanyQuality, "checks">): CountsByCheck {
  return Object.fromEntries(
    checks.map(({ id, results }) => [id, countLetters(Object.values(results).join(""))]),
  );
}

const order = Object.values(letters);

/** How often a text of result letters names each outcome. */
export function countLetters(text: string): OutcomeCounts {
  const counts: OutcomeCounts = [0, 0, 0, 0, 0];
  for (const letter of text) {
    const at = order.indexOf(letter);
    counts[at] = (counts[at] ?? 0) + 1;
  }
  return counts;
}
