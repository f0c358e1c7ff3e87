/** CPU time of this thread for one run, in milliseconds. */
async function cpuMsOf(run: () => unknown): Promise<number> {
  const before = process.threadCpuUsage();
  await run();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/** The input grows by this factor. Work in proportion grows by as much, work with the square by 64. */
export const growthFactor = 8;
/** Far from both. */
export const growthMax = 24;
/** What both sizes need at least: less says nothing about growth. */
const floorMs = 5;
const tries = 4;

/**
 * How many times more CPU a run takes of an input that is `growthFactor` times as large. The least of some tries
 * counts, because compiling and collecting garbage only add to one. A work that costs less than the floor answers 1.
 */
export async function growthOf(run: (size: number) => unknown, size: number): Promise<number> {
  let [small, large] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let n = 0; n < tries; n += 1) {
    large = Math.min(large, await cpuMsOf(() => run(size * growthFactor)));
    if (large < growthMax * floorMs) return 1;
    small = Math.min(small, await cpuMsOf(() => run(size)));
    if (large / Math.max(small, floorMs) < growthMax) break;
  }
  return large / Math.max(small, floorMs);
}
