import { decodeJwt } from "jose";
import type { Deps } from "../../deps.ts";
import type { Sender } from "../../http/endpoint.ts";
import { authenticateClient } from "./client.ts";
import { oauthError } from "./oauth-error.ts";
import { findGrant } from "./queries.ts";
import type { RevokeBody } from "./schemas.ts";

/**
 * Ends the grant that a refresh or access token came from, with all its tokens (RFC 7009). A token that is
 * unknown, or another application's, is as revoked as can be: nothing happens and nothing is told.
 */
export async function revoke(
  deps: Deps,
  from: Sender,
  body: RevokeBody,
): Promise<Record<string, never>> {
  const client = await authenticateClient(deps, from, body);
  if (!body.token) throw oauthError("invalid_request", "token is required");
  const { sessions } = deps.credentials;
  const refresh = await sessions.findRefresh(deps.db, body.token);
  const named = refresh?.sessionId ?? sessionOf(body.token);
  const grant = named && (await findGrant(deps.db, { sessionId: named, applicationId: client.id }));
  if (!grant) return {};
  await sessions.end(deps.db, grant, deps.now());
  await deps.credentials.forget([grant]);
  return {};
}

/** Not authenticated: an application can end only its own grants. */
function sessionOf(accessToken: string): string | null {
  try {
    const { sid } = decodeJwt(accessToken);
    return typeof sid === "string" && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(sid)
      ? sid
      : null;
  } catch {
    return null;
  }
}
