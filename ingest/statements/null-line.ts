import { majorPartOf } from "#registry/major-parts.ts";
import type { Arithmetic, Concept } from "#schemas/shapes/companies/concept.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import type { Line, NullReason } from "#schemas/shapes/companies/statement.ts";
import type { CompanyInput } from "../company-input.ts";
import { tierOf } from "../facts/forms.ts";
import { compareText } from "../facts/history/history.ts";
import { isOwnTaxonomy, isPrintedIn } from "../facts/printed-facts.ts";
import { dayOf } from "../periods/days.ts";
import type { BuildContext } from "./build-context.ts";
import { type Cell, isCell } from "./cells/cell.ts";
import { emptyLine } from "./cells/line.ts";
import type { KeptSums } from "./guards/give-way.ts";
import type { PeriodPoint } from "./period-points.ts";
import { firstApplying, type LinesOfPeriod, lineRules } from "./rules/line-rules.ts";
import type { YearValues } from "./year-values.ts";

/** A period of which a line has no value, with what is filed of each line. */
interface EvaluatedPeriod {
  year: number;
  at: PeriodPoint;
  end: string;
  values: ReadonlyMap<string, YearValues>;
}

/** What is filed of the line in the period, or the difference of what is filed. */
export function filedIn({ values, at }: EvaluatedPeriod, key: string): Cell | undefined {
  const filed = values.get(key)?.[at];
  return isCell(filed) ? filed : undefined;
}

/** The null of a line; where an element that nothing maps holds it or may hold it, that stands among those not taken. */
export function nullLine(
  context: BuildContext,
  period: EvaluatedPeriod,
  { cells, gaveWay }: KeptSums,
  concept: Concept,
): Line {
  const reason = gaveWay.get(concept.snakeKey) ?? reasonOf(context, period, concept);
  if (reason !== "not_reported") return lineOfGap(reason, period, concept);
  const lines: LinesOfPeriod = {
    filed: (key) => filedIn(period, key),
    shown: (key) => cells.get(key),
    isAbsent: () => false,
  };
  const byRule = nullByRule(context, lines, concept.snakeKey);
  if (byRule) return byRule;
  const printed = printedElement(context, period, concept);
  if (printed) return unmappedLine(printed);
  const tag = unmappedPart(context, cells, concept.snakeKey);
  if (tag !== null) return { ...emptyLine("unmapped_tag"), refused: [{ tag, guard: "unmapped" }] };
  return emptyLine(
    lacksQuarters(context, period, cells, concept) ? "insufficient_quarters" : reason,
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
  { printed, isKnown }: Pick<BuildContext, "printed" | "isKnown">,
  period: EvaluatedPeriod,
  concept: Concept,
): Fact | null {
  const found = (printed.get(concept.snakeKey) ?? []).filter(
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
  { registry }: Pick<BuildContext, "registry">,
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

function reasonOf(context: BuildContext, period: EvaluatedPeriod, concept: Concept): NullReason {
  const template = context.templates[period.year] ?? "industrial";
  if (concept.templates !== null && !concept.templates.includes(template)) {
    return "not_applicable_template";
  }
  const direct = period.values.get(concept.snakeKey)?.[period.at];
  const reason = !direct || isCell(direct) ? "not_reported" : direct.reason;
  if (reason !== "not_reported") return reason;
  if (context.isUnpublished(period.end)) return "source_not_published";
  const isDerivedPeriod = period.at === "Q4" || period.at === "H2";
  return direct && !isCell(direct) && isDerivedPeriod && !concept.additive
    ? "non_additive"
    : "not_reported";
}

/** The null with the reason that a rule gives the line because it refuses what the line is made of; null without one. */
function nullByRule(
  { registry: { rules } }: Pick<BuildContext, "registry">,
  lines: LinesOfPeriod,
  snakeKey: string,
): Line | null {
  const giving = lineRules(rules)
    .givingReason.get(snakeKey)
    ?.filter(({ effect }) => effect.kind === "refuse" && !effect.unless.some(lines.shown));
  const rule = firstApplying(giving, lines);
  if (rule?.effect.kind !== "refuse" || !rule.effect.reason) return null;
  return { ...emptyLine(rule.effect.reason), rules: [rule.id] };
}

/** The facts that nothing maps, by the filing and the day that they end on. */
export function indexUnmappedParts(
  facts: readonly Fact[] = [],
): ReadonlyMap<string, readonly Fact[]> {
  return Map.groupBy(facts, placeOf);
}

const placeOf = ({ accession, end }: Pick<Fact, "accession" | "end">) => `${accession} ${end}`;

/**
 * The largest tag that nothing maps, of the filing that states the subtotal, where the line is a major part of that
 * subtotal and has no value ("us-gaap:InventoryGross"). Null where no such tag is filed, or the part may be nothing.
 */
function unmappedPart(
  { unmappedParts, registry }: Pick<BuildContext, "unmappedParts" | "registry">,
  cells: ReadonlyMap<string, Cell>,
  snakeKey: string,
): string | null {
  const major = unmappedParts.size > 0 ? majorPartOf.get(snakeKey) : undefined;
  if (!major || (major.beside !== null && !cells.has(major.beside))) return null;
  const subtotal = cells.get(major.of);
  const filed = subtotal?.picked?.fact ?? subtotal?.basis;
  if (!subtotal || !filed) return null;
  const isInstant = registry.bySnakeKey.get(snakeKey)?.periodType === "instant";
  const found = (unmappedParts.get(placeOf(filed)) ?? []).filter(
    (fact) =>
      fact.unit === subtotal.unit &&
      (fact.start === null) === isInstant &&
      major.names.test(fact.tag) &&
      // No part of a balance is more than the whole.
      !(isInstant && sizeOf(fact) > Number(subtotal.value)),
  );
  const [largest] = found.sort(bySize);
  return largest && sizeOf(largest) > 0 ? `${largest.taxonomy}:${largest.tag}` : null;
}

const bySize = (a: Fact, b: Fact) => sizeOf(b) - sizeOf(a) || compareText(a.tag, b.tag);

const sizeOf = ({ value }: Fact) => Math.abs(Number(value));

const toleranceDays = 3;
const usualDelayDays = 1;

/**
 * Whether a period's own report is in the filing index and its facts are not published yet, so that a line
 * without a value is `source_not_published` and not `not_reported` (standardization.md 2.19). The report
 * is newer than every fact that the view knows, and older than a day by the newest date at hand.
 */
export function unpublishedPeriods(
  { filings, documents }: CompanyInput,
  known: readonly Fact[],
): (periodEnd: string) => boolean {
  const newestFact = newestOf(known.map(({ filed }) => filed));
  const today = newestOf([
    ...filings.map(({ filed }) => filed),
    ...documents.map(({ fetchedAt }) => fetchedAt.slice(0, 10)),
  ]);
  const ends = filings.flatMap(({ form, filed, reportDate, isXbrl }) => {
    const isLate = filed > newestFact && dayOf(today) - dayOf(filed) > usualDelayDays;
    return isXbrl && isLate && reportDate && tierOf(form) === 1 ? [dayOf(reportDate)] : [];
  });
  return (periodEnd) => ends.some((end) => Math.abs(end - dayOf(periodEnd)) <= toleranceDays);
}

function newestOf(dates: readonly (string | null)[]): string {
  return dates.reduce<string>((newest, date) => (date && date > newest ? date : newest), "");
}
