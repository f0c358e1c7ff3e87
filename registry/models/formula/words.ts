import type { Expression, Operator, Place } from "./expression.ts";

/** The names that people have for what a formula reads. */
export interface Labels {
  line(id: string): string;
  input(key: string): string;
}

/**
 * A formula as a sentence reads it, such as "Revenue of the year before × (1 + Revenue growth)". Conditions that only ask
 * whether something is known are left out: what is not known has no value.
 */
export function wordsOf(of: Expression, labels: Labels): string {
  const words = (one: Expression) => wordsOf(one, labels);
  const list = (all: readonly Expression[]) => all.map(words).join(" and ");
  switch (of.kind) {
    case "number":
      return of.value.toLocaleString("en-US", { maximumFractionDigits: 6 });
    case "none":
      return "no value";
    case "line":
      return labels.line(of.id) + places[of.place];
    case "input":
      return labels.input(of.key);
    case "binary":
      return binary(of, words);
    case "if":
      return choice(of, words);
    case "max":
      return `the greater of ${list(of.of)}`;
    case "min":
      return `the lesser of ${list(of.of)}`;
    case "round":
      return words(of.of);
    case "term":
      return of.label;
    case "sum":
    case "mean":
      return `${of.kind} of ${labels.line(of.id)} over the projected years`;
    case "known":
      return `${words(of.of)} is known`;
  }
}

const places: Readonly<Record<Place, string>> = {
  here: "",
  scenario: "",
  before: " of the year before",
  opening: " of the last fiscal year",
  first: " of the first projected year",
  last: " of the last projected year",
  terminal: " of the terminal value",
};

/** The named parts of a formula, those that others rest on first. */
export function termsOf(of: Expression): Extract<Expression, { kind: "term" }>[] {
  switch (of.kind) {
    case "term":
      return [...termsOf(of.of), of];
    case "binary":
      return [of.left, of.right].flatMap(termsOf);
    case "if":
      return [of.test, of.yes, of.no].flatMap(termsOf);
    case "max":
    case "min":
      return of.of.flatMap(termsOf);
    case "round":
      return termsOf(of.of);
    default:
      return [];
  }
}

type If = Extract<Expression, { kind: "if" }>;

function choice({ test, yes, no }: If, words: (of: Expression) => string): string {
  const asked = withoutKnown(test);
  const held = (of: Expression) => (of.kind === "if" ? `(${words(of)})` : words(of));
  if (asked === null && no.kind === "none") return words(yes);
  const when = asked === null || no.kind !== "none" ? test : asked;
  return no.kind === "none"
    ? `${words(yes)}, where ${words(when)}`
    : `${held(yes)} where ${words(when)}, else ${held(no)}`;
}

/** A condition without its questions whether something is known; null where it asks nothing else. */
function withoutKnown(test: Expression): Expression | null {
  if (test.kind === "known") return null;
  if (test.kind !== "binary" || test.operator !== "&&") return test;
  const [left, right] = [withoutKnown(test.left), withoutKnown(test.right)];
  if (left === null || right === null) return left ?? right;
  return { ...test, left, right };
}

const spelled: Readonly<Record<Operator, string>> = {
  "+": "+",
  "-": "−",
  "*": "×",
  "/": "÷",
  "**": "^",
  ">": ">",
  ">=": "≥",
  "==": "=",
  "&&": "and",
};
const strength: Readonly<Record<Operator, number>> = {
  "&&": 0,
  ">": 1,
  ">=": 1,
  "==": 1,
  "+": 2,
  "-": 2,
  "*": 3,
  "/": 3,
  "**": 4,
};

type Binary = Extract<Expression, { kind: "binary" }>;

function binary({ operator, left, right }: Binary, words: (of: Expression) => string): string {
  const own = strength[operator];
  const side = (of: Expression, least: number) =>
    strengthOf(of) < least ? `(${words(of)})` : words(of);
  return `${side(left, own)} ${spelled[operator]} ${side(right, own + 1)}`;
}

/** What is said in more than a name is set in brackets. */
function strengthOf(of: Expression): number {
  if (of.kind === "round") return strengthOf(of.of);
  if (of.kind === "binary") return strength[of.operator];
  return of.kind === "if" || of.kind === "max" || of.kind === "min" ? -1 : 5;
}
