import { loadRegistry } from "#registry/current/load.ts";
import type { BuildAnswer, BuildUnit } from "./build-pool.ts";
import { buildUnit } from "./build-unit.ts";
import { serveUnits } from "./serve-units.ts";

/** The build thread: builds each unit and returns rows ready to be stored. */
const registry = loadRegistry();

serveUnits<BuildUnit, BuildAnswer>(async (unit, needs) => {
  if (unit.registrySha256 !== registry.registrySha256) {
    throw new Error("the registry changed since this process started: restart it");
  }
  return buildUnit(unit, registry, needs);
});
