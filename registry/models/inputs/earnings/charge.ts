import { securitiesLabel } from "#registry/printed-charges.ts";
import { labelWords } from "#registry/printed-lines.ts";
import { leavesOf, read } from "../../answers/metrics.ts";
import type { QuotedValue } from "../../answers/provenance.ts";
import type { MetricKey } from "../../catalogue.ts";
import type { Anchors } from "../anchors.ts";
import { addDays } from "../dates.ts";
import { flowFact, near, quoteFact, type Span } from "../filed-facts.ts";
import { sumOfMembers } from "../members/member-sums.ts";
import { belowOperatingIncome } from "../model-tags.ts";
import { type ModelSource, numberOf, type SourcePeriod } from "../source.ts";
import { yearToDate } from "../trailing.ts";
import { otherOperatingIncome } from "./charges/gain-tags.ts";
import { isTurnedGain } from "./charges/turned-gains.ts";
import { isPrinted, printedOperands } from "./income-parts.ts";

/** One charge of a span of time; a gain is negative. */
export interface Charge {
  label: string;
  value: number;
  isTaxed: boolean;
  /** False for what stands below operating income, and so is in net income alone. */
  isOperating: boolean;
  quoted: QuotedValue;
}

export const totalOf = (charges: readonly Pick<Charge, "value">[]): number =>
  charges.reduce((sum, { value }) => sum + value, 0);

/**
 * The figure of the first tag that states exactly the span; of members added up where none states the whole. Null for one
 * that the row of its filing says to be an impairment of securities, whatever its element is. A gain has the sign that the cash
 * flow statement of its filing takes it off with.
 */
export function flowAt(
  source: ModelSource,
  tags: readonly string[],
  span: Span,
): QuotedValue | null {
  const fact = flowFact(source, tags, span);
  if (fact === null) return sumOfMembers(source, tags, span);
  const label = source.rowLabels?.[fact.accession]?.[`${fact.taxonomy}:${fact.tag}`];
  if (label !== undefined && securitiesLabel(fact.tag, label) !== null) return null;
  const quoted = quoteFact(fact, "operating_income", "computed");
  if (quoted === null) return sumOfMembers(source, tags, span);
  return isTurnedGain(source, fact) ? { ...quoted, value: -quoted.value } : quoted;
}

/** Of operating income: less of what notes state is the course of business (Coca-Cola 2023: litigation of 8). */
export const leastPart = 0.01;

const half = 0.5;

const sumsOfCosts = [...belowOperatingIncome.costsAndExpenses, "us-gaap:OperatingExpenses"];

/**
 * True where the result of a disposal stands below operating income: other results between operating income and income
 * before tax hold it, or costs between gross profit and operating income have no room for it beside `charges` (models.md
 * 3.3). A printed row of other operating results that has room for it goes before (Medtronic 2023). Interest and associates
 * that come to all between the two leave nothing else there. A gain is positive.
 */
export function isBelowOperatingIncome(
  source: ModelSource,
  span: Span,
  { gain, charges }: { gain: number; charges: number },
): boolean {
  const at = (metric: MetricKey) => flowOf(source, span, metric);
  const [others, operating] = [resultsBelow(source, span), at("operating_income")];
  if (others === null || operating === null || isInSumOfRows(source, span, gain)) return false;
  if (isRoom(otherOperating(source, span), gain, 1)) return false;
  if (isHeldBelow(source, span, gain)) return true;
  if (others === 0) return false;
  const [gross, selling] = [at("gross_profit"), at("selling_general_admin")];
  if (gross === null || selling === null) return false;
  const left = gross - selling - operating;
  const research = at("research_development") ?? 0;
  // Research and the charges stand beside selling costs, or are part of them.
  const rests = [left, left - research, left - charges, left - research - charges];
  return rests.some((rest) => Math.abs(rest) < half * Math.abs(gain));
}

/**
 * True where revenue, or gross profit, less the costs that the filing adds up is operating income with the gain alone: its row
 * stands between the two (Northrop Grumman 2025: 41,954 less 37,674 with 231 are 4,511).
 */
export function isInSumOfRows(source: ModelSource, span: Span, gain: number): boolean {
  const income = flowOf(source, span, "operating_income");
  const from = [flowOf(source, span, "revenue"), flowOf(source, span, "gross_profit")];
  return sumsOfCosts.some((tag) => {
    const costs = flowAt(source, [tag], span)?.value ?? null;
    return from.some(
      (first) => costs !== null && first !== null && first - costs + gain === income,
    );
  });
}

/** True where other results between operating income and income before tax have at least half of a gain, or of a loss. */
export function isHeldBelow(source: ModelSource, span: Span, gain: number): boolean {
  return isRoom(resultsBelow(source, span) ?? 0, gain, half);
}

/** True for results that have at least this part of a gain, or of a loss. */
const isRoom = (results: number, gain: number, part: number): boolean =>
  Math.sign(results) === Math.sign(gain) && Math.abs(results) >= part * Math.abs(gain);

const operatingRows = [
  ["remaining_operating_income", 1],
  ["remaining_operating_expenses", -1],
  ["remaining_costs_and_expenses", -1],
] as const;

