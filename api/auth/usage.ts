import type { FastifyBaseLogger } from "fastify";
import type { Db } from "#schemas/db.ts";
import { addUsage, type KeyUsage } from "./queries.ts";

const hourMs = 3_600_000;
const keptHours = 48;
const flushMs = 2000;

export interface UsageCounter {
  /** Counts one request of a key. */
  count(keyId: string, at: Date): void;
  /** Stores what was counted in this process; before anything about usage is read. */
  flush(): Promise<void>;
  stop(): Promise<void>;
}

/** Uses of one key in one hour; times in epoch milliseconds: a use must not cost making text of them. */
interface Counted {
  keyId: string;
  hour: number;
  requests: number;
  lastUsedAt: number;
}

const asStored = ({ hour, lastUsedAt, ...counted }: Counted): KeyUsage => ({
  ...counted,
  hour: new Date(hour).toISOString(),
  lastUsedAt: new Date(lastUsedAt).toISOString(),
});

/** Counts uses of API keys in memory and stores them every other second: a use must not cost a write. */
export function createUsageCounter(db: Db, log: FastifyBaseLogger): UsageCounter {
  let counted = new Map<string, Counted>();
  let flushing: Promise<void> = Promise.resolve();

  const add = (one: Counted) => {
    const name = `${one.keyId} ${one.hour}`;
    const known = counted.get(name);
    if (known === undefined) counted.set(name, one);
    else {
      known.requests += one.requests;
      known.lastUsedAt = Math.max(known.lastUsedAt, one.lastUsedAt);
    }
  };

  const store = async () => {
    if (counted.size === 0) return;
    const rows = [...counted.values()];
    counted = new Map();
    const last = Math.max(...rows.map(({ hour }) => hour));
    try {
      await addUsage(db, rows.map(asStored), new Date(last - keptHours * hourMs).toISOString());
    } catch (error) {
      rows.forEach(add);
      throw error;
    }
  };

  const flush = () => {
    flushing = flushing.catch(() => {}).then(store);
    return flushing;
  };

  const timer = setInterval(() => {
    flush().catch((error: unknown) => log.warn({ err: error }, "could not store the use of keys"));
  }, flushMs).unref();

  return {
    count(keyId, at) {
      const lastUsedAt = at.getTime();
      add({ keyId, hour: lastUsedAt - (lastUsedAt % hourMs), requests: 1, lastUsedAt });
    },
    flush,
    async stop() {
      clearInterval(timer);
      await flush().catch((error: unknown) =>
        log.warn({ err: error }, "could not store the last use of keys"),
      );
    },
  };
}
