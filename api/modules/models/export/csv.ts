import { Decimal } from "decimal.js";
import { safeText } from "#api/data/text/safe-text.ts";
import type { ExportedModel } from "./exported.ts";
import type { TidyRow } from "./tidy-row.ts";
import { tidyRows } from "./tidy-rows.ts";

const header = "section,key,label,fiscal_year,scenario,value,unit,source";
const lineEnd = "\r\n";
const byteOrderMark = "\ufeff";

/** A model as a tidy long table (models.md 14.3): RFC 4180 in UTF-8, the disclaimer first and last. */
export function writeCsv(exported: ExportedModel): string {
  const lines = tidyRows(exported).map(line);
  return byteOrderMark + [header, ...lines, ""].join(lineEnd);
}

function line(row: TidyRow): string {
  return [
    field(row.section),
    field(row.key),
    field(row.label ?? ""),
    field(row.year === undefined ? "" : String(row.year)),
    field(row.scenario ?? ""),
    typeof row.value === "number" ? numberText(row.value) : field(row.value ?? ""),
    field(row.unit ?? ""),
    field(row.source ?? ""),
  ].join(",");
}

/** All digits with a decimal point and without an exponent. */
function numberText(value: number): string {
  const text = String(value);
  return text.includes("e") ? new Decimal(value).toFixed() : text;
}

function field(text: string): string {
  const safe = safeText(text);
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
