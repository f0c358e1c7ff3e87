import { safeText } from "./safe-text.ts";

/** A number as exact decimal text, which is written as it stands. */
export interface Decimal {
  decimal: string;
}

type Value = string | number | Decimal | null;

/**
 * Rows as RFC 4180 in UTF-8 with a byte order mark; text that a spreadsheet could run is made harmless. Null is empty.
 */
export function writeCsvTable(rows: readonly (readonly Value[])[]): string {
  return byteOrderMark + writeCsvRows(rows);
}

/** What a file of rows begins with. */
export const byteOrderMark = "\ufeff";

/** Rows alone, as `writeCsvTable` writes them: the next part of a file. */
export const writeCsvRows = (rows: readonly (readonly Value[])[]): string =>
  rows.map((row) => `${row.map(field).join(",")}\r\n`).join("");

function field(value: Value): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  if (typeof value === "object") return value.decimal;
  const safe = safeText(value);
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
