import type { ApiError } from "../http/errors.ts";
import { type Html, html, nothing } from "./html.ts";
import { layout } from "./layout.ts";

const titles: Record<number, string> = {
  400: "That address asks for something else",
  401: "Please sign in",
  403: "This is not open to you",
  404: "There is no such page",
  429: "Too many requests",
  503: "One moment",
};

/**
 * What a browser is shown instead of a page: the same sentence that clients of the API get. One that is still being made
 * asks again by itself, as its Retry-After says.
 */
export function errorPage(
  { status, message, page, headers }: ApiError,
  { id, method }: { id: string; method: string },
): string {
  const wait = status === 503 && method === "GET" ? headers["retry-after"] : undefined;
  const title = titles[status] ?? (status < 500 ? "That did not work" : "Something went wrong");
  const signIn = html`<p><a class="button" href="/auth/sign-in">Sign in</a></p>`;
  return layout({
    title,
    width: "narrow",
    isEnhanced: true,
    ...(wait === undefined ? {} : { refreshAfter: wait }),
    body: html`<h1>${title}</h1><p role="alert">${page?.message ?? message}</p>${status === 401 ? signIn : ""}
${wait === undefined ? nothing : html`<p><progress aria-label="In work"></progress></p><p>This page asks again every ${wait} seconds.</p>`}
${meantList(page?.links ?? [])}
<p>Look for a company by its name or ticker above, or go to the <a href="/">first page</a>.</p>
<p class="soft small">Request ${id}</p>`,
  });
}

/** Pages that may have been meant. */
const meantList = (links: readonly { href: string; text: string }[]): Html =>
  links.length === 0
    ? nothing
    : html`<h2>Did you mean</h2><ul>${links.map(({ href, text }) => html`<li><a href="${href}">${text}</a></li>`)}</ul>`;
