import { existsSync, readFileSync } from "node:fs";

/** The text of a file of the registry, by its path below the folder; throws a sentence where it is missing. */
export function readText(folder: URL, path: string): string {
  const url = new URL(path, folder);
  if (existsSync(url)) return readFileSync(url, "utf8");
  throw new Error(
    `registry/${path} is missing: take it back (git checkout registry/${path}), or mend the folder`,
  );
}
