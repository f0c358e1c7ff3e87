import { randomInt } from "node:crypto";
import pg from "pg";

const lockSpace = 7_305_103;
const keyMax = 2 ** 31;

/** A number that one process holds. Every process can check whether its holder still runs. */
export interface ProcessLock {
  /** The number; null when the server has no connection left for the lock. */
  key(): Promise<number | null>;
  close(): Promise<void>;
}

/**
 * Holds an advisory lock on its own connection, opened on first use. The server releases the lock when the process ends
 * for any reason.
 */
export function openProcessLock(url: string): ProcessLock {
  let lock: Promise<HeldLock | null> | null = null;
  return {
    async key() {
      lock ??= hold(url, () => {
        lock = null;
      });
      return (await lock)?.key ?? null;
    },
    async close() {
      await (await lock)?.client.end();
    },
  };
}

interface HeldLock {
  client: pg.Client;
  key: number;
}

async function hold(url: string, onLost: () => void): Promise<HeldLock | null> {
  const client = new pg.Client({ connectionString: url, application_name: "tenk-process" });
  client.on("error", onLost);
  try {
    await client.connect();
    const key = randomInt(1, keyMax);
    await client.query("select pg_advisory_lock($1, $2)", [lockSpace, key]);
    return { client, key };
  } catch {
    onLost();
    await client.end().catch(() => {});
    return null;
  }
}

/** SQL condition: the process that holds the key (an SQL expression) still runs. */
export const isAlive = (key: string): string =>
  `exists (select 1 from pg_locks l join pg_database d on d.oid = l.database
     where d.datname = current_database() and l.locktype = 'advisory' and l.granted
       and l.classid::bigint = ${lockSpace} and l.objid::bigint = ${key})`;
