import { Worker } from "node:worker_threads";

/** The thread of a task exited, threw outside of the task, or ran out of time or memory. */
export class ThreadLostError extends Error {
  override name = "ThreadLostError";
  /** The same task would run out of memory again. */
  readonly isOutOfMemory: boolean;
  constructor(reason: string, { isOutOfMemory = false } = {}) {
    super(reason);
    this.isOutOfMemory = isOutOfMemory;
  }
}

/** The pool was closed before the task was done. */
export class PoolClosedError extends Error {
  override name = "PoolClosedError";
  constructor() {
    super("the threads were closed");
  }
}

/** As many tasks wait as may wait. */
export class QueueFullError extends Error {
  override name = "QueueFullError";
  constructor() {
    super("too many tasks wait for a thread");
  }
}

/** What the receiver of a thread's messages can do. Only the first call that ends the task counts. */
export interface Turn<Answer> {
  resolve(answer: Answer): void;
  /** Ends the task; the thread stays, unless `isLost`. */
  reject(error: Error, options?: { isLost: boolean }): void;
  /** Sends a message to the thread. */
  post(message: unknown, transfer?: readonly ArrayBuffer[]): void;
}

export interface ThreadPool {
  /**
   * Posts the task to a thread and hands the thread's messages to `receive` until the task ends. Throws what
   * `receive` rejects with, ThreadLostError, PoolClosedError or QueueFullError.
   */
  run<Message, Answer>(
    task: unknown,
    receive: (message: Message, turn: Turn<Answer>) => void,
  ): Promise<Answer>;
  /** Ends all threads and tasks. */
  close(): Promise<void>;
}

export interface ThreadPoolOptions {
  /** The module that runs in the threads. */
  entry: URL;
  /** Threads at most; each starts with the first task for it. */
  size: number;
  /** Tasks that may wait, besides those at work; default: any number. */
  waitingMax?: number;
  /** From the start of the task in its thread. */
  taskTimeoutMs: number;
  memoryMbMax: number;
  /** What each thread is given once, when it starts. */
  workerData?: unknown;
}

interface Waiting {
  task: unknown;
  receive(message: unknown, turn: Turn<unknown>): void;
  resolve(answer: unknown): void;
  reject(error: Error): void;
}

/**
 * Threads that take one task at a time, so that this one stays responsive. A task that exceeds its time or memory
 * loses its thread and nothing else: the next task gets a new thread.
 */
export function openThreadPool(options: ThreadPoolOptions): ThreadPool {
  const { size, waitingMax = Number.POSITIVE_INFINITY } = options;
  const waiting: Waiting[] = [];
  const idle: Worker[] = [];
  const threads = new Set<Worker>();
  let busy = 0;
  let isClosed = false;

  function next(): void {
    const first = busy < size ? waiting.shift() : undefined;
    if (first === undefined) return;
    busy += 1;
    const worker = takeIdle(idle, threads) ?? startThread(options, threads);
    void runTask(worker, first, { ...options, isClosed: () => isClosed }).then((isAlive) => {
      if (isAlive) idle.push(worker);
      else void worker.terminate();
      busy -= 1;
      next();
    });
  }

  return {
    run: (task, receive) =>
      new Promise((resolve, reject) => {
        if (isClosed) return reject(new PoolClosedError());
        if (waiting.length >= waitingMax) return reject(new QueueFullError());
        waiting.push({ task, receive, resolve, reject } as Waiting);
        next();
      }),
    async close() {
      isClosed = true;
      for (const { reject } of waiting.splice(0)) reject(new PoolClosedError());
      await Promise.all([...threads].map((thread) => thread.terminate()));
    },
  };
}

function startThread(
  { entry, memoryMbMax, workerData }: ThreadPoolOptions,
  threads: Set<Worker>,
): Worker {
  const resourceLimits = { maxOldGenerationSizeMb: memoryMbMax };
  const worker = new Worker(entry, { resourceLimits, workerData });
  threads.add(worker);
  worker.once("exit", () => threads.delete(worker));
  // The running task receives the error. Without a task it can be ignored.
  worker.on("error", () => {});
  // A waiting thread must not keep the process alive.
  worker.unref();
  return worker;
}

/** An idle thread that still lives, or undefined. */
function takeIdle(idle: Worker[], threads: ReadonlySet<Worker>): Worker | undefined {
  let worker = idle.pop();
  while (worker && !threads.has(worker)) worker = idle.pop();
  return worker;
}

/** Resolves when the task has ended: true while the thread can take another one. */
function runTask(
  worker: Worker,
  { task, receive, resolve, reject }: Waiting,
  { taskTimeoutMs, isClosed }: { taskTimeoutMs: number; isClosed: () => boolean },
): Promise<boolean> {
  return new Promise((done) => {
    let lastError: NodeJS.ErrnoException | null = null;
    const seconds = Math.round(taskTimeoutMs / 1000);
    const timer = setTimeout(() => lose(`took longer than ${seconds} s`), taskTimeoutMs);

    function settle(isAlive: boolean): void {
      clearTimeout(timer);
      worker.off("message", onMessage);
      worker.off("error", onError);
      worker.off("exit", onExit);
      worker.unref();
      done(isAlive);
    }
    function lose(reason: string): void {
      settle(false);
      const isOutOfMemory = lastError?.code === "ERR_WORKER_OUT_OF_MEMORY";
      reject(isClosed() ? new PoolClosedError() : new ThreadLostError(reason, { isOutOfMemory }));
    }
    const turn: Turn<unknown> = {
      resolve(answer) {
        settle(true);
        resolve(answer);
      },
      reject(error, { isLost } = { isLost: false }) {
        settle(!isLost);
        reject(error);
      },
      post: (message, transfer = []) => worker.postMessage(message, transfer),
    };
    // An error overtakes the messages sent before it. When the thread exits, all have arrived.
    const onError = (error: Error) => {
      lastError = error;
    };
    const onExit = (code: number) =>
      lose(lastError?.message ?? `ended its thread with code ${code}`);
    const onMessage = (message: unknown) => receive(message, turn);

    worker.ref();
    worker.on("message", onMessage);
    worker.on("error", onError);
    worker.on("exit", onExit);
    worker.postMessage(task);
  });
}
