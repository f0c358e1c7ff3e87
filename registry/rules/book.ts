import type { Concept } from "#schemas/shapes/companies/concept.ts";
import type { Rule, RuleKind, RuleOf } from "#schemas/shapes/companies/rule.ts";
import type { RuleBook, SumCheck } from "#schemas/shapes/companies/rule-book.ts";

const none: readonly never[] = [];

/** The rules about the concepts. */
export function ruleBook(concepts: readonly Concept[]): RuleBook {
  return bookOf(concepts.flatMap(({ rules = [] }) => rules));
}

/** The rules in ascending order of place, by kind. */
export function bookOf(rules: readonly Rule[]): RuleBook {
  const all = rules.toSorted((a, b) => a.place - b.place);
  return {
    all,
    sums: all.filter((rule) => isOf(rule, "identity")).map(sumOf),
    byKind: Map.groupBy(all, ({ applies }) => applies.kind),
  };
}

/** The rules of one kind, in ascending order of place; empty without any. */
export function rulesOf<K extends RuleKind>(
  { byKind }: Pick<RuleBook, "byKind">,
  kind: K,
): readonly RuleOf<K>[] {
  return (byKind.get(kind) ?? none) as readonly RuleOf<K>[];
}

function isOf<K extends RuleKind>(rule: Rule, kind: K): rule is RuleOf<K> {
  return rule.applies.kind === kind;
}

function sumOf({ id, line, title, templates, applies }: RuleOf<"identity">): SumCheck {
  const { check = id, severity, terms, relation, allowedScopes } = applies;
  return {
    id: check,
    rule: id,
    severity,
    title,
    total: line,
    terms,
    relation,
    templates,
    allowedScopes,
  };
}

/** A rule that decided about a line. */
export interface AppliedRule {
  id: string;
  /** What it says, in words; null for a rule that the registry at hand no longer has. */
  title: string | null;
}

/** The rules that decided about a line, as the registry words them; empty without any. */
export function appliedRules(
  { rules: { all } }: { rules: Pick<RuleBook, "all"> },
  { rules: ids = [] }: { rules?: readonly string[] },
): AppliedRule[] {
  return ids.map((id) => ({ id, title: all.find((rule) => rule.id === id)?.title ?? null }));
}

/** The lines that a rule looks at or changes, each once. */
export function linesOf({ line, applies, effect }: Rule): string[] {
  return [...new Set([line, ...keysIn(applies), ...keysIn(effect)])];
}

/** Words of a rule that are snakeKeys of no line. */
const words: ReadonlySet<string> = new Set([
  "kind",
  "check",
  "severity",
  "relation",
  "scope",
  "reason",
  "allowedScopes",
]);

function keysIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(keysIn);
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([key, of]) => (words.has(key) ? [] : keysIn(of)));
}
