import { randomInt } from "node:crypto";
import pg from "pg";

const lockSpace = 7_305_103;
const keyMax = 2 ** 31;

/** A number that one process has, and of which everybody can tell whether it still runs. */
export interface ProcessLock {
  /** Null where the server gives no connection for it. */
  key(): Promise<number | null>;
  close(): Promise<void>;
}

/**
 * Holds an advisory lock on a connection of its own, made when it is first asked for: the server lets go of it when
 * the process dies, however it dies.
 */
export function openProcessLock(url: string): ProcessLock {
  let held: Promise<Held | null> | null = null;
  return {
    async key() {
      held ??= hold(url, () => {
        held = null;
      });
      return (await held)?.key ?? null;
    },
    async close() {
      await (await held)?.client.end();
    },
  };
}

interface Held {
  client: pg.Client;
  key: number;
}

async function hold(url: string, onLost: () => void): Promise<Held | null> {
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

/** SQL that is true of a key (an expression) whose process runs. */
export const isAlive = (key: string): string =>
  `exists (select 1 from pg_locks l join pg_database d on d.oid = l.database
     where d.datname = current_database() and l.locktype = 'advisory' and l.granted
       and l.classid::bigint = ${lockSpace} and l.objid::bigint = ${key})`;
