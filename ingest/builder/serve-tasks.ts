import { parentPort } from "node:worker_threads";
import type { BuildNeeds, FromWorker, ToWorker } from "./build-pool.ts";

/** A build thread: takes one task at a time, asks for what it needs on the way, and says what came of it. */
export function serveTasks<Task, Answer>(
  work: (task: Task, needs: BuildNeeds) => Promise<Answer>,
): void {
  const port = parentPort;
  if (port === null) throw new Error("tasks are served in a worker thread");
  const say = (message: FromWorker<Answer>) => port.postMessage(message);
  let onAnswer: (answer: Uint8Array | string) => void = () => {};

  /** Asks the main thread and waits for its answer; a task asks for one thing at a time. */
  function ask(message: FromWorker<Answer>): Promise<Uint8Array | string> {
    return new Promise((resolve) => {
      onAnswer = resolve;
      say(message);
    });
  }
  const needs: BuildNeeds = {
    bodyOf: async (digest) => (await ask({ kind: "body", digest })) as Uint8Array,
    slugOf: async (name) => (await ask({ kind: "slug", name })) as string,
  };

  port.on("message", (message: ToWorker<Task>) => {
    if (message.kind === "answer") {
      onAnswer(message.answer);
      return;
    }
    work(message.task, needs).then(
      (answer) => say({ kind: "answer", answer }),
      (error: unknown) =>
        say({ kind: "failed", message: error instanceof Error ? error.message : String(error) }),
    );
  });
}
