import type {
  FiledElement,
  FiledLine,
  FiledReport,
  FiledStatement,
} from "#schemas/shapes/companies/filed-report.ts";
import type {
  ShownDimension,
  ShownLine,
  ShownStatement,
  StatementsAsFiled,
} from "#schemas/shapes/companies/statement-as-filed.ts";
import type { CompanyBuild } from "../../company-input.ts";
import { printedValue } from "../model/printed-value.ts";
import type { Feeds } from "./feeds.ts";

/** The key of the company's period with these dates; null without one. An instant is the end of a year, else of a quarter. */
export type PeriodNames = (span: { start: string | null; end: string }) => string | null;

export function periodNames({ periods }: Pick<CompanyBuild, "periods">): PeriodNames {
  const names = new Map<string, string>();
  for (const { key, start, end, fiscalPeriod } of periods) {
    names.set(`${start}|${end}`, key);
    if (fiscalPeriod === "FY" || !names.has(`|${end}`)) names.set(`|${end}`, key);
  }
  return ({ start, end }) => names.get(`${start ?? ""}|${end}`) ?? null;
}

/** What a report's statements are shown with. */
export interface Showing {
  feeds: Feeds;
  nameOf: PeriodNames;
}

/** The statements of a report as they are served, in the order of the filing. */
export function showStatements(report: FiledReport, showing: Showing): ShownStatement[] {
  return report.statements.map((statement) => showStatement(statement, report, showing));
}

function showStatement(
  statement: FiledStatement,
  { elements, calculations }: FiledReport,
  showing: Showing,
): ShownStatement {
  const { kind, title, role, order, isParenthetical, lines } = statement;
  return {
    kind,
    title,
    role,
    order,
    isParenthetical,
    lines: lines.map((line) => showLine(line, elements, showing)),
    calculations: calculations
      .filter((one) => role !== null && one.role === role)
      .map(({ parent, child, weight }) => ({ parent, child, weight })),
  };
}

function showLine(
  line: FiledLine,
  elements: FiledReport["elements"],
  { feeds, nameOf }: Showing,
): ShownLine {
  const { order, depth, element, label, isAbstract, isTotal, isNegated, balanceAt, values } = line;
  return {
    order,
    depth,
    element,
    isOwn: elements[element]?.isOwn ?? false,
    label,
    isAbstract,
    isTotal,
    isNegated,
    balanceAt,
    dimensions: showDimensions(line, elements),
    values: values.map((one) => ({
      start: one.start,
      end: one.end,
      period: nameOf(one),
      isRounded: one.isRounded,
      printed: printedValue(line, one),
      value: one.value,
      unit: one.unit,
      decimals: one.decimals,
      fact: one.fact,
    })),
    feeds: line.dimensions.length === 0 ? feeds.of(element, values) : [],
  };
}

/** The members of a line with their labels; a name without a label is its own. */
export function showDimensions(
  { dimensions }: Pick<FiledLine, "dimensions">,
  elements: FiledReport["elements"],
): ShownDimension[] {
  return dimensions.map(({ axis, member }) => ({
    axis,
    axisLabel: labelOf(axis, elements),
    member,
    memberLabel: labelOf(member, elements),
  }));
}

/** "Products" of "Products [Member]". */
function labelOf(name: string, elements: FiledReport["elements"]): string {
  const label = elements[name]?.label ?? name;
  return label.replace(/ \[(?:Member|Axis|Domain)\]$/, "");
}

/** The filer's own elements, with what the filer says of them. */
export function ownElements(report: FiledReport): StatementsAsFiled["ownElements"] {
  const own = Object.entries(report.elements).filter(([, { isOwn }]) => isOwn);
  return Object.fromEntries(own.map(([name, element]) => [name, described(element)]));
}

const described = ({ type, periodType, balance, label, documentation }: FiledElement) => {
  return { type, periodType, balance, label, documentation };
};
