import { copyFile, rename, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { checkQuestion, lock, QuestionError } from "./check-question.ts";
import { folderVariable } from "./duck-file.ts";
import { duckFileName } from "./manifest.ts";
import { type Answer, type AnswerBounds, readAnswer } from "./read-answer.ts";
import { makeSpillFolder } from "./spill-folders.ts";
import { quoted } from "./staging.ts";
import { extractTables } from "./tables.ts";

const memoryMax = "1GB";
/** What a large question may put aside on disk while it runs. */
const diskMax = "8GB";
/** More is no answer for people: it is what the Parquet files are for. */
const answerMax: AnswerBounds = { rowsMax: 200_000, bytesMax: 256 * 2 ** 20 };

interface AskedFor extends Partial<AnswerBounds> {
  /** The Parquet file to write the answer to. The answer then has no rows. */
  parquet?: string;
}

/**
 * Asks the extract in `folder` one question in SQL; it is read and nothing else: no other file, no network, no
 * extension, no writing but of the asked file. Throws QuestionError for what is no question or not allowed, what DuckDB
 * says of one that is wrong, and RangeError for one with too long an answer. How long it takes is not bounded here: some
 * functions of DuckDB cannot be interrupted, so that only the end of the process ends them.
 */
export async function queryExtract(
  folder: string,
  sql: string,
  { parquet, ...bounds }: AskedFor = {},
): Promise<Answer> {
  const spill = await makeSpillFolder();
  try {
    const setup = { temp_directory: spill, max_temp_directory_size: diskMax };
    return await withDuck(setup, async (connection) => {
      const folders = [resolve(folder), ...(parquet === undefined ? [] : [spill])];
      const views = await openFolder(connection, resolve(folder), folders);
      await withDuck({}, (empty) => checkQuestion(empty, sql, views));
      if (parquet === undefined) {
        return await readAnswer(connection, sql, { ...answerMax, ...bounds });
      }
      const made = join(spill, "answer.parquet");
      await writeParquet(connection, sql, made);
      await moveFile(made, parquet);
      return { columns: [], rows: [] };
    });
  } finally {
    await rm(spill, { recursive: true, force: true });
  }
}

/** Writes the answer to a question that was checked, so that it is one statement and nothing leaves the brackets. */
async function writeParquet(connection: DuckDBConnection, sql: string, path: string) {
  const question = sql.replace(/[;\s]+$/, "");
  try {
    await connection.run(`COPY (${question}\n) TO ${quoted(path)} (FORMAT parquet)`);
  } catch (error) {
    if (!(error instanceof Error && error.message.startsWith("Parser Error"))) throw error;
    throw new QuestionError("a Parquet file takes the answer to select, from, with or values");
  }
}

/** Also to another disk. */
async function moveFile(from: string, to: string): Promise<void> {
  const beside = `${to}.${process.pid}`;
  await copyFile(from, beside);
  await rename(beside, to);
}

/** Attaches the extract; nothing but the `folders` can be reached then. Returns the statements that create its views. */
async function openFolder(
  connection: DuckDBConnection,
  folder: string,
  folders: readonly string[],
): Promise<string[]> {
  await connection.run(`ATTACH ${quoted(join(folder, duckFileName))} AS tenk (READ_ONLY)`);
  await connection.run("USE tenk");
  await connection.run(`SET VARIABLE ${folderVariable} = ${quoted(folder)}`);
  await connection.run(`SET allowed_directories = [${folders.map(quoted).join(", ")}]`);
  await lock(connection);
  return viewsOver(connection);
}

/** The statements that create the views over the tables; none in an extract of an older form. */
async function viewsOver(connection: DuckDBConnection): Promise<string[]> {
  const tables = extractTables.map(({ name }) => quoted(name));
  const { rows } = await readAnswer(
    connection,
    `SELECT view_name, sql FROM duckdb_views()
     WHERE NOT internal AND database_name = 'tenk' AND view_name NOT IN (${tables.join(", ")})`,
    answerMax,
  );
  const views = rows.map(([name, sql]) => ({ name: String(name), sql: String(sql) }));
  // A view over another one comes after it.
  const below = ({ sql }: { sql: string }) => views.filter(({ name }) => sql.includes(name)).length;
  return views.sort((a, b) => below(a) - below(b)).map(({ sql }) => sql);
}

async function withDuck<T>(
  setup: Record<string, string>,
  run: (connection: DuckDBConnection) => Promise<T>,
): Promise<T> {
  const instance = await DuckDBInstance.create(":memory:", {
    memory_limit: memoryMax,
    threads: "2",
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
