import { loadRegistry } from "#registry/current/load.ts";
import type { BuildAnswer, BuildTask } from "./build-pool.ts";
import { runBuildTask } from "./build-task.ts";
import { serveTasks } from "./serve-tasks.ts";

/** The build thread: builds each task and returns rows ready to be stored. */
const registry = loadRegistry();

serveTasks<BuildTask, BuildAnswer>(async (task, needs) => {
  if (task.registrySha256 !== registry.registrySha256) {
    throw new Error("the registry changed since this process started: restart it");
  }
  return runBuildTask(task, registry, needs);
});
