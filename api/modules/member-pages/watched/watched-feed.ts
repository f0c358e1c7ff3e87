import { absoluteUrl } from "#api/absolute-url.ts";
import type { Deps } from "#api/deps.ts";
import { notFound } from "#api/http/errors.ts";
import type { StoredBytes } from "#api/http/requests/handled.ts";
import { type AtomEntry, atomBytes } from "#api/pages/atom.ts";
import { filingIndexUrl } from "#schemas/filing-address.ts";
import {
  findFeedByHash,
  listWatchedFilings,
  type WatchedFiling,
} from "../../watchlists/service.ts";

const entriesMax = 60;

/** Where a feed reader asks; who has the token needs no sign-in. */
export const feedAddress = ({ publicUrl }: Pick<Deps, "publicUrl">, token: string): string =>
  `${publicUrl}/watchlist/feeds/${token}`;

/**
 * The newest filings of the companies that the person of the token watches, as an Atom feed. Throws 404 for a token that
 * was replaced or removed, and for that of a suspended account.
 */
export async function showWatchedFeed(deps: Deps, token: string): Promise<StoredBytes> {
  const feed = await findFeedByHash(deps.db, deps.credentials.hashSecret(token));
  if (feed === null) throw notFound("Feed");
  const filings = await listWatchedFilings(deps.db, feed.userId, entriesMax);
  const entries = filings.map((one) => entryOf(one, deps));
  const page = `${deps.publicUrl}/watchlist`;
  const updated = entries.map((one) => one.updated).sort();
  return atomBytes(
    {
      id: `urn:uuid:${feed.id}`,
      title: "Watchlist: new filings",
      updated: updated.at(-1) ?? feed.createdAt,
      self: feedAddress(deps, token),
      page,
      entries,
    },
    "private",
  );
}

function entryOf(filing: WatchedFiling, { publicUrl }: Pick<Deps, "publicUrl">): AtomEntry {
  const { name, cik, accession, form, filed, period } = filing;
  const about = period === null ? "" : `, about the period to ${period}`;
  return {
    id: `tag:tenk,2026:filing/${cik}/${accession}`,
    title: `${name}: ${form} filed ${filed}`,
    updated: timeOf(filing),
    category: form,
    link: absoluteUrl(filingAddress(filing), publicUrl) ?? publicUrl,
    text: `Form ${form}, accession ${accession}${about}`,
  };
}

const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** When the regulator took it; the beginning of its day where the index says no time. */
const timeOf = ({ acceptedAt, filed }: WatchedFiling): string =>
  acceptedAt !== null && isTime.test(acceptedAt) ? acceptedAt : `${filed}T00:00:00Z`;

/** The filing's statements as printed where they are at hand, else the filing at the regulator. */
export function filingAddress(
  of: Pick<WatchedFiling, "slug" | "cik" | "accession" | "isPrinted">,
): string {
  const { slug, cik, accession, isPrinted } = of;
  const own = `/companies/${slug}/filings`;
  return isPrinted ? `${own}/${accession}` : (filingIndexUrl({ cik, accession }) ?? own);
}
