import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { parseSync, Visitor } from "rolldown/utils";

/** One import as written in `from`. */
export interface Import {
  from: string;
  /** A file of ours by its path from the root, a package as `npm:name`, or a built-in as `node:name`. */
  to: string;
  /** As it stands in the source. */
  specifier: string;
  /** Erased before the code runs. */
  isTypeOnly: boolean;
  /** `address`: `new URL("./x.ts", import.meta.url)`, which is how a worker names its entry. */
  kind: "import" | "dynamic" | "address";
}

/** Source text by path from the root. */
export type Sources = ReadonlyMap<string, string>;

const codeFile = /\.(ts|mjs|cjs)$/;
const aliases = readAliases();

/** Every import of every given file. Throws when a file does not parse, or computes what it imports. */
export function listImports(sources: Sources): Import[] {
  return [...sources].flatMap(([path, code]) =>
    codeFile.test(path) ? importsOf(path, code).map((found) => resolveImport(path, found)) : [],
  );
}

/** The code with its comments blanked out, so that a search finds what runs and keeps its offsets. */
export function withoutComments(path: string, code: string): string {
  let text = code;
  for (const { start, end } of parse(path, code).comments) {
    const blank = code.slice(start, end).replace(/[^\n]/g, " ");
    text = text.slice(0, start) + blank + text.slice(end);
  }
  return text;
}

type Written = Omit<Import, "from" | "to">;

function importsOf(path: string, code: string): Written[] {
  const { module, program } = parse(path, code);
  const found: Written[] = [];
  for (const { moduleRequest, entries } of module.staticImports) {
    // An import without names runs the file: it is never type-only.
    const isTypeOnly = entries.length > 0 && entries.every(({ isType }) => isType);
    found.push({ specifier: moduleRequest.value, isTypeOnly, kind: "import" });
  }
  for (const { entries } of module.staticExports) {
    for (const { moduleRequest, isType } of entries) {
      if (moduleRequest === null) continue;
      found.push({ specifier: moduleRequest.value, isTypeOnly: isType, kind: "import" });
    }
  }
  for (const { moduleRequest } of module.dynamicImports) {
    const text = code.slice(moduleRequest.start, moduleRequest.end);
    found.push({ specifier: written(text, path), isTypeOnly: false, kind: "dynamic" });
  }
  new Visitor({
    TSImportType({ source }) {
      found.push({ specifier: source.value, isTypeOnly: true, kind: "import" });
    },
    NewExpression({ callee, arguments: [address, base] }) {
      const isOwn = base?.type === "MemberExpression" && base.object.type === "MetaProperty";
      if (callee.type !== "Identifier" || callee.name !== "URL" || !isOwn) return;
      if (address?.type !== "Literal" || typeof address.value !== "string") return;
      if (!codeFile.test(address.value)) return;
      found.push({ specifier: address.value, isTypeOnly: false, kind: "address" });
    },
  }).visit(program);
  return found;
}

/** What an `import()` names. Throws when it computes the name. */
function written(text: string, path: string): string {
  const [, , specifier] = /^(["'`])([^$]*)\1$/.exec(text) ?? [];
  if (specifier !== undefined) return specifier;
  throw new Error(`${path}: import(${text}) must name its file, so that the rules can see it`);
}

function resolveImport(from: string, written: Written): Import {
  return { from, to: target(from, written), ...written };
}

function target(from: string, { specifier, kind }: Written): string {
  if (specifier.startsWith(".") || kind === "address") {
    return posix.join(posix.dirname(from), specifier);
  }
  const alias = aliases.find(({ prefix }) => specifier.startsWith(prefix));
  if (alias) return posix.join(alias.folder, specifier.slice(alias.prefix.length));
  if (specifier.startsWith("node:")) return specifier;
  const [scope = "", name = ""] = specifier.split("/");
  return `npm:${scope.startsWith("@") ? `${scope}/${name}` : scope}`;
}

/** The subpath imports of package.json: `#api/*` to `./api/*`. */
function readAliases(): { prefix: string; folder: string }[] {
  const text = readFileSync(join(import.meta.dirname, "../../package.json"), "utf8");
  const { imports } = JSON.parse(text) as { imports: Record<string, string> };
  return Object.entries(imports).map(([name, folder]) => ({
    prefix: name.replace("*", ""),
    folder: folder.replace("*", ""),
  }));
}

function parse(path: string, code: string) {
  const parsed = parseSync(path, code);
  const [error] = parsed.errors;
  if (error) throw new Error(`${path}: ${error.message}`);
  return parsed;
}
