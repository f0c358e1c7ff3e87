import { type Html, html } from "./html.ts";
import { divideAt } from "./kept-place.ts";
import { queryText } from "./query.ts";

/** In the header of a page as it is kept for everybody: the way to sign in, and back to the page. */
export const unknownReader = (address: string | undefined): Html =>
  html`<span id="reader"><a href="/auth/account${queryText({ return_to: address })}">Sign in</a></span>`;

/** The page with the name of its signed-in reader in its header, and the ways to what is theirs. */
export function withReader(page: string, name: string): string {
  const divided = divideAt(page, "reader");
  if (!divided) return page;
  const own = html`<span id="reader"><a href="/watchlist">Watchlist</a><a href="/auth/account" class="name" title="Account of ${name}">${name}</a></span>`;
  return `${divided.before}${own.html}${divided.after}`;
}
