import { getEnvironmentData, setEnvironmentData } from "node:worker_threads";
import { digestEngine } from "./engine-digest.ts";
import { readSource } from "./engine-sources.ts";

/** Raise it when something beside the sources changes what is stored: a dependency, or the runtime. */
const release = "1.1.0";

/** Everything between an archived document and a stored row is reached from these two files. */
export const engineEntries = ["ingest/build-unit.ts", "ingest/store.ts"] as const;

/**
 * The version of everything between an archived document and a stored row: companies built by another
 * version are built again. It follows what the sources compute, so that no change of a rule can be forgotten;
 * a comment, a moved file and code that the engine does not run leave it as it is.
 */
export const engineVersion = `${release}+${digestOfProcess()}`;

/** The threads of a process take the digest that its main thread has computed. */
function digestOfProcess(): string {
  const inherited = getEnvironmentData("tenk engine digest");
  if (typeof inherited === "string") return inherited;
  const digest = digestEngine(engineEntries, readSource).digest.slice(0, 16);
  setEnvironmentData("tenk engine digest", digest);
  return digest;
}
