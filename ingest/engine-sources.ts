import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { fileURLToPath } from "node:url";

/** Everything between an archived document and a stored row hangs on these two. */
const entries = ["ingest/build-unit.ts", "ingest/store.ts"];
const root = fileURLToPath(new URL("..", import.meta.url));

/** The files of the engine by their paths from the project's root, sorted: the entries and what they import, types left out. */
export function listEngineSources(): string[] {
  const found = new Set(entries);
  for (const path of found) {
    if (!path.endsWith(".ts")) continue;
    for (const specifier of importsOf(readSource(path))) {
      const target = resolve(path, specifier);
      if (target !== null) found.add(target);
    }
  }
  return [...found].sort();
}

/** With the line ends that a checkout has everywhere but on Windows: equal sources are one version. */
export function readSource(path: string): string {
  return readFileSync(join(root, path), "utf8").replaceAll("\r\n", "\n");
}

/** The project's style has one form of import: at the start of a line, in double quotes. */
const importForm =
  /^(?:import|export) (?:(?:\*(?: as \w+)?|\{[^}]*\}|\w+(?:, \{[^}]*\})?) from )?"([^"]+)"/gm;

function importsOf(code: string): string[] {
  return [...code.matchAll(importForm)].flatMap(([, specifier]) => specifier ?? []);
}

/** Null for what is not a file of the project. */
function resolve(from: string, specifier: string): string | null {
  if (specifier.startsWith("#")) return specifier.slice(1);
  return specifier.startsWith(".") ? posix.join(posix.dirname(from), specifier) : null;
}
