import type { Fact } from "#schemas/shapes/companies/fact.ts";
import type {
  FiledLine,
  FiledReport,
  FiledStatement,
  FiledValue,
} from "#schemas/shapes/companies/filed-report.ts";
import type { Lineage } from "#schemas/shapes/companies/statement.ts";
import { currencyCode } from "../../facts/currency-code.ts";
import { entry } from "../../facts/entry.ts";
import { printedValue } from "../model/printed-value.ts";
import { isSameTime, plainName, type Span } from "./face-values.ts";
import type { MeasuredPeriod } from "./shown-values.ts";

/** The statements whose lines should feed a standardized line. */
export const fedStatements = ["income", "balance", "cash_flow"] as const;
export type FedStatement = (typeof fedStatements)[number];

/** A printed line, and whether a standardized value is made of it. */
export interface MeasuredLine {
  accession: string;
  statement: FedStatement;
  element: string;
  label: string;
  /** The newest printed value of a period of ours. */
  printed: string;
  unit: string;
  end: string;
  isFed: boolean;
  /** Below the statement proper: figures per share, and what follows the cash at the end. */
  isBelow: boolean;
}

/** Says of the lines of a report which of them feed a standardized line. */
export type LineMeasure = (report: FiledReport) => MeasuredLine[];

/**
 * A line feeds where the lineage of a value has its element at one of its times, in this version or in one that a later
 * filing restates; and where a shown value has its amount, because a later filing has another element. Lines of members, of zeros and of times that are no period of ours are left out.
 */
export function lineMeasure(
  periods: readonly MeasuredPeriod[],
  facts: readonly Fact[],
): LineMeasure {
  const fed = fedElements(periods, facts);
  const own = periodSpans(periods);
  const isOfPeriod = (value: FiledValue) =>
    own.some((span) => isSameTime(span, value, value.isRounded));
  const shown = shownAmounts(periods);
  const isFed = ({ element, values }: FiledLine) =>
    values.some((value) => {
      const isAt = (span: Span) => isSameTime(span, value, value.isRounded);
      const amount = amountKey(value.unit, value.value);
      return fed.get(plainName(element))?.some(isAt) || shown.get(amount)?.some(isAt);
    });
  return (report) =>
    mainStatements(report).flatMap(({ kind, statement }) => {
      const below = belowFrom(kind, statement);
      return statement.lines.flatMap((line, at): MeasuredLine[] => {
        const feeds = isMeasured(line) && isFed(line);
        const value = isMeasured(line) ? line.values.find((one) => feeds || isOfPeriod(one)) : null;
        if (!value) return [];
        return [
          {
            accession: report.accession,
            statement: kind,
            element: line.element,
            label: line.label,
            printed: printedValue(line, value),
            unit: value.unit ?? "",
            end: value.end,
            isFed: feeds,
            isBelow: at >= below,
          },
        ];
      });
    });
}

const isMeasured = ({ isAbstract, dimensions, balanceAt, values }: FiledLine): boolean =>
  !isAbstract &&
  dimensions.length === 0 &&
  balanceAt === null &&
  values.some(({ unit, value }) => unit !== null && Number(value) !== 0);

/** The first statement of each kind; income may stand on the statement of comprehensive income alone. */
function mainStatements({
  statements,
}: FiledReport): { kind: FedStatement; statement: FiledStatement }[] {
  const main = statements.filter(({ isParenthetical }) => !isParenthetical);
  return fedStatements.flatMap((kind) => {
    const own = main.find((one) => one.kind === kind);
    const other = kind === "income" ? main.find((o) => o.kind === "comprehensive_income") : null;
    const statement = own ?? other;
    return statement ? [{ kind, statement }] : [];
  });
}

/** Place of the first line below the statement proper. */
function belowFrom(kind: FedStatement, { lines }: FiledStatement): number {
  const isOther = ({ values }: FiledLine) =>
    values.some(({ unit }) => unit !== null && !currencyCode.test(unit));
  const found =
    kind === "cash_flow"
      ? lines.findLastIndex(({ balanceAt }) => balanceAt === "end") + 1
      : lines.findIndex(isOther);
  return found > 0 ? found : lines.length;
}

/** Elements that values are made of, by name without prefix, with their times. */
function fedElements(
  periods: readonly MeasuredPeriod[],
  facts: readonly Fact[],
): Map<string, Span[]> {
  const used = new Set<number>();
  for (const { lineage, unit } of periods.flatMap(({ lines }) => Object.values(lines))) {
    // What a ratio or a figure per share is computed from is no part of it.
    if (lineage !== null) walk(lineage, (at) => facts[at]?.unit === unit && used.add(at));
  }
  const fed = new Map<string, Span[]>();
  for (const at of used) {
    const fact = facts[at];
    if (fact) entry(fed, fact.tag, () => []).push({ start: fact.start, end: fact.end });
  }
  return fed;
}

const amountKey = (unit: string | null, value: string) => `${unit} ${Number(value)}`;

/** The times of each amount that is shown; zeros say nothing. */
function shownAmounts(periods: readonly MeasuredPeriod[]): Map<string, Span[]> {
  const shown = new Map<string, Span[]>();
  for (const { start, end, lines } of periods) {
    for (const { value, unit } of Object.values(lines)) {
      if (value === null || Number(value) === 0) continue;
      entry(shown, amountKey(unit, value), () => []).push({ start, end }, { start: null, end });
    }
  }
  return shown;
}

function walk(lineage: Lineage, visit: (index: number) => unknown): void {
  if (typeof lineage === "number") visit(lineage);
  else for (const [, , , of] of lineage.slice(1) as Exclude<Lineage, number>[1][]) walk(of, visit);
}

/** Each period, and the day it ends on, once. */
function periodSpans(periods: readonly MeasuredPeriod[]): Span[] {
  const spans = periods.flatMap(({ start, end }): Span[] => [
    { start, end },
    { start: null, end },
  ]);
  return [...new Map(spans.map((span) => [`${span.start}|${span.end}`, span])).values()];
}
