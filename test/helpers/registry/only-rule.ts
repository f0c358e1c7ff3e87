import { rulesOf } from "#registry/rules/book.ts";
import { workingRules } from "#registry/rules/working-rules.ts";
import type { RuleKind, RuleOf } from "#schemas/shapes/companies/rule.ts";

/** The one rule of its kind. Throws where there is none. */
export function onlyRule<K extends RuleKind>(kind: K): RuleOf<K> {
  const [rule] = rulesOf(workingRules, kind);
  if (!rule) throw new Error(`no rule of kind ${kind}`);
  return rule;
}

/** The rule of that id. Throws where there is none. */
export function ruleNamed<K extends RuleKind>(kind: K, id: string): RuleOf<K> {
  const rule = rulesOf(workingRules, kind).find((one) => one.id === id);
  if (!rule) throw new Error(`no rule ${id}`);
  return rule;
}
