import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const lock = "package-lock.json";

/** Installs the generator unless it is there, and returns the path of its Java program. */
export async function installGenerator(): Promise<string> {
  return join(await installTools("specmatic"), "node_modules/specmatic/specmatic.jar");
}

/**
 * Installs what the lock file of a folder beside this one names, unless it is there, and returns where. They are no
 * dependencies of the project: tens of megabytes that only one check needs.
 */
export async function installTools(name: "specmatic" | "clients" | "linters"): Promise<string> {
  const wanted = join(import.meta.dirname, name);
  // Beside the project's packages and not in its tree: what is searched and checked there is ours.
  const folder = join(import.meta.dirname, "../../node_modules/.cache", name);
  if (existsSync(join(folder, "node_modules/.package-lock.json")) && (await isSame(wanted, folder)))
    return folder;
  await mkdir(folder, { recursive: true });
  for (const file of ["package.json", lock]) await cp(join(wanted, file), join(folder, file));
  const options = ["--ignore-scripts", "--no-audit", "--no-fund"];
  await promisify(execFile)("npm", ["ci", ...options], { cwd: folder });
  return folder;
}

async function isSame(...folders: string[]): Promise<boolean> {
  const [here, there] = await Promise.all(
    folders.map((one) => readFile(join(one, lock), "utf8").catch(() => "")),
  );
  return here === there;
}
