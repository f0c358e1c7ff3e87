import { DuckDBInstance, type Json } from "@duckdb/node-api";

/** The answer to a question: names and rows, values as JSON has them (decimals and large whole numbers as text). */
export interface Answer {
  columns: string[];
  rows: Json[][];
}

const memoryMax = "1GB";

/**
 * Asks an extract file one question in SQL. The file is attached for reading only, and before the question is read
 * everything outside it is closed and the settings are locked: no other file, no network, no extension, no writing.
 * Throws what DuckDB says of a question that is wrong or not allowed.
 */
export async function queryExtract(path: string, sql: string): Promise<Answer> {
  const instance = await DuckDBInstance.create(":memory:", {
    memory_limit: memoryMax,
    autoinstall_known_extensions: "false",
    autoload_known_extensions: "false",
  });
  const connection = await instance.connect();
  try {
    await connection.run(`ATTACH '${path.replaceAll("'", "''")}' AS tenk (READ_ONLY)`);
    await connection.run("USE tenk");
    await connection.run("SET enable_external_access = false");
    await connection.run("SET lock_configuration = true");
    const reader = await connection.runAndReadAll(sql);
    return { columns: reader.columnNames(), rows: reader.getRowsJson() };
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}
