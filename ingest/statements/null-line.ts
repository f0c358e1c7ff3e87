import type { Arithmetic, Concept, Registry } from "#schemas/shapes/companies/concept.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import type { RuleBook } from "#schemas/shapes/companies/rule-book.ts";
import type { Line, NullReason, Template } from "#schemas/shapes/companies/statement.ts";
import { isOwnTaxonomy, isPrintedIn } from "../facts/printed-facts.ts";
import { type Cell, isCell } from "./cells/cell.ts";
import { emptyLine } from "./cells/line.ts";
import type { Evidence } from "./evidence/evidence.ts";
import { bySize, unmappedPart } from "./evidence/unmapped-parts.ts";
import type { KeptSums } from "./guards/give-way.ts";
import type { PeriodPoint } from "./period-points.ts";
import { firstApplying, type LinesOfPeriod, lineRules } from "./rules/line-rules.ts";
import type { YearValues } from "./year-values.ts";

/** A period of which a line has no value, with what is filed of each line. */
interface EvaluatedPeriod {
  template: Template;
  at: PeriodPoint;
  end: string;
  values: ReadonlyMap<string, YearValues>;
}

/** What says why a line has no value. */
type NullEvidence = Pick<Evidence, "registry" | "printed" | "isKnown" | "isUnpublished">;

/** What is filed of the line in the period, or the difference of what is filed. */
export function filedIn({ values, at }: EvaluatedPeriod, key: string): Cell | undefined {
  const filed = values.get(key)?.[at];
  return isCell(filed) ? filed : undefined;
}

/** The null of a line; where an element that nothing maps holds it or may hold it, that stands among those not taken. */
export function nullLine(
  evidence: NullEvidence,
  period: EvaluatedPeriod,
  { cells, gaveWay }: KeptSums,
  concept: Concept,
): Line {
  const reason = gaveWay.get(concept.snakeKey) ?? reasonOf(evidence, period, concept);
  if (reason !== "not_reported") return lineOfGap(reason, period, concept);
  const lines: LinesOfPeriod = {
    filed: (key) => filedIn(period, key),
    shown: (key) => cells.get(key),
    isAbsent: () => false,
  };
  const byRule = nullByRule(evidence.registry.rules, lines, concept.snakeKey);
  if (byRule) return byRule;
  const printed = printedElement(evidence, period, concept);
  if (printed) return unmappedLine(printed);
  const tag = unmappedPart(
    evidence.printed.unmappedParts,
    evidence.registry,
    cells,
    concept.snakeKey,
  );
  if (tag !== null) return { ...emptyLine("unmapped_tag"), refused: [{ tag, guard: "unmapped" }] };
  return emptyLine(
    lacksQuarters(evidence.registry, period, cells, concept) ? "insufficient_quarters" : reason,
  );
}

/** The null with the reason, and where a rule refused what is filed with that rule. */
function lineOfGap(
  reason: NullReason,
  { values, at }: EvaluatedPeriod,
  { snakeKey }: Concept,
): Line {
  const outcome = values.get(snakeKey)?.[at];
  const rules = !outcome || isCell(outcome) ? undefined : outcome.rules;
  return rules ? { ...emptyLine(reason), rules } : emptyLine(reason);
}

/** The largest value of an element that nothing maps and that a statement prints as the line of the period. */
function printedElement(
  { printed, isKnown }: NullEvidence,
  period: EvaluatedPeriod,
  concept: Concept,
): Fact | null {
  const found = (printed.elements.get(concept.snakeKey) ?? []).filter(
    (fact) => isPrintedIn(fact, concept, period) && isKnown(fact),
  );
  return found.sort(bySize)[0] ?? null;
}

/** The null of a line that the filing prints under this element: the filer's own, or one that no mapping covers. */
function unmappedLine({ taxonomy, tag }: Fact): Line {
  const refused = [{ tag: `${taxonomy}:${tag}`, guard: "unmapped" }];
  const reason = isOwnTaxonomy(taxonomy) ? "unmapped_extension" : "unmapped_tag";
  return { ...emptyLine(reason), refused };
}

/**
 * Whether the line could be computed if the quarters before were known: what it is computed of is there, or filed only of
 * a longer time. Free cash flow of a second quarter has no other reason than the flows that it is made of.
 */
function lacksQuarters(
  registry: Registry,
  { values, at }: EvaluatedPeriod,
  cells: ReadonlyMap<string, Cell>,
  { snakeKey }: Concept,
): boolean {
  const asked = new Set<string>();
  const isLacking = (key: string): boolean => {
    const filed = values.get(key)?.[at];
    if (filed && !isCell(filed) && filed.reason === "insufficient_quarters") return true;
    return isSumLacking(key);
  };
  const isSumLacking = (key: string): boolean => {
    const concept = registry.bySnakeKey.get(key);
    // Lines are computed of each other: revenue of gross profit, and gross profit of revenue.
    if (!concept || asked.has(key)) return false;
    asked.add(key);
    const sums = [concept.rollup, ...(concept.derivation ?? [])];
    return sums.some((sum) => sum !== null && isLackingFor(sum));
  };
  const isLackingFor = ({ terms, absent, over }: Arithmetic) => {
    if (over || absent.some((key) => cells.has(key) || isLacking(key))) return false;
    const missing = terms.filter(({ concept, when }) => !when && !cells.has(concept));
    return missing.length > 0 && missing.every(({ concept }) => isLacking(concept));
  };
  return isSumLacking(snakeKey);
}

function reasonOf(
  { isUnpublished }: NullEvidence,
  period: EvaluatedPeriod,
  concept: Concept,
): NullReason {
  if (concept.templates !== null && !concept.templates.includes(period.template)) {
    return "not_applicable_template";
  }
  const direct = period.values.get(concept.snakeKey)?.[period.at];
  const reason = !direct || isCell(direct) ? "not_reported" : direct.reason;
  if (reason !== "not_reported") return reason;
  if (isUnpublished(period.end)) return "source_not_published";
  const isDerivedPeriod = period.at === "Q4" || period.at === "H2";
  return direct && !isCell(direct) && isDerivedPeriod && !concept.additive
    ? "non_additive"
    : "not_reported";
}

/** The null with the reason that a rule gives the line because it refuses what the line is made of; null without one. */
function nullByRule(rules: RuleBook, lines: LinesOfPeriod, snakeKey: string): Line | null {
  const giving = lineRules(rules)
    .givingReason.get(snakeKey)
    ?.filter(({ effect }) => effect.kind === "refuse" && !effect.unless.some(lines.shown));
  const rule = firstApplying(giving, lines);
  if (rule?.effect.kind !== "refuse" || !rule.effect.reason) return null;
  return { ...emptyLine(rule.effect.reason), rules: [rule.id] };
}
