import type { IngestContext } from "../context.ts";
import { formClass, originalForm } from "../facts/forms.ts";
import { sourceOf } from "../sources/known.ts";
import type { AnnouncedFiling } from "../sources/source.ts";
import { listUnknownFilings } from "../store/filings.ts";

/** The followed companies: these, or every company that files statements. */
export type Scope = { kind: "all" } | { kind: "some"; ciks: ReadonlySet<string> };

const pagesMax = 10;

/** Whether a filing can change a company's facts or its profile. */
function isRelevant({ cik, form }: AnnouncedFiling): boolean {
  const { endReporting, endListing } = sourceOf(cik).forms;
  const original = originalForm(form);
  return formClass(form) !== "other" || [...endReporting, ...endListing].includes(original);
}

/**
 * The companies in scope with new filings in the feeds. Reads pages of each until one has nothing new, at most ten; the
 * daily index finds the rest.
 */
export async function pollFeed(scope: Scope, context: IngestContext): Promise<string[]> {
  const ciks = new Set<string>();
  for (const source of context.sources) {
    let pages = 0;
    for await (const entries of source.listNewest()) {
      const fresh = await companiesWithNews(entries, scope, context);
      for (const cik of fresh) ciks.add(cik);
      pages += 1;
      if (fresh.length === 0 || pages === pagesMax) break;
    }
  }
  return [...ciks].sort();
}

/** The companies in scope with new filings in the index of that day (ISO date). */
export async function readDailyIndex(
  date: string,
  scope: Scope,
  context: IngestContext,
): Promise<string[]> {
  const lists = await Promise.all(context.sources.map((source) => source.listDay(date)));
  return companiesWithNews(lists.flat(), scope, context);
}

/** The companies with new filings since that day (ISO date). */
export async function listFiledSince(
  ciks: readonly string[],
  since: string,
  context: IngestContext,
): Promise<string[]> {
  const followed = new Set(ciks);
  const announced: AnnouncedFiling[] = [];
  for (const source of context.sources) {
    for await (const filing of source.list(since)) {
      if (followed.has(filing.cik)) announced.push(filing);
    }
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
    (filing) => isRelevant(filing) && (scope.kind === "all" || scope.ciks.has(filing.cik)),
  );
  const unknown = await listUnknownFilings(context.database.pool, relevant);
  return [...new Set(unknown.map(({ cik }) => cik))].sort();
}
