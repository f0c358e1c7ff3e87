import type { z } from "zod";

/** A kind of job, as the code that enqueues it sees it. */
export interface Task<D extends object = object> {
  /** Name of its queue: letters, digits, dots and hyphens. */
  name: string;
  /** The data of a job, stored as JSON. */
  data: z.ZodType<D>;
  /** At most one job with this key waits at a time. Without a key every job waits, and `job_run` uses the job's id. */
  key?(data: D): string;
  /** Members of the data that name a person, by account id or address. The job goes with their account. */
  persons?: readonly string[];
}

const declared = new Map<string, Task>();

/** Declares a kind of job. Throws for a name that is taken. */
export function task<D extends object>(
  one: Task<D> & { persons?: readonly (keyof NoInfer<D>)[] },
): Task<D> {
  if (declared.has(one.name)) throw new Error(`two tasks are named ${one.name}`);
  declared.set(one.name, one as unknown as Task);
  return one;
}

/** Every task that a loaded module declares. */
export const declaredTasks = (): readonly Task[] => [...declared.values()];
