import type {
  Calculation,
  FiledReport,
  FiledStatement,
} from "#schemas/shapes/companies/filed-report.ts";
import { currencyCode } from "../../facts/currency-code.ts";
import type { Column } from "./face.ts";
import { fullColumns, rowsOf, type StatementRow } from "./statement-rows.ts";

/** A row and what it is the total of. */
export interface TreeRow extends StatementRow {
  /** Empty for a row that is no total. */
  children: readonly TreePart[];
}

/** A row counts `weight` (1 or -1) times, as filed, in the total above it. */
export interface TreePart {
  row: TreeRow;
  weight: number;
}

export interface StatementTree {
  rows: TreeRow[];
  columns: Column[];
}

/**
 * The rows of a statement with amounts of money, and which of them add up to which: as the filing's calculations say where they hold, else as
 * the printed amounts themselves do. A total stands below its parts, and adds up in every column that both have.
 */
export function treeOf(statement: FiledStatement, report: FiledReport): StatementTree {
  const amounts = rowsOf(statement, report).filter(({ unit }) => currencyCode.test(unit));
  const rows = amounts.map((row, at): TreeRow => ({ ...row, at, children: [] }));
  const columns = fullColumns(rows);
  const known = report.calculations.filter(({ role }) => role === statement.role);
  addCalculations(rows, known, columns);
  addByArithmetic(rows, columns, statement.kind === "cash_flow");
  return { rows, columns };
}

const numberAt = ({ values }: StatementRow, column: Column): number | null => {
  const value = values.get(column);
  return value === undefined ? null : Number(value);
};

/** Half a unit of the last printed digit for each part, and one for the total. */
function slackOf(rows: readonly StatementRow[], column: Column): number {
  const zeros = rows.map((row) => trailingZeros(row.values.get(column)));
  const quantum = 10 ** Math.min(6, ...zeros.filter((count) => count !== null));
  return quantum * Math.max(1, rows.length / 2);
}

function trailingZeros(value: string | undefined): number | null {
  if (value === undefined || value === "0") return null;
  if (value.includes(".")) return -(value.split(".")[1]?.length ?? 0);
  return [...value].reverse().findIndex((digit) => digit !== "0");
}

/**
 * Whether the parts give the total in all columns that state it; a part that a column leaves out is nothing there. A row that
 * does not look like a total has to do so in two columns.
 */
function addsUp(total: TreeRow, parts: readonly TreePart[], columns: readonly Column[]): boolean {
  const isStated = columns.filter((column) => numberAt(total, column) !== null).length;
  if (isStated < Math.min(2, columns.length)) return false;
  let tested = looksLikeTotal(total) ? 1 : 0;
  for (const column of columns) {
    const stated = numberAt(total, column);
    if (stated === null) continue;
    const amounts = parts.map(({ row, weight }) => weight * (numberAt(row, column) ?? 0));
    const sum = amounts.reduce((all, amount) => all + amount, 0);
    const rows = [total, ...parts.map(({ row }) => row)];
    if (Math.abs(sum - stated) > slackOf(rows, column)) return false;
    if (amounts.filter((amount) => amount !== 0).length > 1) tested += 1;
  }
  return tested > 1;
}

const totalWords =
  /\btotal\b|\b(provided|used|generated)\b|^net (increase|decrease|change)|\bchange in cash\b|^(?!.*(increase|decrease|change)).*\b(income|loss|earnings|profit|margin)\b/i;

const looksLikeTotal = ({ isTotal, label }: StatementRow) => isTotal || totalWords.test(label);

function addCalculations(
  rows: readonly TreeRow[],
  calculations: readonly Calculation[],
  columns: readonly Column[],
): void {
  const byParent = Map.groupBy(calculations, ({ parent }) => parent);
  const byElement = new Map(rows.map((row) => [row.element, row]));
  for (const [parent, arcs] of byParent) {
    const total = byElement.get(parent);
    if (!total) continue;
    const parts = arcs.flatMap(({ child, weight }): TreePart[] => {
      const row = byElement.get(child);
      return row && row !== total ? [{ row, weight }] : [];
    });
    if (addsUp(total, parts, columns)) total.children = parts;
  }
}

