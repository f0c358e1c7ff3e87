import { existsSync } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type DuckDBConnection, DuckDBInstance, type Json, StatementType } from "@duckdb/node-api";
import { isAlive } from "#schemas/folder-lock.ts";
import { duckFileName, folderVariable } from "./duck-file.ts";
import { extractMacros } from "./macros.ts";
import { createTable, quoted } from "./staging.ts";
import { extractTables } from "./tables.ts";

/** The answer to a question: names and rows, values as JSON has them (decimals and large whole numbers as text). */
export interface Answer {
  columns: string[];
  rows: Json[][];
}

const memoryMax = "1GB";
/** What a large question may put aside on disk while it runs. */
const diskMax = "8GB";
/** More is no answer for people: it is what the Parquet files are for. */
const answerRowsMax = 200_000;

/**
 * Asks the extract in `folder` one question in SQL; it is read and nothing else: no other file, no network, no
 * extension, no writing. An aborted signal ends the question. Throws what DuckDB says of a question that is wrong or
 * not allowed, and RangeError for what is no question or has too long an answer.
 */
export async function queryExtract(
  folder: string,
  sql: string,
  {
    signal = null,
    rowsMax = answerRowsMax,
  }: { signal?: AbortSignal | null; rowsMax?: number } = {},
): Promise<Answer> {
  await checkQuestion(sql);
  const spill = await makeSpillFolder();
  try {
    const setup = { temp_directory: spill, max_temp_directory_size: diskMax };
    return await withDuck(setup, async (connection) => {
      await openFolder(connection, resolve(folder));
      const interrupt = () => connection.interrupt();
      signal?.addEventListener("abort", interrupt);
      const reader = await connection.streamAndReadUntil(sql, rowsMax + 1);
      signal?.removeEventListener("abort", interrupt);
      if (reader.currentRowCount > rowsMax) {
        throw new RangeError(
          `the answer has more than ${rowsMax} rows: summarize it, add a limit, or read the Parquet files`,
        );
      }
      return { columns: reader.columnNames(), rows: reader.getRowsJson() };
    });
  } finally {
    await rm(spill, { recursive: true, force: true });
  }
}

/** Where a large question puts what does not fit into memory. What killed questions left goes first. */
async function makeSpillFolder(): Promise<string> {
  for (const name of await readdir(tmpdir())) {
    const [, pid] = /^tenk-query-(\d+)-/.exec(name) ?? [];
    if (pid === undefined || Number(pid) === process.pid || isAlive(Number(pid))) continue;
    await rm(join(tmpdir(), name), { recursive: true, force: true });
  }
  return mkdtemp(join(tmpdir(), `tenk-query-${process.pid}-`));
}

/**
 * Lets pass what reads the tables and nothing else. The folder must be open to the views, and to DuckDB what may be
 * read may be written; so the question is first prepared where the same tables are empty and no file may be touched.
 */
async function checkQuestion(sql: string): Promise<void> {
  await withDuck({}, async (connection) => {
    await connection.run("ATTACH ':memory:' AS tenk");
    await connection.run("USE tenk");
    for (const { name, columns } of extractTables) await connection.run(createTable(name, columns));
    for (const macro of extractMacros) await connection.run(macro);
    await lock(connection);
    if (sql.trim() === "") throw new RangeError("there is no question");
    const statements = await connection.extractStatements(sql);
    if (statements.count !== 1) throw new RangeError("ask one question at a time");
    const { statementType } = await statements.prepare(0);
    if (statementType !== StatementType.SELECT) {
      throw new RangeError(
        "only questions are answered: select, from, with, describe, summarize, show",
      );
    }
  });
}

async function openFolder(connection: DuckDBConnection, folder: string): Promise<void> {
  await connection.run(`ATTACH ${quoted(join(folder, duckFileName))} AS tenk (READ_ONLY)`);
  await connection.run("USE tenk");
  await connection.run(`SET VARIABLE ${folderVariable} = ${quoted(folder)}`);
  await connection.run(`SET allowed_directories = [${quoted(folder)}]`);
  await lock(connection);
}

/** From here on nothing else can be reached, and nothing can be set. */
async function lock(connection: DuckDBConnection): Promise<void> {
  await connection.run("SET enable_external_access = false");
  await connection.run("SET lock_configuration = true");
}

async function withDuck<T>(
  setup: Record<string, string>,
  run: (connection: DuckDBConnection) => Promise<T>,
): Promise<T> {
  const instance = await DuckDBInstance.create(":memory:", {
    memory_limit: memoryMax,
    autoinstall_known_extensions: "false",
    autoload_known_extensions: "false",
    ...setup,
  });
  const connection = await instance.connect();
  try {
    return await run(connection);
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

/** Whether the extract in the folder has a DuckDB file to ask. */
export const canBeAsked = (folder: string) => existsSync(join(folder, duckFileName));
