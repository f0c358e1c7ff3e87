import { rulesOf } from "#registry/rules/book.ts";
import * as decimal from "#schemas/decimal.ts";
import type { Concept, Registry } from "#schemas/shapes/companies/concept.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import type { CheckResult } from "#schemas/shapes/companies/quality.ts";
import type { RuleOf } from "#schemas/shapes/companies/rule.ts";
import type { Line, StatementPeriod } from "#schemas/shapes/companies/statement.ts";
import type { History } from "../facts/history/history.ts";
import { isConsistent } from "../facts/history/versions.ts";
import { dayOf, isoOf } from "../periods/days.ts";
import { unitOfConcept } from "../statements/currency.ts";
import { checkOf, type OtherCheck } from "./check.ts";
import { commonFiling, type FactTable, filedOf, findOver, valueIn } from "./filed.ts";
import { compared, counted, judge, notRun } from "./judge.ts";

export const dataChecks = {
  negative: { id: "DQ-01", severity: "B", title: "negative values only where allowed" },
  units: { id: "DQ-02", severity: "A", title: "one reporting currency; units match the lines" },
  conflicts: { id: "DQ-06", severity: "B", title: "no conflicting values in one filing" },
  reasons: { id: "DQ-07", severity: "A", title: "every null has a reason" },
  lineage: { id: "DQ-08", severity: "A", title: "every value has its lineage" },
} as const satisfies Record<string, OtherCheck>;

/** CF-03, CF-05 and DQ-01, DQ-02, DQ-07, DQ-08 on one period. */
export function runData(
  period: StatementPeriod,
  registry: Registry,
  table: FactTable,
): CheckResult[] {
  const at = (check: OtherCheck) => ({ ...check, period: period.key });
  const { rules } = registry;
  const faults = faultsOf(period, registry);
  return [
    ...rulesOf(rules, "check_cash_roll").map((rule) => cashRoll(rule, period, table)),
    ...rulesOf(rules, "check_one_filing").map((rule) => oneFiling(rule, period, table)),
    counted(at(dataChecks.negative), faults.negative),
    period.currency === null
      ? notRun(at(dataChecks.units), "no monetary line")
      : counted(at(dataChecks.units), faults.units),
    counted(at(dataChecks.reasons), faults.reasons),
    counted(at(dataChecks.lineage), faults.lineage),
  ];
}

/** What is wrong with single lines of the period, in the order of the lines. */
function faultsOf({ lines, currency }: StatementPeriod, { concepts }: Registry) {
  const faults = { negative: [], units: [], reasons: [], lineage: [] } as Record<
    "negative" | "units" | "reasons" | "lineage",
    string[]
  >;
  // By index: an iterator makes an object for every line of every period.
  for (let i = 0; i < concepts.length; i += 1) {
    const concept = concepts[i];
    if (!concept) continue;
    const key = concept.snakeKey;
    const line = lines[key];
    if (line === undefined) continue;
    if ((line.value === null) === (line.reason === null)) faults.reasons.push(key);
    if (line.value === null) continue;
    if (line.lineage === null) faults.lineage.push(key);
    if (isWronglyNegative(concept, line.value)) faults.negative.push(`${key} ${line.value}`);
    if (!isInUnit(concept, line, currency)) faults.units.push(`${key} in ${line.unit}`);
  }
  return faults;
}

const isWronglyNegative = ({ nonNegative }: Concept, value: string) =>
  nonNegative && value.startsWith("-");

const isInUnit = (concept: Concept, { unit }: Line, currency: string | null) =>
  unit === null || currency === null || unit === unitOfConcept(concept, currency);

/** The opening balance is read from the same filing, dated the day before the period. */
function cashRoll(
  rule: RuleOf<"check_cash_roll">,
  period: StatementPeriod,
  table: FactTable,
): CheckResult {
  const about = { ...checkOf(rule), period: period.key };
  const keys = [rule.line, rule.applies.change] as const;
  const ending = filedOf("ending cash", period.lines[keys[0]], table);
  const change = filedOf("net change", period.lines[keys[1]], table);
  const last = ending?.parts[0];
  if (!ending || !change || !last) return notRun(about, "cash or its change is not filed");
  const flags = keys.flatMap((key) => period.lines[key]?.flags ?? []);
  if (flags.some((flag) => flag.startsWith("scope:"))) return notRun(about, "of another scope");
  const history = findOver(last.history, last.fact.start, dayBefore(period.start));
  const fact = history?.versions[0];
  if (!fact) return notRun(about, "no opening balance");
  const beginning = { label: "beginning cash", parts: [{ weight: 1, fact, history }] };
  const filed = [ending, beginning, change];
  const accession = commonFiling(filed, table);
  const values = accession === null ? [] : filed.map((f) => valueIn(f, accession, table));
  const [end, start, net] = values;
  if (accession === null || !end || !start || !net) {
    return notRun(about, "no filing carries all operands");
  }
  const difference = decimal.sub(end.value, decimal.add(start.value, net.value));
  const quantum = Math.max(end.quantum, start.quantum, net.quantum);
  const outcome = judge(difference, { operands: 3, quantum, total: end.value });
  return compared(about, outcome, difference, () =>
    filed.map(({ label }, i) => ({ label, value: values[i]?.value ?? "", accession })),
  );
}

function oneFiling(
  rule: RuleOf<"check_one_filing">,
  period: StatementPeriod,
  table: FactTable,
): CheckResult {
  const about = { ...checkOf(rule), period: period.key };
  const { line } = rule;
  if (period.lines[line]?.value == null) return notRun(about, `no ${line.replaceAll("_", " ")}`);
  const operands = rule.applies.operands.map((key) => filedOf(key, period.lines[key], table));
  const filed = operands.filter((one) => one !== null);
  if (filed.length < operands.length) return notRun(about, "an operand is computed, not filed");
  return counted(about, commonFiling(filed, table) === null ? ["operands of two filings"] : []);
}

/** DQ-06 for each filing that the facts name. */
export function runConflicts(table: FactTable): CheckResult[] {
  const filings = new Map<string, string[]>();
  for (const { versions } of table.histories) {
    for (const { accession } of versions) {
      if (!filings.has(accession)) filings.set(accession, []);
    }
    if (versions.length === 1) continue;
    versions.forEach((fact, i) => {
      const fault = conflictOf(fact, versions, i + 1, table);
      if (fault !== null) filings.get(fact.accession)?.push(fault);
    });
  }
  return [...filings].map(([period, faults]) =>
    counted({ ...dataChecks.conflicts, period }, faults),
  );
}

/** Another value of the same fact in the same filing, among the versions from the given one on. */
function conflictOf(
  fact: Fact,
  versions: History,
  from: number,
  { quanta }: FactTable,
): string | null {
  for (let i = from; i < versions.length; i += 1) {
    const other = versions[i];
    if (other?.accession !== fact.accession || isConsistent(other, fact, quanta)) continue;
    const { tag, start, end, value } = fact;
    return `${tag} ${start ?? ""}/${end}: ${value} and ${other.value}`;
  }
  return null;
}

const dayBefore = (iso: string) => isoOf(dayOf(iso) - 1);
