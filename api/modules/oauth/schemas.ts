import { z } from "zod";
import { scope } from "#schemas/shapes/accounts/scope.ts";
import { pageBody } from "#schemas/shapes/page.ts";
import { linkText, longTextOrNull, nameText } from "#schemas/shapes/text.ts";
import { isRedirectUri } from "./redirect-uri.ts";

export const application = z
  .object({
    id: z.uuid(),
    clientId: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    website: z.string().nullable(),
    redirectUris: z.array(z.string()),
    allowedScopes: z.array(scope),
    requirePkce: z.boolean(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: "OAuthApplication" });

export type Application = z.infer<typeof application>;

export const registeredApplication = z
  .object({
    application,
    clientSecret: z
      .string()
      .nullable()
      .meta({ description: "Shown this once; null in a replay by Idempotency-Key" }),
  })
  .meta({ id: "RegisteredOAuthApplication" });

const redirectUri = z
  .string()
  .max(2000)
  .refine(
    isRedirectUri,
    "must be https, http on the loopback, or a private scheme such as com.example.app:/callback; without fragment, user or wildcard",
  );

const namesDomain = (link: string) => z.regexes.domain.test(URL.parse(link)?.hostname ?? "");

export const registerBody = z
  .object({
    name: nameText(100),
    redirectUris: z
      .array(redirectUri)
      .min(1)
      .max(10)
      .refine((uris) => new Set(uris).size === uris.length, "must differ from each other"),
    description: longTextOrNull(500).optional(),
    website: linkText.refine(namesDomain, "Must name a domain").optional(),
    allowedScopes: z.array(scope).min(1).max(20).optional(),
    requirePkce: z.boolean().optional(),
  })
  .meta({
    examples: [
      {
        name: "Portfolio viewer",
        redirectUris: ["https://viewer.example.com/callback"],
        allowedScopes: ["read"],
      },
    ],
  });

export type RegisterBody = z.infer<typeof registerBody>;

export const listBody = pageBody.meta({ examples: [{ limit: 20, offset: 0 }] });

/** What an application can do for the account, and what the account agreed to on the consent page. */
export const grant = z
  .object({
    application: z.object({ id: z.uuid(), name: z.string(), website: z.string().nullable() }),
    scopes: z.array(scope).meta({ description: "Of its active sessions; empty when it has none" }),
    activeSessions: z.int(),
    expiresAt: z.iso
      .datetime()
      .nullable()
      .meta({ description: "When the last active session ends; null without one" }),
    agreedScopes: z.array(scope).meta({
      description:
        "For these the consent page is not shown again; empty when nothing is remembered",
    }),
    agreedAt: z.iso.datetime().nullable().meta({ description: "Null when nothing is remembered" }),
  })
  .meta({ id: "OAuthGrant" });

export type Grant = z.infer<typeof grant>;

export const applicationBody = z
  .object({ applicationId: z.uuid() })
  .meta({ examples: [{ applicationId: "0b9f4b1e-9c57-4f39-8f5d-6d1c3f0a2b47" }] });

export const revokedGrant = z
  .object({ applicationId: z.uuid(), endedSessions: z.int() })
  .meta({ id: "RevokedOAuthGrant" });

export const deletedApplication = z
  .object({ applicationId: z.uuid(), deleted: z.literal(true) })
  .meta({ id: "DeletedOAuthApplication" });

const text = (description: string, example: string, max = 2048) =>
  z
    .string()
    .max(max)
    .meta({ description, examples: [example] });

/** What is wrong with the later ones is told to the application, so they are not checked here. */
export const authorizeQuery = z.object({
  client_id: text("The application", "4f7c9a0b6d1e4c83a5f2b7d09e6c1a38", 200),
  redirect_uri: text(
    "One of the registered addresses, to the letter",
    "https://viewer.example.com/callback",
  ),
  response_type: text("Required: `code`", "code", 100).optional(),
  scope: text("Required: scopes separated by spaces", "read", 500).optional(),
  state: text("Required: any text, given back as it is", "af0ifjsldkj").optional(),
  code_challenge: text(
    "PKCE challenge",
    "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
    500,
  ).optional(),
  code_challenge_method: text("`S256` or `plain`; `plain` when absent", "S256", 100).optional(),
});

export type AuthorizeQuery = z.infer<typeof authorizeQuery>;

/** The code for those who ask for JSON instead of a redirect. */
export const authorized = z
  .object({
    redirectUrl: z.string(),
    code: z.string(),
    state: z.string(),
    /** Lifetime of the code in seconds. */
    expiresIn: z.int(),
  })
  .meta({ id: "OAuthAuthorized" });

export const consentBody = authorizeQuery
  .extend({ decision: z.enum(["allow", "deny"]), form_token: z.string().max(200) })
  .meta({
    examples: [
      {
        client_id: "4f7c9a0b6d1e4c83a5f2b7d09e6c1a38",
        redirect_uri: "https://viewer.example.com/callback",
        decision: "allow",
        form_token: "…",
      },
    ],
  });

const field = (max = 2048) => z.string().max(max).optional();

export const tokenBody = z
  .object({
    grant_type: field(100),
    code: field(),
    redirect_uri: field(),
    code_verifier: field(500),
    refresh_token: field(),
    scope: field(500),
    client_id: field(200),
    client_secret: field(500),
  })
  .meta({
    description:
      "As a form (RFC 6749) or as JSON; the client may authenticate with HTTP Basic instead",
    examples: [
      {
        grant_type: "authorization_code",
        code: "SplxlOBeZQQYbYS6WxSbIA",
        redirect_uri: "https://viewer.example.com/callback",
        client_id: "4f7c9a0b6d1e4c83a5f2b7d09e6c1a38",
        client_secret: "…",
        code_verifier: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
      },
    ],
  });

export type TokenBody = z.infer<typeof tokenBody>;

export const tokens = z
  .object({
    access_token: z.string(),
    refresh_token: z.string(),
    token_type: z.literal("Bearer"),
    expires_in: z.int(),
    scope: z.string(),
  })
  .meta({ id: "OAuthTokens" });

export type Tokens = z.infer<typeof tokens>;

export const revokeBody = z
  .object({
    token: field(8192),
    token_type_hint: field(100),
    client_id: field(200),
    client_secret: field(500),
  })
  .meta({ examples: [{ token: "45ghiukldjahdnhzdauz" }] });

export type RevokeBody = z.infer<typeof revokeBody>;

export const revoked = z.object({}).meta({ id: "OAuthRevoked" });

export const metadata = z
  .object({
    issuer: z.string(),
    authorization_endpoint: z.string(),
    token_endpoint: z.string(),
    revocation_endpoint: z.string(),
    scopes_supported: z.array(z.string()),
    response_types_supported: z.array(z.string()),
    response_modes_supported: z.array(z.string()),
    grant_types_supported: z.array(z.string()),
    token_endpoint_auth_methods_supported: z.array(z.string()),
    revocation_endpoint_auth_methods_supported: z.array(z.string()),
    code_challenge_methods_supported: z.array(z.string()),
    authorization_response_iss_parameter_supported: z.boolean(),
  })
  .meta({ id: "OAuthServerMetadata" });
