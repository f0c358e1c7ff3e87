import type { Cell } from "../cells.ts";
import type { LaidOut, Sheet } from "../sheet.ts";

/** The sheet a model is computed on, and where others find its cells. */
export interface ModelSheet {
  sheet: Sheet;
  names: { name: string; cell: string }[];
  /** A row's cell in a column; null where the sheet has no value to show. */
  cell: ((id: string, column: string) => FoundCell) | null;
  /** The centre of the sensitivity grid; null without one. */
  centre: string | null;
  /** All driver cells; null outside the DCF family. */
  drivers: string | null;
}

/** Where a cell is, and what it holds. */
export interface FoundCell {
  address: string;
  cell: Cell | null;
}

/** Finds cells of a sheet by row id and column letter (A to Z). */
export const finder =
  (sheet: string, { rows, at }: LaidOut) =>
  (id: string, column: string): FoundCell => ({
    address: `${sheet}!$${column}$${at(id)}`,
    cell: rows[at(id) - 1]?.cells[column.charCodeAt(0) - 65] ?? null,
  });
