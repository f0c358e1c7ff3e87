import { anyone, client, optional, user } from "../../auth/access.ts";
import { list, one, page } from "../../http/answers.ts";
import { moduleOf } from "../../http/module.ts";
import { oauth as family, oauthAuthorize, operations, rpc } from "../../http/responses/families.ts";
import { authorize, decide } from "./authorize-pages.ts";
import { deleteApplication, listGrants, revokeGrant, rotateSecret } from "./grants/service.ts";
import { revoke } from "./revoke.ts";
import * as shapes from "./schemas.ts";
import { describeServer, listApplications, registerApplication } from "./service.ts";

const { endpoint } = moduleOf({ tag: "OAuth", family, access: anyone });

export const oauth = [
  endpoint({
    family: rpc,
    at: "POST /oauth.registerApplication",
    name: "registerApplication",
    summary: "Register an OAuth application",
    description: "The client secret is returned only in this response.",
    access: user,
    body: shapes.registerBody,
    secrets: ["clientSecret"],
    answers: one(shapes.registeredApplication),
    handle: ({ body, caller, deps }) => registerApplication(deps, caller, body),
  }),

  endpoint({
    family: rpc,
    at: "POST /oauth.listMyApplications",
    name: "listApplications",
    summary: "List your OAuth applications",
    description: "Without limit and offset the first page; secrets are never listed.",
    access: user,
    scope: "read",
    body: shapes.listBody,
    answers: list(shapes.application),
    handle: ({ body, caller, deps }) => listApplications(deps, caller, body),
  }),

  endpoint({
    family: rpc,
    at: "POST /oauth.rotateSecret",
    name: "rotateApplicationSecret",
    summary: "Rotate the secret of an OAuth application",
    description:
      "The previous secret stops working immediately; grants are kept. An application may not call this.",
    extension: true,
    access: user,
    refuses: [404],
    body: shapes.applicationBody,
    secrets: ["clientSecret"],
    answers: one(shapes.registeredApplication),
    handle: ({ body, caller, deps }) => rotateSecret(deps, caller, body.applicationId),
  }),

  endpoint({
    family: rpc,
    at: "POST /oauth.deleteApplication",
    name: "deleteApplication",
    summary: "Delete an OAuth application and all its grants",
    description: "Its tokens and codes stop working immediately. An application may not call this.",
    extension: true,
    access: user,
    refuses: [404],
    body: shapes.applicationBody,
    answers: one(shapes.deletedApplication),
    handle: ({ body, caller, deps }) => deleteApplication(deps, caller, body.applicationId),
  }),

  endpoint({
    family: rpc,
    at: "POST /oauth.listMyGrants",
    name: "listGrants",
    summary: "List applications with access to your account",
    description:
      "Those with an active session, or with a remembered consent, by name. An application may not call this.",
    extension: true,
    access: user,
    scope: "read",
    body: shapes.listBody,
    answers: list(shapes.grant),
    handle: ({ body, caller, deps }) => listGrants(deps, caller, body),
  }),

  endpoint({
    family: rpc,
    at: "POST /oauth.revokeGrant",
    name: "revokeGrant",
    summary: "Revoke an application's access to your account",
    description:
      "Ends its sessions, unused codes and the remembered consent at once. 404 when there is nothing to withdraw. " +
      "An application may not call this.",
    extension: true,
    access: user,
    refuses: [404],
    body: shapes.applicationBody,
    answers: one(shapes.revokedGrant),
    handle: ({ body, caller, deps }) => revokeGrant(deps, caller, body.applicationId),
  }),

  endpoint({
    family: oauthAuthorize,
    at: "GET /oauth/authorize",
    name: "authorize",
    summary: "OAuth authorization page",
    description:
      "Answers 302 to the registered address with code, state and iss, or with error; with Accept: " +
      "application/json the same as JSON. A browser without a credential is sent to sign in and shown a " +
      "consent page. An unknown client or address is 400 and never redirected. Others without a valid credential get 401 UNAUTHORIZED, as everywhere in /v1.",
    access: optional,
    query: shapes.authorizeQuery,
    answers: page({ json: shapes.authorized, redirects: true }),
    handle: ({ query, caller, from, deps }) => authorize({ deps, query, from }, caller),
  }),

  endpoint({
    family: oauthAuthorize,
    at: "POST /oauth/authorize",
    name: "answerConsent",
    summary: "Answer the authorization page",
    description: "Submits the consent page. Only requests of this service's own pages are taken.",
    extension: true,
    body: shapes.consentBody,
    forms: true,
    refuses: [403],
    status: 302,
    answers: page({ redirects: true }),
    handle: ({ body: { decision, form_token, ...query }, from, deps }) =>
      decide({ deps, query, from }, { decision, form_token }),
  }),

  endpoint({
    at: "POST /oauth/token",
    name: "exchangeToken",
    summary: "Exchange a code or refresh token for tokens",
    description:
      "Grants authorization_code with PKCE, and refresh_token. Errors are those of RFC 6749.",
    access: client,
    body: shapes.tokenBody,
    forms: true,
    answers: one(shapes.tokens),
    async handle({ body, from, deps }) {
      // With the library of grants, which nothing else needs.
      const { exchange } = await import("./token.ts");
      return exchange(deps, from, body);
    },
  }),

  endpoint({
    at: "POST /oauth/revoke",
    name: "revokeToken",
    summary: "Revoke a token and its grant",
    description: "Ends the grant with all its tokens. Unknown tokens answer alike (RFC 7009).",
    extension: true,
    access: client,
    body: shapes.revokeBody,
    forms: true,
    answers: one(shapes.revoked),
    handle: ({ body, from, deps }) => revoke(deps, from, body),
  }),

  endpoint({
    family: operations,
    at: "GET /.well-known/oauth-authorization-server",
    name: "getOauthMetadata",
    summary: "OAuth authorization server metadata",
    description: "Addresses and abilities of the authorization server (RFC 8414).",
    extension: true,
    freshness: "cached",
    answers: one(shapes.metadata),
    handle: ({ deps }) => describeServer(deps),
  }),
];
