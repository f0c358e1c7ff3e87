import { formToken, isFormToken } from "#api/auth/browser.ts";
import type { SignedInBrowser } from "#api/http/signed-in.ts";
import { type Html, html, nothing } from "#api/pages/html.ts";
import type { findFeed } from "../../watchlists/service.ts";
import type { FeedFields } from "./schemas.ts";

type Feed = Awaited<ReturnType<typeof findFeed>>;

/**
 * The part of the watchlist's page about its feed. `address` is shown this once, on the page that answers its making:
 * only a digest is stored.
 */
export function feedSection(reader: SignedInBrowser, feed: Feed, address: string | null): Html {
  return html`<h2 id="feed">Feed</h2>
${feed === null ? html`<p>A feed reader can tell you of new filings of these companies. It needs an address of its own, because it cannot sign in.</p>` : html`<p>An address for feed readers was made on <span class="nowrap">${feed.createdAt.slice(0, 10)}</span>. Who has it can read which companies you watch.</p>`}
${address === null ? nothing : html`<p role="status">This is the address. It is shown this once: copy it now.</p><p><code class="secret">${address}</code></p>`}
<div class="acts">${feed === null ? actForm(reader, feed, "make", "Make an address") : html`${actForm(reader, feed, "make", "Replace the address")}${actForm(reader, feed, "remove", "Remove the address")}`}</div>`;
}

const actForm = (
  { secret }: SignedInBrowser,
  feed: Feed,
  act: FeedFields["act"],
  text: string,
): Html =>
  html`<form method="post" action="/watchlist#feed"><input type="hidden" name="act" value="${act}"><input type="hidden" name="form_token" value="${formToken(secret, about(act, feed))}"><button>${text}</button></form>`;

/** With what is replaced: a page that is sent again does not replace the new address, too. */
const about = (act: string, feed: Feed) => ["watchlist-feed", act, feed?.createdAt ?? ""];

/** True for a form that this session was shown about the feed as it stands. */
export const isFeedForm = (
  { secret }: SignedInBrowser,
  feed: Feed,
  { act, form_token: given }: FeedFields,
): boolean => isFormToken(given, secret, about(act, feed));
