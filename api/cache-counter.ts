import { Counter, type Registry } from "prom-client";

/** Counts one look into a cache. */
export type CountLookup = (isHit: boolean) => void;

/** Counts nothing. */
export const uncounted: CountLookup = () => {};

/** Makes the counters of looks into caches, by the name of the cache. */
export function countLookups(register: Registry): (cache: string) => CountLookup {
  const counter = new Counter({
    name: "tenk_cache_lookups_total",
    help: "Looks into the caches of this process, by cache and result",
    labelNames: ["cache", "result"],
    registers: [register],
  });
  return (cache) => {
    const hits = counter.labels({ cache, result: "hit" });
    const misses = counter.labels({ cache, result: "miss" });
    // Shown as zero before the first look: a rate needs both ends.
    hits.inc(0);
    misses.inc(0);
    return (isHit) => (isHit ? hits : misses).inc();
  };
}
