import type { Answer } from "#ingest/extracts/query-extract.ts";
import { counted } from "../commands/command.ts";
import { alignTable } from "../table.ts";

export const answerFormats = ["table", "csv", "json"] as const;
export type AnswerFormat = (typeof answerFormats)[number];

/** An answer for people, for spreadsheets, or for programs (one JSON array of objects). */
export function answerLines({ columns, rows }: Answer, format: AnswerFormat): string[] {
  if (format === "json") {
    const objects = rows.map((row) => Object.fromEntries(columns.map((name, i) => [name, row[i]])));
    return [JSON.stringify(objects, null, 2)];
  }
  if (format === "csv") {
    return [columns, ...rows].map((row) => row.map((value) => csvCell(textOf(value))).join(","));
  }
  const body = rows.map((row) => row.map(textOf));
  return [...alignTable(columns, body), `(${counted(rows.length, "row")})`];
}

function textOf(value: Answer["rows"][number][number]): string {
  if (value === null) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** RFC 4180: quoted where it would break the line apart. */
function csvCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
