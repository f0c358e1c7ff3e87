import { entryFiles, type ImportRule, importRules } from "./import-rules.ts";
import { type Import, listImports, type Sources } from "./module-graph.ts";

export interface Violation {
  rule: string;
  sentence: string;
  /** The import or the file that breaks the rule. */
  where: string;
}

/** Every broken rule of the given files, in the order of the rules. `entries` are started from outside. */
export function findViolations(sources: Sources, entries: readonly string[]): Violation[] {
  const imports = listImports(sources);
  return [
    ...importRules.flatMap((rule) => breaches(rule, imports)),
    ...findCycles(imports),
    ...findOrphans([...sources.keys()], imports, entries),
  ];
}

function breaches(rule: ImportRule, imports: readonly Import[]): Violation[] {
  return imports
    .filter((found) => breaks(rule, found))
    .map(({ from, to }) => ({
      rule: rule.name,
      sentence: rule.sentence,
      where: `${from} → ${to}`,
    }));
}

function breaks(rule: ImportRule, { from, to, isTypeOnly }: Import): boolean {
  const match = rule.from.exec(from);
  if (match === null || !rule.to.test(to)) return false;
  if (rule.mayBringTypes && isTypeOnly) return false;
  const allowed = rule.allowed ?? [];
  return !allowed.some((text) => new RegExp(text.replaceAll("$1", match[1] ?? "")).test(to));
}

/** Each circle once per import that closes it. A worker's address starts a new program and closes none. */
function findCycles(imports: readonly Import[]): Violation[] {
  const targets = Map.groupBy(
    imports.filter(({ kind }) => kind !== "address"),
    ({ from }) => from,
  );
  const found = new Set<string>();
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]): void => {
    const at = path.indexOf(file);
    if (at >= 0) found.add([...path.slice(at), file].join(" → "));
    if (at >= 0 || done.has(file)) return;
    for (const { to } of targets.get(file) ?? []) visit(to, [...path, file]);
    done.add(file);
  };
  for (const file of [...targets.keys()].sort()) visit(file, []);
  const sentence = "imports form no circle, of types neither";
  return [...found].map((where) => ({ rule: "no-circular", sentence, where }));
}

function findOrphans(
  files: readonly string[],
  imports: readonly Import[],
  entries: readonly string[],
): Violation[] {
  const imported = new Set(imports.filter(({ from, to }) => from !== to).map(({ to }) => to));
  const isEntry = (file: string) =>
    entries.includes(file) || entryFiles.some(({ path }) => path.test(file));
  return files
    .filter((file) => !imported.has(file) && !isEntry(file))
    .map((where) => ({ rule: "no-orphans", sentence: "a file nobody imports is dead", where }));
}
