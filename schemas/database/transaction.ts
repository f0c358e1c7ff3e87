import { AsyncLocalStorage } from "node:async_hooks";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import type pg from "pg";

/** Marks what runs inside a transaction of `openDrizzle`, through every await. */
const current = new AsyncLocalStorage<{ isOpen: boolean }>();

/**
 * Code that asked for a second connection while its transaction holds one: with all of them held, both wait for ever.
 */
class SecondConnectionError extends Error {
  override name = "SecondConnectionError";
  constructor() {
    super("a transaction is open here: read and write through it, not through the pool");
  }
}

/**
 * Queries over a pool, where each transaction gives its connection back however it ends: drizzle's own loses it when
 * BEGIN fails, and throws the failure of the rollback in place of the error that caused it. Inside a transaction the
 * pool throws SecondConnectionError at once.
 *
 * A transaction that the database rolled back because of a deadlock runs again, as does a statement outside a
 * transaction. So the work of a transaction may run several times: it changes nothing but the database.
 */
export function openDrizzle(pool: pg.Pool): NodePgDatabase {
  refuseSecondConnections(pool);
  const db: NodePgDatabase = drizzle(afterDeadlocks(pool));
  db.transaction = (work, config) => rerunDeadlocked(() => onOwnConnection(pool, work, config));
  return db;
}

/** Each attempt costs the second after which PostgreSQL looks for deadlocks. */
const attemptsMax = 5;

/** Runs `attempt` again while a deadlock or a serialization failure undoes it. Throws the last failure. */
async function rerunDeadlocked<T>(attempt: () => Promise<T>): Promise<T> {
  for (let left = attemptsMax - 1; ; left -= 1) {
    try {
      return await attempt();
    } catch (error) {
      if (left === 0 || !isDeadlock(error)) throw error;
    }
  }
}

const isDeadlock = (error: unknown): boolean => {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown };
  return code === "40P01" || code === "40001" || (cause instanceof Error && isDeadlock(cause));
};

/** The pool, where a single statement runs again after a deadlock. */
function afterDeadlocks(pool: pg.Pool): pg.Pool {
  const query = (...given: Parameters<pg.Pool["query"]>) =>
    rerunDeadlocked(() => pool.query(...given) as unknown as Promise<unknown>);
  return new Proxy(pool, {
    get: (of, name) => (name === "query" ? query : Reflect.get(of, name, of)),
  });
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
