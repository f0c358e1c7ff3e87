import { LRUCache } from "lru-cache";

/** Answers of the database that are kept for a second at most. */
export interface Kept<V> {
  /** The answer kept under the key, or the one that `read` gives; null is not kept. Calls at once share one read. */
  find(key: string, read: () => Promise<V | null>): V | Promise<V | null>;
  /** Forgets everything: something was written. What is being read by now is not kept either. */
  forget(): void;
}

const keptMs = 1000;

/**
 * Keeps at most `max` answers.
 * @example
 * const plans = createKept<HeldPlan>(1000, now);
 * await plans.find(userId, () => findHeldPlan(db, userId)); // asks the database once a second
 */
export function createKept<V extends object>(max: number, now: () => Date): Kept<V> {
  const kept = new LRUCache<string, V>({
    max,
    ttl: keptMs,
    ttlResolution: 0,
    perf: { now: () => now().getTime() },
  });
  const reading = new Map<string, Promise<V | null>>();

  const start = (key: string, read: () => Promise<V | null>): Promise<V | null> => {
    const isCurrent = () => reading.get(key) === pending;
    const pending = read()
      .then((value) => {
        if (value !== null && isCurrent()) kept.set(key, value);
        return value;
      })
      .finally(() => {
        if (isCurrent()) reading.delete(key);
      });
    reading.set(key, pending);
    return pending;
  };

  return {
    find: (key, read) => kept.get(key) ?? reading.get(key) ?? start(key, read),
    forget() {
      // Clearing fills whole tables, and each request that may write comes here.
      if (kept.size > 0) kept.clear();
      reading.clear();
    },
  };
}
