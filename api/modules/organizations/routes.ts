import { inviteBody } from "#schemas/shapes/invite.ts";
import { longPageQuery } from "#schemas/shapes/page.ts";
import { user } from "../../auth/access.ts";
import { endpoint, listEndpoint } from "../../http/endpoint.ts";
import { v1 } from "../../http/families.ts";
import {
  memberRemoved,
  organizationBody,
  organizationMemberChange,
  organizationMemberParams,
  organizationMemberShape,
  organizationParams,
  organizationShape,
} from "./schemas.ts";
import {
  changeRole,
  createOrganization,
  getOrganization,
  inviteToOrganization,
  listOrganizationMembers,
  listOwnOrganizations,
  removeMember,
} from "./service.ts";

const tag = "Organizations";

export const organizations = [
  listEndpoint(v1, {
    at: "GET /organizations/me",
    tag,
    summary: "List the organizations that one is a member of",
    access: user,
    query: longPageQuery,
    returns: organizationShape,
    handle: ({ query, caller, deps }) => listOwnOrganizations(deps.db, caller.userId, query),
  }),

  endpoint(v1, {
    at: "POST /organizations",
    tag,
    summary: "Create a top-level organization",
    access: user,
    body: organizationBody,
    status: 201,
    returns: organizationShape,
    location: ({ id }) => `/api/v1/organizations/${id}`,
    handle: ({ body, caller, deps }) =>
      createOrganization(deps.db, { ...body, userId: caller.userId }),
  }),

  endpoint(v1, {
    at: "GET /organizations/:id",
    tag,
    summary: "Read an organization that one is a member of",
    access: user,
    params: organizationParams,
    returns: organizationShape,
    handle: ({ params, caller, deps }) =>
      getOrganization(deps.db, { organizationId: params.id, userId: caller.userId }),
  }),

  listEndpoint(v1, {
    at: "GET /organizations/:id/members",
    tag,
    summary: "List members and roles",
    access: user,
    params: organizationParams,
    query: longPageQuery,
    returns: organizationMemberShape,
    handle: ({ params, query, caller, deps }) =>
      listOrganizationMembers(deps, { organizationId: params.id, userId: caller.userId }, query),
  }),

  endpoint(v1, {
    at: "POST /organizations/:id/members",
    tag,
    summary: "Invite somebody to an organization",
    access: user,
    params: organizationParams,
    body: inviteBody,
    status: 201,
    returns: organizationMemberShape,
    location: ({ id }) => `/api/v1/invitations/${id}`,
    refuses: [409],
    extension: true,
    handle: ({ params, body, caller, deps }) =>
      inviteToOrganization(deps, { organizationId: params.id, userId: caller.userId }, body),
  }),

  endpoint(v1, {
    at: "PATCH /organizations/:id/members/:userId",
    tag,
    summary: "Give a member another role",
    access: user,
    params: organizationMemberParams,
    body: organizationMemberChange,
    returns: organizationMemberShape,
    refuses: [409],
    extension: true,
    handle: ({ params: { id, userId }, body, caller, deps }) =>
      changeRole(deps.db, { organizationId: id, userId: caller.userId }, { userId, ...body }),
  }),

  endpoint(v1, {
    at: "DELETE /organizations/:id/members/:userId",
    tag,
    summary: "Remove a member, or leave",
    access: user,
    params: organizationMemberParams,
    returns: memberRemoved,
    refuses: [409],
    extension: true,
    handle: ({ params: { id, userId }, caller, deps }) =>
      removeMember(deps.db, { organizationId: id, userId: caller.userId }, userId),
  }),
];
