import type { Scope } from "#schemas/shapes/accounts/scope.ts";
import { coversAll, parseScopes } from "#schemas/shapes/accounts/scope.ts";
import type { Deps } from "../../deps.ts";
import { type OAuthCode, oauthError } from "./oauth-error.ts";
import {
  type ClientRow,
  findClient,
  insertCode,
  lockApplication,
  lockConsent,
  storeConsent,
} from "./queries.ts";
import { withParameters } from "./redirect-uri.ts";
import type { AuthorizeQuery } from "./schemas.ts";

/** A valid request for a code. */
export interface CodeRequest {
  client: ClientRow;
  redirectUri: string;
  scopes: Scope[];
  state: string;
  challenge: { text: string; method: "S256" | "plain" } | null;
}

/** The error of a request, sent to the application at its registered address. */
export interface Refusal {
  error: OAuthCode;
  description: string;
}

/**
 * The application and its address. Throws 400, never to be redirected, when the one is unknown or the other
 * not registered to the letter.
 */
export async function findTarget(deps: Deps, query: AuthorizeQuery): Promise<ClientRow> {
  const client = await findClient(deps.db, query.client_id);
  if (client === null) throw unknownClient();
  if (!client.redirectUris.includes(query.redirect_uri)) {
    throw oauthError("invalid_request", "redirect_uri is not one that the application registered");
  }
  return client;
}

const unknownClient = () => oauthError("invalid_request", "client_id is not known");

/** The rules of the authorize parameters; a refusal goes back to the application. */
export function checkRequest(
  client: ClientRow,
  query: AuthorizeQuery,
  isPlainAllowed: boolean,
): CodeRequest | Refusal {
  const { state, redirect_uri: redirectUri } = query;
  // A parameter without a value counts as left out (RFC 6749, 3.1).
  const missing = (["state", "response_type", "scope"] as const).find((name) => !query[name]);
  if (missing !== undefined || !state) {
    return { error: "invalid_request", description: `${missing} is required` };
  }
  if (query.response_type !== "code") {
    return { error: "unsupported_response_type", description: "response_type must be code" };
  }
  const scopes = parseScopes(query.scope ?? "");
  if (scopes === null || !coversAll(client.allowedScopes, scopes)) {
    const description = "scope must name scopes that the application registered";
    return { error: "invalid_scope", description };
  }
  const challenge = readChallenge(query, client.requirePkce, isPlainAllowed);
  if (challenge !== null && "error" in challenge) return challenge;
  return { client, redirectUri, scopes, state, challenge };
}

function readChallenge(
  { code_challenge: text, code_challenge_method: method = "plain" }: AuthorizeQuery,
  isRequired: boolean,
  isPlainAllowed: boolean,
): CodeRequest["challenge"] | Refusal {
  const refused = (description: string): Refusal => ({ error: "invalid_request", description });
  if (text === undefined) {
    if (isRequired) return refused("this application must send a code_challenge");
    return method === "plain" ? null : refused("code_challenge_method without code_challenge");
  }
  if (method !== "S256" && method !== "plain") {
    return refused("code_challenge_method must be S256 or plain");
  }
  if (method === "plain" && !isPlainAllowed) return refused("code_challenge_method must be S256");
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(text)) {
    return refused("code_challenge must be 43 to 128 unreserved characters");
  }
  return { text, method };
}

/** A user who may let an application act for them. */
export interface Granter {
  userId: string;
  scopes: readonly Scope[];
  /** The API key that grants: what it granted ends with it. Null for a person. */
  keyId: string | null;
  /** True for a browser: its agreement must still be stored when the code is issued. */
  needsConsent: boolean;
}

/** Null when the granter may do all that is asked for. */
export function checkGranter(granter: Granter, { scopes }: CodeRequest): Refusal | null {
  if (coversAll(granter.scopes, scopes)) return null;
  return {
    error: "invalid_scope",
    description: "nobody can grant more than they may do themselves",
  };
}

/**
 * A new code, bound to all of the request. Null when the agreement that it needs was withdrawn meanwhile. Throws 400
 * when the application was deleted meanwhile.
 */
export async function issueCode(
  deps: Deps,
  granter: Granter,
  { client, redirectUri, scopes, challenge }: CodeRequest,
): Promise<string | null> {
  const { userId, keyId } = granter;
  const { secret, secretHash } = deps.credentials.makeSecret();
  const code = {
    secretHash,
    applicationId: client.id,
    userId,
    keyId,
    redirectUri,
    scopes,
    codeChallenge: challenge?.text ?? null,
    codeChallengeMethod: challenge?.method ?? null,
    expiresAt: new Date(deps.now().getTime() + deps.tokens.codeSeconds * 1000).toISOString(),
  };
  return deps.db.transaction(async (tx) => {
    if (!(await lockApplication(tx, client.id))) throw unknownClient();
    if (granter.needsConsent) {
      const agreed = await lockConsent(tx, { userId, applicationId: client.id });
      if (agreed === null || !coversAll(agreed, scopes)) return null;
    }
    await insertCode(tx, code);
    return secret;
  });
}

/** Stores a person's consent. Throws 400 when the application was deleted meanwhile. */
export async function rememberConsent(
  { db, now }: Deps,
  userId: string,
  { client, scopes }: CodeRequest,
): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await lockApplication(tx, client.id))) throw unknownClient();
    const grantedAt = now().toISOString();
    await storeConsent(tx, { userId, applicationId: client.id, scopes, grantedAt });
  });
}

/** Address of the application with the answer; `iss` says whose it is (RFC 9207). */
export const answerUrl = (
  { publicUrl }: Deps,
  redirectUri: string,
  answer: { code: string; state: string },
) => withParameters(redirectUri, { ...answer, iss: publicUrl });

export const refusalUrl = (
  { publicUrl }: Deps,
  { redirect_uri: redirectUri, state }: AuthorizeQuery,
  { error, description }: Refusal,
) =>
  withParameters(redirectUri, {
    error,
    error_description: description,
    ...(state === undefined ? {} : { state }),
    iss: publicUrl,
  });
