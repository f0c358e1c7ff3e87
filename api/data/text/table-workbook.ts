import type { Decimal } from "./csv-table.ts";

export type TableRow = (string | number | Decimal | null)[];

/** One sheet of a workbook. */
export interface TableSheet {
  name: string;
  rows: TableRow[];
  /** So many first rows are heads: bold, and in sight when the sheet is scrolled. */
  headRows: number;
  /** Widths of the first columns, which stay in sight, too. All others are columns of numbers. */
  widths: number[];
}

/**
 * Tables as a workbook, one sheet each. A decimal is a number of the sheet, text is never a formula.
 * @example
 * const rows = [["Line", "2025"], ["Revenue", { decimal: "416161000000" }]];
 * await writeWorkbook("Apple", [{ name: "Income", rows, headRows: 1, widths: [40] }]); // bytes of an .xlsx
 */
export async function writeWorkbook(title: string, sheets: readonly TableSheet[]): Promise<Buffer> {
  // Loaded when the first workbook is asked for: it is a sixth of all modules.
  const { default: ExcelJS } = await import("exceljs");
  const book = new ExcelJS.Workbook();
  book.creator = "Tenk";
  book.title = title;
  for (const { name, rows, headRows, widths } of sheets) {
    const view = { state: "frozen" as const, xSplit: widths.length, ySplit: headRows };
    const sheet = book.addWorksheet(name, { views: [view] });
    for (const row of rows) {
      sheet.addRow(row.map((one) => (isDecimal(one) ? Number(one.decimal) : one)));
    }
    for (let at = 1; at <= headRows; at += 1) sheet.getRow(at).font = { bold: true };
    widths.forEach((width, i) => {
      sheet.getColumn(i + 1).width = width;
    });
    for (let at = widths.length + 1; at <= (rows[0]?.length ?? 0); at += 1) {
      sheet.getColumn(at).width = 19;
      sheet.getColumn(at).numFmt = "#,##0.####";
    }
  }
  return Buffer.from(await book.xlsx.writeBuffer());
}

const isDecimal = (value: TableRow[number]): value is Decimal =>
  typeof value === "object" && value !== null;
