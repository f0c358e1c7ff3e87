import { weightedSum } from "#schemas/decimal.ts";
import type { Arithmetic, Concept, Registry } from "#schemas/shapes/concept.ts";
import type { Template } from "#schemas/shapes/statement.ts";
import { isApplicable } from "./resolve.ts";

/** What arithmetic asks about the lines of one filing, period and view. */
export interface OperandSource<L extends { value: string }> {
  /** The line's value, or null when it does not resolve. */
  lookup(snakeKey: string): L | null;
  /** True only when the filing carries no fact of the line at all. */
  isAbsent(snakeKey: string): boolean;
}

export interface Evaluation<L> {
  /** Exact decimal text. */
  value: string;
  operands: { weight: number; concept: string; line: L }[];
  /** Lines inferred to be absent; with any, lineage says so by the rule `absence`. */
  absent: string[];
}

/**
 * Σ weight × concept in exact decimals. Null when a required operand does not resolve, when a line that has
 * to be absent is there, or when no operand resolves at all (a total needs at least one of its legs).
 */
export function evaluate<L extends { value: string }>(
  arithmetic: Arithmetic,
  source: OperandSource<L>,
): Evaluation<L> | null {
  for (const key of arithmetic.absent) if (!source.isAbsent(key)) return null;
  const operands: Evaluation<L>["operands"] = [];
  const absent = [...arithmetic.absent];
  for (const { weight, concept } of arithmetic.terms) {
    const line = source.lookup(concept);
    if (line) {
      operands.push({ weight, concept, line });
      continue;
    }
    if (!arithmetic.optional?.includes(concept) || !source.isAbsent(concept)) return null;
    absent.push(concept);
  }
  if (operands.length === 0) return null;
  const weights = operands.map(({ weight }) => weight);
  const lines = operands.map(({ line }) => line);
  return { value: weightedSum(weights, lines), operands, absent };
}

/** One filing, period and view, as the evaluation of its lines sees it. */
export interface LineContext<D extends { value: string }> {
  template: Template;
  /** The value by tag, after guards; null when no mapping resolves. Asked once per concept. */
  direct(concept: Concept): D | null;
  /** True when the filing carries no fact of any mapping of the concept. */
  isAbsent(snakeKey: string): boolean;
  /** False refuses the operands (another filing or currency), and the next alternate is tried. */
  accepts?(lines: readonly ResolvedLine<D>[]): boolean;
}

export type ResolvedLine<D extends { value: string }> =
  | { via: "direct"; value: string; direct: D }
  | ({ via: "rollup" | "derivation" } & Evaluation<ResolvedLine<D>>);

/**
 * A function that resolves the lines of one context in the order of evaluation: direct tag, rollup, derivation
 * alternates, null. It never uses a line that is being evaluated, so that two-way pairs (a total and its
 * parts) end. Every line is computed once; make a new resolver for each filing, period and view.
 */
export function lineResolver<D extends { value: string }>(
  registry: Registry,
  context: LineContext<D>,
): (concept: Concept) => ResolvedLine<D> | null {
  const known = new Map<string, { line: ResolvedLine<D> | null; consulted: ReadonlySet<string> }>();
  const open = new Set<string>();
  const direct = directResolver(context);
  // The computed lines that the running evaluation asked about. Its result would be another one if any of
  // them were open, so it is remembered, and used again, only where none is.
  let consulted = new Set<string>();

  const resolveLine = (concept: Concept): ResolvedLine<D> | null => {
    const tagged = direct(concept);
    if (tagged || !isComputable(concept, context.template)) return tagged;
    const key = concept.snakeKey;
    consulted.add(key);
    if (open.has(key)) return null;
    const earlier = known.get(key);
    if (!earlier || !areDisjoint(open, earlier.consulted)) return resolveComputed(concept);
    for (const asked of earlier.consulted) consulted.add(asked);
    return earlier.line;
  };

  const resolveComputed = (concept: Concept): ResolvedLine<D> | null => {
    const outer = consulted;
    consulted = new Set();
    open.add(concept.snakeKey);
    const line = compute(concept, attempt);
    open.delete(concept.snakeKey);
    if (areDisjoint(open, consulted)) known.set(concept.snakeKey, { line, consulted });
    for (const asked of consulted) outer.add(asked);
    consulted = outer;
    return line;
  };

  // A subtotal is absent only with all its parts: an operand may be missing by tag and present as a sum.
  const hasNoFact = (snakeKey: string): boolean => {
    consulted.add(snakeKey);
    if (open.has(snakeKey) || !context.isAbsent(snakeKey)) return false;
    const { rollup } = conceptOf(registry, snakeKey);
    return rollup === null || rollup.terms.every((term) => hasNoFact(term.concept));
  };

  const attempt = (arithmetic: Arithmetic): Evaluation<ResolvedLine<D>> | null => {
    const resolve = arithmetic.reportedOnly ? direct : resolveLine;
    const result = evaluate(arithmetic, {
      lookup: (snakeKey) => resolve(conceptOf(registry, snakeKey)),
      isAbsent: hasNoFact,
    });
    if (!result || !context.accepts) return result;
    return context.accepts(result.operands.map((operand) => operand.line)) ? result : null;
  };

  return resolveLine;
}

/**
 * Asks the context for each concept once. A filed value is shown whatever the template: a template that was
 * misjudged, or a bank that does report the line, must not hide what a filing says.
 */
function directResolver<D extends { value: string }>(
  context: LineContext<D>,
): (concept: Concept) => ResolvedLine<D> | null {
  const known = new Map<string, ResolvedLine<D> | null>();
  return (concept) => {
    const line = known.get(concept.snakeKey);
    if (line !== undefined) return line;
    const found = context.direct(concept);
    const resolved: ResolvedLine<D> | null = found && {
      via: "direct",
      value: found.value,
      direct: found,
    };
    known.set(concept.snakeKey, resolved);
    return resolved;
  };
}

function areDisjoint(open: ReadonlySet<string>, consulted: ReadonlySet<string>): boolean {
  for (const key of open) if (consulted.has(key)) return false;
  return true;
}

function isComputable(concept: Concept, template: Template): boolean {
  return (
    (concept.rollup !== null || concept.derivation !== null) && isApplicable(concept, template)
  );
}

function compute<D extends { value: string }>(
  concept: Concept,
  attempt: (arithmetic: Arithmetic) => Evaluation<ResolvedLine<D>> | null,
): ResolvedLine<D> | null {
  const total = concept.rollup && attempt(concept.rollup);
  if (total) return { via: "rollup", ...total };
  for (const alternate of concept.derivation ?? []) {
    const result = attempt(alternate);
    if (result) return { via: "derivation", ...result };
  }
  return null;
}

function conceptOf(registry: Registry, snakeKey: string): Concept {
  const concept = registry.bySnakeKey.get(snakeKey);
  if (!concept) throw new Error(`no concept has the snakeKey ${snakeKey}`);
  return concept;
}