/** The printed row of other operating income less expenses; 0 without one. */
export function otherOperating(source: ModelSource, span: Span): number {
  const lines = periodOf(source, span)?.lines;
  const rows = operatingRows.flatMap(([key, sign]) =>
    printedOperands(lines?.[key]).flatMap(([weight, , text, row]) => {
      const [fact] = leavesOf(row, source.facts);
      const isOther = otherOperatingIncome.includes(`${fact?.taxonomy}:${fact?.tag}`);
      return isOther ? [sign * weight * (numberOf(text) ?? 0)] : [];
    }),
  );
  return rows[0] ?? 0;
}

/**
 * What stands between operating income and income before tax, without interest, income of associates and own warrants: as
 * the statement prints it, else what is left of the two.
 */
function resultsBelow(source: ModelSource, span: Span): number | null {
  const at = (metric: MetricKey) => flowOf(source, span, metric);
  const [beforeTax, operating] = [at("income_before_tax"), at("operating_income")];
  if (beforeTax === null || operating === null) return null;
  const warrants = flowAt(source, belowOperatingIncome.warrants, span)?.value ?? 0;
  const rows = rowsBelow(source, span);
  if (rows !== null) return rows + warrants;
  return (
    beforeTax -
    operating +
    (at("interest_expense") ?? 0) -
    (lineOf(source, span, "interest_income") ?? 0) -
    (lineOf(source, span, "equity_method_income") ?? 0) +
    warrants
  );
}

/**
 * True for an element that the rows below operating income have no room for in one of the years, or that operating income needs
 * beside the sum of costs: it is in operating income in the other years, too (McDonald's gains on restaurants sold).
 */
export function isOperatingRow(source: ModelSource, tag: string, { currency }: Span): boolean {
  return source.periods
    .filter(({ fiscalPeriod }) => fiscalPeriod === "FY")
    .some(({ start, end }) => {
      const year = { start, end, currency };
      const value = Math.abs(flowAt(source, [tag], year)?.value ?? 0);
      if (value !== 0 && [value, -value].some((gain) => isInSumOfRows(source, year, gain)))
        return true;
      const rows = value === 0 ? null : rowsBelow(source, year);
      return rows !== null && Math.abs(rows) < half * value;
    });
}

const ofInterest = /^interest(?!.* other)/;

/** The rows below a printed operating income but interest; null where the statement is not at hand, or has their total alone. */
function rowsBelow(source: ModelSource, span: Span): number | null {
  const { operating_income: income, ...lines } = periodOf(source, span)?.lines ?? {};
  const { nonoperating_income: total, remaining_pretax_income: rest } = lines;
  if (typeof income?.lineage !== "number" || !isPrinted(rest)) return null;
  if (isPrinted(total)) return null;
  return printedOperands(rest)
    .filter(([, , , row]) => {
      const [fact] = leavesOf(row, source.facts);
      return !ofInterest.test(labelWords(fact?.tag ?? ""));
    })
    .reduce((sum, [weight, , text]) => sum + weight * (numberOf(text) ?? 0), 0);
}

/** A flow of a stored period of the span, else the sum of the quarters in it. */
export function flowOf(source: ModelSource, span: Span, metric: MetricKey): number | null {
  const period = periodOf(source, span);
  if (period !== null) return read(period, metric)?.value ?? null;
  return yearToDate(source, metric, span.start, span.end)?.value ?? null;
}

const lineOf = (source: ModelSource, span: Span, key: string) =>
  numberOf(periodOf(source, span)?.lines[key]?.value);

/** The stored period of the span; null where none is stored. */
export function periodOf({ periods }: ModelSource, { start, end }: Span) {
  return periods.find((one) => near(one.start, start) && near(one.end, end)) ?? null;
}

/** Gross profit less selling costs and research, less operating income: what the statement deducts beside them. */
export function leftAboveIncome(source: ModelSource, span: Span): number | null {
  const [gross, selling, income] = (
    ["gross_profit", "selling_general_admin", "operating_income"] as const
  ).map((metric) => flowOf(source, span, metric));
  if (gross == null || selling == null || income == null) return null;
  return gross - selling - (flowOf(source, span, "research_development") ?? 0) - income;
}

/** Revenue less the costs that the statement adds up, less operating income: what it deducts apart from them. */
export function leftByCosts(source: ModelSource, span: Span): number | null {
  const costs = flowAt(source, belowOperatingIncome.costsAndExpenses, span)?.value ?? null;
  const [revenue, income] = (["revenue", "operating_income"] as const).map((metric) =>
    flowOf(source, span, metric),
  );
  if (costs === null || revenue == null || income == null) return null;
  return revenue - costs - income;
}

/** Gains of the tags in the twelve months to the balance sheet, before tax; null where they are not filed for all of it. */
export function gainsOf(
  tags: readonly string[],
  source: ModelSource,
  { balanceSheetDate, yearEnd, currency }: Anchors,
  year: Pick<SourcePeriod, "start" | "end"> | undefined,
): QuotedValue | null {
  if (year === undefined) return null;
  const of = (start: string, end: string) => flowAt(source, tags, { start, end, currency });
  const full = of(year.start, year.end);
  if (balanceSheetDate === yearEnd || full === null) return full;
  const now = of(addDays(year.end, 1), balanceSheetDate);
  const then = of(year.start, addDays(balanceSheetDate, -365));
  return now && then && { value: full.value + now.value - then.value, provenance: now.provenance };
}
