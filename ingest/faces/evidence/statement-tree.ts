import type {
  Calculation,
  FiledReport,
  FiledStatement,
} from "#schemas/shapes/companies/filed-report.ts";
import { currencyCode } from "../../facts/currency-code.ts";
import { isNamedTotal, looksLikeTotal } from "../model/total-words.ts";
import type { Column } from "./face.ts";
import { takeBehindShort } from "./short-totals.ts";
import { fullColumns, rowsOf } from "./statement-rows.ts";
import {
  addsUp,
  asPrinted,
  byAmounts,
  byBalance,
  comesTo,
  isExact,
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
  addByArithmetic(rows, columns, statement.kind);
  const taken = new Set(rows.flatMap(({ children }) => children.map((part) => part.row)));
  const own = rows.filter((row) => taken.has(row) || !isOfGroup(row));
  for (const [at, row] of own.entries()) row.at = at;
  return { rows: own, columns };
}

/**
 * A total of some members that the company's rows do not come to is none of the company, unless it is a row of another total: the current
 * assets of the manufacturing group of a company whose finance group has none, below the cash of both.
 */
const isOfGroup = ({ isOfSome, children }: TreeRow): boolean =>
  isOfSome === true && children.length === 0;

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
  kind: FiledStatement["kind"],
): void {
  const isCashFlow = kind === "cash_flow";
  const taken = new Set(rows.flatMap(({ children }) => children.map(({ row }) => row)));
  const open: TreeRow[] = [];
  const passed = new Set<TreeRow>();
  for (const row of rows) {
    if (row.children.length === 0) takeParts(row, open, passed, { columns, isCashFlow });
    const below = takeMembersBelow(row, rows, open, taken, { columns, isCashFlow });
    if (below) taken.add(below);
    for (const { row: part } of row.children) remove(open, part);
    if (isShortTotal(row)) for (const one of sinceTotal(open)) passed.add(one);
    if (!taken.has(row)) open.push(row);
  }
  addFromAbove(open, columns, kind);
}

/** Gives a row the open ones that it is the sum of, if there are such. */
function takeParts(
  row: TreeRow,
  open: TreeRow[],
  passed: ReadonlySet<TreeRow>,
  { columns, isCashFlow }: { columns: readonly Column[]; isCashFlow: boolean },
): void {
  const unpassed = open.filter((one) => !passed.has(one));
  const ofCompany = open.filter((one) => !isOfGroup(one));
  for (const rows of [open, unpassed, ofCompany]) {
    row.children = partsOf(row, rows, columns, isCashFlow) ?? [];
    if (row.children.length > 0) break;
  }
  for (const take of [takeOneAmount, takeDissolved, takeBehindShort])
    if (isShortTotal(row)) take(row, open, columns, isCashFlow);
}

/**
 * Gives a total a row below it that the statement prints by members alone: some sources list such rows last, as common stock by class below
 * total equity. The row, if there is one.
 */
function takeMembersBelow(
  total: TreeRow,
  rows: readonly TreeRow[],
  open: readonly TreeRow[],
  taken: ReadonlySet<TreeRow>,
  { columns, isCashFlow }: { columns: readonly Column[]; isCashFlow: boolean },
): TreeRow | undefined {
  if (!isShortTotal(total) || !isNamedTotal(total)) return undefined;
  const below = rows.slice(total.at + 1).filter((row) => row.members && !taken.has(row));
  return below.find((row) => {
    total.children = plainParts(total, [...open, row], columns, isCashFlow) ?? [];
    return total.children.length > 0;
  });
}

/** Gives a total all rows since the total before it where only one of them has an amount in each column: Fastenal paid dividends alone. */
function takeOneAmount(
  total: TreeRow,
  open: readonly TreeRow[],
  columns: readonly Column[],
  isCashFlow: boolean,
): void {
  if (!isNamedTotal(total) || isNothing(total, columns)) return;
  const rows = sinceTotal(open);
  if (rows.length === 0) return;
  const ways = waysOf(isCashFlow).map((weightIn) =>
    rows.map((row) => ({ row, weight: weightIn(total, row) })),
  );
  total.children = ways.find((parts) => comesTo(total, parts, columns)) ?? [];
}

/**
 * Gives a total the rows that it adds up from once rows that only happen to be the sum of those above them count as rows of their own:
 * these do not look like totals. No income is a total in a cash flow.
 */
