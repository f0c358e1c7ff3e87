import { parentPort } from "node:worker_threads";
import type { BuildTask, ToWorker } from "#ingest/builder/build-pool.ts";

/** A build thread that misbehaves as the CIK of its task says. */
parentPort?.on("message", (message: ToWorker) => {
  if (message.kind === "answer") return;
  const behave = behaviours[message.task.cik];
  parentPort?.postMessage({ kind: "body", digest: "the document" });
  if (behave) behave();
  else parentPort?.postMessage(rejected(message.task));
});

const behaviours: Record<string, () => void> = {
  loops: () => {
    for (;;);
  },
  exits: () => process.exit(3),
  throws: () => {
    throw new Error("not caught in the thread");
  },
  eats: () => {
    const held: string[][] = [];
    for (;;) held.push(Array.from({ length: 10_000 }, (_, i) => `${i} of ${held.length}`));
  },
  fails: () => parentPort?.postMessage({ kind: "failed", message: "a fault of the program" }),
};

function rejected(task: BuildTask) {
  const documents = [{ digest: task.inputDigest, reason: "as asked" }];
  return { kind: "answer", answer: { kind: "rejected", documents } };
}
