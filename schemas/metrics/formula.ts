/** What a metric is computed from: numbers, lines of a period or of one some years before, and what is done with them. */
export type Formula =
  | { kind: "number"; text: string }
  | { kind: "line"; key: string; yearsBefore: number }
  | { kind: "operation"; operator: Operator; left: Formula; right: Formula };

/** A comparison is 1 where it holds, else 0. */
export type Operator = "+" | "-" | "*" | "/" | ">" | "<" | ">=" | "<=";

/** By how tightly they bind, loosest first. */
const levels: readonly (readonly Operator[])[] = [
  [">=", "<=", ">", "<"],
  ["+", "-"],
  ["*", "/"],
];

/**
 * Reads "(net_income - net_income[-1]) / total_assets": lines by their keys, `[-1]` for the same period a year before,
 * + - * / and comparisons, which are 1 or 0. Throws for anything else, naming what it stopped at.
 */
export function readFormula(text: string): Formula {
  const tokens = text.match(/[a-z]\w*(?:\[-\d\])?|\d+(?:\.\d+)?|[<>]=?|\S/g) ?? [];
  let at = 0;
  const taken = <T extends string>(wanted: readonly T[]): T | undefined => {
    const found = wanted.find((one) => one === tokens[at]);
    if (found !== undefined) at += 1;
    return found;
  };
  const readLevel = (level: number): Formula => {
    const operators = levels[level];
    if (operators === undefined) return readOperand();
    let left = readLevel(level + 1);
    for (let operator = taken(operators); operator; operator = taken(operators)) {
      left = { kind: "operation", operator, left, right: readLevel(level + 1) };
    }
    return left;
  };
  const readOperand = (): Formula => {
    if (taken(["("]) !== undefined) {
      const inner = readLevel(0);
      if (taken([")"]) === undefined) throw misread(text, tokens[at]);
      return inner;
    }
    const token = tokens[at] ?? "";
    at += 1;
    const [, key, years] = /^([a-z]\w*)(?:\[-(\d)\])?$/.exec(token) ?? [];
    if (key !== undefined) return { kind: "line", key, yearsBefore: Number(years ?? 0) };
    if (!/^\d/.test(token)) throw misread(text, token);
    return { kind: "number", text: token };
  };
  const formula = readLevel(0);
  if (at < tokens.length) throw misread(text, tokens[at]);
  return formula;
}

const misread = (text: string, token = "the end") =>
  new Error(`no formula: "${text}" at "${token || "the end"}"`);

/** A line of a formula, of the period or of one some years before. */
export interface FormulaLine {
  key: string;
  yearsBefore: number;
}

/** "total_assets" and "total_assets[-1]", as formulas have it. */
export const lineText = ({ key, yearsBefore }: FormulaLine): string =>
  yearsBefore === 0 ? key : `${key}[-${yearsBefore}]`;

/** The lines that a formula needs, each once, in its order. */
export function linesOf(formula: Formula): FormulaLine[] {
  const found = new Map<string, FormulaLine>();
  const visit = (part: Formula) => {
    if (part.kind === "operation") {
      visit(part.left);
      visit(part.right);
    } else if (part.kind === "line") {
      const { key, yearsBefore } = part;
      found.set(lineText(part), { key, yearsBefore });
    }
  };
  visit(formula);
  return [...found.values()];
}
