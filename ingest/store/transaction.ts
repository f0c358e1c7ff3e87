import type pg from "pg";
import { lockSpaces } from "#schemas/database/lock-spaces.ts";

/** What a query needs: a pool, or the client of an open transaction. */
export type Queryable = Pick<pg.ClientBase, "query">;

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
 * Writes rows in batches of one statement each and lets other work of this thread run between them.
 * `columns` maps each column to its SQL type; `tail` is what follows the select, for example an upsert clause.
 */
export async function insertRows(
  client: Queryable,
  into: { table: string; columns: Readonly<Record<string, string>>; tail?: string },
  rows: readonly (readonly Cell[])[],
): Promise<void> {
  const names = Object.keys(into.columns);
  const types = Object.values(into.columns);
  const text =
    `insert into ${into.table} (${names.join(", ")}) ` +
    `select ${types.map((type, i) => `c${i}::${type}`).join(", ")} ` +
    `from unnest(${types.map((_, i) => `$${i + 1}::text[]`).join(", ")}) ` +
    `as t(${types.map((_, i) => `c${i}`).join(", ")}) ${into.tail ?? ""}`;
  for (let from = 0; from < rows.length; from += batchSize) {
    const batch = rows.slice(from, from + batchSize);
    await client.query(
      text,
      names.map((_, i) => batch.map((row) => textOf(row[i]))),
    );
    await nextTurn();
  }
}

function textOf(cell: Cell | undefined): string | null {
  return cell === null || cell === undefined ? null : String(cell);
}

/** Resolves after pending I/O of this thread has been served. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
