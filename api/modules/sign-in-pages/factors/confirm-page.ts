import type { ApiError } from "#api/http/errors.ts";
import type { WebAnswer } from "#api/http/requests/handled.ts";
import type { BrowserRequest, SignedInBrowser } from "#api/http/signed-in.ts";
import { stepUp } from "#api/modules/accounts/service.ts";
import { readMethods, requestOptions, signedPasskey } from "#api/modules/second-factors/service.ts";
import { type Html, html, nothing } from "#api/pages/html.ts";
import { page } from "#api/pages/page.ts";
import { passkeyFields, passkeyScript } from "#api/pages/passkey.ts";
import { hasFactor } from "#api/proof.ts";
import {
  type AccountFields,
  accountForm,
  backTo,
  backToAccount,
  checkAccountForm,
  confirmAddress,
  forSignedIn,
  orShow,
  refusal,
  statusOf,
} from "../account-forms.ts";
import { accountAddress } from "../account-page.ts";
import { codeField, hidden, password } from "../pages.ts";
import { ownAddress } from "../return-address.ts";
import { parseField } from "./parse-field.ts";

/** The page that asks for the second factor again, and then leads back to the page before. */
export const showConfirm = (asked: BrowserRequest, wanted: string): Promise<WebAnswer> =>
  forSignedIn(asked, confirmAddress, (browser) => confirmPage(asked, browser, wanted, null));

async function confirmPage(
  { deps }: BrowserRequest,
  browser: SignedInBrowser,
  wanted: string,
  why: ApiError | null,
): Promise<WebAnswer> {
  const { userId } = browser.caller;
  const returnTo = hidden("return_to", ownAddress(wanted));
  const form = (fields: Html) => accountForm(browser, "confirm", "", html`${returnTo}${fields}`);
  const methods = await readMethods(deps, userId);
  const hasPasskey = methods.includes("passkey");
  const byPasskey = hasPasskey
    ? form(passkeyFields("get", await requestOptions(deps, userId), "Use a passkey"))
    : nothing;
  const byText = (await hasFactor(deps.db, userId))
    ? html`${codeField}<button>Confirm</button>`
    : html`${password}<button>Confirm</button>`;
  return page(
    "Confirm that it is you",
    html`${refusal(why)}<p>For ten minutes you can then change what protects your account.</p>
${byPasskey}${form(byText)}${backToAccount}`,
    { ...statusOf(why), script: hasPasskey ? passkeyScript : undefined },
  );
}

export interface ConfirmFields extends AccountFields {
  code: string;
  password: string;
  passkey: string;
  return_to: string;
}

/** Checks the second factor and leads back to the page before. The page shows why a factor is refused. */
export async function submitConfirm(
  asked: BrowserRequest,
  fields: ConfirmFields,
): Promise<WebAnswer> {
  const browser = await checkAccountForm(asked, "confirm", fields);
  const { deps, from } = asked;
  const work = async () => {
    const given = (text: string) => (text === "" ? undefined : text);
    await stepUp(deps, browser.caller, {
      code: given(fields.code),
      password: given(fields.password),
      passkey: fields.passkey === "" ? undefined : parseField(signedPasskey, fields.passkey),
      address: from.address,
    });
    return backTo(ownAddress(fields.return_to) || accountAddress);
  };
  return orShow(work, (why) => confirmPage(asked, browser, fields.return_to, why), confirmAddress);
}
