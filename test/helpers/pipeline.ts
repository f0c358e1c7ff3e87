import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openArchive } from "#ingest/archive.ts";
import { type BuildPool, openBuildPool } from "#ingest/builder/build-pool.ts";
import type { IngestContext } from "#ingest/context.ts";
import type { ExtractStore } from "#ingest/extracts/extracted-company.ts";
import { createUpstreamBudget } from "#ingest/http/upstream-budget.ts";
import { createHttp, type Http } from "#ingest/http.ts";
import { sampleVia } from "#ingest/sample/companies.ts";
import { readFigures } from "#ingest/sample/figures.ts";
import { createEdgarSource } from "#ingest/sources/edgar/index.ts";
import type { PackageSetting, Source } from "#ingest/sources/source.ts";
import { loadRegistry } from "#registry/current/load.ts";
import type { Database } from "#schemas/database/db.ts";
import { openTestDatabase } from "./database.ts";
import {
  type Fault,
  type Regulator,
  type RegulatorOptions,
  startRegulator,
} from "./regulator/regulator.ts";
import { whenDone } from "./when-done.ts";

export const apple = "0000320193";
export const jpmorgan = "0000019617";
export const tsmc = "0001046179";
export const nikola = "0001731289";

export interface TestPipeline {
  context: IngestContext;
  /** Where its archive is. */
  archiveUrl: string;
  /** What extracts are made from. */
  extractStore: ExtractStore;
  regulator: Regulator;
  /** What the regulator does instead of answering, by the beginning of the path; empty for nothing. */
  faults: Map<string, Fault>;
  /** Sets the clock of the pipeline. */
  setTime(iso: string): void;
  /** Names of the boundaries passed so far. */
  boundaries: string[];
}

export interface TestPipelineOptions {
  database?: Database;
  builder?: BuildPool;
  /** Companies the regulator knows; default Apple only. */
  ciks?: readonly string[];
  boundary?: (name: string) => void;
  /** Which packages of filings are fetched; default none. */
  packages?: PackageSetting;
  /** Sources beside EDGAR. */
  sources?: (http: Http) => readonly Source[];
  /** What the regulator has of single filings, and its data sets. */
  archives?: RegulatorOptions["archives"];
}

/** One build thread for all files of this process: to start one takes longer than most builds. */
let sharedBuilder: BuildPool | undefined;

/** The whole pipeline over the bundled sample, an own database and an own archive; closed after the test or the file that opens it. */
export async function openTestPipeline(options: TestPipelineOptions = {}): Promise<TestPipeline> {
  const companies = await Promise.all((options.ciks ?? [apple]).map((cik) => readFigures(cik)));
  const faults: TestPipeline["faults"] = new Map();
  const regulator = await startRegulator({
    companies,
    archives: options.archives ?? {},
    faults: ({ path }) => [...faults].find(([start]) => path.startsWith(start))?.[1] ?? null,
  });
  const database = options.database ?? (await openTestDatabase());
  const folder = await mkdtemp(join(tmpdir(), "tenk-archive-"));
  const boundaries: string[] = [];
  let time = new Date("2026-03-01T12:00:00.000Z");
  const now = () => time;
  const hosts = { data: regulator.url, www: regulator.url };
  const http = createHttp({
    userAgent: "Tenk tests tests@localhost.invalid",
    budget: createUpstreamBudget(database.db, { name: "test", perSecond: 200 }),
    now,
    sleep: async () => {},
  });
  sharedBuilder ??= openBuildPool();
  const builder = options.builder ?? sharedBuilder;
  const context: IngestContext = {
    database,
    archive: openArchive(folder),
    http,
    sources: [
      createEdgarSource({ http, hosts, now, via: sampleVia }),
      ...(options.sources?.(http) ?? []),
    ],
    hosts,
    via: sampleVia,
    packages: options.packages ?? { count: 0, isOnlyBeyondDataSets: false },
    registry: loadRegistry(),
    builder,
    now,
    log: { info() {}, warn() {}, error() {} },
    boundary(name) {
      boundaries.push(name);
      options.boundary?.(name);
    },
  };
  whenDone(async () => {
    await options.builder?.close();
    await http.close();
    await regulator.close();
    if (!options.database) await database.close();
    await rm(folder, { recursive: true, force: true });
  });
  const { archive, registry } = context;
  return {
    context,
    archiveUrl: folder,
    extractStore: { db: database.pool, archive, registry },
    regulator,
    faults,
    boundaries,
    setTime(iso) {
      time = new Date(iso);
    },
  };
}

/** The same pipeline where the regulator's documents come from somewhere else: a mirror, or the regulator itself (null). */
export const withVia = (context: IngestContext, via: string | null): IngestContext => ({
  ...context,
  via,
  sources: context.sources.map((source) => ({ ...source, via })),
});
