import { compare, divide, equal, roundTo, weightedSum } from "#schemas/decimal.ts";
import type {
  Arithmetic,
  Concept,
  PerShareProof,
  Registry,
} from "#schemas/shapes/companies/concept.ts";
import type { Template } from "#schemas/shapes/companies/statement.ts";
import { isApplicable } from "./resolve.ts";

/** What arithmetic asks about the lines of one filing, period and view. */
export interface OperandSource<L extends { value: string }> {
  /** The line's value, or null when it does not resolve. */
  lookup(snakeKey: string): L | null;
  /** True only when the filing carries no fact of the line at all. */
  isAbsent(snakeKey: string): boolean;
  /** Whether the line is there by a tag of that scope; without it no line is. */
  hasScope?(snakeKey: string, scope: string): boolean;
}

export interface Evaluation<L> {
  /** Exact decimal text. */
  value: string;
  operands: { weight: number; concept: string; line: L }[];
  /** Lines inferred to be absent; with any, lineage says so by the rule `absence`. */
  absent: string[];
  /** The last operand divides the sum of the others. */
  isQuotient?: true;
}

/**
 * Σ weight × concept in exact decimals. Null when a required operand does not resolve, when a line that has
 * to be absent is there, when no operand resolves at all (a total needs at least one of its legs), or when the figure per
 * share that has to prove it does not.
 */
export function evaluate<L extends { value: string }>(
  arithmetic: Arithmetic,
  source: OperandSource<L>,
): Evaluation<L> | null {
  for (const key of arithmetic.absent) if (!source.isAbsent(key)) return null;
  const found = operandsOf(arithmetic, source);
  if (!found || found.operands.length === 0) return null;
  const weights = found.operands.map(({ weight }) => weight);
  const lines = found.operands.map(({ line }) => line);
  const summed = { ...found, value: weightedSum(weights, lines) };
  if (arithmetic.provenBy && !isProven(summed.value, arithmetic.provenBy, source)) return null;
  return arithmetic.over === undefined ? summed : divided(summed, arithmetic.over, source);
}

/** The lines of the terms that count; null where one that is needed does not resolve. */
function operandsOf<L extends { value: string }>(
  { terms, optional, absent: required }: Arithmetic,
  source: OperandSource<L>,
): Pick<Evaluation<L>, "operands" | "absent"> | null {
  const operands: Evaluation<L>["operands"] = [];
  const absent = [...required];
  for (const { weight, concept, when } of terms) {
    if (when && (source.hasScope?.(when.concept, when.scope) ?? false) !== when.holds) continue;
    const line = source.lookup(concept);
    if (line) {
      operands.push({ weight, concept, line });
      continue;
    }
    if (!optional?.includes(concept) || !source.isAbsent(concept)) return null;
    absent.push(concept);
  }
  return { operands, absent };
}

/** Filers state figures per share to a hundredth at least: 2.10 is written as 2.1. */
const perShareExponent = -2;

function isProven<L extends { value: string }>(
  value: string,
  { figure, shares, income }: PerShareProof,
  { lookup }: OperandSource<L>,
): boolean {
  const [perShare, count, stated] = [lookup(figure), lookup(shares), lookup(income)];
  if (!perShare || !count || compare(count.value, "0") <= 0) return false;
  if (stated && !equal(stated.value, value)) return false;
  const places = perShare.value.split(".")[1]?.length ?? 0;
  const exponent = Math.min(perShareExponent, -places);
  return equal(roundTo(divide(value, count.value), exponent), perShare.value);
}

/** The sum divided by the line; null where that is missing or not positive. */
function divided<L extends { value: string }>(
  { value, operands, absent }: Evaluation<L>,
  over: string,
  source: OperandSource<L>,
): Evaluation<L> | null {
  const line = source.lookup(over);
  if (!line || compare(line.value, "0") <= 0) return null;
  return {
    value: roundTo(divide(value, line.value), quotientExponent),
    operands: [...operands, { weight: 1, concept: over, line }],
    absent,
    isQuotient: true,
  };
}

