import { canonicalTicker } from "#schemas/ticker.ts";
import type { TickerListing } from "../builder/build-pool.ts";
import type { IngestContext } from "../context.ts";
import { GoneError, ParseError } from "../errors.ts";
import { parseTickers } from "../sources/edgar/tickers.ts";
import { tickersExchangeUrl, tickersUrl } from "../sources/edgar/urls.ts";
import { companyKeyOf } from "../sources/known.ts";
import { findTickerList, quarantineDocuments } from "../store/documents.ts";
import { listGone } from "../store/fetch-state.ts";
import type { Queryable } from "../store/transaction.ts";
import { fetchDocument } from "./fetch-document.ts";
import { isReadable } from "./fetch-lost.ts";

interface TickerList {
  digest: string;
  byCik: ReadonlyMap<string, TickerListing[]>;
  /** Companies in the list's order: the largest first. */
  byTicker: ReadonlyMap<string, string>;
}

/** The list last read in this process, so that its megabytes are parsed once per version. */
const lastRead = new WeakMap<IngestContext["archive"], TickerList>();

/**
 * Fetches the regulator's ticker list if it changed, or if the archived one is damaged: the one with exchanges, or else
 * the plain one. Null, or the GoneError to report where neither is there any more: the archived list stays in use.
 * Throws SourceError.
 */
export async function refreshTickerList(context: IngestContext): Promise<GoneError | null> {
  const { pool } = context.database;
  const listInUse = await findTickerList(pool);
  if (listInUse) await isReadable(listInUse.digest, context);
  const list = { kind: "tickers", cik: null } as const;
  const fetched =
    (await fetchDocument({ ...list, url: tickersExchangeUrl }, context)) ??
    (await fetchDocument({ ...list, url: tickersUrl }, context));
  if (fetched) return null;
  const gone = await listGone(pool, [tickersExchangeUrl, tickersUrl]);
  return gone.length > 0 ? new GoneError("the ticker lists", gone) : null;
}

/** What the archived ticker list says of a company; empty when it is not listed or no list was fetched. */
export async function listingOf(
  cik: string,
  context: IngestContext,
  db: Queryable = context.database.pool,
): Promise<TickerListing[]> {
  return (await loadTickerList(context, db))?.byCik.get(cik) ?? [];
}

/** Every company of the archived ticker list, the largest first; empty before the first list. */
export async function listListedCompanies(context: IngestContext): Promise<string[]> {
  return [...((await loadTickerList(context))?.byCik.keys() ?? [])];
}

export interface ResolvedCompanies {
  /** Company keys in the order asked for, none twice. */
  ciks: string[];
  /** Names that are neither a company key of a source nor a ticker of the list. */
  unknown: string[];
}

/**
 * Tickers and CIKs to companies; case and the dot form of a ticker do not matter. Fetches the list only for
 * tickers. Throws SourceError.
 */
export async function resolveCompanies(
  names: readonly string[],
  context: IngestContext,
): Promise<ResolvedCompanies> {
  if (names.some((name) => companyKeyOf(name) === null)) await refreshTickerList(context);
  return resolveListed(names, context);
}

/** The same by the archived list, without asking the source. */
export async function resolveListed(
  names: readonly string[],
  context: IngestContext,
): Promise<ResolvedCompanies> {
  const list = await loadTickerList(context);
  const ciks = new Set<string>();
  const unknown: string[] = [];
  for (const name of names) {
    const cik = companyKeyOf(name) ?? list?.byTicker.get(canonicalTicker(name));
    if (cik) ciks.add(cik);
    else unknown.push(name);
  }
  return { ciks: [...ciks], unknown };
}

async function loadTickerList(
  context: IngestContext,
  db: Queryable = context.database.pool,
): Promise<TickerList | null> {
  const document = await findTickerList(db);
  if (!document) return null;
  const cached = lastRead.get(context.archive);
  if (cached?.digest === document.digest) return cached;
  try {
    const list = readList(document.digest, await context.archive.get(document.digest));
    lastRead.set(context.archive, list);
    return list;
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    context.log.warn({ err: error }, "a ticker list cannot be read; the previous one stays in use");
    const rejected = [{ digest: document.digest, reason: error.message }];
    await quarantineDocuments(db, null, rejected);
    return loadTickerList(context, db);
  }
}

function readList(digest: string, body: Buffer): TickerList {
  const byCik = new Map<string, TickerListing[]>();
  const byTicker = new Map<string, string>();
  for (const { cik, ticker, exchange, name } of parseTickers(body)) {
    const listing = { ticker: canonicalTicker(ticker), exchange, name };
    byCik.set(cik, [...(byCik.get(cik) ?? []), listing]);
    if (!byTicker.has(listing.ticker)) byTicker.set(listing.ticker, cik);
  }
  return { digest, byCik, byTicker };
}
