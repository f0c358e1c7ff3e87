import type {
  Calculation,
  FiledReport,
  FiledStatement,
} from "#schemas/shapes/companies/filed-report.ts";
import { currencyCode } from "../../facts/currency-code.ts";
import type { Column } from "./face.ts";
import { takeBehindShort } from "./short-totals.ts";
import { fullColumns, rowsOf } from "./statement-rows.ts";
import {
  addsUp,
  asPrinted,
  byBalance,
  looksLikeTotal,
  numberAt,
  remove,
  slackOf,
  type TreePart,
  type TreeRow,
  type Weigh,
} from "./tree-arithmetic.ts";

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
    if (isShortTotal(row)) takeBehindShort(row, open, columns, isCashFlow);
    for (const { row: part } of row.children) remove(open, part);
    if (isShortTotal(row)) for (const one of sinceTotal(open)) passed.add(one);
    if (!taken.has(row)) open.push(row);
  }
}

const isShortTotal = (row: TreeRow): boolean => row.children.length === 0 && looksLikeTotal(row);

/** The open rows after the last one that is a total, or looks like one. */
function sinceTotal(open: readonly TreeRow[]): TreeRow[] {
  const last = open.findLastIndex((row) => row.children.length > 0 || looksLikeTotal(row));
  return open.slice(last + 1);
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
  const plain = find(first, false) ?? find(other, false);
  if (plain || !looksLikeTotal(total)) return plain;
  return find(first, true) ?? find(other, true);
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
