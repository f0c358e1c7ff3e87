import {
  BOOLEAN,
  DATE,
  DOUBLE,
  type DuckDBConnection,
  DuckDBDataChunk,
  DuckDBDateValue,
  DuckDBInstance,
  type DuckDBType,
  type DuckDBValue,
  INTEGER,
  VARCHAR,
} from "@duckdb/node-api";
import { dayOf } from "../periods/days.ts";
import type { Row } from "./company-rows.ts";
import { extractMacros } from "./macros.ts";
import { type Column, type ColumnType, extractTables, type TableName } from "./tables.ts";

/** A DuckDB file being written. */
export interface DuckFile {
  append(table: TableName, rows: readonly Row[]): Promise<void>;
  /** Rows per table so far. */
  counts: Record<TableName, number>;
  /** Writes one table as Parquet with zstd: a file, or a folder divided by the partition. */
  copyToParquet(table: TableName, path: string): Promise<void>;
  close(): Promise<void>;
}

const types: Record<ColumnType, DuckDBType> = { VARCHAR, INTEGER, DOUBLE, DATE, BOOLEAN };
/** What one chunk of DuckDB holds. */
const chunkRows = 2048;
const memoryMax = "512MB";

/** Creates the file with every table, its comments and macros. */
export async function createDuckFile(path: string): Promise<DuckFile> {
  const instance = await DuckDBInstance.create(path, { memory_limit: memoryMax, threads: "2" });
  const connection = await instance.connect();
  for (const table of extractTables) await createTable(connection, table);
  for (const macro of extractMacros) await connection.run(macro);
  const writers = new Map<TableName, Writer>();
  for (const { name, columns } of extractTables) {
    writers.set(name, await openWriter(connection, name, columns));
  }
  const counts = Object.fromEntries(extractTables.map(({ name }) => [name, 0])) as Record<
    TableName,
    number
  >;
  return {
    counts,
    async append(table, rows) {
      counts[table] += rows.length;
      writers.get(table)?.append(rows);
    },
    async copyToParquet(table, to) {
      for (const writer of writers.values()) writer.finish();
      const partition = extractTables.find(({ name }) => name === table)?.partition ?? null;
      const divided =
        partition === null ? "" : `, PARTITION_BY (${partition}), WRITE_PARTITION_COLUMNS`;
      const target = to.replaceAll("'", "''");
      await connection.run(
        `COPY ${table} TO '${target}' (FORMAT parquet, COMPRESSION zstd${divided})`,
      );
    },
    async close() {
      for (const writer of writers.values()) writer.finish();
      await connection.run("CHECKPOINT");
      connection.closeSync();
      instance.closeSync();
    },
  };
}

async function createTable(
  connection: DuckDBConnection,
  { name, comment, columns }: { name: string; comment: string; columns: readonly Column[] },
): Promise<void> {
  const text = (words: string) => `'${words.replaceAll("'", "''")}'`;
  const defined = columns.map(([column, type]) => `${column} ${type}`).join(", ");
  await connection.run(`CREATE TABLE ${name} (${defined})`);
  await connection.run(`COMMENT ON TABLE ${name} IS ${text(comment)}`);
  for (const [column, , words] of columns) {
    await connection.run(`COMMENT ON COLUMN ${name}.${column} IS ${text(words)}`);
  }
}

interface Writer {
  append(rows: readonly Row[]): void;
  finish(): void;
}

async function openWriter(
  connection: DuckDBConnection,
  table: string,
  columns: readonly Column[],
): Promise<Writer> {
  const appender = await connection.createAppender(table);
  const columnTypes = columns.map(([, type]) => types[type]);
  const dates = columns.map(([, type]) => type === "DATE");
  let isOpen = true;
  return {
    append(rows) {
      for (let from = 0; from < rows.length; from += chunkRows) {
        const batch = rows.slice(from, from + chunkRows);
        const chunk = DuckDBDataChunk.create(columnTypes, batch.length);
        chunk.setColumns(
          columns.map((_, at) => batch.map((row) => cellOf(row[at] ?? null, dates[at] === true))),
        );
        // The appender writes by itself after some two hundred thousand rows: each write is a commit.
        appender.appendDataChunk(chunk);
      }
    },
    finish() {
      if (isOpen) appender.closeSync();
      isOpen = false;
    },
  };
}

function cellOf(value: Row[number], isDate: boolean): DuckDBValue {
  return isDate && typeof value === "string" ? new DuckDBDateValue(dayOf(value)) : value;
}
