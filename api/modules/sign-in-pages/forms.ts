import { cookie, formSecret, formToken, isFormToken, readCookie } from "../../auth/browser.ts";
import { ApiError, forbidden } from "../../http/errors.ts";
import type { WebAnswer } from "../../http/requests/handled.ts";
import { type BrowserRequest, findSignedIn } from "../../http/signed-in.ts";
import { type Html, html } from "../../pages/html.ts";
import { page } from "../../pages/page.ts";
import {
  checkPassword,
  parseAddress,
  parseNewPassword,
  parseRegistration,
  register,
  requestPasswordReset,
  resetPassword,
  verifyEmail,
} from "../accounts/service.ts";
import { accountAddress } from "./account-page.ts";
import { applicationsAddress } from "./application-pages.ts";
import { dataAddress, mailsAddress } from "./data-pages.ts";
import { keysAddress } from "./key-pages.ts";
import {
  type FormName,
  forgottenForm,
  mailFolderNote,
  note,
  registerForm,
  resetForm,
  signedInNote,
  signInForm,
  verifyForm,
} from "./pages.ts";
import { sessionsAddress } from "./session-pages.ts";

/** A browser stays signed in for half a day; grants to applications have their own lifetime. */
const browserSeconds = 43_200;

/** A page with a form that only this browser can send; with why it was refused before. */
function formPage(
  { deps, from }: BrowserRequest,
  name: FormName,
  title: string,
  body: (formToken: string, why: string | null) => Html,
  why: ApiError | null = null,
): WebAnswer {
  const { secret, setCookie } = formSecret(from.headers, deps.publicUrl);
  const headers = { ...setCookie, ...why?.headers };
  const shown = body(formToken(secret, [name]), why?.message ?? null);
  return page(title, shown, { status: why?.status ?? 200, headers });
}

/** Throws 403 for a form that this browser was not shown: another site may have made it. */
function checkForm({ deps, from }: BrowserRequest, name: FormName, given: string): void {
  const secret = readCookie(from.headers, "form", deps.publicUrl);
  if (secret === null || !isFormToken(given, secret, [name])) {
    throw forbidden("This form is not from here, or too old: open the page again");
  }
}

/** Does what a form asks. An error that the person can correct shows the form again. */
async function orAgain(
  work: () => Promise<WebAnswer>,
  again: (why: ApiError) => WebAnswer,
): Promise<WebAnswer> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return again(error);
    throw error;
  }
}

export async function showSignIn(asked: BrowserRequest, wanted: string): Promise<WebAnswer> {
  const returnTo = ownAddress(wanted);
  const email = returnTo === "" ? ((await findSignedIn(asked))?.email ?? null) : null;
  return email === null ? signInPage(asked, { email: "", returnTo }) : signedInPage(asked, email);
}

const signInPage = (
  asked: BrowserRequest,
  given: { email: string; returnTo: string },
  why: ApiError | null = null,
) =>
  formPage(asked, "sign-in", "Sign in", (token, message) => signInForm(token, message, given), why);

const signedInPage = (asked: BrowserRequest, email: string) =>
  formPage(asked, "sign-out", "Signed in", (token) => signedInNote(token, email));

export function submitSignIn(
  asked: BrowserRequest,
  form: { email: string; password: string; return_to: string; form_token: string },
): Promise<WebAnswer> {
  checkForm(asked, "sign-in", form.form_token);
  const { deps, from } = asked;
  const returnTo = ownAddress(form.return_to);
  const email = form.email.trim().toLowerCase();
  const work = async (): Promise<WebAnswer> => {
    const { address } = from;
    const hasSession = (await findSignedIn(asked))?.email === email;
    const { password } = form;
    const account = await checkPassword(deps, { email, password, address, hasSession });
    const secret = await deps.credentials.sessions.startBrowser(deps.db, {
      userId: account.id,
      at: deps.now(),
      lifetimeSeconds: browserSeconds,
    });
    const { publicUrl } = deps;
    const session = cookie("session", secret, { publicUrl, lifetimeSeconds: browserSeconds });
    const answer = signedInPage(asked, email);
    if (returnTo === "")
      return { ...answer, headers: { ...answer.headers, "set-cookie": session } };
    return { status: 302, headers: { location: returnTo, "set-cookie": session } };
  };
  return orAgain(work, (why) => signInPage(asked, { email, returnTo }, why));
}

