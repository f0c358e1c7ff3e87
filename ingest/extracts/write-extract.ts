import { randomUUID } from "node:crypto";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { FolderInUseError, lockFolder } from "#schemas/database/folder-lock.ts";
import { makeFolder } from "#schemas/storage/private-folder.ts";
import { engineVersion } from "../builder/engine-version.ts";
import type { Queryable } from "../store/transaction.ts";
import { registryRows } from "./company-rows.ts";
import { createDuckFile } from "./duck-file.ts";
import type { ExtractedCompany, ExtractStore } from "./extracted-company.ts";
import { extractMacros } from "./macros.ts";
import {
  type Builds,
  buildsPath,
  describeFile,
  digestOf,
  duckFileName,
  type ExtractFile,
  isWhole,
  type Manifest,
  PartOfExtractError,
  readManifest,
  replaceExtract,
  replacesWhole,
  sweep,
  unfinished,
} from "./manifest.ts";
import { metricDefinitionRows } from "./metrics/metric-rows.ts";
import { type PlannedPart, planParts } from "./parts/plan-parts.ts";
import { copyToParquet, linkPart, writePart } from "./parts/write-part.ts";
import { companiesPerPart, countParts } from "./parts.ts";
import { appendCloses, takePrices } from "./prices/take-prices.ts";
import { appendCompany, listExtracted, withHistory } from "./read-company.ts";
import { withStaging } from "./staging.ts";
import { extractForm, extractTables, type TableName } from "./tables.ts";
import { dictionaryPage, dictionaryPath, dictionaryRows } from "./views/dictionary.ts";
import { wideViews } from "./views/wide.ts";

export interface ExtractOptions {
  /** Folder of the extract; made where there is none. */
  out: string;
  /** `parquet`: Parquet alone; `both`: and a DuckDB file of views over it; `duckdb`: one DuckDB file of tables. */
  format: Manifest["format"];
  /** Only companies with documents fetched on this ISO date or later; null for all. */
  since: string | null;
  /**
   * Whether the extract also says what each line was known to be on each day. An extract that does goes on doing so,
   * whatever the next writer asks for.
   */
  history?: boolean;
  /** Called after each company that is read; false ends the work, and the old extract stays. */
  onCompany: (done: number, total: number) => boolean;
  /** Replaces the usual number of companies in a part. */
  perPart?: number;
}

export type ExtractOutcome =
  | { kind: "unchanged"; manifest: Manifest }
  /** `companiesRead`: those whose rows were made anew; `filesReused`: those that are as in the extract before. */
  | { kind: "written"; manifest: Manifest; companiesRead: number; filesReused: number }
  /** `before`: the extract that is still in place; null where there is none. */
  | { kind: "interrupted"; before: Manifest | null };

/**
 * Writes everything stored as files for analysts. The new extract stands beside the old one and replaces it by the
 * renaming of one file, so that a reader has the one or the other; nothing is written where nothing has changed.
 * Otherwise only companies that changed are read, and files without any of them are taken over as they are.
 * One process at a time writes to a folder: throws where another one does. Throws PartOfExtractError where a part
 * (`since`) would take the place of a whole extract.
 */
export async function writeExtract(
  store: ExtractStore,
  options: ExtractOptions,
): Promise<ExtractOutcome> {
  const { db, registry } = store;
  const { out } = options;
  makeFolder(out);
  const lock = takeFolder(out);
  try {
    const old = await readManifest(out);
    const hasHistory = options.history === true || old?.hasHistory === true;
    const listed = await listExtracted(db, options.since);
    const withKnown = hasHistory ? listed.map(withHistory) : listed;
    const { companies, closes } = await takePrices(store, withKnown);
    if (replacesWhole(options, old)) throw new PartOfExtractError(out);
    await sweep(out);
    const sourceDigest = digestOf([
      extractForm,
      extractMacros,
      wideViews(registry).map(({ sql }) => sql),
      options.format,
      options.since,
      registry.registrySha256,
      companies.map(({ cik, state }) => [cik, state]),
      closes,
    ]);
    if (old?.sourceDigest === sourceDigest && (await isWhole(out, old))) {
      return { kind: "unchanged", manifest: old };
    }
    return await writeAnew({ store, options, companies, hasHistory, old, sourceDigest });
  } finally {
    lock.release();
  }
}

function takeFolder(out: string): { release(): void } {
  try {
    return lockFolder(out);
  } catch (error) {
    if (!(error instanceof FolderInUseError)) throw error;
    throw new Error(`${error.holder} is writing an extract to ${out}`);
  }
}

interface Work {
  store: ExtractStore;
  options: ExtractOptions;
  companies: ExtractedCompany[];
  hasHistory: boolean;
  old: Manifest | null;
  sourceDigest: string;
}

