import * as decimal from "#schemas/decimal.ts";
import type {
  FiledElement,
  FiledLine,
  FiledReport,
  FiledStatement,
} from "#schemas/shapes/companies/filed-report.ts";
import { currencyCode } from "../../facts/currency-code.ts";
import { entry } from "../../facts/entry.ts";
import { isNamedTotal } from "../model/total-words.ts";
import { entitiesOf, isOwn } from "./entities.ts";
import type { Column } from "./face.ts";

/** One printed row with its amounts for the company as a whole. */
export interface StatementRow {
  /** Place among the rows of the statement. */
  at: number;
  element: string;
  label: string;
  balance: FiledElement["balance"];
  isOwn: boolean;
  isNegated: boolean;
  isTotal: boolean;
  balanceAt: FiledLine["balanceAt"];
  /** ISO currency, "shares", "USD/shares" … */
  unit: string;
  /** As filed, by column. */
  values: ReadonlyMap<Column, string>;
  /** The printed lines of members whose sum the values are; null for a row that states the company's own amount. */
  members: readonly FiledLine[] | null;
  /** A total that is printed for some members alone, where the statement has totals of others, too. */
  isOfSome?: true;
}

/** The rows of a statement that have a number, in printed order: see `StatementRow`. */
export function rowsOf(statement: FiledStatement, report: FiledReport): StatementRow[] {
  const byRow = new Map<string, FiledLine[]>();
  for (const line of statement.lines) {
    const isNumber = !line.isAbstract && line.values.some(({ unit }) => unit !== null);
    if (isNumber) entry(byRow, `${line.order} ${line.element}`, () => []).push(line);
  }
  const rows: StatementRow[] = [];
  const { isCompany, isOther } = entitiesOf(statement);
  const withTotals = membersWithTotals(statement.lines);
  for (const lines of byRow.values()) {
    const own = lines.find(isOwn) ?? lines.find(isCompany);
    const parts = lines.filter((line) => !isOther(line));
    const row = own ? rowOf(own, report) : rowOfMembers(parts, report);
    if (row === null || row.values.size === 0) continue;
    const isOfSome = !own && isTotalOfSome(parts, withTotals);
    rows.push({ ...row, at: rows.length, ...(isOfSome && { isOfSome }) });
  }
  return rows;
}

function rowOf(line: FiledLine, { elements }: FiledReport): StatementRow {
  const element = elements[line.element];
  const unit = line.values.find((value) => value.unit !== null)?.unit ?? "";
  const stated = line.values.filter((value) => value.unit === unit);
  return {
    at: 0,
    element: line.element,
    label: line.label,
    balance: element?.balance ?? null,
    isOwn: element?.isOwn ?? false,
    isNegated: line.isNegated,
    isTotal: line.isTotal ?? false,
    balanceAt: line.balanceAt,
    unit,
    values: new Map(stated.map(({ start, end, value }) => [columnOf(start, end), value])),
    members: null,
  };
}

export const columnOf = (start: string | null, end: string): Column => `${start ?? ""}|${end}`;

/**
 * A row that is printed by the members of one axis and has no total: their sum. Null where the members are of several
 * axes, or the amounts do not add up as amounts of money do.
 */
function rowOfMembers(lines: readonly FiledLine[], report: FiledReport): StatementRow | null {
  const axes = new Set(lines.map(({ dimensions }) => dimensions.map(({ axis }) => axis).join()));
  const [first] = lines;
  if (axes.size !== 1 || first?.dimensions.length !== 1) return null;
  const row = rowOf(first, report);
  if (!currencyCode.test(row.unit)) return null;
  const values = new Map<Column, string[]>();
  for (const { values: stated } of lines)
    for (const { start, end, value, unit } of stated)
      if (unit === row.unit) entry(values, columnOf(start, end), () => []).push(value);
  const sums = [...values].map(([column, parts]) => [column, decimal.sum(parts)] as const);
  return { ...row, values: new Map(sums), members: lines };
}

/** The members of each axis for which the statement prints totals. */
function membersWithTotals(lines: readonly FiledLine[]): Map<string, Set<string>> {
  const byAxis = new Map<string, Set<string>>();
  for (const line of lines) {
    const [only] = line.dimensions;
    if (only && line.dimensions.length === 1 && isTotalLine(line))
      entry(byAxis, only.axis, () => new Set<string>()).add(only.member);
  }
  return byAxis;
}

const isTotalLine = ({ isTotal, label }: FiledLine) =>
  isNamedTotal({ isTotal: isTotal ?? false, label });

function isTotalOfSome(
  lines: readonly FiledLine[],
  withTotals: ReadonlyMap<string, ReadonlySet<string>>,
): boolean {
  const stated = lines.filter(({ values }) => values.length > 0);
  const [axis] = stated[0]?.dimensions.map((one) => one.axis) ?? [];
  if (axis === undefined || !stated.some(isTotalLine)) return false;
  const own = new Set(stated.map(({ dimensions: [only] }) => only?.member ?? ""));
  return [...(withTotals.get(axis) ?? [])].some((member) => !own.has(member));
}

/** The members of a line as facts have them: "axis=member;…". */
export const dimensionsOf = ({ dimensions }: Pick<FiledLine, "dimensions">): string =>
  dimensions.map(({ axis, member }) => `${axis}=${member}`).join(";");

/** The columns in which at least half as many rows stand as in the fullest one. */
export function fullColumns(rows: readonly StatementRow[]): Column[] {
  const counts = new Map<Column, number>();
  for (const { values } of rows)
    for (const column of values.keys()) counts.set(column, (counts.get(column) ?? 0) + 1);
  const most = Math.max(0, ...counts.values());
  return [...counts].filter(([, count]) => count * 2 >= most).map(([column]) => column);
}
