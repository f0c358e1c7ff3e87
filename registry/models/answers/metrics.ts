import type { Fact } from "#schemas/shapes/companies/fact.ts";
import type { Lineage, Operand } from "#schemas/shapes/companies/statement.ts";
import { isKnown, type ModelSource, numberOf, type SourcePeriod } from "../inputs/source.ts";
import { conceptsOf, type MetricKey } from "../metric-concepts.ts";

export { conceptsOf };

/** A value with how it came about. */
export interface Reading {
  metric: MetricKey;
  concept: string;
  value: number;
  lineage: Lineage | null;
  period: SourcePeriod;
  /** How models came to the value; absent for a value of the statements. */
  note?: string;
}

// Debt is missing only when no debt of any kind is found: what is there adds up where no total is persisted.
const debtDueLegs = ["short_term_borrowings", "current_portion_of_long_term_debt"];

/** A metric in one period: the first of its concepts that has a value there; null when none has. */
export function read(period: SourcePeriod | null, metric: MetricKey): Reading | null {
  if (period === null) return null;
  for (const concept of conceptsOf[metric]) {
    const reading = readConcept(period, metric, concept);
    if (reading !== null) return reading;
  }
  if (metric === "debt_due_within_a_year") return addUp(period, metric, debtDueLegs);
  if (metric !== "total_debt") return null;
  const due = numberOf(period.lines.debt_current?.value) === null ? debtDueLegs : ["debt_current"];
  return addUp(period, metric, [...due, "long_term_debt"]);
}

/** A metric in one period by one of its concepts alone, as parts that add up must be; null without a value. */
export function readConcept(
  period: SourcePeriod,
  metric: MetricKey,
  concept: string,
): Reading | null {
  const line = period.lines[concept];
  const value = numberOf(line?.value);
  if (line === undefined || value === null) return null;
  const note = line.note === undefined ? {} : { note: line.note };
  return { metric, concept, value, lineage: line.lineage, period, ...note };
}

/** The sum of the lines that are there; null when none is. */
function addUp(
  period: SourcePeriod,
  metric: MetricKey,
  concepts: readonly string[],
): Reading | null {
  const operands = concepts.flatMap((concept): Operand[] => {
    const line = period.lines[concept];
    if (line === undefined || line.value === null || line.lineage === null) return [];
    return [[1, concept, line.value, line.lineage]];
  });
  if (operands.length === 0) return null;
  const value = operands.reduce((total, [, , text]) => total + (numberOf(text) ?? 0), 0);
  return { metric, concept: metric, value, lineage: ["derivation", ...operands], period };
}

/** The facts that a value rests on, in the order of its lineage. */
export function leavesOf(lineage: Lineage | null, facts: readonly Fact[]): Fact[] {
  if (lineage === null) return [];
  if (typeof lineage === "number") {
    const fact = facts[lineage];
    return fact === undefined ? [] : [fact];
  }
  const [rule, ...operands] = lineage;
  if (rule === "submitted") return [];
  return operands.flatMap((operand) => leavesOf(operand[3], facts));
}

/**
 * The tags ("taxonomy:tag") that a concept was read from, itself or as a span less another: those of fiscal years first, then
 * the newest. Filers switch between years, and a quarter may have had another row alone.
 */
export function tagsOf(source: ModelSource, concept: string): string[] {
  const periods = [...source.periods].sort(
    (a, b) => Number(b.fiscalPeriod === "FY") - Number(a.fiscalPeriod === "FY"),
  );
  const tags = periods.flatMap(({ lines }) => {
    const lineage = lines[concept]?.lineage ?? null;
    const leaves = isOfConcept(lineage, concept) ? leavesOf(lineage, source.facts) : [];
    return leaves.map(({ taxonomy, tag }) => `${taxonomy}:${tag}`);
  });
  return [...new Set(tags)];
}

/** True for a fact, and for spans of the same concept taken from one another. */
function isOfConcept(lineage: Lineage | null, concept: string): boolean {
  if (lineage === null || typeof lineage === "number") return true;
  const [rule, ...operands] = lineage;
  return (
    rule !== "submitted" &&
    operands.every(([, label, , of]) => label.startsWith(`${concept}@`) && typeof of === "number")
  );
}

/** The latest filed undimensioned fact that passes; null when none does. */
export function latestFact(
  source: ModelSource,
  passes: (fact: Fact) => boolean,
): { fact: Fact; index: number } | null {
  let newest: { fact: Fact; index: number } | null = null;
  source.facts.forEach((fact, index) => {
    if (fact.dimensions !== null || !isKnown(source, fact) || !passes(fact)) return;
    if (newest === null || (fact.filed ?? "") > (newest.fact.filed ?? "")) newest = { fact, index };
  });
  return newest;
}
