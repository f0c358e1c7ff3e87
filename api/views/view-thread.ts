import {
  openThreadPool,
  PoolClosedError,
  QueueFullError,
  ThreadLostError,
} from "#schemas/thread-pool.ts";
import { unavailable } from "../http/errors.ts";
import type { FromThread, ViewAnswer, ViewTask } from "./questions.ts";

export interface ViewThread {
  /**
   * Throws 503 when too many tasks wait, when the task runs out of time or memory, and after `close`. Throws the
   * program's own error when the program fails.
   */
  run(task: ViewTask): Promise<ViewAnswer>;
  close(): Promise<void>;
}

export interface ViewThreadOptions {
  /** Tasks that may wait, besides the one at work. */
  waitingMax?: number;
  taskTimeoutMs?: number;
  memoryMbMax?: number;
  /** The module that runs in the thread. */
  entry?: URL;
}

/** One thread that computes views, so that the event loop never waits for one. It starts with the first task. */
export function openViewThread(options: ViewThreadOptions = {}): ViewThread {
  const pool = openThreadPool({
    size: 1,
    waitingMax: options.waitingMax ?? 32,
    taskTimeoutMs: options.taskTimeoutMs ?? 60_000,
    memoryMbMax: options.memoryMbMax ?? 512,
    entry: options.entry ?? new URL("./worker.ts", import.meta.url),
  });
  return {
    run: (task) =>
      pool
        .run<FromThread, ViewAnswer>(task, (message, turn) => {
          if (message.kind === "failed") turn.reject(message.error);
          else turn.resolve(message.answer);
        })
        .catch((error: Error) => {
          throw refusal(error);
        }),
    close: () => pool.close(),
  };
}

/** The error for the client. An error of the program itself is returned unchanged. */
function refusal(error: Error): Error {
  if (error instanceof QueueFullError) {
    return unavailable("Too many views are being computed; try again");
  }
  if (error instanceof ThreadLostError) {
    return unavailable("The view could not be computed; try again", error);
  }
  return error instanceof PoolClosedError ? unavailable("The service is stopping") : error;
}
