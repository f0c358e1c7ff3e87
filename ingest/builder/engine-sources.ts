import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Reads a file of the project by its path from the root, with `\n` line ends: equal sources are one version. */
export function readSource(path: string): string {
  return readFileSync(join(root, path), "utf8").replaceAll("\r\n", "\n");
}

/** One `import` or `export … from` of values. `target` is a path from the root; null for a package. */
interface SourceImport {
  clause: string;
  specifier: string;
  target: string | null;
}

export interface SourceFile {
  imports: SourceImport[];
  /** The code without its imports. */
  body: string;
}

/** The project's style has one form of import: at the start of a line, in double quotes. */
const importForm =
  /^(import|export) ((?:(?:\*(?: as \w+)?|\{[^}]*\}|\w+(?:, \{[^}]*\})?) from )?)"([^"]+)"(?: with \{[^}]*\})?;\n/gm;
const typeImportForm = /^(?:import|export) type [^;"]*"[^"]+";\n/gm;

/** Separates the imports of a file from its code. Imports of types are left out: they do not run. */
export function parseSource(path: string, code: string): SourceFile {
  const values = code.replaceAll(typeImportForm, "");
  const imports = [...values.matchAll(importForm)].map(([, word, clause = "", specifier = ""]) => ({
    clause: `${word} ${clause}`,
    specifier,
    target: resolve(path, specifier),
  }));
  return { imports, body: values.replaceAll(importForm, "") };
}

function resolve(from: string, specifier: string): string | null {
  if (specifier.startsWith("#")) return specifier.slice(1);
  return specifier.startsWith(".") ? posix.join(posix.dirname(from), specifier) : null;
}
