import { round } from "../answers/rounding.ts";
import type { Scenario } from "../answers/scenario-values.ts";
import type { Edge, Expression, Place } from "./expression.ts";

/** The lines of a model in one column, by their numbers. NaN: the line has no value there. */
export type Column = number[];

/** What a formula reads while it is computed. */
export interface Figures extends Record<Place, Column> {
  /** The scenario that edges of assumptions are taken of. */
  of: Scenario;
  /** An assumption; null where it is not known. */
  input(key: string): number | null;
  /** The projected years. */
  years: readonly Column[];
}

/** Figures of a table of one column. */
export const figuresOf = (
  here: Column,
  { input, scenario }: { input: Figures["input"]; scenario: Scenario },
): Figures => ({
  of: scenario,
  input,
  here,
  before: here,
  opening: here,
  first: here,
  last: here,
  terminal: here,
  scenario: here,
  years: [],
});

/** The number of each line in a column. A name that is new gets the next one. */
export class LineNumbers {
  readonly #numbers = new Map<string, number>();
  #empty: Column = [];

  of(id: string): number {
    const number = this.#numbers.get(id) ?? this.#numbers.size;
    this.#numbers.set(id, number);
    return number;
  }

  /** A column without values. */
  column(): Column {
    const { size } = this.#numbers;
    if (this.#empty.length !== size) this.#empty = Array<number>(size).fill(Number.NaN);
    return this.#empty.slice();
  }

  /** The value of a line; null where it has none. */
  read(column: Column, id: string): number | null {
    const number = this.#numbers.get(id);
    const value = number === undefined ? undefined : column[number];
    return value === undefined || Number.isNaN(value) ? null : value;
  }
}

/** NaN where something that it rests on is not known. */
export type Compiled = (figures: Figures) => number;

/** Makes a formula of assumptions ready to be computed. What rests on one that nobody knows is NaN. */
export function compileAssumption(of: Expression): Compiled {
  const given: number[] = [];
  const code = codeOf(of, { numbers: new LineNumbers(), given });
  const run = functionOf(`return ${code};`) as (of: Figures, how: How) => number;
  const how = { round, given, unknown: Number.NaN };
  return (figures) => run(figures, how);
}

/**
 * Makes one function of lines: it computes each, in their order, into the column that the figures have here. An
 * assumption that nobody knows counts as zero, as the empty cell of a workbook does.
 */
export function compileLines(
  lines: readonly { number: number; formula: Expression }[],
  numbers: LineNumbers,
): (figures: Figures) => void {
  const given: number[] = [];
  const code = lines.map(
    ({ number, formula }) => `here[${number}] = ${codeOf(formula, { numbers, given })};`,
  );
  const run = functionOf(code.join("\n")) as (of: Figures, how: How) => void;
  const how = { round, given, unknown: 0 };
  return (figures) => run(figures, how);
}

/** What a function of formulas is given beside the figures. */
interface How {
  round: typeof round;
  /** Numbers of one company, so that all companies share the function. */
  given: readonly number[];
  unknown: number;
}

const opening = `"use strict";
const { of, here, before, opening, first, last, terminal, scenario, years } = figures;
const { round, given, unknown } = how;
const input = (key) => figures.input(key) ?? unknown;
const sum = (number) => years.reduce((total, year) => total + year[number], 0);
`;

const functions = new Map<string, unknown>();

/**
 * Formulas are run as JavaScript, as validators and serializers of schemas are: a request to compute evaluates hundreds
 * of them, and closures take twice the time. All code comes from formulas that stand in our own source.
 */
function functionOf(body: string): unknown {
  const made = functions.get(body) ?? new Function("figures", "how", opening + body);
  functions.set(body, made);
  return made;
}

interface Writing {
  numbers: LineNumbers;
  given: number[];
}

function codeOf(of: Expression, to: Writing): string {
  const code = (one: Expression) => codeOf(one, to);
  switch (of.kind) {
    case "number":
      return of.isGiven ? `given[${to.given.push(of.value) - 1}]` : String(of.value);
    case "none":
      return "NaN";
    case "line":
      return `${of.place}[${to.numbers.of(of.id)}]`;
    case "input":
      return `input(${keyCode(of)})`;
    case "binary":
      return `(${code(of.left)} ${of.operator} ${code(of.right)})`;
    case "if":
      return `(${code(of.test)} ? ${code(of.yes)} : ${code(of.no)})`;
    case "max":
    case "min":
      return `Math.${of.kind}(${of.of.map(code).join(", ")})`;
    case "round":
      return `round(${code(of.of)}, ${of.digits})`;
    case "term":
      return code(of.of);
    case "sum":
      return `sum(${to.numbers.of(of.id)})`;
    case "mean":
      return `(sum(${to.numbers.of(of.id)}) / years.length)`;
    case "known":
      return of.of.kind === "input"
        ? `(figures.input(${keyCode(of.of)}) != null)`
        : `!Number.isNaN(${code(of.of)})`;
  }
}

function keyCode({ key, edge }: Extract<Expression, { kind: "input" }>): string {
  const at = (scenario: Scenario) => `"${edgeKey(key, edge, scenario)}"`;
  if (edge === null) return at("mid");
  return `of === "mid" ? ${at("mid")} : of === "low" ? ${at("low")} : ${at("high")}`;
}

const edges = {
  same: { low: "_low", mid: "", high: "_high" },
  opposite: { low: "_high", mid: "", high: "_low" },
} as const;

/** The key of an assumption in a scenario. */
export const edgeKey = (key: string, edge: Edge | null, scenario: Scenario): string =>
  edge === null ? key : key + edges[edge][scenario];
