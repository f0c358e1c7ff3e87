import { parentPort } from "node:worker_threads";
import { loadRegistry } from "#registry/load.ts";
import type { BuildUnit, FromWorker, ToWorker } from "./build-pool.ts";
import { buildUnit } from "./build-unit.ts";

/** The build thread: takes one unit at a time, asks for the slug on the way, and answers with rows ready to be written. */
const port = parentPort;
if (port === null) throw new Error("build-worker.ts runs as a worker thread");

const registry = loadRegistry();
const say = (message: FromWorker) => port.postMessage(message);
let onAnswer: (answer: Uint8Array | string) => void = () => {};

port.on("message", (message: ToWorker) => {
  if (message.kind === "answer") onAnswer(message.answer);
  else void build(message.unit);
});

/** Asks the main thread and waits for its answer; a unit asks for one thing at a time. */
function ask(message: FromWorker): Promise<Uint8Array | string> {
  return new Promise((resolve) => {
    onAnswer = resolve;
    say(message);
  });
}

async function build(unit: BuildUnit): Promise<void> {
  try {
    if (unit.registrySha256 !== registry.registrySha256) {
      throw new Error("the registry changed since this process started: restart it");
    }
    const answer = await buildUnit(unit, registry, {
      bodyOf: async (digest) => (await ask({ kind: "body", digest })) as Uint8Array,
      slugOf: async (name) => (await ask({ kind: "slug", name })) as string,
    });
    say(answer);
  } catch (error) {
    say({ kind: "failed", message: error instanceof Error ? error.message : String(error) });
  }
}
