import { LRUCache } from "lru-cache";
import type { Db } from "#schemas/database/db.ts";
import { isOwnerOf, type Pair } from "./queries.ts";

export interface Owners {
  /** Whether the user owns the entity, as of at most a second ago. */
  isOwner(pair: Pair): boolean | Promise<boolean>;
}

const keptMs = 1000;
const keptMax = 10_000;

/** Who owns what as a transaction sees it; nothing is remembered. */
export const ownersWithin = (db: Db): Owners => ({ isOwner: (pair) => isOwnerOf(db, pair) });

/** Remembers who owns what for a second: a viewer's reads from memory must not wait for the database. */
export function createOwners(db: Db, now: () => Date): Owners {
  const cache = new LRUCache<string, { isOwner: boolean }, Pair>({
    max: keptMax,
    ttl: keptMs,
    ttlResolution: 0,
    perf: { now: () => now().getTime() },
    // Concurrent calls share one read.
    fetchMethod: async (_key, _stale, { context }) => ({ isOwner: await isOwnerOf(db, context) }),
  });
  return {
    isOwner(pair) {
      const key = `${pair.entityId} ${pair.userId}`;
      const cached = cache.get(key);
      return cached?.isOwner ?? cache.forceFetch(key, { context: pair }).then((one) => one.isOwner);
    },
  };
}
