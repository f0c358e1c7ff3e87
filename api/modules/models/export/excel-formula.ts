import { belowHalf } from "#registry/models/answers/rounding.ts";
import type { Expression, Place } from "#registry/models/formula/expression.ts";

/** The cells that the names of a formula stand for. */
export interface CellNames {
  /** An assumption: its defined name, or that of its edge. */
  input(of: Extract<Expression, { kind: "input" }>): string;
  line(id: string, place: Place): string;
  /** The range of a line over all projected years. */
  years(id: string): string;
}

/** Assumptions rest on each other alone. */
export const assumptionNames: CellNames = {
  input: ({ key }) => key,
  line: (id) => id,
  years: (id) => id,
};

/** A formula of a model as spreadsheets read it, without the sign of equality. */
export function excelFormula(of: Expression, names: CellNames): string {
  const text = (one: Expression) => excelFormula(one, names);
  const list = (all: readonly Expression[]) => all.map(text).join(",");
  switch (of.kind) {
    case "number":
      return String(of.value);
    case "none":
      return '"n/a"';
    case "line":
      return names.line(of.id, of.place);
    case "input":
      return names.input(of);
    case "binary":
      return binary(of, text);
    case "if":
      return `IF(${text(of.test)},${text(of.yes)},${text(of.no)})`;
    case "max":
    case "min":
      return `${of.kind.toUpperCase()}(${list(of.of)})`;
    case "round":
      return roundFormula(text(of.of), of.digits);
    case "term":
      return text(of.of);
    case "sum":
      return `SUM(${names.years(of.id)})`;
    case "mean":
      return `AVERAGE(${names.years(of.id)})`;
    case "known":
      return `ISNUMBER(${text(of.of)})`;
  }
}

type Binary = Extract<Expression, { kind: "binary" }>;

const strength = { "==": 1, ">": 1, ">=": 1, "+": 2, "-": 2, "*": 3, "/": 3, "**": 4, "&&": 0 };
const spelled: Partial<Record<Binary["operator"], string>> = { "==": "=", "**": "^" };

/** A rounded number is a quotient. */
function strengthOf(of: Expression): number {
  if (of.kind === "term") return strengthOf(of.of);
  if (of.kind === "round") return strength["/"];
  return of.kind === "binary" && of.operator !== "&&" ? strength[of.operator] : 5;
}

function binary({ operator, left, right }: Binary, text: (of: Expression) => string): string {
  if (operator === "&&") return `AND(${text(left)},${text(right)})`;
  const own = strength[operator];
  const held = (of: Expression, least: number) =>
    strengthOf(of) < least ? `(${text(of)})` : text(of);
  // Spreadsheets take powers, too, from the left.
  return `${held(left, own)}${spelled[operator] ?? operator}${held(right, own + 1)}`;
}

/**
 * The formula that rounds as the models do (models.md 5.4), whatever its cells are changed to. A bare ROUND would not:
 * spreadsheets round halves away from zero and treat binary noise below a half in different ways.
 */
export function roundFormula(of: string, digits: number): string {
  const scale = 10 ** digits;
  return `ROUND((${of})*${scale}+${belowHalf.toFixed(6)},0)/${scale}`;
}
