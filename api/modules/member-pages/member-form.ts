import { z } from "zod";
import { formToken, isFormToken } from "../../auth/browser.ts";
import { forbidden } from "../../http/errors.ts";
import type { SignedInBrowser } from "../../http/signed-in.ts";
import { type Html, html } from "../../pages/html.ts";

/** Fields of every form of a page for members. */
export const formFields = { form_token: z.string().max(200).default("") };

export interface FormFields {
  form_token: string;
}

/** A form that this browser's session alone can send. `about` is the act and what it is about. */
export const memberForm = (
  { secret }: SignedInBrowser,
  { action, about }: { action: string; about: readonly string[] },
  fields: Html,
): Html =>
  html`<form class="act" method="post" action="${action}"><input type="hidden" name="form_token" value="${formToken(secret, about)}">${fields}</form>`;

/** Throws 403 for a form that this session was not shown about this. */
export function checkMemberForm(
  { secret }: SignedInBrowser,
  about: readonly string[],
  { form_token: given }: FormFields,
): void {
  if (isFormToken(given, secret, about)) return;
  throw forbidden("This form has expired: reload the page and try again");
}
