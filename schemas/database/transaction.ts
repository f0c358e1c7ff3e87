import { AsyncLocalStorage } from "node:async_hooks";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import type pg from "pg";

/** Marks what runs inside a transaction of `openDrizzle`, through every await. */
const current = new AsyncLocalStorage<{ isOpen: boolean }>();

/**
 * Code that asked for a second connection while its transaction holds one: with all of them held, both wait for ever.
 */
export class SecondConnectionError extends Error {
  override name = "SecondConnectionError";
  constructor() {
    super("a transaction is open here: read and write through it, not through the pool");
  }
}

/**
 * Queries over a pool, where each transaction gives its connection back however it ends: drizzle's own loses it when
 * BEGIN fails, and throws the failure of the rollback in place of the error that caused it. Inside a transaction the
 * pool throws SecondConnectionError at once.
 */
export function openDrizzle(pool: pg.Pool): NodePgDatabase {
  refuseSecondConnections(pool);
  const db: NodePgDatabase = drizzle(pool);
  db.transaction = (work, config) => onOwnConnection(pool, work, config);
  return db;
}

type Work<T> = Parameters<typeof NodePgDatabase.prototype.transaction<T>>[0];
type Settings = Parameters<NodePgDatabase["transaction"]>[1];

async function onOwnConnection<T>(pool: pg.Pool, work: Work<T>, settings?: Settings): Promise<T> {
  const client = await pool.connect();
  const mark = { isOpen: true };
  let refusal: { error: unknown } | null = null;
  try {
    const result = await current.run(mark, () =>
      drizzle(client).transaction(async (tx) => {
        try {
          return await work(tx);
        } catch (error) {
          refusal = { error };
          throw error;
        }
      }, settings),
    );
    client.release();
    return result;
  } catch (error) {
    const cause = refusal as { error: unknown } | null;
    // Where another error than the work's own comes out, BEGIN, COMMIT or ROLLBACK failed: the state is unknown.
    const isRolledBack = cause !== null && cause.error === error;
    client.release(!isRolledBack);
    throw cause === null ? error : cause.error;
  } finally {
    mark.isOpen = false;
  }
}

function refuseSecondConnections(pool: pg.Pool): void {
  const connect = pool.connect.bind(pool) as (...given: unknown[]) => unknown;
  const guarded = (...given: unknown[]) => {
    if (current.getStore()?.isOpen !== true) return connect(...given);
    const error = new SecondConnectionError();
    const [callback] = given;
    if (typeof callback !== "function") return Promise.reject(error);
    return callback(error, undefined, () => {});
  };
  pool.connect = guarded as typeof pool.connect;
}
