import { existsSync, readFileSync } from "node:fs";
import { z } from "zod";
import { statementTypes } from "#schemas/shapes/companies/statement.ts";
import { sha256Hex } from "../current/digest.ts";
import { parseJson } from "../current/parse-json.ts";
import { additionProblems } from "./generate-schemas.ts";
import { listReleases } from "./releases.ts";
import { compareVersions } from "./semver.ts";

const digestsOf = z.record(z.string(), z.string().regex(/^[0-9a-f]{64}$/));
const frozenShape = z.strictObject({ releases: digestsOf, schemas: digestsOf });

/** SHA-256 of the exact bytes of everything that was released, by version, and by "type/version" for schemas. */
type FrozenRelease = z.infer<typeof frozenShape>;

/** Where the registry and the runtime schemas that follow from it lie; both end in "/". */
export interface Workspace {
  registry: URL;
  schemas: URL;
}

const path = "releases/digests.json";

/** The record beside the releases; empty where there is none. */
function readFrozen({ registry }: Pick<Workspace, "registry">): FrozenRelease {
  const url = new URL(path, registry);
  if (!existsSync(url)) return { releases: {}, schemas: {} };
  const read = frozenShape.safeParse(parseJson(readFileSync(url, "utf8"), `registry/${path}`));
  if (read.success) return read.data;
  throw new Error(`registry/${path} is not a record of digests: take it back with git checkout`);
}

/** The record of what lies in the folders now, as its file has it. */
export function frozenText(folders: Workspace): string {
  return `${JSON.stringify(frozenNow(folders), null, 2)}\n`;
}

/** What lies in the folders now. */
function frozenNow({ registry, schemas }: Workspace): FrozenRelease {
  const releases = new URL("releases/", registry);
  return {
    releases: Object.fromEntries(
      listReleases(releases).map((version) => [
        version,
        sha256Hex(readFileSync(new URL(`${version}.json`, releases), "utf8")),
      ]),
    ),
    schemas: Object.fromEntries(
      listSchemas(schemas).map((name) => [
        name,
        sha256Hex(readFileSync(new URL(`${name}.json`, schemas), "utf8")),
      ]),
    ),
  };
}

/** "type/version" of every schema that lies there, versions in ascending order. */
function listSchemas(folder: URL): string[] {
  return statementTypes.flatMap((type) =>
    listReleases(new URL(`${type}/`, folder)).map((version) => `${type}/${version}`),
  );
}

/**
 * Sentences about releases and schemas that were changed, deleted or put there by hand. A release that was
 * interrupted may have written what is not recorded yet.
 */
export function frozenProblems(folders: Workspace, isUnfinished: boolean): string[] {
  const [then, now] = [readFrozen(folders), frozenNow(folders)];
  const recorded = (of: Record<string, string>, known: Record<string, string>) =>
    isUnfinished ? Object.fromEntries(Object.entries(of).filter(([name]) => name in known)) : of;
  const [releases, schemas] = [
    recorded(now.releases, then.releases),
    recorded(now.schemas, then.schemas),
  ];
  return [
    ...differences(then.releases, releases, (name) => `registry/releases/${name}.json`),
    ...differences(then.schemas, schemas, (name) => `schemas/sfrs/${name}.json`),
    ...registeredProblems(folders, then, isUnfinished),
    ...notAdditive(folders),
  ];
}

function differences(
  then: Readonly<Record<string, string>>,
  now: Readonly<Record<string, string>>,
  fileOf: (name: string) => string,
): string[] {
  const back = (file: string) => `take it back (git checkout ${file})`;
  return [...new Set([...Object.keys(then), ...Object.keys(now)])].flatMap((name) => {
    const file = fileOf(name);
    if (then[name] === now[name]) return [];
    if (now[name] === undefined) return [`${file} was released and is gone: ${back(file)}.`];
    if (then[name] === undefined) {
      return [`${file} was not made by release, or its digest was taken out of registry/${path}.`];
    }
    return [`${file} was released and has changed: ${back(file)}.`];
  });
}

const registered = z.record(
  z.string(),
  z.object({ schemaSha256: z.string(), isActive: z.boolean() }),
);

/** What schemas/sfrs/digests.json, which readers are served from, says differently. */
function registeredProblems(
  { schemas }: Workspace,
  { schemas: frozen }: FrozenRelease,
  isUnfinished: boolean,
): string[] {
  const url = new URL("digests.json", schemas);
  const text = existsSync(url) ? readFileSync(url, "utf8") : "{}";
  const read = registered.safeParse(parseJson(text, "schemas/sfrs/digests.json"));
  const back = "take it back (git checkout schemas/sfrs/digests.json)";
  if (!read.success) return [`schemas/sfrs/digests.json is not a record of schemas: ${back}.`];
  // A schema that is written by hand, such as financial_supplement, does not follow from the registry.
  const generated = Object.keys(read.data).filter((name) => isStatementType(name.split("/")[0]));
  const names = new Set([...Object.keys(frozen), ...(isUnfinished ? [] : generated)]);
  return [...names].flatMap((name) => {
    const entry = read.data[name];
    if (entry?.schemaSha256 !== frozen[name]) {
      return [
        `schemas/sfrs/digests.json says another digest of ${name} than was released: ${back}.`,
      ];
    }
    const isNewest = newestOf(Object.keys(read.data), name) === name;
    return entry?.isActive === isNewest
      ? []
      : [`schemas/sfrs/digests.json must have the newest schema active, and ${name} is not so.`];
  });
}

const isStatementType = (type: string | undefined) =>
  statementTypes.some((statement) => statement === type);

/** The newest of the statement that `name` is of. */
function newestOf(names: readonly string[], name: string): string | undefined {
  const type = name.split("/")[0];
  const versionOf = (one: string) => one.split("/")[1] ?? "";
  return names
    .filter((one) => one.startsWith(`${type}/`))
    .sort((a, b) => compareVersions(versionOf(a), versionOf(b)))
    .at(-1);
}

/** Each version of a schema has all lines of the one before, and requires what it required. */
function notAdditive({ schemas }: Workspace): string[] {
  return statementTypes.flatMap((type) => {
    const folder = new URL(`${type}/`, schemas);
    const versions = listReleases(folder).map((version) => ({
      type,
      version,
      text: readFileSync(new URL(`${version}.json`, folder), "utf8"),
    }));
    return versions.slice(1).flatMap((next, i) => {
      const before = versions[i];
      return before ? additionProblems(before.text, next) : [];
    });
  });
}
