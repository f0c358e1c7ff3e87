import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir, readFile, rename, rm, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { TableName } from "./tables.ts";

const extractFormats = ["both", "parquet", "duckdb"] as const;

/** What an extract is: `manifest.json` of the folder names the newest one. */
export interface Manifest {
  /** Folder of the files, beside the manifest. */
  folder: string;
  writtenAt: string;
  /** Time of the newest document that went in; null without companies. */
  asOf: string | null;
  /** Null for all companies; else the extract is a part: companies with documents archived on that day or later. */
  since: string | null;
  /** Whether `known_lines` has what was known when. */
  hasHistory: boolean;
  format: (typeof extractFormats)[number];
  registryVersion: string;
  registrySha256: string;
  engineVersion: string;
  /** Digest of everything the extract was made from: the same again is not written again. */
  sourceDigest: string;
  /** The form of tables and columns: `extractForm` of the version that wrote it. */
  form: number;
  /** How many parts the companies are divided into, by the remainder of their CIK. */
  parts: number;
  companies: number;
  rows: Record<TableName, number>;
  /** Every file; `rows` is null where a file is no table. */
  files: ExtractFile[];
}

export interface ExtractFile {
  path: string;
  sizeBytes: number;
  sha256: string;
  rows: number | null;
}

/** Which build of each company the rows are of: the digest of everything stored of it, by CIK. */
export type Builds = Record<string, string>;

/** Of each extract with Parquet: the builds of its companies, by part. */
export const buildsPath = "builds.json";

/** The one DuckDB file of an extract. */
export const duckFileName = "tenk.duckdb";

/** A part of the companies would take the place of an extract of all: readers would not see that some are missing. */
export class PartOfExtractError extends Error {
  override name = "PartOfExtractError";
  constructor(place: string) {
    super(
      `the extract in ${place} is of all companies, and --since writes only a part: choose another --out`,
    );
  }
}

/** Whether a part would take the place of a whole extract. */
export const replacesWhole = (next: Pick<Manifest, "since">, old: Manifest | null): boolean =>
  next.since !== null && old !== null && old.since === null;

/** The newest extract of a folder; null when there is none. */
export async function readManifest(out: string): Promise<Manifest | null> {
  return readJson<Manifest>(join(out, "manifest.json"));
}

/** Null where there is no such file. */
export async function readJson<T>(path: string): Promise<T | null> {
  try {
    return JSON.parse(await readFile(path, "utf8")) as T;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}

/** Whether every file of the extract is there, as large as it was written. */
export async function isWhole(out: string, { folder, files }: Manifest): Promise<boolean> {
  for (const { path, sizeBytes } of files) {
    const stats = await stat(join(out, folder, path)).catch(() => null);
    if (stats?.size !== sizeBytes) return false;
  }
  return true;
}

/** What the manifest says of a file below `folder`. */
export async function describeFile(
  folder: string,
  path: string,
  rows: number | null,
): Promise<ExtractFile> {
  const whole = join(folder, path);
  const hash = createHash("sha256");
  await pipeline(createReadStream(whole), hash);
  return { path, sizeBytes: (await stat(whole)).size, sha256: hash.digest("hex"), rows };
}

/** The manifest decides which extract is the newest: renaming it is the change. `before` stays for who still reads it. */
export async function replaceExtract(
  out: string,
  aside: string,
  { manifest, before }: { manifest: Manifest; before: string | null },
): Promise<void> {
  await rename(aside, join(out, manifest.folder));
  const next = join(out, `${unfinished}manifest-${randomUUID()}`);
  await writeFile(next, `${JSON.stringify(manifest, null, 2)}\n`);
  await rename(next, join(out, "manifest.json"));
  await pointLatest(out, manifest.folder);
  await sweep(out, [manifest.folder, before]);
}

/** A path that always leads to the newest extract of a folder. */
const latestName = "latest";

/** Replaces the link `latest` at once, so that it leads to one extract or the other. */
async function pointLatest(out: string, folder: string): Promise<void> {
  const next = join(out, `${unfinished}latest-${randomUUID()}`);
  await symlink(folder, next, "junction");
  await rename(next, join(out, latestName));
}

/** How the names of what is not finished begin. */
export const unfinished = ".writing-";

/** Removes what a killed process left and, of extracts, all but those kept. Nobody else may be writing to the folder. */
export async function sweep(out: string, keptFolders?: readonly (string | null)[]): Promise<void> {
  for (const name of await readdir(out)) {
    const isOld = name.startsWith("extract-") && keptFolders?.includes(name) === false;
    if (isOld || name.startsWith(unfinished)) {
      await rm(join(out, name), { recursive: true, force: true });
    }
  }
}

export const digestOf = (of: unknown) =>
  createHash("sha256").update(JSON.stringify(of)).digest("hex");
