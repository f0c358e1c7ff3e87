import { copyFile, link, mkdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { DuckDBConnection } from "@duckdb/node-api";
import type { ExtractTable } from "../columns.ts";
import { describeFile, type ExtractFile } from "../manifest.ts";
import { columnsInFiles, filePath, type PartFile } from "../parts.ts";
import { quoted } from "../staging.ts";
import { extractTables, type TableName } from "../tables.ts";

/** The files of one part: what they held before, and whose rows of them still hold. */
export interface PartWork {
  part: number;
  /** Where the files before stand, and where the new ones go. */
  from: string;
  to: string;
  before: readonly PartFile[];
  /** Companies whose rows in the files before are as they should be; all others' are dropped. */
  keptCiks: readonly string[];
}

/** Puts all files of a part into the new extract as they are. */
export async function linkPart({ from, to, before }: PartWork): Promise<ExtractFile[]> {
  for (const { file } of before) await linkFile(from, to, file.path);
  return before.map(({ file }) => file);
}

/**
 * Writes the files of a part from what was staged and the kept rows of the files before, and returns those of the
 * new extract. A file in which nothing changes is put into the new extract as it is.
 */
export async function writePart(
  connection: DuckDBConnection,
  work: PartWork,
): Promise<ExtractFile[]> {
  await connection.run("CREATE TABLE kept (cik VARCHAR)");
  for (let at = 0; at < work.keptCiks.length; at += 1000) {
    const some = work.keptCiks.slice(at, at + 1000).map((cik) => `(${quoted(cik)})`);
    await connection.run(`INSERT INTO kept VALUES ${some.join(", ")}`);
  }
  const files: ExtractFile[] = [];
  for (const table of extractTables) {
    if (table.layout === "whole") continue;
    for (const year of await yearsOf(connection, table, work.before)) {
      const file = await writeFile(connection, work, { table, year });
      if (file !== null) files.push(file);
    }
  }
  return files;
}

interface Target {
  table: Pick<ExtractTable, "order" | "columns" | "layout"> & { name: TableName };
  year: number | null;
}

/** The years of a table that have rows, staged or before; one null for a table that has no years. */
async function yearsOf(
  connection: DuckDBConnection,
  { name, layout }: (typeof extractTables)[number],
  before: readonly PartFile[],
): Promise<(number | null)[]> {
  if (layout !== "years") return [null];
  const staged = await connection.runAndReadAll(`SELECT DISTINCT fiscal_year FROM ${name}`);
  const years = [
    ...staged.getRowsJson().map(([year]) => Number(year)),
    ...before.flatMap(({ table, year }) => (table === name && year !== null ? [year] : [])),
  ];
  return [...new Set(years)].sort((a, b) => a - b);
}

/** Null where there are no rows: a reader needs no file to find nothing. */
async function writeFile(
  connection: DuckDBConnection,
  { part, from, to, before, keptCiks }: PartWork,
  { table, year }: Target,
): Promise<ExtractFile | null> {
  const old = before.find((one) => one.table === table.name && one.year === year)?.file ?? null;
  const ofYear = year === null ? "" : ` WHERE fiscal_year = ${year}`;
  const oldRows = old && `read_parquet(${quoted(join(from, old.path))}, hive_partitioning = false)`;
  const staged = await countRows(connection, `${table.name}${ofYear}`);
  if (old && staged === 0) {
    const gone = await countRows(connection, `${oldRows} WHERE cik NOT IN (FROM kept)`);
    if (gone === 0) {
      await linkFile(from, to, old.path);
      return old;
    }
  }
  const columns = columnsInFiles(table).join(", ");
  const sources = [
    `SELECT ${columns} FROM ${table.name}${ofYear}`,
    ...(old && keptCiks.length > 0
      ? [`SELECT ${columns} FROM ${oldRows} WHERE cik IN (FROM kept)`]
      : []),
  ];
  const path = filePath(table.name, part, year);
  const rows = await copyToParquet(connection, {
    rows: `SELECT * FROM (${sources.join(" UNION ALL ")}) ORDER BY ${table.order.join(", ")}`,
    path: join(to, path),
  });
  if (rows > 0) return describeFile(to, path, rows);
  await rm(join(to, path));
  return null;
}

async function countRows(connection: DuckDBConnection, from: string): Promise<number> {
  const reader = await connection.runAndReadAll(`SELECT count(*) FROM ${from}`);
  return Number(reader.getRowsJson()[0]?.[0]);
}

/** Writes rows as one Parquet file with zstd and returns how many there were. */
export async function copyToParquet(
  connection: DuckDBConnection,
  { rows, path }: { rows: string; path: string },
): Promise<number> {
  await mkdir(dirname(path), { recursive: true });
  const reader = await connection.runAndReadAll(
    `COPY (${rows}) TO ${quoted(path)} (FORMAT parquet, COMPRESSION zstd)`,
  );
  return Number(reader.getRowsJson()[0]?.[0]);
}

/** The same file under both folders; a copy where the file system has no second names for a file. */
async function linkFile(from: string, to: string, path: string): Promise<void> {
  await mkdir(dirname(join(to, path)), { recursive: true });
  await link(join(from, path), join(to, path)).catch(() =>
    copyFile(join(from, path), join(to, path)),
  );
}
