import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const wanted = join(import.meta.dirname, "specmatic");
// Beside the project's packages and not in its tree: what is searched and checked there is ours.
const folder = join(import.meta.dirname, "../../node_modules/.cache/specmatic");
const lock = "package-lock.json";

/**
 * Installs the generator unless it is there, and returns the path of its Java program. It is no dependency of the
 * project: seventy megabytes that only this needs.
 */
export async function installGenerator(): Promise<string> {
  const jar = join(folder, "node_modules/specmatic/specmatic.jar");
  if (existsSync(jar) && (await isCurrent())) return jar;
  await mkdir(folder, { recursive: true });
  for (const file of ["package.json", lock]) await cp(join(wanted, file), join(folder, file));
  const options = ["--ignore-scripts", "--no-audit", "--no-fund"];
  await promisify(execFile)("npm", ["ci", ...options], { cwd: folder });
  return jar;
}

async function isCurrent(): Promise<boolean> {
  const [here, there] = await Promise.all(
    [folder, wanted].map((one) => readFile(join(one, lock), "utf8")),
  );
  return here === there;
}
