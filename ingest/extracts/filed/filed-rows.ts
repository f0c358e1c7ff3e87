import type {
  FiledLine,
  FiledReport,
  FiledStatement,
  FiledValue,
} from "#schemas/shapes/companies/filed-report.ts";
import { printedValue } from "../../faces/model/printed-value.ts";
import type { FeedUse } from "../../faces/shown/feeds.ts";
import { type Showing, showDimensions } from "../../faces/shown/show-statements.ts";
import type { Row } from "../company-rows.ts";

/** The filing of a report, as the filing index has it. */
export interface FilingOfReport {
  cik: string;
  accession: string;
  form: string;
  filed: string | null;
}

/** What values are shown with, and the fiscal year in which a day falls. */
export interface LineContext extends Showing {
  fiscalYearOf(end: string): number;
}

/** One row per printed value of the report. */
export function lineRows(of: FilingOfReport, report: FiledReport, context: LineContext): Row[] {
  return report.statements.flatMap((statement) => {
    const { kind, title, order, isParenthetical } = statement;
    const head = [of.cik, of.accession, of.form, of.filed, report.source];
    const place = [...head, kind, title, order, isParenthetical];
    return statement.lines.flatMap((line) => {
      const { elements } = report;
      const columns = [...place, ...lineColumns(line, elements)];
      return line.values.map((value) => [...columns, ...valueColumns(line, value, context)]);
    });
  });
}

function lineColumns(line: FiledLine, elements: FiledReport["elements"]): Row {
  const shown = showDimensions(line, elements);
  const [first] = shown;
  return [
    line.order,
    line.depth,
    line.element,
    elements[line.element]?.isOwn ?? false,
    line.label,
    line.isTotal,
    line.isNegated,
    line.balanceAt,
    textOf(shown, ({ axis, member }) => `${axis}=${member}`, ";"),
    first?.axis ?? null,
    first?.axisLabel ?? null,
    first?.member ?? null,
    textOf(shown, ({ memberLabel }) => memberLabel, "; "),
  ];
}

/** Null for an empty list. */
const textOf = <T>(list: readonly T[], text: (one: T) => string, between: string) =>
  list.map(text).join(between) || null;

function valueColumns(line: FiledLine, value: FiledValue, context: LineContext): Row {
  const isNumber = value.unit !== null;
  const printed = printedValue(line, value);
  // What members have is no line of the company as a whole.
  const uses = line.dimensions.length === 0 ? context.feeds.usesOf(line.element, value) : [];
  const shownAs = uses.filter(({ how }) => how === "value");
  const parts = uses.filter(({ how }) => how === "part_of_sum");
  return [
    value.start,
    value.end,
    value.isRounded,
    context.nameOf(value),
    isNumber ? Number(printed) : null,
    printed,
    isNumber ? Number(value.value) : null,
    value.value,
    value.unit,
    value.decimals,
    [...new Set(shownAs.map(({ concept }) => concept))].join(",") || null,
    textOf(shownAs, lineOf, ","),
    textOf(parts, lineOf, ","),
    context.fiscalYearOf(value.end),
  ];
}

const lineOf = ({ concept, period }: FeedUse) => `${period}:${concept}`;

/** One row per element that counts in another, by the filer's calculations. */
export function calculationRows(of: FilingOfReport, report: FiledReport): Row[] {
  const statements = new Map(report.statements.map((one) => [one.role, one]));
  const children = new Map<string, number>();
  return report.calculations.map(({ role, parent, child, weight }) => {
    const sum = `${role} ${parent}`;
    const place = (children.get(sum) ?? 0) + 1;
    children.set(sum, place);
    const head = [
      of.cik,
      of.accession,
      of.form,
      of.filed,
      ...statementColumns(statements.get(role)),
    ];
    return [...head, role, parent, child, weight, place];
  });
}

const statementColumns = (statement: FiledStatement | undefined): Row => [
  statement?.kind ?? null,
  statement?.title ?? null,
  statement?.order ?? null,
];