/** Rates are computed to six decimal places. */
const quotientExponent = -6;

/** One filing, period and view, as the evaluation of its lines sees it. */
export interface RollupInput<D extends { value: string }> {
  template: Template;
  /** The value by tag, after guards; null when no mapping resolves. Asked once per concept. */
  direct(concept: Concept): D | null;
  /** True when the filing carries no fact of any mapping of the concept. */
  isAbsent(snakeKey: string): boolean;
  /** False refuses the operands (another filing or currency), and the next alternate is tried. */
  accepts?(lines: readonly ResolvedLine<D>[]): boolean;
  /** Whether a filed value is of that scope; without it none is. */
  hasScope?(direct: D, scope: string): boolean;
  /** True refuses one arithmetic of a concept, by its place: 0 is the rollup, then the derivations. */
  isRefused?(snakeKey: string, place: number): boolean;
}

export type ComputedLine<D extends { value: string }> = {
  via: "rollup" | "derivation";
  /** Which arithmetic of the concept it is: 0 is the rollup, then the derivations. */
  place: number;
  /** What the arithmetic measures where that is not exactly the concept. */
  scope?: Arithmetic["scope"];
} & Evaluation<ResolvedLine<D>>;

export type ResolvedLine<D extends { value: string }> =
  | { via: "direct"; value: string; direct: D }
  | ComputedLine<D>;

/**
 * A function that resolves the lines of one period in the order of evaluation: direct tag, rollup, derivation
 * alternates, null. It never uses a line that is being evaluated, so that two-way pairs (a total and its
 * parts) end. A line that a computed line rests on is settled with it: whoever asks for it later gets the same value,
 * so that all lines add up to each other. Make a new resolver for each filing, period and view.
 */
export function lineResolver<D extends { value: string }>(
  registry: Registry,
  input: RollupInput<D>,
): (concept: Concept) => ResolvedLine<D> | null {
  const resolvedLines = new Map<
    string,
    { line: ResolvedLine<D> | null; consulted: ReadonlySet<string> }
  >();
  const open = new Set<string>();
  const direct = directResolver(input);
  // The computed lines that the running evaluation asked about. Its result would be another one if any of
  // them were open, so it is remembered, and used again, only where none is.
  let consulted = new Set<string>();
  const settled = new Map<string, ComputedLine<D>>();

  const resolveLine = (concept: Concept): ResolvedLine<D> | null => {
    const tagged = direct(concept);
    if (tagged || !isComputable(concept, input.template)) return tagged;
    const key = concept.snakeKey;
    const final = settled.get(key);
    if (final) return final;
    consulted.add(key);
    if (open.has(key)) return null;
    const earlier = resolvedLines.get(key);
    if (!earlier || !areDisjoint(open, earlier.consulted)) return resolveComputed(concept);
    for (const consultedKey of earlier.consulted) consulted.add(consultedKey);
    return earlier.line;
  };

  const resolveComputed = (concept: Concept): ResolvedLine<D> | null => {
    const outer = consulted;
    consulted = new Set();
    open.add(concept.snakeKey);
    const line = compute(concept, attempt, input);
    open.delete(concept.snakeKey);
    if (areDisjoint(open, consulted)) resolvedLines.set(concept.snakeKey, { line, consulted });
    if (open.size === 0 && line) settle(concept.snakeKey, line);
    for (const consultedKey of consulted) outer.add(consultedKey);
    consulted = outer;
    return line;
  };

  const settle = (key: string, line: ComputedLine<D>): void => {
    if (settled.has(key)) return;
    settled.set(key, line);
    // What was worked out with another value of the line is worked out again.
    if (resolvedLines.has(key) && resolvedLines.get(key)?.line !== line) resolvedLines.clear();
    for (const { concept, line: operand } of line.operands) {
      if (operand.via !== "direct") settle(concept, operand);
    }
  };

  // A subtotal is absent only with all its parts: an operand may be missing by tag and present as a sum.
  const hasNoFact = (snakeKey: string): boolean => {
    consulted.add(snakeKey);
    if (open.has(snakeKey) || !input.isAbsent(snakeKey)) return false;
    const { rollup } = conceptOf(registry, snakeKey);
    return rollup === null || rollup.terms.every((term) => hasNoFact(term.concept));
  };

  const all: OperandSource<ResolvedLine<D>> = {
    lookup: (snakeKey) => resolveLine(conceptOf(registry, snakeKey)),
    isAbsent: hasNoFact,
    hasScope(snakeKey, scope) {
      const line = direct(conceptOf(registry, snakeKey));
      return line?.via === "direct" && (input.hasScope?.(line.direct, scope) ?? false);
    },
  };
  const lookup = (snakeKey: string) => direct(conceptOf(registry, snakeKey));
  const reported = { ...all, lookup };

  const attempt = (arithmetic: Arithmetic): Evaluation<ResolvedLine<D>> | null => {
    const result = evaluate(arithmetic, arithmetic.reportedOnly ? reported : all);
    if (!result || !input.accepts) return result;
    return input.accepts(result.operands.map((operand) => operand.line)) ? result : null;
  };

  // In the registry's order whoever asks first: what is settled must not depend on the question.
  let isSettled = false;
  return (concept) => {
    if (!isSettled) {
      isSettled = true;
      for (const each of computedConcepts(registry)) resolveLine(each);
    }
    return resolveLine(concept);
  };
}

