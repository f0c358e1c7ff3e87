/** The rules that decided about lines of a period, by the line: their ids, each once. Values carry their own (`Cell.rules`). */
export type AppliedRules = Map<string, readonly string[]>;

/** Notes that the rule decided about the line. */
export function addRule(applied: AppliedRules, snakeKey: string, rule: string): void {
  const known = applied.get(snakeKey) ?? [];
  if (!known.includes(rule)) applied.set(snakeKey, [...known, rule]);
}

/** The same with a rule for each of the lines. */
export function withRulesFor(
  applied: ReadonlyMap<string, readonly string[]>,
  snakeKeys: Iterable<string>,
  rule: string,
): AppliedRules {
  const all: AppliedRules = new Map(applied);
  for (const key of snakeKeys) addRule(all, key, rule);
  return all;
}
