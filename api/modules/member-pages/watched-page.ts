import { filingIndexUrl } from "#schemas/filing-address.ts";
import type { Deps } from "../../deps.ts";
import type { Sender } from "../../http/endpoint.ts";
import { unauthorized } from "../../http/errors.ts";
import type { WebAnswer } from "../../http/requests/handled.ts";
import { findSignedIn, signInFirst } from "../../http/signed-in.ts";
import { type Html, html } from "../../pages/html.ts";
import { page } from "../../pages/page.ts";
import {
  listWatched,
  listWatchedFilings,
  type WatchedCompany,
  type WatchedFiling,
} from "../watchlists/service.ts";

const filingsShown = 60;

/**
 * The companies on a person's watchlists and their newest filings. Who is not signed in signs in first. Throws 401 with
 * an external issuer.
 */
export async function showWatched({
  deps,
  from,
}: {
  deps: Deps;
  from: Sender;
}): Promise<WebAnswer> {
  const reader = await findSignedIn({ deps, from });
  if (reader === null) {
    if (deps.auth !== null) throw unauthorized();
    return signInFirst("/watchlist");
  }
  const { userId } = reader.caller;
  const [companies, filings] = await Promise.all([
    listWatched(deps.db, userId),
    listWatchedFilings(deps.db, userId, filingsShown),
  ]);
  const body =
    companies.length === 0
      ? html`<p role="status">No company is on your watchlist. The star beside the name on a company's page puts it here.</p>`
      : html`${filingsTable(filings)}${companiesTable(companies)}`;
  return page("Watchlist", body, { width: "wide" });
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

/** The filing's statements as printed where they are at hand, else the filing at the regulator. */
function filingAddress(
  of: Pick<WatchedFiling, "slug" | "cik" | "accession" | "isPrinted">,
): string {
  const { slug, cik, accession, isPrinted } = of;
  const own = `/companies/${slug}/filings`;
  return isPrinted ? `${own}/${accession}` : (filingIndexUrl({ cik, accession }) ?? own);
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
<div class="scroll" role="region" aria-label="${name}" tabindex="0"><table><thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead><tbody>
${rows}</tbody></table></div>`;
