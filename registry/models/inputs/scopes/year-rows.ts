import type { Fact } from "#schemas/shapes/companies/fact.ts";
import type { Lineage } from "#schemas/shapes/companies/statement.ts";
import { computedProvenance, type QuotedValue } from "../../answers/provenance.ts";
import type { MetricKey } from "../../catalogue.ts";
import { addDays } from "../dates.ts";
import { intangibleRows, softwareRow, timesAmortized } from "../earnings/depreciation-tags.ts";
import {
  flowFact,
  near,
  quoteFact,
  type Span,
  sumOfFacts,
  type WeightedFact,
} from "../filed-facts.ts";
import { type ModelSource, numberOf, type SourcePeriod } from "../source.ts";

/** The rows that a line of a fiscal year adds up, as facts of that year; null for a line that is no such sum. */
function rowsOfYear(
  { facts }: ModelSource,
  { lines, start, end }: SourcePeriod,
  concept: string,
): WeightedFact[] | null {
  const line = lines[concept];
  const rows = weighted(facts, line?.lineage ?? null, 1);
  if (rows === null || rows.length < 2) return null;
  const isOfYear = rows.every(([, fact]) => near(fact.start, start) && near(fact.end, end));
  return isOfYear && sumOfFacts(rows) === numberOf(line?.value) ? rows : null;
}

/** The facts of a lineage, each as it counts; null where one is no fact. */
function weighted(
  facts: readonly Fact[],
  lineage: Lineage | null,
  weight: 1 | -1,
): WeightedFact[] | null {
  if (lineage === null) return null;
  if (typeof lineage === "number") {
    const fact = facts[lineage];
    return fact === undefined ? null : [[weight, fact]];
  }
  const [rule, ...operands] = lineage;
  if (rule === "submitted") return null;
  const parts = operands.map(([sign, , , of]) =>
    weighted(facts, of, (weight * sign) as WeightedFact[0]),
  );
  return parts.some((part) => part === null) ? null : parts.flatMap((part) => part ?? []);
}

/** What the rows of a year state for another span; null where one of them states nothing for it. */
function rowsOver(
  source: ModelSource,
  rows: readonly WeightedFact[],
  span: Span,
): WeightedFact[] | null {
  const found = rows.flatMap(([weight, { taxonomy, tag }]): WeightedFact[] => {
    const fact = flowFact(source, [`${taxonomy}:${tag}`], span);
    return fact === null ? [] : [[weight, fact]];
  });
  return found.length === rows.length ? found : null;
}

/**
 * Twelve months of the rows that the line of the fiscal year adds up: the year with its rows to date less those of a year
 * earlier (Applied Optoelectronics). Null for a line that is no such sum, and where a report to date lacks one of the rows.
 */
export function rowsOfMonths(
  source: ModelSource,
  [yearBefore, year]: readonly [SourcePeriod, SourcePeriod],
  { metric, concept }: { metric: MetricKey; concept: string },
  end: string,
): QuotedValue | null {
  const full = rowsOfYear(source, year, concept);
  const { currency } = year;
  const spans = [
    { start: addDays(year.end, 1), end, currency },
    { start: addDays(yearBefore.end, 1), end: addDays(end, -365), currency },
  ];
  const [now, before] = spans.map((span) => full && rowsOver(source, full, span));
  if (full === null || now == null || before == null) return null;
  const isKept = (_: WeightedFact, index: number) => {
    const row = now[index];
    return row !== undefined && !isBeyondReplacement(year, row[1]);
  };
  const less = before.map(([weight, fact]) => [weight === 1 ? -1 : 1, fact] as const);
  const rows = [full, now, less].flatMap((facts) => facts.filter(isKept));
  const parts = rows
    .map(([, fact]) => quoteFact(fact, metric, "computed"))
    .filter((one) => one !== null);
  const provenance = computedProvenance(metric, concept, end, parts, "TTM");
  const note = year.lines[concept]?.note;
  return {
    value: sumOfFacts(rows),
    provenance,
    ...(note !== undefined && { note: `of the fiscal year: ${note}` }),
  };
}

/** True for intangible assets bought, other than software, for many times what the year amortizes. */
function isBeyondReplacement({ lines }: SourcePeriod, { taxonomy, tag, value }: Fact): boolean {
  if (softwareRow.test(tag) || !intangibleRows.includes(`${taxonomy}:${tag}`)) return false;
  const amortization = numberOf(lines.amortization_of_intangibles?.value) ?? 0;
  return amortization > 0 && Number(value) > timesAmortized * amortization;
}
