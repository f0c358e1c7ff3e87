/**
 * Who may do what, written by hand from the specification and its resolutions (A-20, A-25, A-28, A-33, A-38,
 * AUT-12 to AUT-28, O-04, O-06). The columns are the principals of `principals`, in their order; what an operation
 * is about belongs to the owner, and entities are not published. `ok` is any success.
 *
 * - 401: no credential where one is needed.
 * - 404: somebody else's thing, of which the caller may not know.
 * - 403: known to the caller, but not theirs to do; or a key without the scope.
 * - `-`: not asked (an OAuth client proves itself in its own way).
 */
export const principals = [
  "anonymous",
  "stranger",
  "member",
  "permitted",
  "owner",
  "readOnlyKey",
] as const;

const everybody = "ok ok ok ok ok ok";
/** About the caller's own account: every account has one; writing takes the scope. */
const ownRead = "401 ok ok ok ok ok";
const ownWrite = "401 ok ok ok ok 403";
/** Somebody else's private thing. */
const privateRead = "401 404 404 404 ok ok";
const privateWrite = "401 404 404 404 ok 403";
/** Things of an entity's team, for its members, for holders of the permission, for its owners and admins. */
const memberRead = "401 404 ok ok ok ok";
const permittedRead = "401 404 403 ok ok ok";
const permittedWrite = "401 404 403 ok ok 403";
const managerRead = "401 404 403 403 ok ok";
const managerWrite = "401 404 403 403 ok 403";
const client = "ok - - - - -";

