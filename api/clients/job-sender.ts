import { sql } from "drizzle-orm";
import { type ConstructorOptions, fromDrizzle, PgBoss, type SendOptions } from "pg-boss";
import type { Database, Db } from "#schemas/db.ts";
import { declaredTasks, type Task } from "#schemas/tasks/task.ts";

export interface JobOptions {
  /** The job waits until then; default: it may run at once. */
  startAfter?: Date;
}

/** Where a job is stored, and what follows the commit of it. */
export interface SendingScope {
  db: Db;
  afterCommit(effect: () => Promise<void> | void): void;
}

export interface JobSender {
  /** Stores a job with what `scope.db` writes. Throws for data that the task's schema refuses. */
  send<D extends object>(
    scope: SendingScope,
    task: Task<D>,
    data: D,
    options?: JobOptions,
  ): Promise<void>;
}

export interface OpenedSender extends JobSender {
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Settings that all users of the queue's tables share. */
export const bossBasics = {
  schema: "pgboss",
  schedule: false,
  reindex: false,
  monitorVacuum: false,
} as const satisfies ConstructorOptions;

interface SqlClient {
  query(text: string, values?: unknown[]): Promise<unknown>;
}

/** pg-boss sends several statements at once where it binds no values; their rows are joined. */
export function executeOn(client: SqlClient) {
  return async (text: string, values?: unknown[]) => {
    const result = (await client.query(text, values?.length ? values : undefined)) as
      | { rows?: unknown[] }
      | { rows?: unknown[] }[];
    return { rows: [result].flat().flatMap((part) => part.rows ?? []) };
  };
}

/** How a job of a task is stored: at most one waiting per key, where the task has keys. */
export function sendOptions<D extends object>(task: Task<D>, data: D): SendOptions {
  return task.key === undefined ? {} : { singletonKey: task.key(data) };
}

const noJob = "00000000-0000-0000-0000-000000000000";

/**
 * Reads the queues once, so that a send in a transaction asks the pool for nothing: on the embedded database it would
 * wait for itself. pg-boss forgets a queue that is updated.
 */
export async function rememberQueues(boss: PgBoss, tasks: readonly Task[]): Promise<void> {
  for (const { name } of tasks) await boss.findJobs(name, { id: noJob });
}

/** Makes the queues of tasks that have none yet, and remembers them. */
export async function prepareQueues(boss: PgBoss, tasks: readonly Task[]): Promise<void> {
  for (const { name, key } of tasks) {
    await boss.createQueue(name, {
      policy: key === undefined ? "standard" : "short",
      notify: true,
    });
  }
  await rememberQueues(boss, tasks);
}

/** As `JobSender.send`, by the queue's own client. */
export async function sendOn<D extends object>(
  boss: PgBoss,
  { db }: SendingScope,
  task: Task<D>,
  data: D,
  { startAfter }: JobOptions = {},
): Promise<void> {
  const checked = task.data.parse(data);
  await boss.send(task.name, checked, {
    ...sendOptions(task, checked),
    ...(startAfter === undefined ? {} : { startAfter }),
    db: fromDrizzle(db, sql),
  });
}

/** Enqueues and works on nothing: for a process that has an API and perhaps no worker. */
export function openJobSender(
  database: Database,
  log: { error(fields: object, message: string): void },
): OpenedSender {
  const boss = new PgBoss({
    ...bossBasics,
    supervise: false,
    ...(database.lite === null ? {} : { backend: "pglite" as const }),
    db: { executeSql: executeOn(database.pool) },
  });
  boss.on("error", (error) => log.error({ err: error }, "the job queue reported an error"));
  return {
    async start() {
      await boss.start();
      await prepareQueues(boss, declaredTasks());
    },
    async stop() {
      await boss.stop({ graceful: false });
    },
    send: (...given) => sendOn(boss, ...given),
  };
}
