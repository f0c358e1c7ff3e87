import type { Answer } from "#api/and-then.ts";
import { formToken, isFormToken } from "#api/auth/browser.ts";
import { makeSecret } from "#api/auth/secret.ts";
import { forbidden } from "#api/http/errors.ts";
import type { WebAnswer } from "#api/http/requests/handled.ts";
import {
  findSignedIn,
  type BrowserRequest as Given,
  type SignedInBrowser,
  signInFirst,
} from "#api/http/signed-in.ts";
import { html } from "#api/pages/html.ts";
import { isStarred, star, unstar } from "../../watchlists/service.ts";
import { baseOf } from "../company-frame.ts";
import { type Shown, withOwn } from "../own-place.ts";
import { findAddressed, movedTo } from "../page-address.ts";
import type { StarFields } from "./schemas.ts";

/** A company's page with the star of who is signed in; for all others the page as it is kept. */
export const withStar = <A extends Shown>(given: Given, page: Answer<A>): Answer<A | WebAnswer> =>
  withOwn(given, page, {
    id: "star",
    own: async (reader, element) => {
      const [, entityId, back] = place.exec(element) ?? [];
      if (entityId === undefined || back === undefined) return null;
      const { userId } = reader.caller;
      const isOn = await isStarred(given.deps.db, { userId, entityId });
      return starForm(reader, { entityId, back, isOn });
    },
  });

/** In the bar of a company, as it is kept for everybody: the company's id and the way to sign in. */
const place = /^<span id="star" data-of="([\w-]{36})" data-back="([^"]*)">/;

interface StarOf {
  entityId: string;
  /** Address of the page, as markup has it. */
  back: string;
  isOn: boolean;
}

/** A new token with each page: one that stayed the same could be guessed from the lengths of packed pages. */
function starForm({ secret }: SignedInBrowser, { entityId, back, isOn }: StarOf): string {
  const nonce = makeSecret();
  const act = isOn ? "remove" : "add";
  const path = back.replace(/(\/companies\/[^/?]+).*/, "$1");
  return html`<form id="star" method="post" action="${{ html: path }}/star"><input type="hidden" name="act" value="${act}"><input type="hidden" name="back" value="${{ html: back }}"><input type="hidden" name="nonce" value="${nonce}"><input type="hidden" name="form_token" value="${formToken(secret, about(entityId, act, nonce))}"><button aria-pressed="${String(isOn)}" title="${isOn ? "Take it off your watchlist" : "Put it on your watchlist"}">${isOn ? "★" : "☆"} Watch</button></form>`
    .html;
}

const about = (entityId: string, act: string, nonce: string) => ["star", entityId, act, nonce];

/**
 * Puts the company on the person's watchlist or takes it off, and sends the browser back to the page. Who is no longer
 * signed in signs in first. Throws 404 for an unknown company and 403 for a form that this session was not shown.
 */
export async function submitStar(
  { deps, from }: Given,
  company: string,
  { act, back, nonce, form_token: given }: StarFields,
): Promise<WebAnswer> {
  const profile = await findAddressed(deps, company);
  const base = baseOf({ profile });
  const entityId = profile.entity.id;
  const reader = await findSignedIn({ deps, from });
  if (reader === null) return signInFirst(base);
  if (!isFormToken(given, reader.secret, about(entityId, act, nonce))) {
    throw forbidden("This form has expired: reload the page and try again");
  }
  const { userId } = reader.caller;
  await (act === "add" ? star : unstar)(deps.db, { userId, entityId });
  return movedTo(isOf(base, back) ? back : base);
}

/** True for an address of a page of the company. */
const isOf = (base: string, address: string) =>
  /^[!-[\]-~]+$/.test(address) &&
  (address === base || [`${base}/`, `${base}?`].some((start) => address.startsWith(start)));
