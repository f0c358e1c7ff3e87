import { chooseColumns } from "./choose-columns.ts";
import { type Cell, type Column, columnKey, type Row, type StatementSetting } from "./column.ts";

/** The values that each row of a statement prints, in the order of the rows. A row with any value prints at least one. */
export function printedCells<C extends Cell>(
  rows: readonly Row<C>[],
  setting: StatementSetting,
): C[][] {
  const columns = chooseColumns(rows, setting);
  const isIn = createTest(columns, setting);
  return rows.map((row) => {
    const printed = row.cells.filter((cell) => isIn(cell, row.balanceAt));
    return printed.length > 0 ? printed : nearestCells(row, columns);
  });
}

type Test = (cell: Cell, balanceAt: "start" | "end" | null) => boolean;

/** Balances stand in the columns of the durations that they open or close. */
function createTest(columns: readonly Column[], { opens }: StatementSetting): Test {
  const keys = new Set(columns.map(columnKey));
  const durations = columns.filter(({ start }) => start !== null);
  return (cell, balanceAt) => {
    const { members, start, end } = cell;
    if (start !== null || durations.length === 0) return keys.has(columnKey(cell));
    const own = durations.filter((column) => column.members === members);
    const near = own.length > 0 ? own : durations.filter((column) => column.members === "");
    const isEnd = balanceAt !== "start" && near.some((column) => column.end === end);
    const isStart =
      balanceAt !== "end" &&
      near.some((column) => column.start !== null && opens(column.start, end));
    const isInstantColumn = balanceAt === null && keys.has(columnKey(cell));
    return isInstantColumn || isEnd || isStart;
  };
}

/**
 * For a row without a value in any column, which is printed all the same: the values of the company in any period,
 * else those of members in a printed period, else all.
 */
function nearestCells<C extends Cell>({ cells }: Row<C>, columns: readonly Column[]): C[] {
  const whole = cells.filter(({ members }) => members === "");
  if (whole.length > 0) return whole;
  const ends = new Set(columns.map(({ end }) => end));
  const near = cells.filter(({ end }) => ends.has(end));
  return near.length > 0 ? near : [...cells];
}
