import * as decimal from "#schemas/decimal.ts";
import type { Registry } from "#schemas/shapes/concept.ts";
import type { Fact } from "#schemas/shapes/fact.ts";
import type { CheckResult } from "#schemas/shapes/quality.ts";
import type { StatementPeriod } from "#schemas/shapes/statement.ts";
import { entry } from "../facts/entry.ts";
import { isConsistent } from "../facts/versions.ts";
import { dayOf, isoOf } from "../periods/days.ts";
import { unitOfConcept } from "../statements/currency.ts";
import type { OtherCheck } from "./check.ts";
import { commonFiling, type FactTable, filedOf, valueIn } from "./filed.ts";
import { compared, counted, judge, notRun } from "./judge.ts";

export const dataChecks = {
  cash: {
    id: "CF-03",
    severity: "A",
    title: "ending cash = beginning cash + net change, on the cash-flow basis",
  },
  freeCash: {
    id: "CF-05",
    severity: "B",
    title: "free cash flow operands are in one filing",
  },
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
  const faults = faultsOf(period, registry);
  return [
    cashRoll(period, table),
    freeCash(period, table),
    counted(at(dataChecks.negative), faults.negative),
    period.currency === null
      ? notRun(at(dataChecks.units), "no monetary line")
      : counted(at(dataChecks.units), faults.units),
    counted(at(dataChecks.reasons), faults.reasons),
    counted(at(dataChecks.lineage), faults.lineage),
  ];
}

/** What is wrong with single lines of the period, in the order of the lines. */
function faultsOf({ lines, currency }: StatementPeriod, registry: Registry) {
  const faults = { negative: [], units: [], reasons: [], lineage: [] } as Record<
    "negative" | "units" | "reasons" | "lineage",
    string[]
  >;
  for (const [key, { value, unit, reason, lineage }] of Object.entries(lines)) {
    if ((value === null) === (reason === null)) faults.reasons.push(key);
    if (value !== null && lineage === null) faults.lineage.push(key);
    const concept = registry.bySnakeKey.get(key);
    if (concept?.nonNegative === true && value?.startsWith("-")) {
      faults.negative.push(`${key} ${value}`);
    }
    const expected = concept && currency !== null ? unitOfConcept(concept, currency) : unit;
    if (unit !== null && unit !== expected) faults.units.push(`${key} in ${unit}`);
  }
  return faults;
}

/** The opening balance is read from the same filing, dated the day before the period. */
function cashRoll(period: StatementPeriod, table: FactTable): CheckResult {
  const about = { ...dataChecks.cash, period: period.key };
  const ending = filedOf("ending cash", period.lines.cash_and_restricted_cash, table);
  const change = filedOf("net change", period.lines.net_change_in_cash, table);
  const last = ending?.parts[0]?.fact;
  if (!ending || !change || !last) return notRun(about, "cash or its change is not filed");
  const flags = ["cash_and_restricted_cash", "net_change_in_cash"].flatMap(
    (key) => period.lines[key]?.flags ?? [],
  );
  if (flags.some((flag) => flag.startsWith("scope:"))) return notRun(about, "of another scope");
  const [opening] = table.find(last, last.start, dayBefore(period.start));
  if (!opening) return notRun(about, "no opening balance");
  const beginning = { label: "beginning cash", parts: [{ weight: 1, fact: opening }] };
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
  const operands = filed.map(({ label }, i) => ({
    label,
    value: values[i]?.value ?? "",
    accession,
  }));
  return compared(about, outcome, difference, operands);
}

function freeCash(period: StatementPeriod, table: FactTable): CheckResult {
  const about = { ...dataChecks.freeCash, period: period.key };
  if (period.lines.free_cash_flow?.value == null) return notRun(about, "no free cash flow");
  const operands = ["operating_cash_flow", "capital_expenditure"].map((key) =>
    filedOf(key, period.lines[key], table),
  );
  const filed = operands.filter((one) => one !== null);
  if (filed.length < operands.length) return notRun(about, "an operand is computed, not filed");
  return counted(about, commonFiling(filed, table) === null ? ["operands of two filings"] : []);
}

/** DQ-06 for each filing that the facts name. */
export function runConflicts(table: FactTable): CheckResult[] {
  const filings = new Map<string, string[]>();
  for (const versions of table.histories) {
    for (const { accession } of versions) entry(filings, accession, () => []);
    if (versions.length === 1) continue;
    for (const [accession, fault] of conflictsOf(versions, table)) {
      entry(filings, accession, () => []).push(fault);
    }
  }
  return [...filings].map(([period, faults]) =>
    counted({ ...dataChecks.conflicts, period }, faults),
  );
}

function conflictsOf(versions: readonly Fact[], { quanta }: FactTable): [string, string][] {
  return versions.flatMap((fact, i): [string, string][] => {
    const { tag, start, end, value, accession } = fact;
    const other = versions.find(
      (o, at) => at > i && o.accession === accession && !isConsistent(o, fact, quanta),
    );
    return other ? [[accession, `${tag} ${start ?? ""}/${end}: ${value} and ${other.value}`]] : [];
  });
}

const dayBefore = (iso: string) => isoOf(dayOf(iso) - 1);
