import type { IngestContext } from "../context.ts";
import { listDay, listNewest } from "../sources/edgar/list.ts";
import type { AnnouncedFiling } from "../sources/source.ts";
import { listUnknownFilings } from "../store/filings.ts";

/** The followed companies: these, or every company that files statements. */
export type Scope = { kind: "all" } | { kind: "some"; ciks: ReadonlySet<string> };

const pagesMax = 10;

/** Forms that can change a company's facts or its profile. */
const relevantForm =
  /^(10-K|10-KT|10-Q|10-QT|20-F|40-F|6-K|8-K|15-12B|15-12G|15-15D|25|25-NSE)(\/A)?$/;

/**
 * The companies in scope with new filings in the feed. Reads pages until one has nothing new, at most ten; the daily
 * index finds the rest.
 */
export async function pollFeed(scope: Scope, context: IngestContext): Promise<string[]> {
  const ciks = new Set<string>();
  let pages = 0;
  for await (const entries of listNewest(context)) {
    const fresh = await companiesWithNews(entries, scope, context);
    for (const cik of fresh) ciks.add(cik);
    pages += 1;
    if (fresh.length === 0 || pages === pagesMax) break;
  }
  return [...ciks].sort();
}

/** The companies in scope with new filings in the index of that day (ISO date). */
export async function readDailyIndex(
  date: string,
  scope: Scope,
  context: IngestContext,
): Promise<string[]> {
  return companiesWithNews(await listDay(context, date), scope, context);
}

/** The companies with new filings since that day (ISO date). */
export async function listFiledSince(
  ciks: readonly string[],
  since: string,
  context: IngestContext,
): Promise<string[]> {
  const followed = new Set(ciks);
  const announced: AnnouncedFiling[] = [];
  for await (const filing of context.source.list(since)) {
    if (followed.has(filing.cik)) announced.push(filing);
  }
  const withNews = new Set(
    await companiesWithNews(announced, { kind: "some", ciks: followed }, context),
  );
  return ciks.filter((cik) => withNews.has(cik));
}

async function companiesWithNews(
  entries: readonly AnnouncedFiling[],
  scope: Scope,
  context: IngestContext,
): Promise<string[]> {
  const relevant = entries.filter(
    ({ cik, form }) => relevantForm.test(form) && (scope.kind === "all" || scope.ciks.has(cik)),
  );
  const unknown = await listUnknownFilings(context.database.pool, relevant);
  return [...new Set(unknown.map(({ cik }) => cik))].sort();
}
