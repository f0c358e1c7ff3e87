import { type Html, html } from "#api/pages/html.ts";
import type { Page } from "#schemas/shapes/page.ts";
import type { Application, Grant } from "../../oauth/service.ts";
import { backToAccount } from "../account-forms.ts";

export type ApplicationForm = "withdraw-grant" | "delete-application" | "rotate-secret";

type TokenOf = (form: ApplicationForm, applicationId: string) => string;

interface ApplicationsContent {
  email: string;
  /** Why the last form was refused. */
  why: string | undefined;
  grants: Page<Grant>;
  own: Page<Application>;
  tokenOf: TokenOf;
  /** The form to register one. */
  register: Html;
}

export const applicationsBody = ({
  email,
  why,
  grants,
  own,
  tokenOf,
  register,
}: ApplicationsContent): Html => html`
<p>Signed in as ${email}.</p>
${why === undefined ? "" : html`<p role="alert">${why}</p>`}
<h2>What may act for you</h2>
${grants.rows.length === 0 ? html`<p>No applications have access.</p>` : ""}
${grants.rows.map((one) => grantSection(one, tokenOf))}${rest(grants)}
<h2>Your own applications</h2>
${own.rows.length === 0 ? html`<p>You have no applications.</p>` : ""}
${own.rows.map((one) => ownSection(one, tokenOf))}${rest(own)}
<h2>Register an application</h2>
<p>An application acts for people who let it, as <a href="/api/docs">OAuth 2.0</a> describes.</p>
${register}
${backToAccount}`;

const rest = ({ rows, total }: Page<unknown>) =>
  total <= rows.length ? "" : html`<p>${String(total - rows.length)} more are not shown.</p>`;

const codes = (texts: readonly string[]) => texts.map((text) => html`<code>${text}</code> `);

function form(name: ApplicationForm, id: string, tokenOf: TokenOf, rows: Html): Html {
  return html`<form method="post" action="/auth/forms/${name}">
<input type="hidden" name="application_id" value="${id}"><input type="hidden" name="form_token" value="${tokenOf(name, id)}">
${rows}
</form>`;
}

function grantSection({ application, ...grant }: Grant, tokenOf: TokenOf): Html {
  const { id, name, website } = application;
  const { activeSessions, scopes, agreedScopes, expiresAt } = grant;
  const until = expiresAt === null ? "" : ` until ${expiresAt.slice(0, 10)}`;
  return html`<section><h3>${name}</h3>
${website === null ? "" : html`<p>${website}</p>`}
<p>${activeSessions === 0 ? "It is not signed in now." : `It is signed in${until}.`} It may: ${codes([...new Set([...scopes, ...agreedScopes])])}</p>
${form("withdraw-grant", id, tokenOf, html`<button>Withdraw what ${name} may do</button>`)}
</section>`;
}

const confirmation = html`<label>Delete it with all that people let it do<input type="checkbox" name="confirm" value="yes" required></label>`;

const ownSection = (
  { id, name, clientId, redirectUris, ...one }: Application,
  tokenOf: TokenOf,
): Html =>
  html`<section><h3>${name}</h3>
<p>Client id: <code>${clientId}</code></p>
<p>Returns to: ${codes(redirectUris)}</p>
<p>May ask for: ${codes(one.allowedScopes)}${one.requirePkce ? "" : "It need not use PKCE."}</p>
${form("rotate-secret", id, tokenOf, html`<button>Make a new secret for ${name}</button>`)}
${form("delete-application", id, tokenOf, html`${confirmation}<button>Delete ${name}</button>`)}
</section>`;

export const newSecretNote = ({ name, clientId }: Application, secret: string): Html => html`
<p>${name} has a new secret. It is shown this once; the one before is refused from now on.</p>
${credentials(clientId, secret)}`;

/** The page after a registration, the one place that shows the secret. */
export const registeredNote = (
  { name, clientId, redirectUris }: Application,
  secret: string,
): Html => html`
<p>${name} is registered. Its secret is shown this once. Copy it now.</p>
${credentials(clientId, secret)}
<p>It returns to: ${codes(redirectUris)}</p>`;

const credentials = (clientId: string, secret: string): Html => html`
<p>Client id: <code>${clientId}</code></p>
<p>Secret: <code>${secret}</code></p>
<p><a href="/auth/applications">Back to the applications</a></p>`;
