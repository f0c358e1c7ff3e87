import { createHash } from "node:crypto";
import { gunzipSync } from "node:zlib";
import type pg from "pg";

/** Tables of data, with what orders their rows; records of jobs and requests are left out. */
const tables: Record<string, string> = {
  entity: "id",
  company: "company_key",
  listing: "id",
  listing_version: "id",
  ticker_claim: "company_key, ticker",
  ticker: "ticker, kind",
  filing: "company_key, accession",
  filed_report: "company_key, accession",
  statement: "company_key, period_key, statement_type",
  company_facts: "company_key",
  served_document: "entity_id, kind",
  company_build: "company_key",
  raw_document: "url, digest",
};

/** Columns that differ whenever a time of fetching differs. */
const timedColumns: Record<string, readonly string[]> = {
  served_document: ["etag"],
  company_build: ["input_digest", "output_digest"],
};

const time = /\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}(:?\d{2})?)/g;

/**
 * Every row of data as canonical text, one line per row. With `maskTimes`, times of fetching and what
 * depends on them are left out, so that two runs at different times can be compared.
 */
export async function dumpDatabase(
  pool: pg.Pool,
  options: { maskTimes?: boolean; only?: readonly string[] } = {},
): Promise<string[]> {
  const lines: string[] = [];
  for (const [table, order] of Object.entries(tables)) {
    if (options.only && !options.only.includes(table)) continue;
    const { rows } = await pool.query(`select * from ${table} order by ${order}`);
    for (const row of rows as Record<string, unknown>[]) {
      lines.push(`${table} ${lineOf(table, row, options.maskTimes ?? false)}`);
    }
  }
  return lines;
}

function lineOf(table: string, row: Record<string, unknown>, maskTimes: boolean): string {
  const hidden = maskTimes ? (timedColumns[table] ?? []) : [];
  const cells = Object.keys(row)
    .filter((column) => !hidden.includes(column))
    .sort()
    .map((column) => [column, cellOf(table, row[column])]);
  const text = JSON.stringify(Object.fromEntries(cells));
  return maskTimes ? text.replace(time, "<time>") : text;
}

function cellOf(table: string, value: unknown): unknown {
  // Packed text that has times in it, to be masked.
  if (value instanceof Uint8Array && table === "served_document") {
    return gunzipSync(value).toString();
  }
  if (value instanceof Uint8Array) return createHash("sha256").update(value).digest("hex");
  if (value instanceof Date) return value.toISOString();
  return value;
}

/** A digest of the dump, for comparing across processes. */
export function digestOf(lines: readonly string[]): string {
  return createHash("sha256").update(lines.join("\n")).digest("hex");
}

/** The row versions of the database: any write to any row of data changes it. */
export async function rowVersions(pool: pg.Pool): Promise<string[]> {
  const versions: string[] = [];
  for (const [table, order] of Object.entries(tables)) {
    const { rows } = await pool.query(
      `select xmin::text as x, ctid::text as c from ${table} order by ${order}`,
    );
    versions.push(...rows.map(({ x, c }: { x: string; c: string }) => `${table} ${x} ${c}`));
  }
  return versions;
}
