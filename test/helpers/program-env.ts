import { pathToFileURL } from "node:url";

const { PATH, NODE_COMPILE_CACHE } = process.env;
const startupCache = pathToFileURL(`${import.meta.dirname}/../../schemas/startup-cache.mjs`);

/**
 * What a program that a test starts has of this process's environment: no settings. Like every npm script it loads
 * `startup-cache.mjs` first, which saves each start 0.4 s of computing, and as much for each of its threads.
 */
export const programEnv = {
  PATH,
  NODE_COMPILE_CACHE,
  NODE_OPTIONS: `--import=${startupCache}`,
};

/**
 * Options of node for programs that run for seconds: optimizing the embedded database's WebAssembly takes longer than
 * it saves them.
 */
export const shortRun = ["--liftoff-only"] as const;
