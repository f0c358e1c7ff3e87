import { formSecret, formToken, isFormToken, readCookie } from "../../auth/browser.ts";
import { ApiError, forbidden } from "../../http/errors.ts";
import type { WebAnswer } from "../../http/requests/handled.ts";
import type { BrowserRequest } from "../../http/signed-in.ts";
import type { Html } from "../../pages/html.ts";
import { page } from "../../pages/page.ts";
import type { FormName } from "./pages.ts";

/** A page with a form that only this browser can send; with why it was refused before. */
export function formPage(
  { deps, from }: BrowserRequest,
  name: FormName,
  title: string,
  body: (formToken: string, why: string | null) => Html,
  { why = null, script }: { why?: ApiError | null; script?: string } = {},
): WebAnswer {
  const { secret, setCookie } = formSecret(from.headers, deps.publicUrl);
  const headers = { ...setCookie, ...why?.headers };
  const shown = body(formToken(secret, [name]), why?.message ?? null);
  return page(title, shown, { status: why?.status ?? 200, headers, script });
}

/** Throws 403 for a form that this browser was not shown: another site may have made it. */
export function checkForm({ deps, from }: BrowserRequest, name: FormName, given: string): void {
  const secret = readCookie(from.headers, "form", deps.publicUrl);
  if (secret === null || !isFormToken(given, secret, [name])) {
    throw forbidden("This form has expired: reload the page and try again");
  }
}

/** Does what a form asks. An error that the person can correct shows the form again. */
export async function orAgain(
  work: () => Promise<WebAnswer>,
  again: (why: ApiError) => WebAnswer | Promise<WebAnswer>,
): Promise<WebAnswer> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return again(error);
    throw error;
  }
}
