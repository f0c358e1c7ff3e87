import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
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
import type { Column, ColumnType } from "./columns.ts";
import type { Row } from "./company-rows.ts";
import { extractTables, type TableName } from "./tables.ts";

/** Rows on their way into files: tables of a DuckDB file that is thrown away afterwards. */
export interface Staging {
  append(table: TableName, rows: readonly Row[]): void;
  /** What was appended becomes visible to the connection; nothing can be appended any more. */
  finish(): void;
  connection: DuckDBConnection;
  close(): void;
}

const types: Record<ColumnType, DuckDBType> = { VARCHAR, INTEGER, DOUBLE, DATE, BOOLEAN };
/** What one chunk of DuckDB holds. */
const chunkRows = 2048;
const memoryMax = "512MB";

/** Opens DuckDB on a file with the bounds of an extract; what does not fit into memory goes beside the file. */
export async function openDuck(path: string): Promise<DuckDBInstance> {
  return DuckDBInstance.create(path, {
    memory_limit: memoryMax,
    threads: "2",
    temp_directory: `${path}.tmp`,
  });
}

async function openStaging(path: string): Promise<Staging> {
  const instance = await openDuck(path);
  const connection = await instance.connect();
  // The file is thrown away: closing it must not write its log into it, for which this thread would wait.
  await connection.run("PRAGMA disable_checkpoint_on_shutdown");
  const writers = new Map<TableName, Writer>();
  for (const { name, columns } of extractTables) {
    await connection.run(createTable(name, columns));
    writers.set(name, await openWriter(connection, name, columns));
  }
  const finish = () => {
    for (const writer of writers.values()) writer.finish();
  };
  return {
    append: (table, rows) => writers.get(table)?.append(rows),
    finish,
    connection,
    close() {
      finish();
      connection.closeSync();
      instance.closeSync();
    },
  };
}

/** Opens a staging below a folder, runs, and removes it whatever happens. */
export async function withStaging<T>(
  aside: string,
  run: (staging: Staging) => Promise<T>,
): Promise<T> {
  const folder = join(aside, "staging");
  await mkdir(folder);
  const staging = await openStaging(join(folder, "rows.duckdb"));
  try {
    return await run(staging);
  } finally {
    staging.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** The statement that creates an empty table of these columns. */
export function createTable(name: string, columns: readonly Column[]): string {
  return `CREATE TABLE ${name} (${columns.map(([column, type]) => `${column} ${type}`).join(", ")})`;
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

/** Text as SQL writes it. */
export const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