export const accessMatrix: Record<string, string> = {
  // Sign-in: for those who have no credential yet.
  "POST /auth/register": everybody,
  "POST /auth/request-verification": everybody,
  "POST /auth/verify-email": everybody,
  "POST /auth/sign-in": everybody,
  "POST /auth/refresh": everybody,
  "POST /auth/sign-out": everybody,
  "POST /auth/request-password-reset": everybody,
  "POST /auth/reset-password": everybody,
  "GET /auth/sign-in": everybody,
  "POST /auth/forms/sign-in": everybody,
  "POST /auth/forms/sign-out": everybody,
  "GET /auth/register": everybody,
  "POST /auth/forms/register": everybody,
  "GET /auth/verify-email": everybody,
  "POST /auth/forms/verify-email": everybody,
  "GET /auth/reset-password": everybody,
  "POST /auth/forms/reset-password": everybody,

  // API keys: one's own only.
  "GET /api/v1/api-keys": ownRead,
  "POST /api/v1/api-keys": ownWrite,
  "GET /api/v1/api-keys/stats": ownRead,
  "GET /api/v1/api-keys/:id": privateRead,
  "POST /api/v1/api-keys/:id/revoke": privateWrite,
  "POST /v1/apiKeys.create": ownWrite,
  "POST /v1/apiKeys.list": ownRead,

  // OAuth. Authorize, asked for JSON, needs to know whose consent it is about (O-18).
  "POST /v1/oauth.registerApplication": ownWrite,
  "POST /v1/oauth.listMyApplications": ownRead,
  "GET /v1/oauth/authorize": ownRead,
  "POST /v1/oauth/authorize": everybody,
  "POST /v1/oauth/token": client,
  "POST /v1/oauth/revoke": client,
  "GET /.well-known/oauth-authorization-server": everybody,

  // Organizations: member and permitted are plain members.
  "GET /api/v1/organizations/me": ownRead,
  "POST /api/v1/organizations": ownWrite,
  "GET /api/v1/organizations/:id": memberRead,
  "GET /api/v1/organizations/:id/members": memberRead,
  "POST /api/v1/organizations/:id/members": managerWrite,
  "PATCH /api/v1/organizations/:id/members/:userId": managerWrite,
  "DELETE /api/v1/organizations/:id/members/:userId": managerWrite,
  // An invitation is for one person, here the owner; withdrawn by who sent it, here the owner too.
  "GET /api/v1/invitations": ownRead,
  "POST /api/v1/invitations/:id/accept": privateWrite,
  "POST /api/v1/invitations/:id/decline": privateWrite,
  "DELETE /api/v1/invitations/:id": privateWrite,

  // Users.
  "GET /api/v1/users/me": ownRead,
  "PATCH /api/v1/users/me": ownWrite,
  "GET /api/v1/users/profile/:id": everybody,
  "PUT /api/v1/users/me/cover": ownWrite,
  "DELETE /api/v1/users/me/cover": ownWrite,
  "GET /api/v1/users/profile/:id/cover": everybody,

  // Entities and their teams.
  "GET /api/v1/entities": ownRead,
  "POST /api/v1/entities": ownWrite,
  "GET /api/v1/entities/:id": memberRead,
  "PUT /api/v1/entities/:id": permittedWrite,
  "PATCH /api/v1/entities/:id": permittedWrite,
  "DELETE /api/v1/entities/:id": managerWrite,
  "GET /v2/entities/:id/team": memberRead,
  "POST /v2/entities/:id/team": managerWrite,
  "PATCH /v2/entities/:id/team/:userId": managerWrite,
  "DELETE /v2/entities/:id/team/:userId": managerWrite,
  "GET /api/v1/entities/:id/members": memberRead,
  "POST /api/v1/entities/:id/members": managerWrite,
  "PATCH /api/v1/entities/:id/members/:userId": managerWrite,
  "DELETE /api/v1/entities/:id/members/:userId": managerWrite,
  "GET /v2/entities/:entityId/contacts": permittedRead,
  "PUT /v2/entities/:entityId/contacts": permittedWrite,
  "GET /v2/entities/:id/audit-log": managerRead,
  "PUT /v2/entities/:entityId/cover": permittedWrite,
  "DELETE /v2/entities/:entityId/cover": permittedWrite,
  // Optional: who is anonymous may see the covers of published entities only.
  "GET /v2/entities/:entityId/cover": "404 404 ok ok ok ok",

  // Collections and watchlists are strictly private.
  "GET /api/v1/collections": ownRead,
  "POST /api/v1/collections": ownWrite,
  "GET /api/v1/collections/:id": privateRead,
  "PATCH /api/v1/collections/:id": privateWrite,
  "GET /v2/watchlists": ownRead,
  "POST /v2/watchlists": ownWrite,
  "GET /v2/watchlists/:watchlistId": privateRead,
  "PATCH /v2/watchlists/:watchlistId": privateWrite,
  "DELETE /v2/watchlists/:watchlistId": privateWrite,
  "POST /v2/watchlists/:watchlistId/entities": privateWrite,
  "DELETE /v2/watchlists/:watchlistId/entities/:entityId": privateWrite,

  // Public company data, models and the registry.
  "GET /v2/entities/public/:slug": everybody,
  "GET /v2/entities/public/by-ticker/:ticker": everybody,
  "GET /v2/entities/:id/company-terminal": everybody,
  "GET /v2/entities/:id/financials/full": everybody,
  "GET /v2/entities/:id/sfrs-statements": everybody,
  "GET /v2/entities/:id/lineage": everybody,
  "GET /v2/entities/:id/data-quality": everybody,
  "GET /v2/entities": everybody,
  "GET /v2/entities/:id/models": everybody,
  "GET /v2/entities/:id/models/:templateKey": everybody,
  "POST /v2/entities/:id/models/:templateKey/compute": everybody,
  "POST /v2/entities/:id/models/:templateKey/export": everybody,
  "GET /v2/model-scenarios/shared/:shareToken": everybody,

  // Saved scenarios: one's own only.
  "GET /v2/entities/:id/models/:templateKey/scenarios": ownRead,
  "POST /v2/entities/:id/models/:templateKey/scenarios": ownWrite,
  "PATCH /v2/entities/:id/models/:templateKey/scenarios/:scenarioId": privateWrite,
  "DELETE /v2/entities/:id/models/:templateKey/scenarios/:scenarioId": privateWrite,
  "POST /v2/entities/:id/models/:templateKey/scenarios/:scenarioId/share": privateWrite,
  "DELETE /v2/entities/:id/models/:templateKey/scenarios/:scenarioId/share": privateWrite,
  "GET /v2/sfrs/concepts": everybody,
  "GET /v2/sfrs/schemas": everybody,
  "GET /v2/sfrs/schemas/:schemaType/:schemaVersion": everybody,

  // For the operator's own network.
  "GET /healthz": everybody,
  "GET /readyz": everybody,
  "GET /metrics": everybody,
};