async function writeAnew(work: Work): Promise<ExtractOutcome> {
  const { store, options, companies, hasHistory, old, sourceDigest } = work;
  const { db, registry } = store;
  const { out, format, since, perPart = companiesPerPart } = options;
  const parts = countParts(companies.length, old?.parts ?? null, perPart);
  const aside = join(out, `${unfinished}${randomUUID()}`);
  await mkdir(aside);
  try {
    const planned = await planParts(out, { companies, parts, old, registry });
    const written = await writeFiles(aside, { ...work, planned });
    if (written === null) return { kind: "interrupted", before: old };
    const writtenAt = await timeOf(db);
    const manifest: Manifest = {
      folder: `extract-${writtenAt.replace(/\D/g, "").slice(0, 17)}-${sourceDigest.slice(0, 8)}`,
      writtenAt,
      asOf: newestOf(companies),
      since,
      hasHistory,
      format,
      registryVersion: registry.registryVersion,
      registrySha256: registry.registrySha256,
      engineVersion,
      sourceDigest,
      form: extractForm,
      parts,
      companies: companies.length,
      ...written,
    };
    await replaceExtract(out, aside, { manifest, before: old?.folder ?? null });
    const oldFiles = new Set(old?.files.map(({ path, sha256 }) => `${path} ${sha256}`));
    return {
      kind: "written",
      manifest,
      companiesRead: planned.reduce((sum, { changed }) => sum + changed.length, 0),
      filesReused: manifest.files.filter((f) => oldFiles.has(`${f.path} ${f.sha256}`)).length,
    };
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}

/** The database's time. */
async function timeOf(db: Queryable): Promise<string> {
  const { rows } = await db.query("select now() as at");
  return new Date(rows[0].at).toISOString();
}

function newestOf(companies: readonly ExtractedCompany[]): string | null {
  return companies.reduce<string | null>(
    (newest, { sourcesAt }) => (newest !== null && newest > sourcesAt ? newest : sourcesAt),
    null,
  );
}

interface PlannedWork extends Work {
  planned: PlannedPart[];
}

/** All files of the extract with the rows per table; null when interrupted. */
async function writeFiles(
  aside: string,
  work: PlannedWork,
): Promise<Pick<Manifest, "files" | "rows"> | null> {
  const { format } = work.options;
  const tables = await writeWholeTables(aside, work);
  const parts = await writeParts(aside, work);
  if (parts === null) return null;
  const parquet = [...tables, ...parts];
  const rows = rowsByTable(parquet);
  const others: ExtractFile[] = [];
  if (format !== "duckdb") {
    await writeFile(join(aside, dictionaryPath), dictionaryPage(work.store.registry));
    others.push(await describeFile(aside, dictionaryPath, null));
    others.push(await writeBuilds(aside, work.planned));
  }
  if (format !== "parquet") {
    const kind = format === "both" ? "views" : "tables";
    const views = wideViews(work.store.registry);
    await createDuckFile(aside, { path: join(aside, duckFileName), kind, files: parquet, views });
    others.push(await describeFile(aside, duckFileName, null));
  }
  if (format !== "duckdb") return { files: [...parquet, ...others], rows };
  // The file has all rows in itself.
  for (const { name } of extractTables) {
    await rm(join(aside, name), { recursive: true, force: true });
    await rm(join(aside, `${name}.parquet`), { force: true });
  }
  return { files: others, rows };
}

function rowsByTable(files: readonly ExtractFile[]): Record<TableName, number> {
  const counts = extractTables.map(({ name }) => {
    const own = files.filter(({ path }) => /^\w+/.exec(path)?.[0] === name);
    return [name, own.reduce((sum, { rows }) => sum + (rows ?? 0), 0)];
  });
  return Object.fromEntries(counts) as Record<TableName, number>;
}

/** The tables of one file each: they are small. */
async function writeWholeTables(aside: string, { store, companies }: Work): Promise<ExtractFile[]> {
  const { concepts, mappings } = registryRows(store.registry);
  return withStaging(aside, async (staging) => {
    staging.append(
      "companies",
      companies.map(({ row }) => row),
    );
    await appendCloses(store, companies, staging);
    staging.append("registry_concepts", concepts);
    staging.append("registry_mappings", mappings);
    staging.append("metric_definitions", metricDefinitionRows);
    staging.append("dictionary", dictionaryRows(store.registry));
    staging.finish();
    const files: ExtractFile[] = [];
    for (const { name, layout, order } of extractTables) {
      if (layout !== "whole") continue;
      const path = `${name}.parquet`;
      const rows = await copyToParquet(staging.connection, {
        rows: `FROM ${name} ORDER BY ${order.join(", ")}`,
        path: join(aside, path),
      });
      files.push(await describeFile(aside, path, rows));
    }
    return files;
  });
}

/** Null when interrupted. */
async function writeParts(
  aside: string,
  { store, options, planned, hasHistory }: PlannedWork,
): Promise<ExtractFile[] | null> {
  const files: ExtractFile[] = [];
  const total = planned.reduce((sum, { changed }) => sum + changed.length, 0);
  let done = 0;
  for (const { part, changed, keptCiks, before, from, isSame } of planned) {
    const work = { part, from, to: aside, before, keptCiks };
    if (isSame) {
      files.push(...(await linkPart(work)));
      continue;
    }
    const written = await withStaging(aside, async (staging) => {
      for (const company of changed) {
        await appendCompany(store, company, staging, { hasHistory });
        done += 1;
        if (!options.onCompany(done, total)) return null;
      }
      staging.finish();
      return writePart(staging.connection, work);
    });
    if (written === null) return null;
    files.push(...written);
  }
  return files;
}

async function writeBuilds(aside: string, planned: readonly PlannedPart[]): Promise<ExtractFile> {
  const builds: Builds[] = planned.map(({ builds: own }) => own);
  await writeFile(join(aside, buildsPath), `${JSON.stringify({ parts: builds }, null, 1)}\n`);
  return describeFile(aside, buildsPath, null);
}
