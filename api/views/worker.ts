import { createHash } from "node:crypto";
import { parentPort } from "node:worker_threads";
import { gunzipSync, gzipSync } from "node:zlib";
import { LRUCache } from "lru-cache";
import type { CompanyBuild } from "#ingest/company-input.ts";
import type { FactsDocument } from "#ingest/facts/facts-document.ts";
import { loadRegistry } from "#registry/current/load.ts";
import { loadRelease } from "#registry/governance/releases.ts";
import type { Registry } from "#schemas/shapes/companies/concept.ts";
import { answerTask, buildTask } from "./answers.ts";
import type { FromThread, ViewAnswer, ViewTask } from "./questions.ts";

/** The view thread: builds a stored company in another view and returns finished bytes, one task at a time. */
const port = parentPort;
if (port === null) throw new Error("worker.ts runs as a worker thread");

const registry = loadRegistry();
const released = new Map<string, Registry>();
// Clients often ask for the same view again: for statements, then for the lineage of some lines.
const builds = new LRUCache<string, CompanyBuild>({ max: 4 });

port.on("message", (task: ViewTask) => {
  const message = settle(task);
  const bytes = message.kind === "answer" ? message.answer : null;
  const moved = bytes === null ? [] : [bytes.identity, bytes.gzip];
  port.postMessage(
    message,
    moved.map(({ buffer }) => buffer as ArrayBuffer),
  );
});

function settle(task: ViewTask): FromThread {
  try {
    if (task.registrySha256 !== registry.registrySha256) {
      throw new Error("the registry changed since this process started: restart it");
    }
    return { kind: "answer", answer: toBytes(answerTask(task, buildOf(task), registryOf(task))) };
  } catch (error) {
    return { kind: "failed", error: error instanceof Error ? error : new Error(String(error)) };
  }
}

function buildOf(task: ViewTask): CompanyBuild {
  const key = JSON.stringify([task.subject.cik, task.version, task.view, task.registryVersion]);
  const cached = builds.get(key);
  if (cached !== undefined) return cached;
  const document = JSON.parse(gunzipSync(task.facts).toString()) as FactsDocument;
  const build = buildTask(task, document, registryOf(task));
  builds.set(key, build);
  return build;
}

/** The registry of the task; each released version is loaded once. */
function registryOf({ registryVersion }: ViewTask): Registry {
  if (registryVersion === null || registryVersion === registry.registryVersion) return registry;
  const release = released.get(registryVersion) ?? loadRelease(registryVersion);
  released.set(registryVersion, release);
  return release;
}

function toBytes(answer: object | null): ViewAnswer {
  if (answer === null) return null;
  const identity = ownBytes(Buffer.from(JSON.stringify(answer)));
  const digest = createHash("sha256").update(identity).digest("hex").slice(0, 32);
  return { identity, gzip: ownBytes(gzipSync(identity)), etag: `"${digest}"` };
}

/** Copies bytes to their own buffer, which can be transferred to another thread without a copy. */
const ownBytes = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(bytes);
