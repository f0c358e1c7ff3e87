import type { Db } from "#schemas/database/db.ts";
import type { Task } from "#schemas/tasks/task.ts";
import type { Answer } from "./and-then.ts";
import type { JobOptions, JobSender } from "./clients/job-sender.ts";
import { ApiError } from "./http/errors.ts";

/** An action outside the database that follows a write. */
type Effect = () => Promise<void> | void;

/** What code that uses the database can do besides reading and writing. `T` is everything it can use. */
export interface UnitOfWork<T> {
  /** The connection pool, or the transaction of this unit of work. */
  db: Db;
  isInTransaction: boolean;
  /**
   * Runs `work` in a transaction; everything that `within` offers uses it. A thrown error rolls back all writes and
   * drops the effects and jobs. Inside another transaction it is a savepoint. After a deadlock the outermost `work`
   * runs again, so that it changes nothing but what `within` offers.
   */
  transaction<R>(work: (within: T) => Promise<R>): Promise<R>;
  /**
   * Runs an effect after the outermost transaction commits. Outside a transaction, it runs after the handler has
   * returned or thrown an ApiError. A rollback or an unexpected error drops it. A failed effect is logged and not
   * retried; use a job for what must not be lost.
   */
  afterCommit(effect: Effect): void;
  /** Stores a job in the same transaction. It runs after the commit, and not at all after a rollback. */
  enqueue<D extends object>(task: Task<D>, data: D, options?: JobOptions): Promise<void>;
}

export interface Units<T> {
  /** For use outside requests: an effect runs as soon as it is registered. */
  root: T;
  /**
   * Runs one request. Its effects run after the handler returns or throws an ApiError, because writes made before a
   * refusal are kept.
   */
  request<R>(work: (deps: T) => Answer<R>): Promise<R>;
}

/** Makes units of work. `bind` makes everything that one unit can use. Only `bind` may hand out the database. */
export function openUnits<T>(
  setup: {
    db: Db;
    jobs: JobSender;
    log: { error(fields: object, message: string): void };
    /** Called after each commit, and after each request that may have written, before its effects and its answer. */
    written?(): void;
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
        let effects: Effect[] = [];
        const result = await db.transaction((tx) => {
          // A run that a deadlock undid has no effects.
          effects = [];
          return work(open(tx, true, (effect) => void effects.push(effect)));
        });
        if (isInTransaction) effects.forEach(afterCommit);
        else {
          setup.written?.();
          await run(effects);
        }
        return result;
      },
    });

  return {
    root: open(setup.db, false, (effect) => void run([effect])),
    async request(work) {
      const effects: Effect[] = [];
      try {
        const result = await work(open(setup.db, false, (effect) => void effects.push(effect)));
        setup.written?.();
        await run(effects);
        return result;
      } catch (error) {
        setup.written?.();
        if (error instanceof ApiError) await run(effects);
        throw error;
      }
    },
  };
}
