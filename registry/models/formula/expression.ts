import jsep from "jsep";

/** Where a line is read: in the column of the formula, in the column before, or in a fixed column. */
export type Place = "here" | "before" | "opening" | "first" | "last" | "terminal" | "scenario";
/** The edge of an assumption that a scenario takes: its own (low takes low), or the opposite one (low takes high). */
export type Edge = "same" | "opposite";
export type Operator = "+" | "-" | "*" | "/" | "**" | ">" | ">=" | "==" | "&&";

/** A formula of a model as a tree. `line` is a line of the model, `input` an assumption. */
export type Expression =
  /** `isGiven`: of one company, and not of the formula. */
  | { kind: "number"; value: number; isGiven: boolean }
  /** Text instead of a number: there is no value. */
  | { kind: "none" }
  | { kind: "line"; id: string; place: Place }
  | { kind: "input"; key: string; edge: Edge | null }
  | { kind: "binary"; operator: Operator; left: Expression; right: Expression }
  | { kind: "if"; test: Expression; yes: Expression; no: Expression }
  | { kind: "max" | "min"; of: Expression[] }
  | { kind: "round"; of: Expression; digits: number }
  /** A part that has a name of its own. */
  | { kind: "term"; name: string; label: string; of: Expression }
  /** Over all years of a line. */
  | { kind: "sum" | "mean"; id: string }
  | { kind: "known"; of: Expression };

/** A part of formulas that people have a name for. */
export interface NamedTerm {
  label: string;
  formula: string;
}

/** Names that stand for a whole formula, such as what a perpetuity is taken of, or for a number. */
export type Terms = Readonly<Record<string, string | number | Expression | NamedTerm>>;

/**
 * Reads a formula, such as `before(revenue) * (1 + revenue_growth)`.
 *
 * - `name` is a line of the model, `$name` an assumption.
 * - `before`, `opening`, `first`, `last`, `terminal` and `scenario` read a line in another column: the year before, the
 *   last fiscal year that is filed, the first and the last projected year, what comes after it, and the scenario.
 * - `same($key)` and `opposite($key)` take the edge of an assumption by the scenario.
 * - `sum(line)` and `mean(line)` go over all years, `max`, `min` and `round(of, digits)` over their arguments.
 * - `a > b ? x : none`, `known(x)`, and `+ - * / ** > >= == &&` as in JavaScript.
 *
 * `terms` are names that stand for another formula. Throws an Error for anything else: formulas are code.
 */
export function parseFormula(text: string, terms: Terms = {}): Expression {
  try {
    return read(treeOf(text), terms);
  } catch (error) {
    throw new Error(`formula "${text}": ${(error as Error).message}`, { cause: error });
  }
}

const trees = new Map<string, jsep.Expression>();

/** Formulas are written in code, and read once. Numbers of a company come as terms. */
function treeOf(text: string): jsep.Expression {
  const known = trees.get(text) ?? jsep(text);
  trees.set(text, known);
  return known;
}

const operators: ReadonlySet<string> = new Set(["+", "-", "*", "/", "**", ">", ">=", "==", "&&"]);

function read(node: jsep.Expression, terms: Terms): Expression {
  const part = (one: unknown) => read(one as jsep.Expression, terms);
  switch (node.type) {
    case "Literal":
      if (typeof node.value !== "number") throw new Error("no text");
      return { kind: "number", value: node.value, isGiven: false };
    case "UnaryExpression": {
      const of = part(node.argument);
      if (node.operator !== "-" || of.kind !== "number") throw new Error("no sign here");
      return { ...of, value: -of.value };
    }
    case "Identifier":
      return named(node.name as string, terms);
    case "BinaryExpression": {
      const operator = node.operator as Operator;
      if (!operators.has(operator)) throw new Error(`no operator ${operator}`);
      return { kind: "binary", operator, left: part(node.left), right: part(node.right) };
    }
    case "ConditionalExpression": {
      const { test, consequent, alternate } = node;
      return { kind: "if", test: part(test), yes: part(consequent), no: part(alternate) };
    }
    case "CallExpression":
      return call(node as jsep.CallExpression, terms);
    default:
      throw new Error(`no ${node.type}`);
  }
}

function named(name: string, terms: Terms): Expression {
  const term = terms[name];
  if (typeof term === "number") return { kind: "number", value: term, isGiven: true };
  if (typeof term === "string") return read(treeOf(term), terms);
  if (term !== undefined) return "kind" in term ? term : termOf(name, term, terms);
  if (name === "none") return { kind: "none" };
  if (name.startsWith("$")) return { kind: "input", key: name.slice(1), edge: null };
  return { kind: "line", id: name, place: "here" };
}

const termOf = (name: string, { label, formula }: NamedTerm, terms: Terms): Expression => ({
  kind: "term",
  name,
  label,
  of: read(treeOf(formula), terms),
});

type Call = (of: Expression[]) => Expression;

const at =
  (place: Place): Call =>
  ([of]) => {
    if (of?.kind !== "line") throw new Error(`${place} takes a line`);
    return { ...of, place };
  };

const edged =
  (edge: Edge): Call =>
  ([of]) => {
    if (of?.kind !== "input") throw new Error(`${edge} takes an assumption`);
    return { ...of, edge };
  };

const over =
  (kind: "sum" | "mean"): Call =>
  ([of]) => {
    if (of?.kind !== "line") throw new Error(`${kind} takes a line`);
    return { kind, id: of.id };
  };

const calls: Readonly<Record<string, Call>> = {
  before: at("before"),
  opening: at("opening"),
  first: at("first"),
  last: at("last"),
  terminal: at("terminal"),
  scenario: at("scenario"),
  same: edged("same"),
  opposite: edged("opposite"),
  sum: over("sum"),
  mean: over("mean"),
  max: (of) => ({ kind: "max", of }),
  min: (of) => ({ kind: "min", of }),
  round([of, digits]) {
    if (of === undefined || digits?.kind !== "number") throw new Error("round takes digits");
    return { kind: "round", of, digits: digits.value };
  },
  known([of]) {
    if (of?.kind !== "line" && of?.kind !== "input") throw new Error("known takes a name");
    return { kind: "known", of };
  },
};

function call({ callee, arguments: given }: jsep.CallExpression, terms: Terms): Expression {
  const make = calls[callee.name as string];
  if (make === undefined) throw new Error(`no function ${callee.name}`);
  return make(given.map((one) => read(one, terms)));
}