export async function submitSignOut(
  asked: BrowserRequest,
  form: { form_token: string },
): Promise<WebAnswer> {
  checkForm(asked, "sign-out", form.form_token);
  const { deps, from } = asked;
  const { sessions } = deps.credentials;
  const secret = readCookie(from.headers, "session", deps.publicUrl);
  const browser = secret && (await sessions.readBrowser(deps.db, secret, deps.now()));
  if (browser) await sessions.end(deps.db, browser.sessionId, deps.now());
  const { publicUrl } = deps;
  const headers = { "set-cookie": cookie("session", "", { publicUrl, lifetimeSeconds: 0 }) };
  return page("Signed out", note("You are signed out here."), { headers });
}

export const showRegister = (
  asked: BrowserRequest,
  given: { email: string; name: string } = { email: "", name: "" },
  why: ApiError | null = null,
) =>
  formPage(
    asked,
    "register",
    "Register",
    (token, message) => registerForm(token, message, given),
    why,
  );

export function submitRegister(
  asked: BrowserRequest,
  form: { email: string; password: string; name: string; form_token: string },
): Promise<WebAnswer> {
  checkForm(asked, "register", form.form_token);
  const { email, password, name } = form;
  const work = async () => {
    const fields = { email, password, ...(name.trim() === "" ? {} : { name }) };
    await register(asked.deps, parseRegistration(fields));
    return page(
      "Almost there",
      mailNote(
        asked,
        "A mail with a link is on its way to you. Open the link to confirm your address.",
      ),
    );
  };
  return orAgain(work, (why) => showRegister(asked, { email, name }, why));
}

/** Opening the link confirms nothing, because mail programs open links too. */
export const showVerify = (asked: BrowserRequest, link: string, why: ApiError | null = null) =>
  formPage(
    asked,
    "verify-email",
    "Confirm your e-mail address",
    (token, message) => verifyForm(token, message, link),
    why,
  );

export function submitVerify(
  asked: BrowserRequest,
  form: { token: string; form_token: string },
): Promise<WebAnswer> {
  checkForm(asked, "verify-email", form.form_token);
  const work = async () => {
    const { email } = await verifyEmail(asked.deps, form.token);
    return page("Confirmed", html`${note(`${email} is yours.`)}${signInLink}`);
  };
  return orAgain(work, (why) => showVerify(asked, form.token, why));
}

export const showReset = (asked: BrowserRequest, link: string, why: ApiError | null = null) =>
  formPage(
    asked,
    "reset-password",
    "Set a new password",
    (token, message) => resetForm(token, message, link),
    why,
  );

export function submitReset(
  asked: BrowserRequest,
  form: { token: string; password: string; form_token: string },
): Promise<WebAnswer> {
  checkForm(asked, "reset-password", form.form_token);
  const work = async () => {
    const password = parseNewPassword(form.password);
    const { deps, from } = asked;
    await resetPassword(deps, { token: form.token, password, address: from.address });
    return page("Done", html`${note("The password is set.")}${signInLink}`);
  };
  return orAgain(work, (why) => showReset(asked, form.token, why));
}

const signInLink = html`<p><a class="button" href="/auth/sign-in?return_to=/auth/account">Sign in</a></p>`;

/** Says that a mail comes, and in which folder it is when there is no mail server. */
const mailNote = ({ deps }: BrowserRequest, text: string): Html =>
  deps.mailFolder === null ? note(text) : mailFolderNote(text, deps.mailFolder);

/** The page that mails a link for a new password. */
export const showForgotten = (asked: BrowserRequest, email = "", why: ApiError | null = null) =>
  formPage(
    asked,
    "forgot-password",
    "Set a new password",
    (token, message) => forgottenForm(token, message, email),
    why,
  );

export function submitForgotten(
  asked: BrowserRequest,
  form: { email: string; form_token: string },
): Promise<WebAnswer> {
  checkForm(asked, "forgot-password", form.form_token);
  const work = async () => {
    await requestPasswordReset(asked.deps, parseAddress(form.email));
    return page(
      "Look into your mail",
      mailNote(asked, "If the address has an account, a mail with a link is on its way."),
    );
  };
  return orAgain(work, (why) => showForgotten(asked, form.email, why));
}

const authorizeAddress = /^\/v1\/oauth\/authorize\?[!-~]*$/;

const ownPages = [
  ...[applicationsAddress, accountAddress, keysAddress, sessionsAddress, mailsAddress, dataAddress],
];

/** Pages that send people here to sign in. */
const memberPage = /^\/(?:communities|roles|startups)\/[\w.~%-]+$/;

/**
 * Only back to where an application asked for something, to a page for members, or to the pages of the account: no link
 * may lead through here to another site. Empty for any other address, and for one with a character that no header may
 * carry.
 */
const ownAddress = (wanted: string) =>
  ownPages.includes(wanted) || authorizeAddress.test(wanted) || memberPage.test(wanted)
    ? wanted
    : "";