/**
 * Finds totals by their amounts: rows that no total took up yet are open, and a row that is the sum of the last open ones takes
 * them up. Fewer rows go before more, signs as the elements say before others. Rows above a total that they do not give, because one of
 * them is not at hand, do not stand in the way of the totals after it.
 */
function addByArithmetic(
  rows: readonly TreeRow[],
  columns: readonly Column[],
  isCashFlow: boolean,
): void {
  const taken = new Set(rows.flatMap(({ children }) => children.map(({ row }) => row)));
  const open: TreeRow[] = [];
  const passed = new Set<TreeRow>();
  for (const row of rows) {
    if (row.children.length === 0) {
      const others = open.filter((one) => !passed.has(one));
      row.children =
        partsOf(row, open, columns, isCashFlow) ?? partsOf(row, others, columns, isCashFlow) ?? [];
    }
    for (const { row: part } of row.children) remove(open, part);
    if (looksLikeTotal(row) && row.children.length === 0)
      for (const one of sinceTotal(open)) passed.add(one);
    if (!taken.has(row)) open.push(row);
  }
}

/** The open rows after the last one that is a total, or looks like one. */
function sinceTotal(open: readonly TreeRow[]): TreeRow[] {
  const last = open.findLastIndex((row) => row.children.length > 0 || looksLikeTotal(row));
  return open.slice(last + 1);
}

function remove(open: TreeRow[], row: TreeRow): void {
  const at = open.indexOf(row);
  if (at >= 0) open.splice(at, 1);
}

function partsOf(
  total: TreeRow,
  open: readonly TreeRow[],
  columns: readonly Column[],
  isCashFlow: boolean,
): TreePart[] | null {
  const isNothing = columns.every((column) => (numberAt(total, column) ?? 0) === 0);
  if (isNothing) return null;
  const [first, other] = isCashFlow ? [asPrinted, byBalance] : [byBalance, asPrinted];
  const find = (weightIn: Weigh, isTurned: boolean) =>
    lastOpen(total, open, columns, { weightIn, isTurned });
  const plain = find(first, false);
  if (plain || !looksLikeTotal(total)) return plain;
  return find(other, false) ?? find(first, true) ?? find(other, true);
}

/** The fewest of the last open rows that add up to the total. */
function lastOpen(
  total: TreeRow,
  open: readonly TreeRow[],
  columns: readonly Column[],
  { weightIn, isTurned }: { weightIn: Weigh; isTurned: boolean },
): TreePart[] | null {
  for (let from = open.length - 2; from >= 0; from -= 1) {
    const parts = open.slice(from).map((row) => ({ row, weight: weightIn(total, row) }));
    const found = isTurned ? withOneTurned(total, parts, columns) : parts;
    if (found && addsUp(total, found, columns)) return found;
  }
  return null;
}

type Weigh = (total: StatementRow, row: StatementRow) => number;

/** The parts with the one turned that is in the way, if there is one. */
function withOneTurned(
  total: TreeRow,
  parts: readonly TreePart[],
  columns: readonly Column[],
): TreePart[] | null {
  const column = columns.find((one) => (numberAt(total, one) ?? 0) !== 0) ?? "";
  const sum = parts.reduce(
    (all, { row, weight }) => all + weight * (numberAt(row, column) ?? 0),
    0,
  );
  const excess = sum - (numberAt(total, column) ?? 0);
  const slack = slackOf([total, ...parts.map(({ row }) => row)], column);
  const turned = parts.find(
    ({ row, weight }) => Math.abs(2 * weight * (numberAt(row, column) ?? 0) - excess) <= slack,
  );
  if (!turned) return null;
  return parts.map((part) => (part === turned ? { ...part, weight: -part.weight } : part));
}

/** How a row counts in a total below it by the signs that are printed. */
const asPrinted = (total: StatementRow, row: StatementRow): number =>
  row.isNegated === total.isNegated ? 1 : -1;

/** How it counts by the side of the books that both are on. */
function byBalance(total: StatementRow, row: StatementRow): number {
  if (row.balance === null || total.balance === null) return row.isNegated ? -1 : 1;
  return row.balance === total.balance ? 1 : -1;
}
