import type { ApiError } from "#api/http/errors.ts";
import type { WebAnswer } from "#api/http/requests/handled.ts";
import type { BrowserRequest } from "#api/http/signed-in.ts";
import { activeAccount } from "#api/modules/accounts/service.ts";
import {
  findPendingMethods,
  finishPending,
  pendingPasskey,
  signedPasskey,
} from "#api/modules/second-factors/service.ts";
import { passkeyFields, passkeyScript } from "#api/pages/passkey.ts";
import { enter } from "../enter.ts";
import { checkForm, formPage, orAgain } from "../form-page.ts";
import { secondStepForm } from "../pages.ts";
import { ownAddress } from "../return-address.ts";
import { parseField } from "./parse-field.ts";

/** The page that asks for the second factor of a sign-in whose password was right. */
export async function secondStepPage(
  asked: BrowserRequest,
  { token, returnTo }: { token: string; returnTo: string },
  why: ApiError | null = null,
): Promise<WebAnswer> {
  const methods = await findPendingMethods(asked.deps, token);
  const byPasskey = methods.includes("passkey")
    ? passkeyFields("get", await pendingPasskey(asked.deps, token), "Use a passkey")
    : null;
  return formPage(
    asked,
    "second-factor",
    "Second factor",
    (formToken, message) => secondStepForm(formToken, message, { token, returnTo, byPasskey }),
    { why, ...(byPasskey === null ? {} : { script: passkeyScript }) },
  );
}

interface StepFields {
  token: string;
  code: string;
  passkey: string;
  return_to: string;
  form_token: string;
}

/** Finishes the sign-in with a code or a passkey. A wrong one shows the page again. */
export function submitSecondStep(asked: BrowserRequest, form: StepFields): Promise<WebAnswer> {
  checkForm(asked, "second-factor", form.form_token);
  const { deps, from } = asked;
  const { token, code } = form;
  const returnTo = ownAddress(form.return_to);
  const work = () => {
    const passkey = form.passkey === "" ? undefined : parseField(signedPasskey, form.passkey);
    const given = { token, code, passkey, address: from.address };
    return finishPending(deps, given, async (within, userId) =>
      enter({ deps: within, from }, { account: await activeAccount(within, userId), returnTo }),
    );
  };
  return orAgain(work, (why) => secondStepPage(asked, { token, returnTo }, why));
}
