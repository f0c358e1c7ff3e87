import { createHash } from "node:crypto";
import { listEngineSources, readSource } from "./engine-sources.ts";

/** Raise it when something beside the sources changes what is stored: a dependency, or the runtime. */
const release = "1.1.0";

/**
 * The version of everything between an archived document and a stored row: companies built by another
 * version are built again. It follows the sources themselves, so that no change can be forgotten and an
 * unchanged tree is never built again; what the engine does not run does not count.
 */
export const engineVersion = `${release}+${digestOf(listEngineSources())}`;

function digestOf(paths: readonly string[]): string {
  const hash = createHash("sha256");
  for (const path of paths) hash.update(`${path}\n${readSource(path)}\n`);
  return hash.digest("hex").slice(0, 16);
}