function takeDissolved(
  total: TreeRow,
  open: TreeRow[],
  columns: readonly Column[],
  isCashFlow: boolean,
): void {
  const isSure = isCashFlow ? isNamedTotal : looksLikeTotal;
  const doubtful = open.filter((row) => row.children.length > 0 && !isSure(row));
  if (doubtful.length === 0) return;
  const before = new Map(doubtful.map((row) => [row, row.children]));
  for (const row of doubtful) row.children = [];
  const freed = [...before.values()].flatMap((parts) => parts.map(({ row }) => row));
  const rows = [...open, ...freed].sort((a, b) => a.at - b.at);
  const found = plainParts(total, rows, columns, isCashFlow);
  const isSum = found && ![...before].some(([row, parts]) => cancelsOut(found, row, parts));
  if (isSum) {
    total.children = found;
    open.splice(0, open.length, ...rows);
  } else for (const [row, parts] of before) row.children = parts;
}

/** The row and what it was the sum of are in the parts with opposite signs: together they add nothing. */
function cancelsOut(found: readonly TreePart[], row: TreeRow, parts: readonly TreePart[]): boolean {
  const weightOf = (one: TreeRow) => found.find((part) => part.row === one)?.weight ?? 0;
  const own = weightOf(row);
  return own !== 0 && parts.every((part) => weightOf(part.row) === -own * part.weight);
}

/**
 * Finds the parts of totals that are printed above their parts: the fewest of the next rows that add up to the total, before the next
 * total. `open` has the rows that belong to no total yet. On a balance sheet only rows of the same side count, because liabilities and
 * equity after total assets add up to the same amount.
 */
function addFromAbove(
  open: TreeRow[],
  columns: readonly Column[],
  kind: FiledStatement["kind"],
): void {
  const ways = kind === "balance" ? [byBalance] : [asPrinted, byBalance];
  for (const total of open.filter(isShortTotal)) {
    const from = open.indexOf(total) + 1;
    const next = open.findIndex((row, at) => at >= from && isTotal(row));
    const following = open.slice(from, next < 0 ? open.length : next);
    const runs = ways.flatMap((weightIn) => {
      const parts = following.map((row) => ({ row, weight: weightIn(total, row) }));
      return parts.slice(1).map((_, at) => parts.slice(0, at + 2));
    });
    total.children = runs.find((parts) => addsUp(total, parts, columns)) ?? [];
    for (const { row } of total.children) remove(open, row);
  }
}

const isTotal = (row: TreeRow): boolean => row.children.length > 0 || looksLikeTotal(row);

const isShortTotal = (row: TreeRow): boolean => row.children.length === 0 && looksLikeTotal(row);

/** The open rows after the last one that is a total, or looks like one. */
function sinceTotal(open: readonly TreeRow[]): TreeRow[] {
  const last = open.findLastIndex(isTotal);
  return open.slice(last + 1);
}

function partsOf(
  total: TreeRow,
  open: readonly TreeRow[],
  columns: readonly Column[],
  isCashFlow: boolean,
): TreePart[] | null {
  const plain = plainParts(total, open, columns, isCashFlow);
  if (plain || !looksLikeTotal(total) || isNothing(total, columns)) return plain;
  for (const weightIn of waysOf(isCashFlow)) {
    const found = lastOpen(total, open, columns, { weightIn, isTurned: true });
    if (found) return found;
  }
  return isCashFlow ? null : byAmounts(total, open, columns);
}

/** The fewest of the last open rows that add up to the total with the signs that they have. */
function plainParts(
  total: TreeRow,
  open: readonly TreeRow[],
  columns: readonly Column[],
  isCashFlow: boolean,
): TreePart[] | null {
  if (isNothing(total, columns)) return null;
  for (const weightIn of waysOf(isCashFlow)) {
    const found = lastOpen(total, open, columns, { weightIn, isTurned: false });
    if (found) return found;
  }
  return null;
}

const waysOf = (isCashFlow: boolean): readonly Weigh[] =>
  isCashFlow ? [asPrinted, byBalance] : [byBalance, asPrinted];

const isNothing = (total: TreeRow, columns: readonly Column[]): boolean =>
  columns.every((column) => (numberAt(total, column) ?? 0) === 0);

/** The fewest of the last open rows that add up to the total, or one more where these miss it by a digit and one more does not (Kellogg: a row of 1). */
function lastOpen(
  total: TreeRow,
  open: readonly TreeRow[],
  columns: readonly Column[],
  { weightIn, isTurned }: { weightIn: Weigh; isTurned: boolean },
): TreePart[] | null {
  const lastFrom = (from: number): TreePart[] | null => {
    const parts = open.slice(from).map((row) => ({ row, weight: weightIn(total, row) }));
    return isTurned ? withOneTurned(total, parts, columns) : parts;
  };
  for (let from = open.length - 2; from >= 0; from -= 1) {
    const found = lastFrom(from);
    if (!found || !addsUp(total, found, columns)) continue;
    const more = from > 0 ? lastFrom(from - 1) : null;
    const isBetter = more && isExact(total, more, columns) && !isExact(total, found, columns);
    return isBetter ? more : found;
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
