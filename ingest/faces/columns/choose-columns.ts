import type { FiledStatementKind } from "#schemas/shapes/companies/filed-report.ts";
import { entry } from "../../facts/entry.ts";
import { type Cell, type Column, columnKey, type Row, type StatementSetting } from "./column.ts";

const printsAll: ReadonlySet<FiledStatementKind> = new Set(["equity", "cover", "other"]);

/** Columns with fewer rows than this share of the fullest one are not printed: they hold stray values of notes. */
const fullShare = 0.25;
const mainShare = 0.5;

/**
 * The columns that a statement prints, of all periods and members that its elements have values for. Filers tag an
 * element once for a face and for notes, so a column is printed where it is filled enough, and mostly filled or with an
 * element that only this statement shows (the rules of the regulator's renderer, which hides the others). A statement of equity
 * prints all, and so do covers and notes.
 */
export function chooseColumns<C extends Cell>(
  rows: readonly Row<C>[],
  setting: StatementSetting,
): Column[] {
  const columns = columnsOf(rows);
  if (printsAll.has(setting.kind)) return columns;
  const shares = sharesOf(columns, setting);
  const filled = columns.filter((column) => shares.of(column) >= shares.least(column));
  const own = filled.filter((column) => shares.isMain(column) || hasOwnElement(column, setting));
  if (own.length === 0) return filled;
  return setting.membersShare > 0 ? own : withDeclaredMembers(own, filled);
}

/** Members that the filing declares for the statement are printed in its periods, also where notes show them again. */
function withDeclaredMembers(own: readonly Column[], filled: readonly Column[]): Column[] {
  const periodOf = ({ start, end }: Column) => `${start ?? ""} ${end}`;
  const periods = new Set(own.filter(({ members }) => members === "").map(periodOf));
  const chosen = new Set(own);
  return filled.filter(
    (column) => chosen.has(column) || (column.members !== "" && periods.has(periodOf(column))),
  );
}

function columnsOf<C extends Cell>(rows: readonly Row<C>[]): Column[] {
  const columns = new Map<string, Column>();
  for (const { element, cells } of rows) {
    for (const cell of cells) {
      const { members, start, end } = cell;
      const make = () => ({ members, start, end, elements: new Set<string>() });
      entry(columns, columnKey(cell), make).elements.add(element);
    }
  }
  return [...columns.values()];
}

/**
 * How filled columns are, against the fullest column of the company as a whole. A statement without any such column
 * (a parent company alone) is measured by its members.
 */
function sharesOf(columns: readonly Column[], { membersShare }: StatementSetting) {
  const hasWhole = columns.some(({ members }) => members === "");
  const isWhole = ({ members }: Column) => members === "" || !hasWhole;
  const most = columns.filter(isWhole).reduce((n, { elements }) => Math.max(n, elements.size), 0);
  const of = ({ elements }: Column) => elements.size / most;
  return {
    of,
    least: (column: Column) => (isWhole(column) ? fullShare : membersShare),
    /** A period that half of the rows have is printed, whatever else shows the same elements. */
    isMain: (column: Column) => isWhole(column) && of(column) >= mainShare,
  };
}

function hasOwnElement({ elements, members }: Column, { isElsewhere }: StatementSetting): boolean {
  for (const element of elements) if (!isElsewhere(element, members)) return true;
  return false;
}
