import { z } from "zod";
import { anyone, client, optional, user } from "../../auth/access.ts";
import { endpoint, listEndpoint } from "../../http/endpoint.ts";
import { oauth as family, operations, rpc } from "../../http/families.ts";
import { webEndpoint } from "../../http/plain-endpoints.ts";
import { authorize, decide } from "./authorize-pages.ts";
import { revoke } from "./revoke.ts";
import {
  application,
  authorized,
  authorizeQuery,
  consentBody,
  listBody,
  metadata,
  registerBody,
  registeredApplication,
  revokeBody,
  revoked,
  tokenBody,
  tokens,
} from "./schemas.ts";
import { describeServer, listApplications, registerApplication } from "./service.ts";
import { exchange } from "./token.ts";

const tag = "OAuth";

export const oauth = [
  endpoint(rpc, {
    at: "POST /oauth.registerApplication",
    tag,
    summary: "Register an application and show its secret this once",
    access: user,
    body: registerBody,
    returns: registeredApplication,
    handle: ({ body, caller, deps }) => registerApplication(deps, caller, body),
  }),

  listEndpoint(rpc, {
    at: "POST /oauth.listMyApplications",
    tag,
    summary: "List own applications, newest first",
    access: user,
    scope: "read",
    body: listBody,
    returns: application,
    handle: ({ body, caller, deps }) => listApplications(deps, caller, body),
  }),

  webEndpoint(family, {
    at: "GET /oauth/authorize",
    tag,
    summary: "Ask a user to let an application act for them",
    description:
      "Answers 302 to the registered address with code, state and iss, or with error; with Accept: " +
      "application/json the same as JSON. A browser without a credential is sent to sign in and shown a " +
      "consent page. An unknown client or address is 400 and never redirected.",
    access: optional,
    query: authorizeQuery,
    type: "application/json",
    returns: authorized,
    redirects: true,
    handle: ({ query, caller, from, deps }) => authorize({ deps, query, from }, caller),
  }),

  webEndpoint(family, {
    at: "POST /oauth/authorize",
    tag,
    summary: "Answer the consent page",
    extension: true,
    access: anyone,
    body: consentBody,
    forms: true,
    refuses: [403],
    status: 302,
    type: "text/html",
    returns: z.string(),
    redirects: true,
    handle: ({ body: { decision, form_token, ...query }, from, deps }) =>
      decide({ deps, query, from }, { decision, form_token }),
  }),

  endpoint(family, {
    at: "POST /oauth/token",
    tag,
    summary: "Exchange a code or a refresh token for tokens",
    access: client,
    body: tokenBody,
    forms: true,
    returns: tokens,
    handle: ({ body, from, deps }) => exchange(deps, from, body),
  }),

  endpoint(family, {
    at: "POST /oauth/revoke",
    tag,
    summary: "End what a token was granted",
    extension: true,
    access: client,
    body: revokeBody,
    forms: true,
    returns: revoked,
    handle: ({ body, from, deps }) => revoke(deps, from, body),
  }),

  endpoint(operations, {
    at: "GET /.well-known/oauth-authorization-server",
    tag,
    summary: "What OAuth clients can find out by themselves",
    extension: true,
    access: anyone,
    freshness: "cached",
    returns: metadata,
    handle: ({ deps }) => describeServer(deps),
  }),
];
