import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { dirname, join } from "node:path";
import { getEnvironmentData } from "node:worker_threads";
import { packedDigests } from "#ingest/builder/engine-digest-once.ts";
// They put the digests of the sources where getEnvironmentData finds them.
import "#ingest/builder/engine-version.ts";
import "#ingest/builder/reports/reader-version.ts";
import { listFiles, readProjectFile } from "../tidy/project-files.ts";

const root = join(import.meta.dirname, "../..");

/** What runs, and the verdicts that `tenk accuracy --verdicts` reads. Guides are read in the repository. */
const shipped = [
  "{api,ingest,jobs,migrations,registry,schemas}/**/!(*.md)",
  "registry/CHANGES.md",
  "test/fixtures/verdicts-*.csv",
];

/**
 * Writes what the package of Tenk runs into the folder, which it empties first: the files of the repository at the same
 * paths, the code without its types. Node takes types off by itself, but not among the packages of others.
 */
export function makePackage(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  for (const path of listFiles(...shipped)) copyFile(path, join(folder, path));
  writeFileSync(join(folder, "package.json"), packageJson(folder));
  const digests = ["engine", "report-reader"].map((name) => [name, digestOf(name)]);
  writeFileSync(join(folder, packedDigests), JSON.stringify(Object.fromEntries(digests)));
}

function copyFile(path: string, target: string): void {
  mkdirSync(dirname(target), { recursive: true });
  if (path.endsWith(".ts")) writeFileSync(target, stripTypeScriptTypes(readProjectFile(path)));
  else cpSync(join(root, path), target);
}

/** That of the repository, with the scripts alone whose program is in the package: they are the commands of `tenk`. */
function packageJson(folder: string): string {
  const project = JSON.parse(readProjectFile("package.json"));
  const scripts = Object.entries<string>(project.scripts).filter(([, script]) => {
    const [program] = script.match(/[\w./-]+\.ts\b/) ?? [];
    return script.startsWith("node ") && program !== undefined && existsSync(join(folder, program));
  });
  return `${JSON.stringify({ ...project, scripts: Object.fromEntries(scripts) }, null, 2)}\n`;
}

function digestOf(name: string): string {
  const digest = getEnvironmentData(`tenk ${name} digest`);
  if (typeof digest !== "string") throw new Error(`the digest of ${name} was not computed`);
  return digest;
}
