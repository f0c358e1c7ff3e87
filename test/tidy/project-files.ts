import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Sources } from "./module-graph.ts";

const root = join(import.meta.dirname, "../..");

/** The text of one file of the project. */
export function readProjectFile(path: string): string {
  return readFileSync(join(root, path), "utf8");
}

/** Paths of files by glob patterns, from the root and with forward slashes, sorted. */
export function listFiles(...patterns: string[]): string[] {
  return globSync(patterns, { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .map((path) => path.replaceAll("\\", "/"))
    .sort();
}

/** The code that the product runs. */
export function productCode(): Sources {
  const paths = listFiles("{api,ingest,jobs,registry,schemas}/**/*.{ts,mjs,cjs}");
  return new Map(paths.map((path) => [path, readProjectFile(path)]));
}

/** The files that package.json's scripts start. */
export function scriptEntries(): string[] {
  const { scripts } = JSON.parse(readProjectFile("package.json")) as {
    scripts: Record<string, string>;
  };
  return Object.values(scripts).flatMap((script) =>
    [...script.matchAll(/[\w./-]+\.(?:ts|mjs)\b/g)].map(([path]) => path.replace(/^\.\//, "")),
  );
}
