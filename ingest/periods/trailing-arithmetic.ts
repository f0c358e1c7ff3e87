import {
  computedConcepts,
  type Evaluation,
  evaluate,
  type OperandSource,
} from "#registry/resolve/rollup.ts";
import type { Arithmetic, Concept } from "#schemas/shapes/companies/concept.ts";
import { type SourceName, sourcePrecedence } from "#schemas/shapes/companies/fact.ts";
import type { Line, LineageRule, Operand } from "#schemas/shapes/companies/statement.ts";
import { scopeFlags } from "../statements/arithmetic.ts";
import type { EvaluatedPeriod } from "../statements/build-periods.ts";
import { unitOfConcept } from "../statements/currency.ts";
import { isSilentReason } from "../statements/shown-sums.ts";
import { isMovedOnLine, yearPlusToDate } from "./trailing-flows.ts";
import { type TableSources, yearAgo } from "./ttm-check.ts";

/** The column whose lines are computed. */
interface Column {
  sources: TableSources;
  last: EvaluatedPeriod;
  /** Its four quarters, where they are there. */
  four: readonly EvaluatedPeriod[] | null;
  /** The fiscal year before its last quarter's, where the company has it. */
  before: EvaluatedPeriod | undefined;
}

type Lines = Record<string, Line>;

/**
 * Fills the lines of a column that are no sum of quarters by the registry's arithmetic over the column's own lines: a
 * rate always, an amount only where each of the four quarters shows what the same arithmetic gives. An amount that a filer allots
 * anew in each filing stays null. An amount that lacks quarters is filled where the year before shows what the arithmetic gives.
 */
export function fillByArithmetic(column: Column, lines: Lines): void {
  const quarters = column.four?.map(({ period }) => period.lines);
  const before = column.before?.period.lines;
  for (const concept of computedConcepts(column.sources.registry)) {
    const reason = lines[concept.snakeKey]?.reason;
    const found =
      reason === "non_additive" && quarters
        ? firstOf(concept, lines, quarters)
        : reason === "insufficient_quarters" && concept.additive && before
          ? firstOf(concept, lines, [before], [before, column.last.period.lines])
          : null;
    if (!found) continue;
    const line = lineOf(column, concept, found);
    // What is there as a sum of quarters is no reason for a line whose quarters do not show it.
    if (reason === "non_additive" || isMovedOnLine(line)) lines[concept.snakeKey] = line;
  }
}

interface RuleResult {
  rule: LineageRule;
  evaluation: Evaluation<ShownValue>;
}

/** The first arithmetic of the concept that the column's lines allow and the shown periods confirm; null without one. */
function firstOf(
  concept: Concept,
  lines: Lines,
  quarters: readonly Lines[],
  silent: readonly Lines[] = quarters,
): RuleResult | null {
  const ways = [concept.rollup, ...(concept.derivation ?? [])];
  for (const [place, way] of ways.entries()) {
    if (!way || (way.over === undefined && !areOf(way, concept.snakeKey, quarters))) continue;
    const evaluation = evaluate(way, columnSource(lines, silent));
    if (evaluation) return { rule: ruleOf(place, evaluation), evaluation };
  }
  return null;
}

function ruleOf(place: number, { isQuotient, absent }: Evaluation<ShownValue>): LineageRule {
  if (isQuotient) return "quotient";
  if (absent.length > 0) return "absence";
  return place === 0 ? "rollup" : "derivation";
}

function lineOf({ sources, last, four }: Column, concept: Concept, found: RuleResult): Line {
  const { value, operands } = found.evaluation;
  const from = four?.[0]?.period.start ?? yearAgo(sources.calendar, last.period);
  const span = `${from}/${last.period.end}`;
  const lines = operands.map(({ line }) => line.line);
  return {
    value,
    unit: unitOfConcept(concept, last.period.currency ?? ""),
    reason: null,
    lineage: [
      found.rule,
      ...operands.map(
        ({ weight, concept: key, line: { value: of, line } }): Operand => [
          weight,
          `${key}@${span}`,
          of,
          line.lineage ?? 0,
        ],
      ),
    ],
    source: lowestOf(lines),
    rank: null,
    flags: [...scopeFlags(lines), ...(lines.some(isMovedOnLine) ? [yearPlusToDate] : [])],
  };
}

interface ShownValue {
  value: string;
  line: Line;
}

function shownIn(lines: Lines, key: string): ShownValue | null {
  const line = lines[key];
  return line?.value == null ? null : { value: line.value, line };
}

/** A line is absent from the column where each of its quarters is silent of it. */
const columnSource = (lines: Lines, quarters: readonly Lines[]): OperandSource<ShownValue> => ({
  lookup: (key) => shownIn(lines, key),
  isAbsent: (key) => quarters.every((quarter) => isSilent(quarter, key)),
});

const isSilent = (lines: Lines, key: string) =>
  lines[key]?.value == null && isSilentReason(lines[key]?.reason ?? "not_reported");

/** Whether every quarter shows the line, and as the arithmetic gives it. */
function areOf(way: Arithmetic, key: string, quarters: readonly Lines[]): boolean {
  return quarters.every((lines) => {
    const shown = shownIn(lines, key);
    const source: OperandSource<ShownValue> = {
      lookup: (of) => shownIn(lines, of),
      isAbsent: (of) => isSilent(lines, of),
    };
    return shown !== null && evaluate(way, source)?.value === shown.value;
  });
}

function lowestOf(lines: readonly Line[]): SourceName {
  const sources = lines.map(({ source }) => source ?? "regulator");
  return sources.reduce((a, b) => (sourcePrecedence[b] < sourcePrecedence[a] ? b : a));
}
