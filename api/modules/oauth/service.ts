import { randomBytes } from "node:crypto";
import { scopes } from "#schemas/shapes/accounts/scope.ts";
import type { Page } from "#schemas/shapes/page.ts";
import type { Caller } from "../../auth/caller.ts";
import type { Deps } from "../../deps.ts";
import { forbidden } from "../../http/errors.ts";
import { present } from "./present.ts";
import { applications } from "./queries.ts";
import type { Application, RegisterBody } from "./schemas.ts";

export { deleteApplication, listGrants, revokeGrant, rotateSecret } from "./grants/service.ts";
export { type Application, type Grant, type RegisterBody, registerBody } from "./schemas.ts";

type Owner = Caller & { userId: string };

/** Registers an application; its secret is in the answer and nowhere else. */
export async function registerApplication(
  deps: Deps,
  caller: Owner,
  body: RegisterBody,
): Promise<{ application: Application; clientSecret: string }> {
  // Otherwise a grant could outlive its consent in another application.
  if (caller.credential.kind === "application") {
    throw forbidden("An application may not register applications");
  }
  const { secret, secretHash } = deps.credentials.makeSecret();
  const row = await applications.insert(deps.db, {
    userId: caller.userId,
    clientId: randomBytes(16).toString("hex"),
    secretHash,
    name: body.name,
    description: body.description ?? null,
    website: body.website ?? null,
    redirectUris: body.redirectUris,
    allowedScopes: [...new Set(body.allowedScopes ?? ["read" as const])],
    requirePkce: body.requirePkce ?? true,
    createdAt: deps.now().toISOString(),
  });
  return { application: present(row), clientSecret: secret };
}

/** Own applications, newest first, without their secrets. */
export async function listApplications(
  deps: Deps,
  { userId }: Owner,
  page: { limit: number; offset: number },
): Promise<Page<Application>> {
  const { rows, total } = await applications.page(deps.db, { userId }, page);
  return { rows: rows.map(present), total, ...page };
}

/** What clients find out by themselves (RFC 8414). */
export function describeServer({ publicUrl, tokens }: Deps) {
  const at = (path: string) => `${publicUrl}/v1/oauth/${path}`;
  const authentication = ["client_secret_basic", "client_secret_post"];
  return {
    issuer: publicUrl,
    authorization_endpoint: at("authorize"),
    token_endpoint: at("token"),
    revocation_endpoint: at("revoke"),
    scopes_supported: [...scopes],
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    token_endpoint_auth_methods_supported: authentication,
    revocation_endpoint_auth_methods_supported: authentication,
    code_challenge_methods_supported: tokens.isPlainPkceAllowed ? ["S256", "plain"] : ["S256"],
    authorization_response_iss_parameter_supported: true,
  };
}
