import type { Fact } from "#schemas/shapes/companies/fact.ts";
import { leavesOf } from "../../answers/metrics.ts";
import { isReit } from "../company-type.ts";
import { factsOf, flowFact, flowFacts, sumOfFacts, type WeightedFact } from "../filed-facts.ts";
import { type ModelSource, numberOf, type SourceLine, type SourcePeriod } from "../source.ts";
import {
  amortizationOfIntangibles,
  depreciationAlone,
  discontinuedFlows,
  flowsApart,
  wearOfStatements,
} from "./depreciation-tags.ts";
import {
  amount,
  partOfFact,
  partOfLine,
  partsOfFacts,
  printedOperands,
  summedLine,
  type Weighed,
} from "./income-parts.ts";
import { withLine } from "./replaced-lines.ts";

const key = "depreciation_and_amortization";
const equalWithin = 0.01;

/**
 * The source with depreciation and amortization of the business that goes on, as revenue and operating income are. The
 * cash flow statement holds a discontinued business, too, and a note says how much of the line is of it (Kimberly-Clark).
 * Nothing is taken off where the statement has flows of that business in rows of their own, or where depreciation and
 * amortization filed apart come to the line as it is.
 */
export function withoutDiscontinued(source: ModelSource): ModelSource {
  const { depreciation } = discontinuedFlows;
  const isFiled = depreciation.some((tag) => factsOf(source, tag).length > 0);
  if (!isFiled && !isReit(source)) return source;
  return withLine(
    source,
    [key],
    (period) => continuingLine(source, period) ?? ofIncomeStatement(source, period),
  );
}

/**
 * The line with the row of the income statement for that of the cash flow statement, which is more as it holds properties that are
 * discontinued (Franklin Street 2010: 36.5 and 39.6). Trusts alone have all depreciation in one row of costs.
 */
function ofIncomeStatement(source: ModelSource, period: SourcePeriod): SourceLine | null {
  const whole = partOfLine(period.lines[key]);
  const isSold = (numberOf(period.lines.income_discontinued?.value) ?? 0) !== 0;
  if (whole === null || !isSold || !isReit(source) || areApart(source, period)) return null;
  const leaf = leavesOf(whole.lineage, source.facts).find((one) => wears(nameOf(one)));
  const rows = costLines.flatMap((line) => printedOperands(period.lines[line]));
  const [, label, text, lineage] = rows.find(([, element]) => wears(element)) ?? [];
  const held = leaf === undefined ? null : partOfFact(source, leaf);
  const value = numberOf(text);
  if (held === null || value === null || value <= 0 || value >= held.value) return null;
  if (label === undefined || text === undefined || lineage === undefined) return null;
  const parts: Weighed[] = [
    [-1, "row_of_cash_flows", held],
    [1, label, { value, text, lineage }],
  ];
  const note = `without ${amount({ value: held.value - value })} of discontinued properties, as the income statement prints it`;
  return summedLine(period, [[1, key, whole], ...parts], note);
}

const costLines = ["remaining_costs_and_expenses", "remaining_operating_expenses"];
const nameOf = ({ taxonomy, tag }: Fact) => `${taxonomy}:${tag}`;
const wears = (element: string) => wearOfStatements.includes(element);

/** Capital expenditures of a discontinued business that the cash flow statement of the period holds; 0 where none are. */
export function discontinuedCapex(source: ModelSource, period: SourcePeriod): number {
  const facts = discontinuedOf(source, discontinuedFlows.capitalExpenditures, period);
  const whole = partOfLine(period.lines.capital_expenditure)?.value ?? 0;
  const value = sumOfFacts(facts);
  return value > 0 && value < whole ? value : 0;
}

/** The line in place of the one of the statements; null where that stands. */
function continuingLine(source: ModelSource, period: SourcePeriod): SourceLine | null {
  const whole = partOfLine(period.lines[key]);
  if (whole === null || isContinuing(source, period, whole.value)) return null;
  const facts = discontinuedOf(source, discontinuedFlows.depreciation, period);
  const value = sumOfFacts(facts);
  if (value <= 0 || value >= whole.value) return null;
  const parts = partsOfFacts(source, facts, { label: "discontinued_operations", turned: true });
  const note = `without ${amount({ value })} of the discontinued business, which the cash flow statement holds`;
  return summedLine(period, [[1, key, whole], ...parts], note);
}

/** The part of the discontinued business; none where revenue of the period is not from a report that states it. */
function discontinuedOf(
  source: ModelSource,
  tags: readonly string[],
  period: SourcePeriod,
): readonly WeightedFact[] {
  if (areApart(source, period)) return [];
  const facts = flowFacts(source, tags, period);
  const [first] = facts;
  return first !== undefined && isOfRevenue(source, period, first[1]) ? facts : [];
}

/** True where one report states the revenue of the period and the part: that revenue is without the business. */
function isOfRevenue(source: ModelSource, { lines }: SourcePeriod, part: Fact): boolean {
  const reports = new Set(
    factsOf(source, `${part.taxonomy}:${part.tag}`)
      .filter(
        ({ start, end, value }) => start === part.start && end === part.end && value === part.value,
      )
      .map(({ accession }) => accession),
  );
  const leaves = leavesOf(lines.revenue?.lineage ?? null, source.facts);
  return leaves.some((leaf) =>
    factsOf(source, `${leaf.taxonomy}:${leaf.tag}`).some(
      (fact) =>
        fact.start === leaf.start &&
        fact.end === leaf.end &&
        fact.value === leaf.value &&
        reports.has(fact.accession),
    ),
  );
}

/** True where the statement has the flows of the discontinued business in rows of their own. */
const areApart = (source: ModelSource, period: SourcePeriod): boolean =>
  flowsApart.some((tag) => {
    const value = numberOf(flowFact(source, [tag], period)?.value);
    return value !== null && value !== 0;
  });

/** True where depreciation and amortization filed apart come to the line: it is of the business that goes on. */
function isContinuing(source: ModelSource, period: SourcePeriod, whole: number): boolean {
  const [depreciation, amortization] = [depreciationAlone, amortizationOfIntangibles].map((tags) =>
    numberOf(flowFact(source, tags, period)?.value),
  );
  if (depreciation == null) return false;
  return Math.abs(depreciation + (amortization ?? 0) - whole) <= equalWithin * whole;
}
