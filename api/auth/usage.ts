import type { FastifyBaseLogger } from "fastify";
import type { Db } from "#schemas/database/db.ts";
import { addUsage, type KeyUsage } from "./queries.ts";

const hourMs = 3_600_000;
const keptHours = 48;
const flushMs = 2000;

export interface UsageCounter {
  /** Counts one request of a key. */
  count(keyId: string, at: Date): void;
  /** Stores what this process has counted. Call it before reading usage. */
  flush(): Promise<void>;
  stop(): Promise<void>;
}

/** Requests of one key in one hour. Times are epoch milliseconds, to avoid formatting dates at every request. */
interface HourlyUsage {
  keyId: string;
  hour: number;
  requests: number;
  lastUsedAt: number;
}

const asStored = ({ hour, lastUsedAt, ...counted }: HourlyUsage): KeyUsage => ({
  ...counted,
  hour: new Date(hour).toISOString(),
  lastUsedAt: new Date(lastUsedAt).toISOString(),
});

/** Counts requests by API keys in memory and stores the counts every two seconds, so that a request costs no write. */
export function createUsageCounter(db: Db, log: FastifyBaseLogger): UsageCounter {
  let counted = new Map<string, HourlyUsage>();
  let flushing: Promise<void> = Promise.resolve();

  const add = (one: HourlyUsage) => {
    const name = `${one.keyId} ${one.hour}`;
    const countSoFar = counted.get(name);
    if (countSoFar === undefined) counted.set(name, one);
    else {
      countSoFar.requests += one.requests;
      countSoFar.lastUsedAt = Math.max(countSoFar.lastUsedAt, one.lastUsedAt);
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
