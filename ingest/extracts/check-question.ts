import { type DuckDBConnection, StatementType } from "@duckdb/node-api";
import { extractMacros } from "./macros.ts";
import { createTable } from "./staging.ts";
import { extractTables } from "./tables.ts";

/** What was asked is no question, or not one that is answered; the sentence says what is. */
export class QuestionError extends Error {
  override name = "QuestionError";
}

/**
 * Lets pass what reads the tables and nothing else. The folder must be open to the views, and to DuckDB what may be
 * read may be written; so the question is first prepared on a connection of its own, where the same tables are empty
 * and no file may be touched. `views` are the statements that create the views over the tables. Throws QuestionError, or what DuckDB says of a question that is wrong.
 */
export async function checkQuestion(
  empty: DuckDBConnection,
  sql: string,
  views: readonly string[] = [],
): Promise<void> {
  await empty.run("ATTACH ':memory:' AS tenk");
  await empty.run("USE tenk");
  for (const { name, columns } of extractTables) await empty.run(createTable(name, columns));
  for (const view of views) await empty.run(view);
  for (const macro of extractMacros) await empty.run(macro);
  await lock(empty);
  await checkStatement(empty, sql);
}

/** From here on nothing else can be reached, and nothing can be set. */
export async function lock(connection: DuckDBConnection): Promise<void> {
  await connection.run("SET enable_external_access = false");
  await connection.run("SET lock_configuration = true");
}

async function checkStatement(empty: DuckDBConnection, sql: string): Promise<void> {
  const statements = await split(empty, sql);
  const last = statements.count - 1;
  if (last > 0 && sql.replace(/[;\s]+$/, "").includes(";")) {
    throw new QuestionError("ask one question at a time");
  }
  for (let at = 0; at < last; at += 1) {
    const prepared = await statements.prepare(at);
    // Of one question DuckDB makes several where a PIVOT finds its columns: first a type of their names, kept in memory.
    if (prepared.statementType !== StatementType.CREATE) throw notAnswered();
    await prepared.run();
  }
  const { statementType } = await statements.prepare(last);
  if (statementType === StatementType.SELECT) return;
  const explained = /^\s*explain\b/i.test(sql) ? sql.replace(explain, "") : sql;
  if (statementType !== StatementType.EXPLAIN || explained === sql) throw notAnswered();
  // What is explained may be run as well (EXPLAIN ANALYZE): it has to be a question itself.
  await checkStatement(empty, explained);
}

/** EXPLAIN with the options that DuckDB knows. Comments are not looked through: they hide where a statement begins. */
const explain =
  /^\s*explain\b(?:\s+analyze\b|\s*\(\s*(?:analyze|format\s+\w+)(?:\s*,\s*(?:analyze|format\s+\w+))*\s*\))?/i;

const notAnswered = () =>
  new QuestionError(
    "only questions are answered: select, from, with, describe, summarize, show, pivot, unpivot, explain " +
      "(before a pivot only where it names its columns: pivot … on … in (…))",
  );

/** The statements of a question; throws where there is none, which DuckDB answers with a fault of its own. */
async function split(connection: DuckDBConnection, sql: string) {
  if (sql.replace(/--[^\r\n]*|\/\*[\s\S]*?\*\/|[;\s]/g, "") === "") {
    throw new QuestionError("there is no question");
  }
  return connection.extractStatements(sql);
}
