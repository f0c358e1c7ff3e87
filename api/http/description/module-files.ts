import { existsSync, readdirSync, readFileSync } from "node:fs";

const modules = new URL("../../modules/", import.meta.url);

/** The texts of the files of this name in the folders of `api/modules`, by module. A module without one is left out. */
export const readModuleFiles = (name: string): Map<string, string> =>
  new Map(
    readdirSync(modules)
      .sort()
      .map((module) => [module, new URL(`${module}/${name}`, modules)] as const)
      .filter(([, file]) => existsSync(file))
      .map(([module, file]) => [module, readFileSync(file, "utf8")]),
  );
