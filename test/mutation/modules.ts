import { readFileSync } from "node:fs";
import { registerHooks, stripTypeScriptTypes } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";

const sources = new Map<string, string>();
let version = 0;

/**
 * Imports test files with modules of their own, as if no other test had run: what an earlier mutant left in a cache
 * must not decide about the next. Only the folders named are loaded anew. They are kept in memory, so that the process has to
 * be restarted now and then.
 */
export function newModules(): (path: string) => Promise<unknown> {
  version += 1;
  const of = version;
  return (path) => import(`${pathToFileURL(path).href}?v=${of}`);
}

const bodies = globalThis as { startsBody?: (() => void) | undefined };

/** What a test file states itself begins behind its imports: there it calls `startsBody`. */
const bodyMark = (path: string) => (path.endsWith(".test.ts") ? "globalThis.startsBody?.();" : "");

/** Imports a test file; `startsBody` is called once what it imports is loaded, before its own statements. */
export async function loadBody(load: () => Promise<unknown>, startsBody: () => void) {
  bodies.startsBody = startsBody;
  try {
    await load();
  } finally {
    bodies.startsBody = undefined;
  }
}

/** From now on, imports in `folders` (under `root`) are of the version of the module that imports them. */
export function installModules(root: string, folders: readonly string[], vitest: string): void {
  const bases = folders.map((folder) => pathToFileURL(`${root}/${folder}/`).href);
  registerHooks({
    resolve(specifier, context, next) {
      if (specifier === "vitest" && context.parentURL?.includes("?v=")) {
        return { url: vitest, shortCircuit: true };
      }
      const found = next(specifier, context);
      const isOurs = bases.some((base) => found.url.startsWith(base)) && !found.url.includes("?");
      return isOurs && found.url.endsWith(".ts")
        ? { ...found, url: `${found.url}?v=${version}` }
        : found;
    },
    load(url, context, next) {
      if (!url.includes("?v=")) return next(url, context);
      const path = fileURLToPath(url);
      let source = sources.get(path);
      if (source === undefined) {
        source = bodyMark(path) + stripTypeScriptTypes(readFileSync(path, "utf8"));
        sources.set(path, source);
      }
      return { format: "module", source, shortCircuit: true };
    },
  });
}
