import { client, everybody, ownRead, ownWrite, privateWrite } from "../kernel/access-words.ts";

/** Authorize, asked for JSON, needs to know whose consent it is about (O-18). */
export const access: Record<string, string> = {
  "POST /v1/oauth.registerApplication": ownWrite,
  "POST /v1/oauth.listMyApplications": ownRead,
  "POST /v1/oauth.rotateSecret": privateWrite,
  "POST /v1/oauth.deleteApplication": privateWrite,
  "POST /v1/oauth.listMyGrants": ownRead,
  "POST /v1/oauth.revokeGrant": privateWrite,
  "GET /v1/oauth/authorize": ownRead,
  "POST /v1/oauth/authorize": everybody,
  "POST /v1/oauth/token": client,
  "POST /v1/oauth/revoke": client,
  "GET /.well-known/oauth-authorization-server": everybody,
};
