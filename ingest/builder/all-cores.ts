import { availableParallelism } from "node:os";
import { type BuildPool, type BuildPoolOptions, openBuildPool } from "./build-pool.ts";

const threadsMax = 8;

/**
 * Runs the work for each item with its own build threads, one per core, and closes them. The work hands tasks to the
 * pool. The first error aborts everything. Items may finish in any order.
 */
export async function onAllCores<Item, Task, Answer>(
  items: readonly Item[],
  options: Omit<BuildPoolOptions, "size">,
  work: (item: Item, at: number, pool: BuildPool<Task, Answer>) => Promise<void>,
): Promise<void> {
  const size = Math.max(1, Math.min(availableParallelism(), threadsMax, items.length));
  const pool = openBuildPool<Task, Answer>({ ...options, size });
  const entries = items.entries();
  // One more than threads: the next item's documents are listed while all of them build.
  const lanes = Array.from({ length: size + 1 }, async () => {
    for (const [at, item] of entries) await work(item, at, pool);
  });
  try {
    await Promise.all(lanes);
  } finally {
    await pool.close();
  }
}
