import { safeText } from "#registry/models/export/safe-text.ts";

/** Rows as RFC 4180 in UTF-8 with a byte order mark; text that a spreadsheet could run is made harmless. Null is empty. */
export function writeCsvTable(rows: readonly (readonly (string | number | null)[])[]): string {
  return `\ufeff${rows.map((row) => `${row.map(field).join(",")}\r\n`).join("")}`;
}

function field(value: string | number | null): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  const safe = safeText(value);
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
