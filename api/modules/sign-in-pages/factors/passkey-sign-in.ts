import type { ApiError } from "#api/http/errors.ts";
import type { WebAnswer } from "#api/http/requests/handled.ts";
import type { BrowserRequest } from "#api/http/signed-in.ts";
import { activeAccount } from "#api/modules/accounts/service.ts";
import {
  requestOptions,
  signedPasskey,
  spendPasskey,
} from "#api/modules/second-factors/service.ts";
import { html } from "#api/pages/html.ts";
import { passkeyFields, passkeyScript } from "#api/pages/passkey.ts";
import { enter } from "../enter.ts";
import { checkForm, formPage, orAgain } from "../form-page.ts";
import { form, hidden } from "../pages.ts";
import { ownAddress } from "../return-address.ts";
import { parseField } from "./parse-field.ts";

/** The page on which a person signs in with a passkey alone. */
export async function showPasskeySignIn(
  asked: BrowserRequest,
  wanted: string,
  why: ApiError | null = null,
): Promise<WebAnswer> {
  const options = await requestOptions(asked.deps, null);
  const fields = html`${hidden("return_to", ownAddress(wanted))}${passkeyFields("get", options, "Use a passkey")}`;
  return formPage(
    asked,
    "passkey-sign-in",
    "Sign in with a passkey",
    (token, message) => html`${form("passkey-sign-in", token, message, fields)}
<p><a href="/auth/sign-in">Sign in with your password</a></p>`,
    { why, script: passkeyScript },
  );
}

export function submitPasskeySignIn(
  asked: BrowserRequest,
  fields: { passkey: string; return_to: string; form_token: string },
): Promise<WebAnswer> {
  checkForm(asked, "passkey-sign-in", fields.form_token);
  const { deps, from } = asked;
  const returnTo = ownAddress(fields.return_to);
  const work = () =>
    deps.transaction(async (within) => {
      const signed = parseField(signedPasskey, fields.passkey);
      const userId = await spendPasskey(within, null, signed);
      const account = await activeAccount(within, userId);
      return enter({ deps: within, from }, { account, returnTo });
    });
  return orAgain(work, (why) => showPasskeySignIn(asked, returnTo, why));
}
