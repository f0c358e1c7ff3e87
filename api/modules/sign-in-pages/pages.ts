import { type Html, html, nothing } from "../../pages/html.ts";

export type FormName =
  | "sign-in"
  | "second-factor"
  | "passkey-sign-in"
  | "register"
  | "verify-email"
  | "forgot-password"
  | "reset-password"
  | "sign-out";

export function form(name: FormName, token: string, why: string | null, fields: Html): Html {
  return html`
${why === null ? "" : html`<p role="alert">${why}</p>`}
<form method="post" action="/auth/forms/${name}">
${hidden("form_token", token)}${fields}
</form>`;
}

export const hidden = (name: string, value: string) =>
  html`<input type="hidden" name="${name}" value="${value}">`;

const emailField = (value: string) =>
  html`<label>Email address<input name="email" type="email" autocomplete="username" required value="${value}"></label>`;

export const password = html`<label>Password<input name="password" type="password" autocomplete="current-password" required></label>`;

export const codeField = html`<label>Code of your authenticator app, or a recovery code<input name="code" autocomplete="one-time-code" autocapitalize="none" spellcheck="false" required maxlength="100"></label>`;

const newPassword = html`<label>Password, at least ten characters<input name="password" type="password" autocomplete="new-password" required minlength="10"></label>`;

/** What a page that asks for an account is for, by the beginning of its address. */
const purposes: readonly [path: string, why: string][] = [
  ["/scenarios/new", "Sign in to save these inputs as a scenario. You come back to them."],
  ["/screens/new", "Sign in to save this screen. You come back to it."],
  ["/watchlist", "Sign in to see the companies that you watch."],
];

const purposeOf = (returnTo: string): Html => {
  const [, why] = purposes.find(([path]) => returnTo.startsWith(path)) ?? [];
  return why === undefined ? nothing : html`<p role="status">${why}</p>`;
};

export const signInForm = (
  token: string,
  why: string | null,
  { email, returnTo }: { email: string; returnTo: string },
): Html => html`${purposeOf(returnTo)}
${form(
  "sign-in",
  token,
  why,
  html`${hidden("return_to", returnTo)}${emailField(email)}${password}<button>Sign in</button>`,
)}
<p><a href="${returnTo === "" ? "/auth/passkey-sign-in" : `/auth/passkey-sign-in?${new URLSearchParams({ return_to: returnTo })}`}">Sign in with a passkey</a></p>
<p>New here? <a href="/auth/register">Register</a>.</p>
<p>No password, or too many wrong ones? <a href="/auth/forgot-password">Set a new one by mail</a>.</p>`;

export const secondStepForm = (
  formToken: string,
  why: string | null,
  { token, returnTo, byPasskey }: { token: string; returnTo: string; byPasskey: Html | null },
): Html => html`
${byPasskey === null ? "" : form("second-factor", formToken, null, html`${hidden("token", token)}${hidden("return_to", returnTo)}${byPasskey}`)}
${form(
  "second-factor",
  formToken,
  why,
  html`${hidden("token", token)}${hidden("return_to", returnTo)}${codeField}<button>Sign in</button>`,
)}
<p>No access to your app? Type one of your recovery codes. Without one, ask the operator of this service.</p>
<p><a href="/auth/sign-in">Start again</a></p>`;

export const registerForm = (
  token: string,
  why: string | null,
  { email, name }: { email: string; name: string },
): Html =>
  form(
    "register",
    token,
    why,
    html`<label>Name<input name="name" autocomplete="name" maxlength="100" value="${name}"></label>${emailField(email)}${newPassword}<button>Register</button>`,
  );

export const verifyForm = (token: string, why: string | null, link: string): Html =>
  form(
    "verify-email",
    token,
    why,
    html`${hidden("token", link)}<button>Confirm my address</button>`,
  );

export const forgottenForm = (token: string, why: string | null, email: string): Html =>
  form("forgot-password", token, why, html`${emailField(email)}<button>Mail me a link</button>`);

export const resetForm = (token: string, why: string | null, link: string): Html =>
  form(
    "reset-password",
    token,
    why,
    html`${hidden("token", link)}${newPassword}<button>Set the password</button>`,
  );

export const signedInNote = (token: string, email: string): Html => html`
<p>Signed in as ${email}. You can close this page.</p>
<p><a href="/auth/account">Your account</a>, <a href="/auth/applications">applications that may act for you</a></p>
${form("sign-out", token, null, html`<button>Sign out</button>`)}`;

export const mailFolderNote = (text: string, folder: string): Html => html`<p>${text}</p>
<p>This installation has no mail server (SMTP_URL): its mails are files in <code>${folder}</code>.</p>`;

export const note = (text: string): Html => html`<p>${text}</p>`;
