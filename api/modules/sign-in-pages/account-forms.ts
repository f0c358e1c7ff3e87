import { formToken, isFormToken } from "../../auth/browser.ts";
import { ApiError, forbidden } from "../../http/errors.ts";
import type { WebAnswer } from "../../http/requests/handled.ts";
import {
  type BrowserRequest,
  findSignedIn,
  type SignedInBrowser,
  signInFirst,
} from "../../http/signed-in.ts";
import { type Html, html, nothing } from "../../pages/html.ts";
import { readProof } from "../../proof.ts";

/** Forms of the pages of an account: a form is bound to the browser's session and to what it is about. */
export type AccountForm =
  | "make-key"
  | "end-key"
  | "register-application"
  | "buy-plan"
  | "open-portal"
  | "cancel-plan"
  | "end-session"
  | "choosemails"
  | "leave"
  | "start-totp"
  | "confirm-totp"
  | "remove-totp"
  | "renew-codes"
  | "add-passkey"
  | "rename-passkey"
  | "remove-passkey"
  | "administer"
  | "confirm";

/**
 * A form with a hidden field for what it is about: the id of a key or session; empty where there is nothing to choose.
 */
export const accountForm = (
  { secret }: SignedInBrowser,
  name: AccountForm,
  about: string,
  fields: Html,
): Html => html`<form method="post" action="/auth/forms/${name}">
<input type="hidden" name="id" value="${about}"><input type="hidden" name="form_token" value="${formToken(secret, [name, about])}">
${fields}
</form>`;

export interface AccountFields {
  id: string;
  form_token: string;
}

/** Throws 403 for a form that this session was not shown about this. */
export async function checkAccountForm(
  asked: BrowserRequest,
  name: AccountForm,
  { id, form_token: given }: AccountFields,
): Promise<SignedInBrowser> {
  const browser = await findSignedIn(asked);
  if (browser === null || !isFormToken(given, browser.secret, [name, id])) {
    throw forbidden("This form has expired: reload the page and try again");
  }
  return browser;
}

/** A page of the signed-in person. A browser without a session goes to sign in and comes back. */
export async function forSignedIn(
  asked: BrowserRequest,
  address: string,
  show: (browser: SignedInBrowser) => Promise<WebAnswer>,
): Promise<WebAnswer> {
  const browser = await findSignedIn(asked);
  return browser === null ? signInFirst(address) : show(browser);
}

export const confirmAddress = "/auth/confirm";

const confirmUrl = (returnTo: string) =>
  `${confirmAddress}?${new URLSearchParams({ return_to: returnTo })}`;

/** Sends a browser to prove that it is the person, and from there to the page at `returnTo`. */
export const confirmBefore = (returnTo: string): WebAnswer => backTo(confirmUrl(returnTo));

/** True where the account has a second factor that this browser has not proved just now. */
export async function needsConfirmation(
  deps: BrowserRequest["deps"],
  { caller }: SignedInBrowser,
): Promise<boolean> {
  const { hasFactor, isRecent } = await readProof(deps, caller);
  return hasFactor && !isRecent;
}

/** In the place of a form that asks for a recent proof: the way to it, and back to the page at `returnTo`. */
export const confirmFirst = (returnTo: string, what: string): Html =>
  html`<p><a class="button" href="${confirmUrl(returnTo)}">Confirm that it is you</a> to ${what}.</p>`;

/**
 * Does what a form of the page at `returnTo` asks. A missing proof sends the person to give it and back; another error
 * that the person can correct is shown on the page.
 */
export async function orShow(
  work: () => Promise<WebAnswer>,
  show: (why: ApiError) => Promise<WebAnswer>,
  returnTo: string,
): Promise<WebAnswer> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiError && error.code === "STEP_UP_REQUIRED") {
      return confirmBefore(returnTo);
    }
    if (error instanceof ApiError && error.status < 500) return show(error);
    throw error;
  }
}

/** The page again by another request: loading it anew repeats nothing. */
export const backTo = (location: string): WebAnswer => ({ status: 302, headers: { location } });

export const refusal = (why: ApiError | null): Html =>
  why === null ? nothing : html`<p role="alert">${why.message}</p>`;

export const statusOf = (why: ApiError | null) => ({
  status: why?.status ?? 200,
  headers: { ...why?.headers },
});

export const backToAccount = html`<p><a href="/auth/account">Back to the account</a></p>`;
