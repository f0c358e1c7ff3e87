import { type Scenario, type Triple, tripleOf } from "../answers/scenario-values.ts";
import type { Get } from "../assumption.ts";
import { compileLines, type Figures, figuresOf, LineNumbers } from "./evaluate.ts";
import { type Expression, parseFormula, type Terms } from "./expression.ts";

export type LineUnit = "money" | "ratio" | "multiple" | "factor" | "years" | "shares" | "per share";

/** One line of a model as it is written: what it is, and the formula that gives it. */
export interface LineText {
  id: string;
  label: string;
  unit: LineUnit;
  formula: string;
}

/** A line whose formula is read. */
export interface ModelLine extends Omit<LineText, "formula"> {
  formula: Expression;
  /** Its place in a column. */
  number: number;
}

/** Lines in the order they are shown, with the numbers that they have in a column. */
export interface LineTable {
  lines: readonly ModelLine[];
  numbers: LineNumbers;
  /** Computes the lines into the column that figures have here. */
  fill(figures: Figures): void;
}

/** A line by its id; null where it has no value. */
export type LineReader = (id: string) => number | null;

/** Reads lines. Tables that refer to each other share `numbers`. Throws for a formula that is none. */
export function lineTable(
  texts: readonly LineText[],
  { terms = {}, numbers = new LineNumbers() }: { terms?: Terms; numbers?: LineNumbers } = {},
): LineTable {
  const lines = texts.map((line): ModelLine => {
    return { ...line, formula: parseFormula(line.formula, terms), number: numbers.of(line.id) };
  });
  return { lines, numbers, fill: compileLines(inOrder(lines), numbers) };
}

const lineIn =
  (unit: LineUnit) =>
  (id: string, label: string, formula: string): LineText => ({
    id,
    label,
    unit,
    formula,
  });

export const moneyLine = lineIn("money");
/** A line that is a fraction. */
export const ratioLine = lineIn("ratio");
export const multipleLine = lineIn("multiple");
export const perShareLine = lineIn("per share");
export const sharesLine = lineIn("shares");
export const yearsLine = lineIn("years");
export const factorLine = lineIn("factor");

/** Computes lines that have one value in each scenario. */
export const computeLines = (table: LineTable, input: Get): Triple<LineReader> =>
  tripleOf((scenario) => computeScenario(table, input, scenario));

/** The same in one scenario. */
export function computeScenario(table: LineTable, input: Get, scenario: Scenario): LineReader {
  const figures = figuresOf(table.numbers.column(), { input, scenario });
  table.fill(figures);
  return (id) => table.numbers.read(figures.here, id);
}

/** One line in each scenario; null where it has no value. */
export const lineOf = (values: Triple<LineReader>, id: string): Triple<number | null> =>
  tripleOf((scenario) => values[scenario](id));

/** Lines in an order in which each rests on those before it alone. */
function inOrder(lines: readonly ModelLine[]): ModelLine[] {
  const ordered = new Set<ModelLine>();
  const add = (line: ModelLine) => {
    if (ordered.has(line)) return;
    const needed = namesOf(line.formula).flatMap((name) =>
      name.kind === "line" && name.place === "here" ? [name.id] : [],
    );
    for (const other of lines) if (needed.includes(other.id)) add(other);
    ordered.add(line);
  };
  for (const line of lines) add(line);
  return [...ordered];
}

/** The assumptions that lines read, edges by the name of their middle. */
export const inputsOf = (lines: readonly ModelLine[]): string[] =>
  lines.flatMap(({ formula }) =>
    namesOf(formula).flatMap((name) => (name.kind === "input" ? [name.key] : [])),
  );

type Name = Extract<Expression, { kind: "line" | "input" }>;

function namesOf(of: Expression): Name[] {
  switch (of.kind) {
    case "line":
    case "input":
      return [of];
    case "binary":
      return [of.left, of.right].flatMap(namesOf);
    case "if":
      return [of.test, of.yes, of.no].flatMap(namesOf);
    case "max":
    case "min":
      return of.of.flatMap(namesOf);
    case "round":
    case "term":
    case "known":
      return namesOf(of.of);
    default:
      return [];
  }
}
