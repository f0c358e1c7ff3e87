import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { isAlive } from "#schemas/database/folder-lock.ts";
import { checkQuestion, lock } from "./check-question.ts";
import { folderVariable } from "./duck-file.ts";
import { duckFileName } from "./manifest.ts";
import { type Answer, type AnswerBounds, readAnswer } from "./read-answer.ts";
import { quoted } from "./staging.ts";
import { extractTables } from "./tables.ts";

const memoryMax = "1GB";
/** What a large question may put aside on disk while it runs. */
const diskMax = "8GB";
/** More is no answer for people: it is what the Parquet files are for. */
const answerMax: AnswerBounds = { rowsMax: 200_000, bytesMax: 256 * 2 ** 20 };

/**
 * Asks the extract in `folder` one question in SQL; it is read and nothing else: no other file, no network, no
 * extension, no writing. Throws QuestionError for what is no question or not allowed, what DuckDB says of one that is
 * wrong, and RangeError for one with too long an answer. How long it takes is not bounded here: some functions of
 * DuckDB cannot be interrupted, so that only the end of the process ends them.
 */
export async function queryExtract(
  folder: string,
  sql: string,
  bounds: Partial<AnswerBounds> = {},
): Promise<Answer> {
  const views = await withDuck({}, (connection) => viewsOver(connection, resolve(folder)));
  await withDuck({}, (connection) => checkQuestion(connection, sql, views));
  const spill = await makeSpillFolder();
  try {
    const setup = { temp_directory: spill, max_temp_directory_size: diskMax };
    return await withDuck(setup, async (connection) => {
      await openFolder(connection, resolve(folder));
      return await readAnswer(connection, sql, { ...answerMax, ...bounds });
    });
  } finally {
    await rm(spill, { recursive: true, force: true });
  }
}

/** Where a large question puts what does not fit into memory. */
async function makeSpillFolder(): Promise<string> {
  await sweepSpillFolders();
  return mkdtemp(join(tmpdir(), `tenk-query-${process.pid}-`));
}

/** Removes what killed questions left. */
export async function sweepSpillFolders(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const [, pid] = /^tenk-query-(\d+)-/.exec(name) ?? [];
    if (pid === undefined || Number(pid) === process.pid || isAlive(Number(pid))) continue;
    await rm(join(tmpdir(), name), { recursive: true, force: true });
  }
}

/** The statements that create the views over the tables; none in an extract of an older form. */
async function viewsOver(connection: DuckDBConnection, folder: string): Promise<string[]> {
  await openFolder(connection, folder);
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

async function openFolder(connection: DuckDBConnection, folder: string): Promise<void> {
  await connection.run(`ATTACH ${quoted(join(folder, duckFileName))} AS tenk (READ_ONLY)`);
  await connection.run("USE tenk");
  await connection.run(`SET VARIABLE ${folderVariable} = ${quoted(folder)}`);
  await connection.run(`SET allowed_directories = [${quoted(folder)}]`);
  await lock(connection);
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
