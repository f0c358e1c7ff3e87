import { sql } from "drizzle-orm";
import {
  type ConstructorOptions,
  fromDrizzle,
  PgBoss,
  type Queue,
  type SendOptions,
} from "pg-boss";
import type { Database, Db } from "#schemas/database/db.ts";
import { declaredTasks, type Task } from "#schemas/tasks/task.ts";

export interface JobOptions {
  /** The earliest start; default: at once. */
  startAfter?: Date;
}

/** The database or transaction that stores a job, and its after-commit hook. */
export interface SendingScope {
  db: Db;
  afterCommit(effect: () => Promise<void> | void): void;
}

export interface JobSender {
  /** Stores a job in `scope.db`. Throws for data that the task's schema refuses. */
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

/** pg-boss settings that every process shares. */
export const bossBasics = {
  schema: "pgboss",
  schedule: false,
  reindex: false,
  monitorVacuum: false,
} as const satisfies ConstructorOptions;

interface SqlClient {
  query(text: string, values?: unknown[]): Promise<unknown>;
}

/**
 * Adapts a client to pg-boss, which sends several statements at once when it binds no values; their rows are joined.
 */
export function executeOn(client: SqlClient) {
  return async (text: string, values?: unknown[]) => {
    const result = (await client.query(text, values?.length ? values : undefined)) as
      | { rows?: unknown[] }
      | { rows?: unknown[] }[];
    return { rows: [result].flat().flatMap((part) => part.rows ?? []) };
  };
}

/** pg-boss options for a job. A task with a key has at most one waiting job per key. */
export function sendOptions<D extends object>(task: Task<D>, data: D): SendOptions {
  return task.key === undefined ? {} : { singletonKey: task.key(data) };
}

/** A queue beyond what its task says: how a job of it is tried again, and where it goes when it fails. */
export type QueueOptions = Omit<Queue, "name" | "policy" | "partition">;

/**
 * Creates missing queues of tasks, and gives those of an older version their settings. After it pg-boss has all of them in its cache, so
 * that a send inside a transaction needs no second connection: on the embedded database, which has one, that would deadlock.
 */
export async function prepareQueues(
  boss: PgBoss,
  tasks: readonly (Task & { retry?: QueueOptions })[],
): Promise<void> {
  const stored = await boss.getQueues(tasks.map(({ name }) => name));
  const byName = new Map(stored.map((queue) => [queue.name, queue]));
  for (const { name, key, retry } of tasks) {
    const options = { notify: true, ...retry };
    const queue = byName.get(name);
    const policy = key === undefined ? "standard" : "short";
    if (!queue) await boss.createQueue(name, { policy, ...options });
    else if (isOther(queue, options)) await boss.updateQueue(name, options);
  }
}

const isOther = (queue: QueueOptions, wanted: QueueOptions): boolean =>
  Object.entries(wanted).some(([name, value]) => queue[name as keyof QueueOptions] !== value);

/** As `JobSender.send`, on an opened pg-boss. */
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

/** Opens a sender that only enqueues, for a process that runs the API and perhaps no worker. */
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
