import { statementTotals } from "#registry/statement-sums.ts";
import type { Registry } from "#schemas/shapes/companies/concept.ts";
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
import { treeOf } from "../evidence/statement-tree.ts";
import { printedValue } from "../model/printed-value.ts";
import { isSameTime, plainName, type Span } from "./face-values.ts";
import type { MeasuredPeriod } from "./shown-values.ts";

/** The statements whose lines should feed a standardized line. */
export const fedStatements = ["income", "balance", "cash_flow"] as const;
export type FedStatement = (typeof fedStatements)[number];

/**
 * How a printed line is in the standardized statements: a value is made of it (`line`), it is printed as a part of a line (`part`: sales of goods
 * within revenue), or it is the sum of lines (`subtotal`).
 */
export type Feeding = "line" | "part" | "subtotal";

/** A printed line, and whether it is in a standardized value. */
export interface MeasuredLine {
  accession: string;
  statement: FedStatement;
  element: string;
  label: string;
  /** The newest printed value of a period of ours. */
  printed: string;
  unit: string;
  end: string;
  /** Null for a line that feeds nothing. */
  feeds: Feeding | null;
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
  registry: Pick<Registry, "bySnakeKey">,
): LineMeasure {
  const fed = fedElements(periods, facts, registry);
  const own = periodSpans(periods);
  const isOfPeriod = (value: FiledValue) =>
    own.some((span) => isSameTime(span, value, value.isRounded));
  const shown = shownAmounts(periods);
  const fedBy = ({ values }: FiledLine, uses: readonly Span[] | undefined) =>
    values.some((value) => {
      const isAt = (span: Span) => isSameTime(span, value, value.isRounded);
      return uses?.some(isAt) ?? false;
    });
  const isShown = ({ values }: FiledLine) =>
    values.some((value) =>
      shown
        .get(amountKey(value.unit, value.value))
        ?.some((span) => isSameTime(span, value, value.isRounded)),
    );
  const lookup: FedLines = {
    isFed: (line) => fedBy(line, fed.all.get(plainName(line.element))) || isShown(line),
    holds: (line) => fedBy(line, fed.holding.get(plainName(line.element))),
  };
  return (report) =>
    mainStatements(report).flatMap(({ kind, statement }) => {
      const below = belowFrom(kind, statement);
      const feedingOf = feedingsIn(statement, report, lookup);
      return statement.lines.flatMap((line, at): MeasuredLine[] => {
        if (!isMeasured(line)) return [];
        const feeds = feedingOf(line);
        const value = line.values.find((one) => feeds === "line" || isOfPeriod(one));
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
            feeds,
            isBelow: at >= below,
          },
        ];
      });
    });
}

interface FedLines {
  /** A value is made of the line. */
  isFed(line: FiledLine): boolean;
  /** The line is one that holds what is printed as its parts. A total of the statement holds what its residual line names, or all where that is what its other lines leave. */
  holds(line: FiledLine): boolean;
}

/** How the lines of a statement feed, as its rows add up. */
function feedingsIn(
  statement: FiledStatement,
  report: FiledReport,
  { isFed, holds }: FedLines,
): (line: FiledLine) => Feeding | null {
  const { rows } = treeOf(statement, report);
  const lineOf = new Map(statement.lines.map((line) => [line.element, line]));
  const parentOf = new Map(
    rows.flatMap((row) => row.children.map((part) => [part.row.element, row] as const)),
  );
  const byElement = new Map(rows.map((row) => [row.element, row]));
  const isBelowHolder = (element: string): boolean => {
    const above = parentOf.get(element);
    if (!above) return false;
    const line = lineOf.get(above.element);
    return (line !== undefined && holds(line)) || isBelowHolder(above.element);
  };
  const feedingOf = (line: FiledLine): Feeding | null => {
    if (isFed(line)) return "line";
    if (isBelowHolder(line.element)) return "part";
    const parts = byElement.get(line.element)?.children ?? [];
    const lines = parts.flatMap(({ row }) => lineOf.get(row.element) ?? []);
    return parts.length > 0 && lines.every((part) => isZero(part) || feedingOf(part) !== null)
      ? "subtotal"
      : null;
  };
  return feedingOf;
}

const isZero = ({ values }: FiledLine) => values.every(({ value }) => Number(value) === 0);

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

/** Elements that values are made of, by name without prefix, with their times: of all lines, and of those that hold parts. */
function fedElements(
  periods: readonly MeasuredPeriod[],
  facts: readonly Fact[],
  { bySnakeKey }: Pick<Registry, "bySnakeKey">,
): { all: ReadonlyMap<string, Span[]>; holding: ReadonlyMap<string, Span[]> } {
  const used = new Set<number>();
  const held = new Set<number>();
  for (const { lines } of periods) {
    for (const [key, { lineage, unit }] of Object.entries(lines)) {
      if (lineage === null) continue;
      const { role, residualOf = "" } = bySnakeKey.get(key) ?? {};
      const mayHold = role === "reported" && !statementTotals.has(key);
      const whole = isRemainder(lineage) ? lines[residualOf]?.lineage : null;
      if (whole != null) walk(whole, (at) => held.add(at));
      walk(lineage, (at) => {
        // What a ratio or a figure per share is computed from is no part of it.
        if (facts[at]?.unit !== unit) return;
        used.add(at);
        if (mayHold) held.add(at);
      });
    }
  }
  return { all: timesOf(used, facts), holding: timesOf(held, facts) };
}

/** What the other lines leave of a total holds all rows below it that are no lines. */
const isRemainder = (lineage: Lineage): boolean =>
  typeof lineage !== "number" && lineage[0] === "remainder";

function timesOf(indexes: ReadonlySet<number>, facts: readonly Fact[]): Map<string, Span[]> {
  const times = new Map<string, Span[]>();
  for (const at of indexes) {
    const fact = facts[at];
    if (fact) entry(times, fact.tag, () => []).push({ start: fact.start, end: fact.end });
  }
  return times;
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
