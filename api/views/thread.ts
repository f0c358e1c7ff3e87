import { Worker } from "node:worker_threads";
import { unavailable } from "../http/errors.ts";
import type { FromThread, ViewAnswer, ViewTask } from "./questions.ts";

export interface ViewThread {
  /**
   * Throws 503 when too many wait already, when the task ran out of time or memory and took its thread with it,
   * and after `close`; an ordinary error when the program failed.
   */
  run(task: ViewTask): Promise<ViewAnswer>;
  close(): Promise<void>;
}

export interface ViewThreadOptions {
  /** Tasks in line, besides the one at work. */
  waitingMax?: number;
  taskTimeoutMs?: number;
  memoryMbMax?: number;
  /** The module that runs in the thread. */
  entry?: URL;
}

interface Waiting {
  task: ViewTask;
  resolve: (answer: ViewAnswer) => void;
  reject: (error: Error) => void;
}

/**
 * One thread that computes views, started with the first task, so that the event loop never waits for one.
 * A task that exceeds its time or memory loses the thread and nothing else: the next one gets a new thread.
 */
export function openViewThread(options: ViewThreadOptions = {}): ViewThread {
  const settings = {
    waitingMax: options.waitingMax ?? 32,
    taskTimeoutMs: options.taskTimeoutMs ?? 10_000,
    memoryMbMax: options.memoryMbMax ?? 512,
    entry: options.entry ?? new URL("./worker.ts", import.meta.url),
  };
  const waiting: Waiting[] = [];
  let worker: Worker | null = null;
  let isBusy = false;
  let isClosed = false;

  function start(): Worker {
    const started = new Worker(settings.entry, {
      resourceLimits: { maxOldGenerationSizeMb: settings.memoryMbMax },
    });
    started.once("exit", () => {
      if (worker === started) worker = null;
    });
    // Whoever waits for the task hears of the error; without one nobody needs to.
    started.on("error", () => {});
    return started;
  }

  async function next(): Promise<void> {
    const first = isBusy ? undefined : waiting.shift();
    if (first === undefined) return;
    isBusy = true;
    worker ??= start();
    const mine = worker;
    const isAlive = await runTask(mine, first, settings.taskTimeoutMs);
    if (!isAlive && worker === mine) worker = null;
    isBusy = false;
    void next();
  }

  return {
    run: (task) =>
      new Promise((resolve, reject) => {
        if (isClosed) return reject(unavailable("The service is stopping"));
        if (waiting.length >= settings.waitingMax) {
          return reject(unavailable("Too many views are being computed; try again"));
        }
        waiting.push({ task, resolve, reject });
        void next();
      }),
    async close() {
      isClosed = true;
      for (const { reject } of waiting.splice(0)) reject(unavailable("The service is stopping"));
      await worker?.terminate();
    },
  };
}

/** Resolves when the task is settled: true while the thread can take another one. */
function runTask(
  worker: Worker,
  { task, resolve, reject }: Waiting,
  timeoutMs: number,
): Promise<boolean> {
  return new Promise((done) => {
    const timer = setTimeout(() => lose(`a view took longer than ${timeoutMs} ms`), timeoutMs);
    function settle(isAlive: boolean): void {
      clearTimeout(timer);
      worker.off("message", onMessage);
      worker.off("error", onError);
      worker.off("exit", onExit);
      // A waiting thread must not keep the process alive.
      worker.unref();
      if (!isAlive) void worker.terminate();
      done(isAlive);
    }
    function lose(reason: string): void {
      settle(false);
      reject(unavailable("The view could not be computed; try again", new Error(reason)));
    }
    const onError = (error: Error) => lose(error.message);
    const onExit = (code: number) => lose(`the view thread ended with code ${code}`);
    function onMessage(message: FromThread): void {
      settle(true);
      if (message.kind === "failed") reject(message.error);
      else resolve(message.answer);
    }
    worker.ref();
    worker.on("message", onMessage);
    worker.on("error", onError);
    worker.on("exit", onExit);
    worker.postMessage(task);
  });
}
