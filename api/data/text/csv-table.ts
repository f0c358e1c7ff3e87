import { safeText } from "./safe-text.ts";

/** A number as exact decimal text, which is written as it stands. */
export interface Decimal {
  decimal: string;
}

export type Value = string | number | Decimal | null;

/**
 * Rows as RFC 4180 in UTF-8 with a byte order mark; text that a spreadsheet could run is made harmless. Null is empty.
 * @example writeCsvTable([["Name", "Revenue"], ["=1+1", { decimal: "0.10" }]]) // "\ufeffName,Revenue\r\n'=1+1,0.10\r\n"
 */
export function writeCsvTable(rows: readonly (readonly Value[])[]): string {
  return byteOrderMark + writeCsvRows(rows);
}

/** What a file begins with, so that spreadsheets read it as UTF-8. */
export const byteOrderMark = "\ufeff";

/**
 * Rows alone, as `writeCsvTable` writes them: the next part of a file.
 * @example writeCsvRows([["Apple", 12]]) // "Apple,12\r\n"
 */
export const writeCsvRows = (rows: readonly (readonly Value[])[]): string =>
  rows.map(csvLine).join("");

/**
 * One line of such a file, for files that are written as they are read.
 * @example csvLine(["Apple", null, 12]) // "Apple,,12\r\n"
 */
export const csvLine = (row: readonly Value[]): string => `${row.map(field).join(",")}\r\n`;

function field(value: Value): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  if (typeof value === "object") return value.decimal;
  const safe = safeText(value);
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
