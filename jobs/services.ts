import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { checkArchiveOwner } from "#ingest/archive/archive-ownership.ts";
import { type Archive, openArchive } from "#ingest/archive.ts";
import { type BuildPool, openBuildPool } from "#ingest/builder/build-pool.ts";
import type { IngestContext } from "#ingest/context.ts";
import { createUpstreamBudget } from "#ingest/http/upstream-budget.ts";
import { createHttp, type Http, type Log } from "#ingest/http.ts";
import { sampleReportsMax, sampleVia } from "#ingest/sample/companies.ts";
import { openSampleHttp } from "#ingest/sample/sample-http.ts";
import { createEdgarSource } from "#ingest/sources/edgar/index.ts";
import { edgarHosts } from "#ingest/sources/edgar/urls.ts";
import { loadRegistry } from "#registry/current/load.ts";
import { type Config, ConfigError } from "#schemas/config/config.ts";
import { type Database, migrateDatabase, openDatabase } from "#schemas/database/db.ts";

/** Everything that a process uses, opened and closed together. */
export interface Services {
  config: Config;
  context: IngestContext;
  /** True where the bundled sample is the source, because no other is configured. */
  usesSample: boolean;
  close(): Promise<void>;
}

export interface ServiceOptions {
  log: Log;
  now?: () => Date;
  boundary?: (name: string) => void;
  /** Replaces the build threads; for tests. */
  builder?: BuildPool;
}

/**
 * Opens and migrates the database, and prepares archive, upstream and build threads. Without EDGAR_USER_AGENT and with
 * the regulator's own addresses, the bundled sample is the source. Throws ConfigError, for example for an archive of
 * another database, and FolderInUseError when another process has opened the embedded database.
 */
export async function openServices(config: Config, options: ServiceOptions): Promise<Services> {
  const usesSample = checkSource(config) === "sample";
  const archive = openArchive(config.archiveUrl);
  const registry = loadRegistry();
  const database = await openDatabase(config);
  try {
    await migrateDatabase(database);
    options.boundary?.("start:migrated");
    await checkArchiveOwner(database.pool, archive);
    const context = createContext({ config, options, archive, registry, database, usesSample });
    return { config, context, usesSample, close: () => close(context) };
  } catch (error) {
    await database.close();
    throw error;
  }
}

const sampleOnServer =
  "The bundled sample does not enter a PostgreSQL server unasked: set EDGAR_USER_AGENT for live EDGAR, or COMPANIES=sample to try Tenk out there.";

/**
 * Throws ConfigError when the source would be the bundled sample on a server without COMPANIES=sample. Called at the
 * start of processes that fetch by themselves. Other commands may run; their first fetch would fail in the same way.
 */
export function requireSource({ config, usesSample }: Services): void {
  if (usesSample && isSampleRefused(config)) throw new ConfigError(sampleOnServer);
}

const isSampleRefused = ({ databaseUrl, isSampleAsked }: Config) =>
  databaseUrl !== null && !isSampleAsked;

const sampleHttp = (config: Config, now: () => Date): Http =>
  isSampleRefused(config) ? refusingHttp : openSampleHttp(now);

/** An HTTP client that refuses every request. */
const refuse = async () => {
  throw new ConfigError(sampleOnServer);
};

const refusingHttp: Http = {
  get: refuse,
  download: refuse,
  close: async () => {},
};

/** Describes the source of companies in the first lines of a process. */
export function describeSource({ config, usesSample }: Services): string {
  return usesSample
    ? "the bundled sample (set EDGAR_USER_AGENT for live EDGAR)"
    : `${config.edgarDataUrl} and ${config.edgarWwwUrl}`;
}

/** "sample" when no source is configured. Throws when the real service is configured without a contact. */
function checkSource(config: Config): "sample" | "configured" {
  checkFolder("EDGAR_DATA_URL", config.edgarDataUrl);
  checkFolder("EDGAR_WWW_URL", config.edgarWwwUrl);
  const isTrue = [config.edgarDataUrl === edgarHosts.data, config.edgarWwwUrl === edgarHosts.www];
  if (config.edgarUserAgent !== null || !isTrue.includes(true)) return "configured";
  if (!isTrue.includes(false)) return "sample";
  throw new ConfigError(
    "EDGAR_USER_AGENT is needed because one of EDGAR_DATA_URL and EDGAR_WWW_URL is the SEC's own host: set it to your name and contact, or set both addresses to your mirror",
  );
}

/** Checks that the folder exists; otherwise a mistyped one would look like a regulator without companies. */
function checkFolder(name: string, url: string): void {
  if (!url.startsWith("file:")) return;
  const path = fileURLToPath(url);
  if (!existsSync(path)) throw new ConfigError(`${name}: there is no folder ${path}`);
}

interface Parts {
  config: Config;
  options: ServiceOptions;
  archive: Archive;
  registry: IngestContext["registry"];
  database: Database;
  usesSample: boolean;
}

const isOwnHost = (url: string) => Object.values<string>(edgarHosts).includes(url);

/** The User-Agent for mirrors. The real service requires the operator's own contact. */
const ownUserAgent = "Tenk tenk@localhost.invalid";

function createContext(parts: Parts): IngestContext {
  const { config, options, archive, registry, database, usesSample } = parts;
  const hosts = { data: config.edgarDataUrl, www: config.edgarWwwUrl };
  const via = viaOf(config, usesSample);
  const now = options.now ?? (() => new Date());
  const http = usesSample
    ? sampleHttp(config, now)
    : createHttp({
        userAgent: config.edgarUserAgent ?? ownUserAgent,
        budget: createUpstreamBudget(database.db, { name: "sec.gov" }),
        mirrors: Object.values(hosts).filter((url) => !isOwnHost(url)),
        fileRoots: Object.values(hosts).filter((url) => url.startsWith("file:")),
        log: options.log,
        now,
      });
  return {
    database,
    archive,
    packages: {
      count: packageCount(config, usesSample),
      isOnlyBeyondDataSets: config.companies === "all",
    },
    registry,
    hosts,
    via,
    now,
    http,
    sources: [createEdgarSource({ http, hosts, now, via })],
    builder: options.builder ?? openBuildPool(),
    log: options.log,
    boundary: options.boundary ?? (() => {}),
  };
}

/** The sample is asked for every package that it has, unless the operator wants none. */
function packageCount({ filingPackages }: Config, usesSample: boolean): number {
  if (!usesSample || filingPackages === 0) return filingPackages;
  return Math.max(filingPackages, sampleReportsMax);
}

/** Where documents come from, for attribution; null for the regulator's own hosts. */
function viaOf(config: Config, usesSample: boolean): string | null {
  if (usesSample) return sampleVia;
  const isOwn = config.edgarDataUrl === edgarHosts.data && config.edgarWwwUrl === edgarHosts.www;
  return isOwn ? null : "a mirror";
}

async function close(context: IngestContext): Promise<void> {
  await context.builder.close();
  await context.http.close();
  await context.database.close();
}
