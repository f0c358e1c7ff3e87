import { rulesOf } from "#registry/rules/book.ts";
import type { RuleOf } from "#schemas/shapes/companies/rule.ts";
import { type Point, slotOf } from "../../periods/slots.ts";
import type { TaggedFacts } from "../evidence/evidence.ts";
import { guardPoints, rawNumber } from "../guards/filed-beside.ts";

/**
 * The rule by which the filed amounts contradict an arithmetic of the line, named by its place (0 is the rollup, then the
 * derivations), in most of the periods of the year that tell; undefined where none does.
 */
export function ruleAgainstFormula(
  evidence: TaggedFacts,
  year: number,
  key: string,
  place: number,
): RuleOf<"mostly_sums"> | undefined {
  return rulesOf(evidence.registry.rules, "mostly_sums").find((rule) => {
    const { effect } = rule;
    if (effect.kind !== "refuse" || !effect.formulas.includes(key)) return false;
    const concept = evidence.registry.bySnakeKey.get(key);
    const arithmetic = place === 0 ? concept?.rollup : concept?.derivation?.[place - 1];
    if (!arithmetic?.terms.some((one) => one.concept === effect.by)) return false;
    const told = guardPoints.duration
      .map((at) => tells(rule, evidence, year, at))
      .filter((one) => one !== null);
    return 2 * told.filter(Boolean).length > told.length;
  });
}

/** Whether the filed amounts of a period read as the rule says; null where they do not tell. */
function tells(
  { applies: { terms, extra, silent = [], positive = [], roundedAs } }: RuleOf<"mostly_sums">,
  evidence: TaggedFacts,
  year: number,
  at: Point,
): boolean | null {
  const amount = (key: string) => rawNumber(evidence, key, year, at);
  const more = extra === undefined ? 0 : amount(extra);
  if (extra !== undefined && !more) return null;
  let rest = 0;
  for (const { weight, concept } of terms) {
    const own = amount(concept);
    if (own === null) return null;
    rest += weight * own;
  }
  if (silent.some((key) => amount(key) !== null)) return false;
  if (positive.some((key) => (amount(key) ?? 0) <= 0)) return false;
  const slack = slackOf(evidence, roundedAs, year, at);
  return Math.abs(rest - (more ?? 0)) <= slack && (extra === undefined || Math.abs(rest) > slack);
}

/** Two units of the last digit that the line is known to. */
function slackOf(evidence: TaggedFacts, key: string, year: number, at: Point): number {
  const concept = evidence.registry.bySnakeKey.get(key);
  const offered = concept && evidence.facts.seriesOf(concept, year);
  const quanta = offered?.candidates.map(
    ({ series }) => evidence.facts.index.pickOf(series, slotOf(year, at))?.quantum ?? 0,
  );
  return 2 * 10 ** Math.max(0, ...(quanta ?? []));
}
