import type { Answer } from "#ingest/extracts/read-answer.ts";
import { counted } from "../commands/command.ts";
import { alignTable } from "../terminal/table.ts";

export const answerFormats = ["table", "csv", "json", "md"] as const;
export type AnswerFormat = (typeof answerFormats)[number];

/** Formats an answer as a table, as CSV, as one JSON array with one object per line, or as a table in Markdown. */
export function answerLines({ columns, rows }: Answer, format: AnswerFormat): string[] {
  if (format === "json") {
    const last = rows.length - 1;
    const objects = rows.map((row, at) => {
      const object = Object.fromEntries(columns.map((name, i) => [name, row[i]]));
      return `  ${JSON.stringify(object)}${at < last ? "," : ""}`;
    });
    return ["[", ...objects, "]"];
  }
  if (format === "csv") {
    return [columns, ...rows].map((row) => row.map(csvCell).join(","));
  }
  // EXPLAIN returns a drawing of several lines.
  if (columns[0] === "explain_key") return rows.map(([, plan = null]) => textOf(plan));
  if (format === "md") {
    return [columns, columns.map(() => "---"), ...rows].map(
      (row) => `| ${row.map(markdownCell).join(" | ")} |`,
    );
  }
  const body = rows.map((row) => row.map(textOf));
  return [...alignTable(columns, body), `(${counted(rows.length, "row")})`];
}

type Cell = Answer["rows"][number][number];

function textOf(value: Cell): string {
  if (value === null) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** A CSV cell (RFC 4180), quoted when necessary. Null is an empty cell, an empty text a pair of quotes. */
function csvCell(value: Cell): string {
  const text = textOf(value);
  return value === "" || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A cell of a table in Markdown: on one line, and nothing in it ends the cell. */
const markdownCell = (value: Cell): string =>
  textOf(value)
    .replaceAll("\\", "\\\\")
    .replaceAll("|", "\\|")
    .replace(/\r\n?|\n/g, " ");
