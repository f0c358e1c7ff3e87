import ExcelJS, { type Cell, type Worksheet } from "exceljs";
import { HyperFormula, type RawCellContent } from "hyperformula";

/** A value as files and engines agree on it: dates are the numbers that they are kept as. */
export type Value = number | string | boolean | null;

/** A workbook as another program reads it: constants, formulas and stored results by address. */
export interface ReadBook {
  sheets: string[];
  /** Every cell that holds something, as "Sheet!A1". */
  cells: Map<string, { value: Value; formula: string | null }>;
  /** Defined names and the cell that each stands for. */
  names: Map<string, string>;
}

export async function readBook(bytes: Buffer): Promise<ReadBook> {
  const book = await load(bytes);
  const cells: ReadBook["cells"] = new Map();
  for (const sheet of book.worksheets) {
    eachCell(sheet, (cell) => {
      // The library's own accessor loses a stored zero.
      const { formula = null, result } = cell.model as Formula;
      cells.set(`${sheet.name}!${cell.address}`, {
        value: plain(formula === null ? cell.value : result),
        formula,
      });
    });
  }
  return { sheets: book.worksheets.map(({ name }) => name), cells, names: namesOf(book) };
}

type Formula = { formula?: string; result?: unknown };

async function load(bytes: Buffer): Promise<ExcelJS.Workbook> {
  const book = new ExcelJS.Workbook();
  await book.xlsx.load(bytes as unknown as ArrayBuffer);
  return book;
}

function eachCell(sheet: Worksheet, see: (cell: Cell) => void): void {
  sheet.eachRow((row) =>
    row.eachCell((cell) => {
      if (cell.isMerged && cell.master !== cell) return;
      see(cell);
    }),
  );
}

const dayMs = 86_400_000;

function plain(value: unknown): Value {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return value.getTime() / dayMs + 25_569;
  if (typeof value === "number" || typeof value === "string" || typeof value === "boolean") {
    return value;
  }
  if (typeof value === "object" && "text" in value) return String(value.text);
  return JSON.stringify(value);
}

function namesOf(book: ExcelJS.Workbook): Map<string, string> {
  const model = book.definedNames.model as { name: string; ranges: string[] }[];
  return new Map(
    model
      .filter(({ name }) => !name.startsWith("_xlnm"))
      .map(({ name, ranges }) => [name, (ranges[0] ?? "").replaceAll("$", "").replaceAll("'", "")]),
  );
}

/** New constants by defined name or address, before anything is computed. */
export type Changes = Record<string, number>;

/**
 * What a second engine makes of the file: every formula cell computed from the file's constants and formulas,
 * stored results unseen. A formula error is its sign, such as "#VALUE!".
 */
export async function recalculate(
  bytes: Buffer,
  changes: Changes = {},
): Promise<Map<string, Value>> {
  const { sheets, cells, names } = await readBook(bytes);
  const changed = new Map(
    Object.entries(changes).map(([key, value]) => [names.get(key) ?? key, value]),
  );
  const grids: Record<string, RawCellContent[][]> = Object.fromEntries(
    sheets.map((name) => [name, []]),
  );
  for (const [key, { value, formula }] of cells) {
    const { sheet, row, column } = place(key);
    const grid = grids[sheet] ?? [];
    while (grid.length <= row) grid.push([]);
    const line = grid[row] ?? [];
    const constant = typeof value === "string" ? `'${value}` : value;
    line[column] = changed.get(key) ?? (formula === null ? constant : `=${formula}`);
  }
  for (const [key, value] of changed) {
    const { sheet, row, column } = place(key);
    const line = grids[sheet]?.[row];
    if (line === undefined) throw new Error(`no cell ${key}`);
    line[column] = value;
  }
  const engine = HyperFormula.buildFromSheets(
    grids,
    { licenseKey: "gpl-v3", smartRounding: false },
    [...names].map(([name, cell]) => ({ name, expression: `=${absolute(cell)}` })),
  );
  const results = new Map<string, Value>();
  for (const [key, { formula }] of cells) {
    if (formula === null) continue;
    const { sheet, row, column } = place(key);
    const value = engine.getCellValue({ sheet: engine.getSheetId(sheet) ?? 0, row, col: column });
    results.set(key, typeof value === "object" && value !== null ? value.value : value);
  }
  engine.destroy();
  return results;
}

function place(key: string): { sheet: string; row: number; column: number } {
  const at = key.lastIndexOf("!");
  const [, letters = "", digits = ""] = /^([A-Z]+)(\d+)$/.exec(key.slice(at + 1)) ?? [];
  const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
  return { sheet: key.slice(0, at), row: Number(digits) - 1, column: column - 1 };
}

function absolute(cell: string): string {
  const at = cell.lastIndexOf("!");
  return `'${cell.slice(0, at)}'!${cell.slice(at + 1).replace(/([A-Z]+)(\d+)/, "$$$1$$$2")}`;
}

/** True when two values are the same, numbers within a relative 1e-9. */
export function isSame(a: Value | undefined, b: Value | undefined): boolean {
  if (typeof a !== "number" || typeof b !== "number") return a === b;
  return Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b), 1e-12);
}

/** Formula cells whose stored result a recalculation does not give, and formula errors. */
export function differences(book: ReadBook, results: ReadonlyMap<string, Value>): string[] {
  return [...book.cells].flatMap(([key, { value, formula }]) => {
    if (formula === null) return [];
    const found = results.get(key);
    const isError = typeof found === "string" && found.startsWith("#");
    return !isError && isSame(value, found)
      ? []
      : [`${key} =${formula}: stored ${value}, computed ${found}`];
  });
}
