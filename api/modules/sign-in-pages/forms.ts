import { cookie, readCookie } from "../../auth/browser.ts";
import type { ApiError } from "../../http/errors.ts";
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
import { awaitFactor } from "../second-factors/service.ts";
import { enter, signedInPage } from "./enter.ts";
import { secondStepPage } from "./factors/second-step.ts";
import { checkForm, formPage, orAgain } from "./form-page.ts";
import {
  forgottenForm,
  mailFolderNote,
  note,
  registerForm,
  resetForm,
  signInForm,
  verifyForm,
} from "./pages.ts";
import { ownAddress } from "./return-address.ts";

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
  formPage(asked, "sign-in", "Sign in", (token, message) => signInForm(token, message, given), {
    why,
  });

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
    const secondFactor = await awaitFactor(deps, account.id);
    if (secondFactor !== null) return secondStepPage(asked, { ...secondFactor, returnTo });
    return enter(asked, { account, returnTo });
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
  formPage(asked, "register", "Register", (token, message) => registerForm(token, message, given), {
    why,
  });

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
    "Confirm your email address",
    (token, message) => verifyForm(token, message, link),
    { why },
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
    { why },
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
    { why },
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
