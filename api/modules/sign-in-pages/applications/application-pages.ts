import { formToken, isFormToken } from "#api/auth/browser.ts";
import { type ApiError, badRequest, forbidden } from "#api/http/errors.ts";
import type { WebAnswer } from "#api/http/requests/handled.ts";
import {
  type BrowserRequest,
  findSignedIn,
  type SignedInBrowser,
  signInFirst,
} from "#api/http/signed-in.ts";
import { page } from "#api/pages/page.ts";
import {
  deleteApplication,
  listApplications,
  listGrants,
  registerApplication,
  revokeGrant,
  rotateSecret,
} from "../../oauth/service.ts";
import { accountForm, checkAccountForm, orShow } from "../account-forms.ts";
import type { RegistrationFields } from "../schemas.ts";
import {
  type ApplicationForm,
  applicationsBody,
  newSecretNote,
  registeredNote,
} from "./application-markup.ts";
import { parseRegistration, registrationFields } from "./register-form.ts";

export const applicationsAddress = "/auth/applications";

/** More are shown by the operations of the API. */
const shownMax = 100;

/** What applications may do for the person, and the person's own applications. Who is not signed in signs in first. */
export async function showApplications(asked: BrowserRequest): Promise<WebAnswer> {
  const browser = await findSignedIn(asked);
  return browser === null
    ? signInFirst(applicationsAddress)
    : applicationsPage(asked, browser, null);
}

async function applicationsPage(
  { deps }: BrowserRequest,
  browser: SignedInBrowser,
  why: ApiError | null,
  typed: RegistrationFields | null = null,
): Promise<WebAnswer> {
  const first = { limit: shownMax, offset: 0 };
  const [grants, own] = [
    await listGrants(deps, browser.caller, first),
    await listApplications(deps, browser.caller, first),
  ];
  const tokenOf = (form: ApplicationForm, id: string) => formToken(browser.secret, [form, id]);
  const register = accountForm(browser, "register-application", "", registrationFields(typed));
  const { email } = browser;
  const body = applicationsBody({ email, why: why?.message, grants, own, tokenOf, register });
  return page("Applications", body, { status: why?.status ?? 200, headers: { ...why?.headers } });
}

interface Fields {
  application_id: string;
  form_token: string;
}

/** Throws 403 for a form that this session was not shown about this application. */
async function checkForm(
  asked: BrowserRequest,
  form: ApplicationForm,
  { application_id: id, form_token: given }: Fields,
): Promise<SignedInBrowser> {
  const browser = await findSignedIn(asked);
  if (browser === null || !isFormToken(given, browser.secret, [form, id])) {
    throw forbidden("This form has expired: reload the page and try again");
  }
  return browser;
}

/** What a form does; refusals are shown on the page. */
const onPage = (asked: BrowserRequest, browser: SignedInBrowser, work: () => Promise<WebAnswer>) =>
  orShow(work, (why) => applicationsPage(asked, browser, why), applicationsAddress);

/** The page again by another request: loading it anew repeats nothing. */
const back: WebAnswer = { status: 302, headers: { location: applicationsAddress } };

export async function submitWithdrawal(asked: BrowserRequest, fields: Fields): Promise<WebAnswer> {
  const browser = await checkForm(asked, "withdraw-grant", fields);
  return onPage(asked, browser, async () => {
    await revokeGrant(asked.deps, browser.caller, fields.application_id);
    return back;
  });
}

export async function submitDeletion(
  asked: BrowserRequest,
  fields: Fields & { confirm: string },
): Promise<WebAnswer> {
  const browser = await checkForm(asked, "delete-application", fields);
  return onPage(asked, browser, async () => {
    if (fields.confirm !== "yes") throw badRequest("Select the checkbox to delete the application");
    await deleteApplication(asked.deps, browser.caller, fields.application_id);
    return back;
  });
}

export async function submitRotation(asked: BrowserRequest, fields: Fields): Promise<WebAnswer> {
  const browser = await checkForm(asked, "rotate-secret", fields);
  return onPage(asked, browser, async () => {
    const { application, clientSecret } = await rotateSecret(
      asked.deps,
      browser.caller,
      fields.application_id,
    );
    return page("A new secret", newSecretNote(application, clientSecret));
  });
}

/** Registers an application and shows its secret this once. A refusal shows the form again with what was typed. */
export async function submitRegistration(
  asked: BrowserRequest,
  fields: RegistrationFields,
): Promise<WebAnswer> {
  const browser = await checkAccountForm(asked, "register-application", fields);
  const work = async () => {
    const body = parseRegistration(fields);
    const made = await registerApplication(asked.deps, browser.caller, body);
    return page("A new application", registeredNote(made.application, made.clientSecret));
  };
  const again = (why: ApiError) => applicationsPage(asked, browser, why, fields);
  return orShow(work, again, applicationsAddress);
}
