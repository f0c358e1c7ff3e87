import type { IngestContext } from "#ingest/context.ts";
import type { Scope } from "#ingest/fetch/discovery.ts";
import {
  listListedCompanies,
  type ResolvedCompanies,
  refreshTickerList,
  resolveCompanies,
  resolveListed,
} from "#ingest/fetch/ticker-list.ts";
import { sampleCompanies } from "#ingest/sample/companies.ts";
import { listMirror } from "#ingest/sources/edgar/mirror.ts";
import { listArchivedCompanies } from "#ingest/store/build.ts";
import { isEntityKey } from "#schemas/company-key.ts";
import type { Config } from "#schemas/config/config.ts";

/**
 * The companies in COMPANIES; without it those of the sample. `unknown` lists names that do not resolve. Throws
 * SourceError when the source's list is needed and not available.
 */
export async function configuredCompanies(
  config: Config,
  context: IngestContext,
): Promise<ResolvedCompanies> {
  if (config.companies === null) {
    return { ciks: sampleCompanies.map(({ cik }) => cik), unknown: [] };
  }
  if (config.companies !== "all") return resolveCompanies(config.companies, context);
  await refreshTickerList(context);
  const folders = Object.values(context.hosts).filter((url) => url.startsWith("file:"));
  if (folders.length === 0) return { ciks: await listListedCompanies(context), unknown: [] };
  const mirrors = await Promise.all([...new Set(folders)].map((folder) => listMirror(folder)));
  return { ciks: [...new Set(mirrors.flat())].sort(), unknown: [] };
}

/** The same by the archived list, while the source does not answer. */
export async function configuredByArchive(
  config: Config,
  context: IngestContext,
): Promise<ResolvedCompanies> {
  return Array.isArray(config.companies)
    ? resolveListed(config.companies, context)
    : { ciks: await listListedCompanies(context), unknown: [] };
}

/** Every company to keep up to date: the configured ones, and those ingested by command. */
export async function followedCompanies(config: Config, context: IngestContext): Promise<string[]> {
  const { ciks } = await configuredCompanies(config, context);
  const archived = await listArchivedCompanies(context.database.pool);
  return [...new Set([...ciks, ...archived.filter((key) => !isEntityKey(key))])];
}

/** The companies whose new filings are ingested. */
export async function followedScope(config: Config, context: IngestContext): Promise<Scope> {
  if (config.companies === "all") return { kind: "all" };
  return { kind: "some", ciks: new Set(await followedCompanies(config, context)) };
}
