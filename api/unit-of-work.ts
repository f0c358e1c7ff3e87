import type { Db } from "#schemas/db.ts";
import type { Task } from "#schemas/tasks/task.ts";
import type { JobOptions, JobSender } from "./clients/job-sender.ts";
import { ApiError } from "./http/errors.ts";

/** Something outside the database that follows a write. */
export type Effect = () => Promise<void> | void;

/** What everything that works with the database may do beside reading and writing. `T` is all that it reaches. */
export interface UnitOfWork<T> {
  /** The connection pool, or the transaction that this unit is in. */
  db: Db;
  isInTransaction: boolean;
  /**
   * Runs `work` in a transaction: everything that `within` reaches runs on it. Throwing rolls everything back and
   * drops its effects and jobs. Inside a transaction it is a savepoint.
   */
  transaction<R>(work: (within: T) => Promise<R>): Promise<R>;
  /**
   * Runs an effect when what was written is committed: after the outermost transaction; outside one, when the
   * handler has answered or refused. Dropped on rollback and on an unexpected error. A failed effect is logged and
   * not tried again: what must happen is a job.
   */
  afterCommit(effect: Effect): void;
  /** Stores a job with what is written: it runs after the commit, and never when that does not happen. */
  enqueue<D extends object>(task: Task<D>, data: D, options?: JobOptions): Promise<void>;
}

export interface Units<T> {
  /** Outside of any request: an effect runs as soon as it is given. */
  root: T;
  /** Runs one request: its effects follow its answer, or its refusal, which keeps what was written before it. */
  request<R>(work: (deps: T) => Promise<R>): Promise<R>;
}

/** `bind` makes everything that one unit of work reaches; it is the only place that may hand out the database. */
export function openUnits<T>(
  setup: {
    db: Db;
    jobs: JobSender;
    log: { error(fields: object, message: string): void };
  },
  bind: (unit: UnitOfWork<T>) => T,
): Units<T> {
  const run = async (effects: readonly Effect[]) => {
    for (const effect of effects) {
      try {
        await effect();
      } catch (error) {
        setup.log.error({ err: error }, "an effect after a commit failed");
      }
    }
  };

  const open = (db: Db, isInTransaction: boolean, afterCommit: (effect: Effect) => void): T =>
    bind({
      db,
      isInTransaction,
      afterCommit,
      enqueue: (task, data, options) => setup.jobs.send({ db, afterCommit }, task, data, options),
      async transaction(work) {
        const effects: Effect[] = [];
        const result = await db.transaction((tx) =>
          work(open(tx, true, (effect) => void effects.push(effect))),
        );
        if (isInTransaction) effects.forEach(afterCommit);
        else await run(effects);
        return result;
      },
    });

  return {
    root: open(setup.db, false, (effect) => void run([effect])),
    async request(work) {
      const effects: Effect[] = [];
      try {
        const result = await work(open(setup.db, false, (effect) => void effects.push(effect)));
        await run(effects);
        return result;
      } catch (error) {
        if (error instanceof ApiError) await run(effects);
        throw error;
      }
    },
  };
}
