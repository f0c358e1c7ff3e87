import { parentPort } from "node:worker_threads";
import type { FromThread, ViewTask } from "#api/views/questions.ts";

/** A view thread that misbehaves as the company's name says; otherwise it answers how many tasks it has had. */
let tasks = 0;

parentPort?.on("message", ({ subject }: ViewTask) => {
  tasks += 1;
  const behave = behaviours[subject.entityName];
  if (behave) return behave();
  const identity = new TextEncoder().encode(`${subject.entityName} ${tasks}`);
  say({ kind: "answer", answer: { identity, gzip: new Uint8Array(1), etag: '"e"' } });
});

const say = (message: FromThread) => parentPort?.postMessage(message);

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
  fails: () => say({ kind: "failed", error: new Error("a fault of the program") }),
  misses: () => say({ kind: "answer", answer: null }),
};
