import OAuth2Server from "@node-oauth/oauth2-server";
import type { Scope } from "#schemas/shapes/accounts/scope.ts";
import type { Deps } from "../../deps.ts";
import type { Sender } from "../../http/endpoint.ts";
import { authenticateClient } from "./client.ts";
import { grantModel, type IssuedSession } from "./model.ts";
import { badClient, type OAuthCode, oauthError } from "./oauth-error.ts";
import { type ClientRow, lockApplication } from "./queries.ts";
import type { TokenBody, Tokens } from "./schemas.ts";

/**
 * Exchanges a code or a refresh token. The library decides about grants; what it leaves open is closed here:
 * who the client is, forms and JSON alike, one transaction per exchange, and `invalid_grant` for whatever
 * does not match what the code is bound to.
 */
export async function exchange(deps: Deps, from: Sender, body: TokenBody): Promise<Tokens> {
  const client = await authenticateClient(deps, from, body);
  checkParameters(body);
  const at = deps.now();
  // A refusal is committed too: it has used the code up, or ended what was issued for a stolen one.
  const { granted, ended, refused } = await deps.db.transaction(async (tx) => {
    // Its owner may have deleted it since it proved its secret.
    if (!(await lockApplication(tx, client.id))) throw badClient();
    const grant = grantModel({ deps, tx, client, body, at });
    const refused = await runLibrary(deps, grant.model, body, client);
    return { granted: grant.granted(), ended: grant.ended(), refused };
  });
  await deps.credentials.forget(ended);
  if (refused !== null) throw refused;
  if (granted === null) throw new Error("a grant was neither given nor refused");
  return issue(deps, granted, at);
}

const required: Record<string, readonly (keyof TokenBody)[]> = {
  authorization_code: ["code", "redirect_uri"],
  refresh_token: ["refresh_token"],
};

function checkParameters(body: TokenBody): void {
  const { grant_type: grantType = "" } = body;
  if (grantType === "") throw oauthError("invalid_request", "grant_type is required");
  if (!Object.hasOwn(required, grantType)) {
    throw oauthError(
      "unsupported_grant_type",
      "grant_type must be authorization_code or refresh_token",
    );
  }
  for (const name of required[grantType] ?? []) {
    if (!body[name]) throw oauthError("invalid_request", `${name} is required`);
  }
}

/** Returns null on success or the OAuth error. Rethrows any other error. */
async function runLibrary(
  { tokens }: Deps,
  model: ReturnType<typeof grantModel>["model"],
  body: TokenBody,
  client: ClientRow,
): Promise<Error | null> {
  const server = new OAuth2Server({ model });
  const request = new OAuth2Server.Request({
    method: "POST",
    query: {},
    // A request with a form, in the library's shape.
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      "transfer-encoding": "chunked",
    },
    // Already verified; the library only needs one to be present.
    body: { ...body, client_id: client.clientId, client_secret: "proved" },
  });
  try {
    await server.token(request, new OAuth2Server.Response(), {
      accessTokenLifetime: tokens.accessSeconds,
      refreshTokenLifetime: tokens.refreshSeconds,
      // Whether `plain` is taken is decided where a code is asked for.
      enablePlainPKCE: true,
    } as OAuth2Server.TokenOptions);
    return null;
  } catch (error) {
    return refusal(error);
  }
}

function refusal(error: unknown): Error {
  if (!(error instanceof OAuth2Server.OAuthError)) throw error;
  // The library wraps what its model threw; its types do not say where.
  const { inner } = error as { inner?: unknown };
  if (error instanceof OAuth2Server.ServerError) throw inner ?? error;
  // Every parameter is there: what the library finds wrong with one is that it is not the code's.
  const isMismatch = error instanceof OAuth2Server.InvalidRequestError;
  return oauthError(isMismatch ? "invalid_grant" : (error.name as OAuthCode), error.message);
}

async function issue(deps: Deps, granted: IssuedSession, at: Date): Promise<Tokens> {
  const { userId, sessionId, scopes, refreshToken, expiresAt } = granted;
  const left = Math.floor((Date.parse(expiresAt) - at.getTime()) / 1000);
  const lifetimeSeconds = Math.max(1, Math.min(deps.tokens.accessSeconds, left));
  const claims = { userId, sessionId, scopes: scopes as Scope[], lifetimeSeconds };
  return {
    access_token: await deps.credentials.sign(claims, at),
    refresh_token: refreshToken,
    token_type: "Bearer",
    expires_in: lifetimeSeconds,
    scope: scopes.join(" "),
  };
}
