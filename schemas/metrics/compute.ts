import * as decimal from "../decimal.ts";
import { type Formula, type FormulaLine, linesOf, type Operator } from "./formula.ts";

/** A figure as exact decimal text, or why there is none. */
export type ExactFigure = { value: string; reason: null } | { value: null; reason: string };

/** A line of the period, or of the one so many years before it. */
export type FigureAt = (key: string, yearsBefore: number) => ExactFigure;

/**
 * A formula's value, exact where its divisions end, else to forty digits. Null where a line is missing: with
 * "not_applicable_template" where the company's kind does not have one of the lines, else with the reason of the first
 * that is missing. Null as "not_meaningful" where a divisor is not positive.
 */
export function computeFormula(formula: Formula, at: FigureAt): ExactFigure {
  const [first, ...others] = missingIn(formula, at);
  if (first !== undefined) return { value: null, reason: worst([first, ...others]) };
  const value = evaluate(formula, at);
  return value === null ? { value, reason: "not_meaningful" } : { value, reason: null };
}

/** A line that a formula needs and that has no value. */
export interface MissingLine extends FormulaLine {
  reason: string;
}

/** The lines that a formula needs and that have no value, in its order. */
export const missingIn = (formula: Formula, at: FigureAt): MissingLine[] =>
  linesOf(formula).flatMap((line) => {
    const { reason } = at(line.key, line.yearsBefore);
    return reason === null ? [] : [{ ...line, reason }];
  });

const foreign = "not_applicable_template";

const worst = (missing: readonly [MissingLine, ...MissingLine[]]) =>
  missing.some(({ reason }) => reason === foreign) ? foreign : missing[0].reason;

/** Null where a divisor is not positive. */
function evaluate(formula: Formula, at: FigureAt): string | null {
  if (formula.kind === "number") return formula.text;
  if (formula.kind === "line") return at(formula.key, formula.yearsBefore).value;
  const left = evaluate(formula.left, at);
  const right = evaluate(formula.right, at);
  return left === null || right === null ? null : operations[formula.operator](left, right);
}

const truth = (holds: boolean) => (holds ? "1" : "0");

const operations: Readonly<Record<Operator, (a: string, b: string) => string | null>> = {
  "+": decimal.add,
  "-": decimal.sub,
  "*": decimal.multiply,
  "/": (a, b) => (decimal.compare(b, "0") > 0 ? decimal.quotient(a, b) : null),
  ">": (a, b) => truth(decimal.compare(a, b) > 0),
  "<": (a, b) => truth(decimal.compare(a, b) < 0),
  ">=": (a, b) => truth(decimal.compare(a, b) >= 0),
  "<=": (a, b) => truth(decimal.compare(a, b) <= 0),
};
