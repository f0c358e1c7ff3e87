import { getTableColumns, getTableName, type SQL, sql } from "drizzle-orm";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type pg from "pg";
import { lockSpaces } from "#schemas/database/lock-spaces.ts";

/** What a query needs: a pool, or the client of an open transaction. */
export type Queryable = Pick<pg.ClientBase, "query">;

const opened = new WeakMap<Queryable, NodePgDatabase>();

/** Queries of the tables of `schemas/tables`, through a pool or the client of an open transaction. */
export function on(db: Queryable): NodePgDatabase {
  const known = opened.get(db) ?? drizzle({ client: db as pg.PoolClient });
  opened.set(db, known);
  return known;
}

/** SQL expression: an array of these texts, sent as one value whatever their number. */
export const texts = (values: readonly (string | null)[]): SQL =>
  sql`${sql.param([...values])}::text[]`;

/** The condition that a column has one of these texts. */
export const isAnyOf = (column: PgColumn, values: readonly string[]): SQL =>
  sql`${column} = any(${texts(values)})`;

/** The value of a column in the row that an upsert found a row in place of. */
export const proposed = (column: PgColumn): SQL => sql`excluded.${sql.identifier(column.name)}`;

/** JSON has no order and no equality in SQL; its text has. */
const comparable = (column: PgColumn, value: SQL): SQL =>
  column.getSQLType() === "json" ? sql`${value}::text` : value;

/** The condition that an upsert would change one of these columns. */
const differs = (columns: readonly PgColumn[]): SQL => {
  const stored = columns.map((column) => comparable(column, sql`${column}`));
  const given = columns.map((column) => comparable(column, proposed(column)));
  return sql`(${sql.join(stored, sql`, `)}) is distinct from (${sql.join(given, sql`, `)})`;
};

interface Upsert {
  /** The columns of the key that both rows have. */
  keys: PgColumn[];
  /** The columns that are compared; by default all that the row has but the key. */
  compared?: readonly PgColumn[];
  /** What must hold of the stored row besides. */
  where?: SQL;
}

/** Inserts a row, or makes the stored one equal to it. False, and nothing is written, where it is equal already. */
export async function upsert<T extends PgTable>(
  db: Queryable,
  table: T,
  row: T["$inferInsert"],
  { keys, compared, where = sql`true` }: Upsert,
): Promise<boolean> {
  const others = Object.entries<PgColumn>(getTableColumns(table)).filter(
    ([name, column]) => name in row && !keys.includes(column),
  );
  const set = Object.fromEntries(others.map(([name, column]) => [name, proposed(column)]));
  const { rowCount } = await on(db)
    .insert(table as PgTable)
    .values(row)
    .onConflictDoUpdate({
      target: keys,
      set,
      setWhere: sql`${where} and ${differs(compared ?? others.map(([, column]) => column))}`,
    });
  return rowCount === 1;
}

/**
 * What a transaction may wait for its process. One that was stopped in the middle would hold its locks, and with them
 * whoever took its work over, for as long as it stands still; the server ends its transaction instead.
 */
const idleMsMax = 30_000;

/** Runs `work` in one transaction: all of it, or nothing when it throws. Nothing else may use the pool meanwhile. */
export async function inTransaction<T>(
  pool: pg.Pool,
  work: (client: pg.ClientBase) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query(`begin; set local idle_in_transaction_session_timeout = ${idleMsMax}`);
    const result = await work(client);
    await client.query("commit");
    client.release();
    return result;
  } catch (error) {
    await rollBack(client);
    throw error;
  }
}

async function rollBack(client: pg.PoolClient): Promise<void> {
  try {
    await client.query("rollback");
    client.release();
  } catch (error) {
    // A connection that cannot roll back is closed, which ends its transaction.
    client.release(error as Error);
  }
}

/** Waits until no other transaction holds the lock of this kind and key. */
export async function lockFor(
  client: Queryable,
  space: keyof typeof lockSpaces,
  key: string,
): Promise<void> {
  await client.query("select pg_advisory_xact_lock($1, hashtext($2))", [lockSpaces[space], key]);
}

export type Cell = string | number | boolean | null;

/** Rows per statement: the embedded database works on this thread, and a larger batch would delay an API answer. */
const batchSize = 50;

/**
 * Writes rows in batches of one statement each and lets other work of this thread run between them. The cells of a row
 * are in the order of `columns`. With `keys` a row that is there already gets the values of all other columns.
 */
export async function insertRows(
  client: Queryable,
  { table, columns, keys }: { table: PgTable; columns: readonly PgColumn[]; keys?: PgColumn[] },
  rows: readonly (readonly Cell[])[],
): Promise<void> {
  const text = insertText(getTableName(table), columns, keys);
  for (let from = 0; from < rows.length; from += batchSize) {
    const batch = rows.slice(from, from + batchSize);
    await client.query(
      text,
      columns.map((_, i) => batch.map((row) => textOf(row[i]))),
    );
    await nextTurn();
  }
}

function insertText(table: string, columns: readonly PgColumn[], keys?: PgColumn[]): string {
  const names = columns.map(({ name }) => name);
  const cells = columns.map((column, i) => `c${i}::${column.getSQLType()}`);
  const arrays = columns.map((_, i) => `$${i + 1}::text[]`);
  const set = columns
    .filter((column) => keys?.includes(column) === false)
    .map(({ name }) => `${name} = excluded.${name}`);
  return (
    `insert into ${table} (${names.join(", ")}) select ${cells.join(", ")} ` +
    `from unnest(${arrays.join(", ")}) as t(${cells.map((_, i) => `c${i}`).join(", ")})` +
    (keys === undefined
      ? ""
      : ` on conflict (${keys.map(({ name }) => name).join(", ")}) do update set ${set.join(", ")}`)
  );
}

function textOf(cell: Cell | undefined): string | null {
  return cell === null || cell === undefined ? null : String(cell);
}

/** Resolves after pending I/O of this thread has been served. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
