import { availableParallelism } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { filesOf, type ProjectName, partOf } from "./test/projects.ts";

const part = partOf(process.env);

const project = (name: ProjectName, options: object = {}) => ({
  extends: true as const,
  test: { name, include: filesOf(name, part), ...options },
});

/** Files that wait for programs start first: others use the cores meanwhile, and none is the last for minutes. */
class ProgramsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const waits = (one: TestSpecification) => Number(one.project.name === "process");
    return sorted.toSorted((a, b) => waits(b) - waits(a));
  }
}

// Workers, their threads and the programs that tests start compile the same modules: once is enough.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, "node_modules/.cache/tests");

// By itself vitest leaves a core free. A worker waits a quarter of its time: for servers, programs and clocks. Programs and
// browsers that tests start use the cores, too.
const moreThanCores = 1;

export default defineConfig({
  test: {
    fsModuleCache: true,
    maxWorkers: availableParallelism() + moreThanCores,
    sequence: { sequencer: ProgramsFirst },
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
      // Pages at three widths take minutes in a browser beside other tests.
      project("process", { testTimeout: 600_000 }),
    ],
  },
});
