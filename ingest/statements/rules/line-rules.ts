import { tolerance } from "#registry/resolve/resolve.ts";
import { rulesOf } from "#registry/rules/book.ts";
import * as decimal from "#schemas/decimal.ts";
import type { AppliesOf, RuleOf } from "#schemas/shapes/companies/rule.ts";
import type { RuleBook } from "#schemas/shapes/companies/rule-book.ts";
import type { Cell } from "../cells/cell.ts";
import { isOfFacts } from "../guards/rules-of-facts.ts";

/** The lines of a period by key. */
export type Lookup = (snakeKey: string) => Cell | undefined;

/** What a condition on the lines of a period is asked of. */
export interface LinesOfPeriod {
  /** What is filed of the line, or the difference of what is filed. */
  filed: Lookup;
  /** What is shown of it, or would be before anything is computed. */
  shown: Lookup;
  /** Whether no filing of the year names the line. */
  isAbsent(snakeKey: string): boolean;
}

const kinds = ["sliver", "whole_is_parts", "parts_of_total"] as const;

/** A rule whose condition is about the lines of one period. */
export type LineRule = RuleOf<(typeof kinds)[number]>;

/** The rules on lines of one period, by the line that they change. */
export interface LineRules {
  refusingTag: ReadonlyMap<string, readonly LineRule[]>;
  refusingFormula: ReadonlyMap<string, readonly LineRule[]>;
  preferring: ReadonlyMap<string, readonly LineRule[]>;
  givingReason: ReadonlyMap<string, readonly LineRule[]>;
  scoping: ReadonlyMap<string, readonly RuleOf<"scope_by_sum">[]>;
}

const known = new WeakMap<RuleBook, LineRules>();

/** The rules on lines of one period, arranged once for each registry. */
export function lineRules(rules: RuleBook): LineRules {
  let arranged = known.get(rules);
  if (!arranged) {
    arranged = arrange(rules);
    known.set(rules, arranged);
  }
  return arranged;
}

function arrange(rules: RuleBook): LineRules {
  const all = kinds.flatMap((kind): readonly LineRule[] => rulesOf(rules, kind));
  const by = (keysOf: (rule: LineRule) => readonly string[]) => {
    const pairs = all.flatMap((rule) => keysOf(rule).map((key) => ({ key, rule })));
    const groups = Map.groupBy(pairs, ({ key }) => key);
    return new Map([...groups].map(([key, own]) => [key, own.map(({ rule }) => rule)]));
  };
  return {
    refusingTag: by(({ line, effect }) => (effect.kind === "refuse" && effect.tag ? [line] : [])),
    refusingFormula: by(({ effect }) => (effect.kind === "refuse" ? effect.formulas : [])),
    preferring: by(({ line, effect }) => (effect.kind === "prefer" ? [line] : [])),
    givingReason: by(({ effect }) =>
      effect.kind === "refuse" && effect.reason ? effect.lines : [],
    ),
    scoping: Map.groupBy(rulesOf(rules, "scope_by_sum"), ({ line }) => line),
  };
}

/** The first of the rules that applies to the period; undefined where none does. */
export function firstApplying(
  rules: readonly LineRule[] | undefined,
  lines: LinesOfPeriod,
): LineRule | undefined {
  return rules?.find((rule) => doesApply(rule.applies, lines));
}

function doesApply(condition: LineRule["applies"], lines: LinesOfPeriod): boolean {
  switch (condition.kind) {
    case "sliver":
      return isSliver(condition, lines.filed);
    case "whole_is_parts":
      return isWholeOfParts(condition, lines.shown);
    case "parts_of_total":
      return arePartsOfTotal(condition, lines);
  }
}

/**
 * Whether the parts come to the whole within rounding: what is filed as operating expenses takes revenue to operating income, and so
 * is all costs. Railroads, airlines, utilities and others set no cost of revenue apart.
 */
function isWholeOfParts(
  { whole, parts, filed }: AppliesOf<"whole_is_parts">,
  shown: Lookup,
): boolean {
  const total = shown(whole);
  const cells = parts.flatMap((key) => shown(key) ?? []);
  if (!total || cells.length < parts.length) return false;
  if (filed.some((key) => !isOfFacts(shown(key)?.lineage ?? ["derivation"]))) return false;
  const quantum = Math.max(total.quantum, ...cells.map((cell) => cell.quantum), 0);
  const rest = cells.reduce((left, { value }) => left - Number(value), Number(total.value));
  return Math.abs(rest) <= tolerance(cells.length + 1, 10 ** quantum);
}

/**
 * Whether the filed part is the cost of one small trade among costs that are named otherwise: the drugs of a health insurer, the used
 * equipment of a lessor (standardization.md 23). Says no where the period has a loss: then costs out of the ordinary may make any
 * cost look small.
 */
function isSliver(
  { part, whole, left, named, shares, silent }: AppliesOf<"sliver">,
  filed: Lookup,
): boolean {
  const amount = (key: string) => Number(filed(key)?.value ?? 0);
  const total = amount(whole);
  const cost = amount(part);
  const income = amount(left.find((key) => filed(key)) ?? "");
  if (silent.some(filed) || cost <= 0 || income <= 0 || income >= total) return false;
  const all = total - income;
  const others = named.map((sums) =>
    Math.max(...sums.map((keys) => keys.reduce((so, key) => so + amount(key), 0))),
  );
  const known = others.reduce((so, one) => so + one, cost);
  return cost < shares.part * all && known < shares.named * all;
}

/**
 * Whether the parts are the total to the digit: total liabilities, what stands between, and the filed equity are the other side of the
 * balance sheet, so that this is the equity of all owners.
 */
function arePartsOfTotal(
  { total, parts, silent = [], sameAs, something, named }: AppliesOf<"parts_of_total">,
  { filed, isAbsent }: LinesOfPeriod,
): boolean {
  if (something !== undefined && decimal.isZero(filed(something)?.value ?? "0")) return false;
  const sum = filed(total);
  if (!sum || silent.some(filed)) return false;
  if (parts.some(({ concept, optional }) => !optional && !filed(concept))) return false;
  const values = parts.flatMap(({ concept }) => filed(concept)?.value ?? []);
  const twin = sameAs === undefined ? null : filed(sameAs);
  const isTwin = !twin || decimal.equal(twin.value, values.at(-1) ?? "0");
  if (!isTwin || !decimal.equal(decimal.sum(values), sum.value)) return false;
  return named === undefined || !isAbsent(named);
}
