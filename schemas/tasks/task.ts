import type { z } from "zod";

/** A kind of job, as those who enqueue it know it. */
export interface Task<D extends object = object> {
  /** Name of its queue: letters, digits, dots and hyphens. */
  name: string;
  /** What each job carries: stored as JSON. */
  data: z.ZodType<D>;
  /** Of one key at most one job waits at a time. Without it every job waits, and `job_run` names it by its id. */
  key?(data: D): string;
}

const declared = new Map<string, Task>();

/** Declares a kind of job. Throws for a name that is taken. */
export function task<D extends object>(one: Task<D>): Task<D> {
  if (declared.has(one.name)) throw new Error(`two tasks are named ${one.name}`);
  declared.set(one.name, one as unknown as Task);
  return one;
}

/** Every task that a loaded module declares. */
export const declaredTasks = (): readonly Task[] => [...declared.values()];
