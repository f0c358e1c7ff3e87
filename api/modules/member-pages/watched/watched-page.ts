import type { Deps } from "#api/deps.ts";
import type { Sender } from "#api/http/endpoint.ts";
import { forbidden, unauthorized } from "#api/http/errors.ts";
import type { WebAnswer } from "#api/http/requests/handled.ts";
import { findSignedIn, type SignedInBrowser, signInFirst } from "#api/http/signed-in.ts";
import { type Html, html } from "#api/pages/html.ts";
import { page } from "#api/pages/page.ts";
import { readProof } from "#api/proof.ts";
import {
  deleteFeed,
  findFeed,
  listWatched,
  listWatchedFilings,
  replaceFeed,
  type WatchedCompany,
  type WatchedFiling,
} from "../../watchlists/service.ts";
import { feedSection, isFeedForm } from "./feed-form.ts";
import type { FeedFields } from "./schemas.ts";
import { feedAddress, filingAddress } from "./watched-feed.ts";

const address = "/watchlist";

const filingsShown = 60;

interface Given {
  deps: Deps;
  from: Sender;
}

/**
 * The companies on a person's watchlists, their newest filings and the feed of them. Who is not signed in signs in first.
 * Throws 401 with an external issuer.
 */
export async function showWatched({ deps, from }: Given): Promise<WebAnswer> {
  const reader = await findSignedIn({ deps, from });
  if (reader !== null) return watchedPage(deps, reader, null);
  if (deps.auth !== null) throw unauthorized();
  return signInFirst(address);
}

/**
 * Makes, replaces or removes the address of the person's feed, and shows the page. Who is no longer signed in signs in
 * first. A second factor is proved before an address is made, because the address outlasts the session. Throws 403 for a
 * form that this session was not shown.
 */
export async function submitFeed({ deps, from }: Given, fields: FeedFields): Promise<WebAnswer> {
  const reader = await findSignedIn({ deps, from });
  if (reader === null) return signInFirst(address);
  const { userId } = reader.caller;
  if (!isFeedForm(reader, await findFeed(deps.db, userId), fields)) {
    throw forbidden("This form has expired: reload the page and try again");
  }
  if (fields.act === "remove") {
    await deleteFeed(deps.db, userId);
    return goTo(address);
  }
  const { hasFactor, isRecent } = await readProof(deps, reader.caller);
  if (hasFactor && !isRecent) {
    return goTo(`/auth/confirm?${new URLSearchParams({ return_to: address })}`);
  }
  const { secret, secretHash } = deps.credentials.makeSecret();
  await replaceFeed(deps.db, { userId, secretHash });
  return watchedPage(deps, reader, feedAddress(deps, secret));
}

const goTo = (location: string): WebAnswer => ({ status: 302, headers: { location } });

/** `feed` is the address of the feed where it was made just now, else null. */
async function watchedPage(
  { db }: Deps,
  reader: SignedInBrowser,
  feed: string | null,
): Promise<WebAnswer> {
  const { userId } = reader.caller;
  const [companies, filings, stored] = await Promise.all([
    listWatched(db, userId),
    listWatchedFilings(db, userId, filingsShown),
    findFeed(db, userId),
  ]);
  const lists =
    companies.length === 0
      ? html`<p role="status">No company is on your watchlist. The star beside the name on a company's page puts it here.</p>`
      : html`${filingsTable(filings)}${companiesTable(companies)}`;
  const shown = page(
    "Watchlist",
    html`<p><a href="#feed">Address for a feed reader</a></p>${lists}${feedSection(reader, stored, feed)}`,
    { width: "wide", address, feed: feed ?? undefined },
  );
  return { ...shown, hasToken: true };
}

function filingsTable(filings: readonly WatchedFiling[]): Html {
  if (filings.length === 0) {
    return html`<p role="status">No filing of these companies is at hand.</p>`;
  }
  const rows = filings.map(
    ({ name, slug, form, filed, period, ...one }) =>
      html`<tr><td class="date">${filed}</td><th scope="row"><a href="/companies/${slug}">${name}</a></th><td><a rel="noopener" href="${filingAddress({ slug, ...one })}">${form}</a></td><td class="date">${period ?? "–"}</td></tr>\n`,
  );
  return table(
    "Newest filings, without those of insiders",
    ["Filed", "Company", "Form", "Report date"],
    rows,
  );
}

function companiesTable(companies: readonly WatchedCompany[]): Html {
  const rows = companies.map(
    ({ id, name, slug, ticker, lists }) =>
      html`<tr><th scope="row"><a href="/companies/${slug}">${name}</a></th><td>${ticker ?? "–"}</td><td>${lists.join(", ")}</td><td><a href="/v2/entities/${id}/changes.atom">Atom feed</a></td></tr>\n`,
  );
  return table("Companies", ["Company", "Ticker", "Watchlist", "Changes"], rows);
}

const table = (name: string, heads: readonly string[], rows: readonly Html[]): Html =>
  html`<h2>${name}</h2>
<div class="scroll" role="region" aria-label="${name}" tabindex="0"><table class="watched"><thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead><tbody>
${rows}</tbody></table></div>`;
