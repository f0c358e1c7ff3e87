import { availableParallelism } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { filesOf, type ProjectName } from "./test/projects.ts";

const isOnServer = Boolean(process.env.TEST_DATABASE_URL);

const project = (name: ProjectName, options: object = {}) => ({
  extends: true as const,
  test: { name, include: filesOf(name, isOnServer), ...options },
});

// Workers, their threads and the programs that tests start compile the same modules: once is enough.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, "node_modules/.cache/tests");

// By itself vitest leaves a core free. A worker waits a quarter of its time: for servers, programs and clocks.
export default defineConfig({
  test: {
    fsModuleCache: true,
    maxWorkers: availableParallelism() + 1,
    pool: "forks",
    // Room for the short-lived values of a test: collecting them takes a tenth of the time otherwise.
    execArgv: [
      "--max-semi-space-size=32",
      "--import",
      join(import.meta.dirname, "test/helpers/worker/start.mjs"),
    ],
    testTimeout: 120_000,
    hookTimeout: 240_000,
    // What is waited for comes at once, but on a busy machine "at once" is not a second.
    expect: { poll: { timeout: 60_000 } },
    projects: [
      project("pure", { isolate: false }),
      // Loading the API costs more than most files do with it: the files of a process load it once.
      project("db", { isolate: false }),
      project("pipeline", { isolate: false }),
      project("alone"),
      project("process"),
    ],
  },
});
