import { coversAll } from "#schemas/shapes/accounts/scope.ts";
import { formToken, isFormToken } from "../../auth/browser.ts";
import type { Caller } from "../../auth/caller.ts";
import type { Deps } from "../../deps.ts";
import type { Sender } from "../../http/endpoint.ts";
import { ApiError, forbidden, unauthorized } from "../../http/errors.ts";
import type { WebAnswer } from "../../http/requests/handled.ts";
import { findSignedIn, signInFirst } from "../../http/signed-in.ts";
import { html } from "../../pages/html.ts";
import { page } from "../../pages/page.ts";
import {
  answerUrl,
  type CodeRequest,
  checkGranter,
  checkRequest,
  findTarget,
  type Granter,
  issueCode,
  type Refusal,
  refusalUrl,
  rememberConsent,
} from "./authorize.ts";
import { oauthError } from "./oauth-error.ts";
import { findConsent } from "./queries.ts";
import { policySource } from "./redirect-uri.ts";
import type { AuthorizeQuery } from "./schemas.ts";

interface AuthorizeRequest {
  deps: Deps;
  query: AuthorizeQuery;
  from: Sender;
}

/**
 * Authorize: who sends a credential grants by that; a signed-in browser is shown the consent page unless it
 * agreed to as much before; nobody is sent to sign in.
 */
export async function authorize(
  asked: AuthorizeRequest,
  caller: Caller | null,
): Promise<WebAnswer> {
  const { deps, query, from } = asked;
  const client = await findTarget(deps, query);
  const request = checkRequest(client, query, deps.tokens.isPlainPkceAllowed);
  if ("error" in request) return refuse(asked, request);
  if (caller !== null) return grant(asked, request, credentialGranter(caller));
  const browser = await signedInBrowser(deps, from);
  if (browser === null) return askToSignIn(asked);
  const agreed = await findConsent(deps.db, { userId: browser.userId, applicationId: client.id });
  const isAgreed = agreed !== null && coversAll(agreed, request.scopes);
  return isAgreed ? grant(asked, request, browser) : consentPage(asked, request, browser);
}

/** The answer to the consent page. Throws 403 for a form that this browser was not shown. */
export async function decide(
  asked: AuthorizeRequest,
  { decision, form_token: given }: { decision: "allow" | "deny"; form_token: string },
): Promise<WebAnswer> {
  const { deps, query, from } = asked;
  const client = await findTarget(deps, query);
  const request = checkRequest(client, query, deps.tokens.isPlainPkceAllowed);
  if ("error" in request) return refuse(asked, request);
  const browser = await signedInBrowser(deps, from);
  if (browser === null || !isFormToken(given, browser.secret, about(request))) {
    throw forbidden("This form has expired: start again at the application");
  }
  if (decision === "deny") {
    return refuse(asked, { error: "access_denied", description: "the user said no" });
  }
  await rememberConsent(deps, browser.userId, request);
  return grant(asked, request, browser);
}

function credentialGranter({ userId, scopes, credential }: Caller): Granter {
  if (userId === null) throw forbidden("There is no account for this user yet");
  // Otherwise consent to one application could be extended to others.
  if (credential.kind === "application") {
    throw forbidden("An application may not give access to applications");
  }
  const keyId = credential.kind === "apiKey" ? credential.keyId : null;
  return { userId, scopes, keyId, needsConsent: false };
}

interface Browser extends Granter {
  /** Of its session's cookie. */
  secret: string;
  email: string;
}

async function signedInBrowser(deps: Deps, from: Sender): Promise<Browser | null> {
  const browser = await findSignedIn({ deps, from });
  if (browser === null) return null;
  const { caller, email, secret } = browser;
  const { userId, scopes } = caller;
  return { userId, email, scopes, keyId: null, needsConsent: true, secret };
}

async function grant(
  asked: AuthorizeRequest,
  request: CodeRequest,
  granter: Granter,
): Promise<WebAnswer> {
  const { deps, from } = asked;
  const refusal = checkGranter(granter, request);
  if (refusal !== null) return refuse(asked, refusal);
  const code = await issueCode(deps, granter, request);
  if (code === null) {
    return refuse(asked, { error: "access_denied", description: "the user withdrew the consent" });
  }
  const { state } = request;
  const redirectUrl = answerUrl(deps, request.redirectUri, { code, state });
  if (!wantsJson(from)) return { status: 302, headers: { location: redirectUrl } };
  const expiresIn = deps.tokens.codeSeconds;
  const body = JSON.stringify({ redirectUrl, code, state, expiresIn });
  return { status: 200, headers: {}, type: "application/json", body };
}

function refuse({ deps, query, from }: AuthorizeRequest, refusal: Refusal): WebAnswer {
  if (wantsJson(from)) throw oauthError(refusal.error, refusal.description);
  return { status: 302, headers: { location: refusalUrl(deps, query, refusal) } };
}

function askToSignIn({ deps, query, from }: AuthorizeRequest): WebAnswer {
  if (deps.auth !== null || !wantsPage(from)) throw unauthorized();
  const returnAddress = `/v1/oauth/authorize?${new URLSearchParams(query as Record<string, string>)}`;
  return signInFirst(returnAddress);
}

const accepts = ({ headers }: Sender, type: string) => (headers.accept ?? "").includes(type);
const wantsPage = (from: Sender) => accepts(from, "text/html");
const wantsJson = (from: Sender) => accepts(from, "application/json") && !wantsPage(from);

const about = ({ client, redirectUri, scopes, state, challenge }: CodeRequest) => [
  client.id,
  redirectUri,
  scopes.join(" "),
  state,
  challenge?.text ?? "",
  challenge?.method ?? "",
];

const meanings: Record<string, string> = {
  read: "read everything that you can read",
  write: "read and change everything that you can change",
  admin: "act as an administrator",
};

function consentPage(
  { deps, query }: AuthorizeRequest,
  request: CodeRequest,
  browser: Browser,
): WebAnswer {
  const { client, scopes } = request;
  if (checkGranter(browser, request) !== null) {
    throw new ApiError(400, "invalid_scope", "You cannot grant more than you may do yourself");
  }
  const sent = { ...query, form_token: formToken(browser.secret, about(request)) };
  const fields = Object.entries(sent).filter(([, value]) => value !== undefined);
  const days = Math.ceil(deps.tokens.refreshSeconds / 86_400);
  const body = html`
<p>Signed in as ${browser.email}.</p>
<p><strong>${client.name}</strong>${client.website === null ? "" : ` (${client.website})`} asks to act for you. It could:</p>
<ul>${scopes.map((scope) => html`<li>${meanings[scope] ?? scope} <code>${scope}</code></li>`)}</ul>
<p>for ${String(days)} days. It would then return you to <code>${request.redirectUri}</code>.</p>
<p>You can withdraw this at any time: <a href="/auth/applications">applications</a>.</p>
<form method="post" action="/v1/oauth/authorize">
${fields.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value ?? ""}">`)}
<button name="decision" value="allow">Allow</button>
<button name="decision" value="deny">Deny</button>
</form>`;
  return page(`Let ${client.name} in?`, body, {
    formTargets: [policySource(request.redirectUri)],
  });
}
