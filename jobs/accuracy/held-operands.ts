import { classifySpan, dayOf } from "#ingest/periods/days.ts";
import type { Concept, Registry } from "#schemas/shapes/companies/concept.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import { toleranceDays } from "./compare.ts";
import type { ExpectedRow } from "./expected.ts";

type Span = readonly [start: number, end: number];

/**
 * Whether the facts at hand state what a fourth quarter or twelve months are worked out from: the year and its nine
 * months, or the year, the months since and the same months of the year before, or four quarters, or the
 * period itself. Facts of the concept's tags count, and those of the lines that it is computed from. True for all
 * other rows: their value is filed as it stands, and one that is missing is a miss.
 */
export function holdsOperands(
  row: Pick<ExpectedRow, "kind" | "end">,
  concept: Concept | null,
  facts: readonly Fact[],
  registry: Registry,
): boolean {
  if (concept === null || (row.kind !== "Q4" && row.kind !== "TTM")) return true;
  const alternatives = [tagsOf(concept), ...partsOf(concept, registry)];
  return alternatives.some((operands) => holdAll(row, operands, facts));
}

type Tags = ReadonlySet<string>;

const tagsOf = ({ mappings }: Concept): Tags[] => [
  new Set(mappings.map(({ taxonomy, xbrlConcept }) => `${taxonomy}:${xbrlConcept}`)),
];

/** The tags of each term, per arithmetic that the concept may be computed by. */
function partsOf({ rollup, derivation }: Concept, registry: Registry): Tags[][] {
  return [...(rollup ? [rollup] : []), ...(derivation ?? [])].map(({ terms, optional }) =>
    terms
      .filter((term) => !optional?.includes(term.concept))
      .flatMap((term) => registry.bySnakeKey.get(term.concept) ?? [])
      .filter(({ periodType }) => periodType === "duration")
      .flatMap(tagsOf),
  );
}

function holdAll(
  row: Pick<ExpectedRow, "kind" | "end">,
  operands: readonly Tags[],
  facts: readonly Fact[],
): boolean {
  return (
    operands.length > 0 &&
    operands.every((tags) => {
      const spans = facts.flatMap(({ taxonomy, tag, start, end, dimensions }): Span[] =>
        start !== null && dimensions === null && tags.has(`${taxonomy}:${tag}`)
          ? [[dayOf(start), dayOf(end)]]
          : [],
      );
      return row.kind === "Q4" ? holdsQuarter(row, spans) : holdsTwelveMonths(row, spans);
    })
  );
}

const isYear = (span: Span) => kindOf(span) === "year";
const kindOf = ([start, end]: Span) => classifySpan(end - start + 1);
/** Filers date a period a few days apart from one filing to the next. */
const isNear = (a: number, b: number) => Math.abs(a - b) <= 10;

function endingWith({ end }: Pick<ExpectedRow, "end">, spans: readonly Span[]): Span[] {
  return spans.filter((span) => Math.abs(span[1] - dayOf(end)) <= toleranceDays);
}

function holdsQuarter(row: Pick<ExpectedRow, "end">, spans: readonly Span[]): boolean {
  const ending = endingWith(row, spans);
  if (ending.some((span) => kindOf(span) === "quarter")) return true;
  return ending
    .filter(isYear)
    .some(([start]) =>
      spans.some((span) => kindOf(span) === "nineMonths" && isNear(span[0], start)),
    );
}

function holdsTwelveMonths(row: Pick<ExpectedRow, "end">, spans: readonly Span[]): boolean {
  const ending = endingWith(row, spans);
  return ending.some(isYear) || holdsYearToDate(ending, spans) || holdsFour(ending, spans);
}

/** The year before, the months since, and the same months of that year. */
function holdsYearToDate(ending: readonly Span[], spans: readonly Span[]): boolean {
  return ending.some((toDate) =>
    spans.some(
      (year) =>
        isYear(year) &&
        isNear(year[1] + 1, toDate[0]) &&
        spans.some((before) => isNear(before[0], year[0]) && isNear(before[1] + 365, toDate[1])),
    ),
  );
}

function holdsFour(ending: readonly Span[], spans: readonly Span[]): boolean {
  const quarters = spans.filter((span) => kindOf(span) === "quarter");
  const reaches = ([start]: Span, left: number): boolean =>
    left === 0 ||
    quarters.some((before) => isNear(before[1] + 1, start) && reaches(before, left - 1));
  return ending.some((span) => kindOf(span) === "quarter" && reaches(span, 3));
}
