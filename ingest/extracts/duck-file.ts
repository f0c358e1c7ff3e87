import type { DuckDBConnection } from "@duckdb/node-api";
import { extractMacros } from "./macros.ts";
import type { ExtractFile } from "./manifest.ts";
import { filePattern } from "./parts.ts";
import { createTable, openDuck, quoted } from "./staging.ts";
import { extractTables } from "./tables.ts";
import type { ExtractView } from "./views/wide.ts";

type Table = (typeof extractTables)[number];

/**
 * The variable that tells the views where the Parquet files are. Unset, they are looked for in the working folder,
 * so that a folder that was moved or downloaded works from within.
 */
export const folderVariable = "tenk_folder";

export interface DuckFile {
  path: string;
  kind: "views" | "tables";
  files: readonly ExtractFile[];
  /** Views over the tables. */
  views: readonly ExtractView[];
}

/**
 * Creates the DuckDB file of an extract in `folder`, with comments and macros: views over the Parquet files that
 * stand there, or tables that hold a copy of their rows and need no other file.
 */
export async function createDuckFile(
  folder: string,
  { path, kind, files, views }: DuckFile,
): Promise<void> {
  const instance = await openDuck(path);
  const connection = await instance.connect();
  try {
    await connection.run(`SET VARIABLE ${folderVariable} = ${quoted(folder)}`);
    // Outside of a transaction each of the many comments is a commit of its own.
    await connection.run("BEGIN");
    for (const table of extractTables) {
      const rows = rowsOf(table, files);
      if (kind === "tables") {
        await connection.run(createTable(table.name, table.columns));
        await connection.run(`INSERT INTO ${table.name} ${rows}`);
      } else {
        await connection.run(`CREATE VIEW ${table.name} AS ${rows}`);
      }
      await explain(connection, table, kind === "tables" ? "TABLE" : "VIEW");
    }
    for (const view of views) {
      await connection.run(`CREATE VIEW ${view.name} AS ${view.sql}`);
      await explain(connection, view, "VIEW");
    }
    for (const macro of extractMacros) await connection.run(macro);
    await connection.run("COMMIT");
    await connection.run("CHECKPOINT");
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

/** The rows of a table out of its Parquet files; nothing of the right types where it has none. */
function rowsOf(table: Table, files: readonly ExtractFile[]): string {
  const { name, columns, layout } = table;
  const isThere = files.some(
    ({ path }) => path === `${name}.parquet` || path.startsWith(`${name}/`),
  );
  if (!isThere) {
    const nothing = columns.map(([column, type]) => `NULL::${type} AS ${column}`);
    return `SELECT ${nothing.join(", ")} WHERE false`;
  }
  const place = `coalesce(getvariable('${folderVariable}') || '/', '') || ${quoted(filePattern(table))}`;
  const hive =
    layout === "years"
      ? "hive_partitioning = true, hive_types = {'fiscal_year': INTEGER}"
      : "hive_partitioning = false";
  return `SELECT ${columns.map(([column]) => column).join(", ")} FROM read_parquet(${place}, ${hive})`;
}

async function explain(
  connection: DuckDBConnection,
  { name, comment, columns }: Pick<ExtractView, "name" | "comment" | "columns">,
  kind: "TABLE" | "VIEW",
): Promise<void> {
  await connection.run(`COMMENT ON ${kind} ${name} IS ${quoted(comment)}`);
  for (const [column, , words] of columns) {
    await connection.run(`COMMENT ON COLUMN ${name}.${column} IS ${quoted(words)}`);
  }
}