const computed = new WeakMap<Registry, readonly Concept[]>();

/** The active concepts with an arithmetic, in the registry's order: nothing computes the others. */
export function computedConcepts(registry: Registry): readonly Concept[] {
  let concepts = computed.get(registry);
  if (!concepts) {
    concepts = registry.concepts.filter((c) => c.status === "active" && hasArithmetic(c));
    computed.set(registry, concepts);
  }
  return concepts;
}

const hasArithmetic = ({ rollup, derivation }: Concept) => rollup !== null || derivation !== null;

/**
 * Asks the input for each concept once. A filed value is shown whatever the template: a template that was
 * misjudged, or a bank that does report the line, must not hide what a filing says.
 */
function directResolver<D extends { value: string }>(
  input: RollupInput<D>,
): (concept: Concept) => ResolvedLine<D> | null {
  const linesByKey = new Map<string, ResolvedLine<D> | null>();
  return (concept) => {
    const line = linesByKey.get(concept.snakeKey);
    if (line !== undefined) return line;
    const directLine = input.direct(concept);
    const resolved: ResolvedLine<D> | null = directLine && {
      via: "direct",
      value: directLine.value,
      direct: directLine,
    };
    linesByKey.set(concept.snakeKey, resolved);
    return resolved;
  };
}

function areDisjoint(open: ReadonlySet<string>, consulted: ReadonlySet<string>): boolean {
  for (const key of open) if (consulted.has(key)) return false;
  return true;
}

function isComputable(concept: Concept, template: Template): boolean {
  return hasArithmetic(concept) && isApplicable(concept, template);
}

function compute<D extends { value: string }>(
  concept: Concept,
  attempt: (arithmetic: Arithmetic) => Evaluation<ResolvedLine<D>> | null,
  { isRefused }: RollupInput<D>,
): ComputedLine<D> | null {
  const ways = [concept.rollup, ...(concept.derivation ?? [])];
  for (let place = 0; place < ways.length; place += 1) {
    const arithmetic = ways[place];
    if (!arithmetic || isRefused?.(concept.snakeKey, place)) continue;
    const result = attempt(arithmetic);
    const { scope } = arithmetic;
    const via = place === 0 ? "rollup" : "derivation";
    if (result) return { via, place, ...(scope && { scope }), ...result };
  }
  return null;
}

function conceptOf(registry: Registry, snakeKey: string): Concept {
  const concept = registry.bySnakeKey.get(snakeKey);
  if (!concept) throw new Error(`no concept has the snakeKey ${snakeKey}`);
  return concept;
}
