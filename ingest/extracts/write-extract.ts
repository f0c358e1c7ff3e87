import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { pipeline } from "node:stream/promises";
import type { Registry } from "#schemas/shapes/concept.ts";
import { engineVersion } from "../engine-version.ts";
import type { Queryable } from "../store/transaction.ts";
import { registryRows } from "./company-rows.ts";
import { createDuckFile } from "./duck-file.ts";
import { appendCompany, listExtracted } from "./read-company.ts";
import { extractForm, extractTables, type TableName } from "./tables.ts";

export const extractFormats = ["both", "parquet", "duckdb"] as const;

export interface ExtractOptions {
  /** Folder of the extract; made where there is none. */
  out: string;
  format: (typeof extractFormats)[number];
  /** Only companies with documents fetched on this ISO date or later; null for all. */
  since: string | null;
  /** Called after each company; false ends the work, and the old extract stays. */
  onCompany: (done: number, total: number) => boolean;
}

/** What an extract is: `manifest.json` of the folder names the newest one. */
export interface Manifest {
  /** Folder of the files, beside the manifest. */
  folder: string;
  writtenAt: string;
  /** Time of the newest document that went in; null without companies. */
  asOf: string | null;
  since: string | null;
  format: ExtractOptions["format"];
  registryVersion: string;
  registrySha256: string;
  engineVersion: string;
  /** Digest of everything the extract was made from: the same again is not written again. */
  sourceDigest: string;
  companies: number;
  rows: Record<TableName, number>;
  files: { path: string; sizeBytes: number; sha256: string }[];
}

export type ExtractOutcome =
  | { kind: "written" | "unchanged"; manifest: Manifest }
  | { kind: "interrupted" };

/**
 * Writes everything stored as files for analysts. The new extract stands beside the old one and replaces it by the
 * renaming of one file, so that a reader has the one or the other; nothing is written where nothing has changed.
 */
export async function writeExtract(
  db: Queryable,
  registry: Registry,
  options: ExtractOptions,
): Promise<ExtractOutcome> {
  const { out, format, since } = options;
  const companies = await listExtracted(db, since);
  const sourceDigest = digestOf([
    extractForm,
    format,
    since,
    registry.registrySha256,
    companies.map(({ cik, state }) => [cik, state]),
  ]);
  const old = await readManifest(out);
  if (old?.sourceDigest === sourceDigest) return { kind: "unchanged", manifest: old };
  const writtenAt = await timeOf(db);
  const folder = `extract-${writtenAt.replace(/\D/g, "").slice(0, 14)}-${sourceDigest.slice(0, 8)}`;
  const aside = join(out, `.writing-${randomUUID()}`);
  await mkdir(aside, { recursive: true });
  try {
    const rows = await writeFiles(db, registry, aside, { ...options, companies });
    if (rows === null) return { kind: "interrupted" };
    const manifest: Manifest = {
      folder,
      writtenAt,
      asOf: companies.reduce<string | null>((newest, { sourcesAt }) => {
        return newest !== null && newest > sourcesAt ? newest : sourcesAt;
      }, null),
      since,
      format,
      registryVersion: registry.registryVersion,
      registrySha256: registry.registrySha256,
      engineVersion,
      sourceDigest,
      companies: companies.length,
      rows,
      files: await listFiles(aside),
    };
    await replace(out, aside, manifest);
    return { kind: "written", manifest };
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}

/** The database's time. */
async function timeOf(db: Queryable): Promise<string> {
  const { rows } = await db.query("select now() as at");
  return new Date(rows[0].at).toISOString();
}

/** The rows per table; null when interrupted. */
async function writeFiles(
  db: Queryable,
  registry: Registry,
  folder: string,
  options: ExtractOptions & { companies: Awaited<ReturnType<typeof listExtracted>> },
): Promise<Manifest["rows"] | null> {
  const { companies, format, onCompany } = options;
  const path = join(folder, "tenk.duckdb");
  const file = await createDuckFile(path);
  try {
    const { concepts, mappings } = registryRows(registry);
    await file.append("registry_concepts", concepts);
    await file.append("registry_mappings", mappings);
    for (const [at, company] of companies.entries()) {
      await appendCompany(db, registry, company, file);
      if (!onCompany(at + 1, companies.length)) return null;
    }
    if (format !== "duckdb") {
      for (const { name, partition } of extractTables) {
        // A partitioned table without rows would leave no folder.
        const target = partition === null || file.counts[name] === 0 ? `${name}.parquet` : name;
        await file.copyToParquet(name, join(folder, target));
      }
    }
  } finally {
    await file.close();
  }
  if (format === "parquet") await rm(path);
  return file.counts;
}

/** The manifest decides which extract is the newest: renaming it is the change. */
async function replace(out: string, aside: string, manifest: Manifest): Promise<void> {
  await rename(aside, join(out, manifest.folder));
  const next = join(out, `.manifest-${randomUUID()}`);
  await writeFile(next, `${JSON.stringify(manifest, null, 2)}\n`);
  await rename(next, join(out, "manifest.json"));
  const extracts = (await readdir(out)).filter((name) => name.startsWith("extract-")).sort();
  // The one before stays for whoever is still reading it.
  const gone = extracts.filter((name) => name !== manifest.folder).slice(0, -1);
  for (const name of gone) await rm(join(out, name), { recursive: true, force: true });
}

/** The newest extract of a folder; null when there is none. */
export async function readManifest(out: string): Promise<Manifest | null> {
  try {
    return JSON.parse(await readFile(join(out, "manifest.json"), "utf8")) as Manifest;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}

async function listFiles(folder: string): Promise<Manifest["files"]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((e) => e.isFile()).map((e) => join(e.parentPath, e.name));
  const files: Manifest["files"] = [];
  for (const path of paths.sort()) {
    const hash = createHash("sha256");
    await pipeline(createReadStream(path), hash);
    const { size } = await stat(path);
    const name = relative(folder, path).replaceAll("\\", "/");
    files.push({ path: name, sizeBytes: size, sha256: hash.digest("hex") });
  }
  return files;
}

const digestOf = (of: unknown) => createHash("sha256").update(JSON.stringify(of)).digest("hex");
