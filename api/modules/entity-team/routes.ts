import { inviteBody } from "#schemas/shapes/invite.ts";
import { pageQuery } from "#schemas/shapes/page.ts";
import { manager, member } from "../../auth/access.ts";
import { type Endpoint, endpoint, listEndpoint } from "../../http/endpoint.ts";
import { type Family, v1, v2 } from "../../http/families.ts";
import {
  teamMemberChange,
  teamMemberParams,
  teamMemberRemoved,
  teamMemberShape,
  teamParams,
} from "./schemas.ts";
import { changeTeamMember, inviteToTeam, listTeam, removeTeamMember } from "./service.ts";

const tag = "Entities";

/** The same operations under both paths that clients know (O-06). */
const teamAt = (family: Family, path: `/entities/:id/${string}`): Endpoint[] => [
  listEndpoint(family, {
    at: `GET ${path}`,
    tag,
    summary: "List the team of an entity with roles and permissions",
    access: member("id"),
    params: teamParams,
    query: pageQuery,
    returns: teamMemberShape,
    extension: true,
    handle: ({ params, query, caller, deps }) => listTeam(deps, params.id, caller, query),
  }),

  endpoint(family, {
    at: `POST ${path}`,
    tag,
    summary: "Invite somebody to the team",
    access: manager("id"),
    params: teamParams,
    body: inviteBody,
    status: 201,
    returns: teamMemberShape,
    location: ({ id }) => `/api/v1/invitations/${id}`,
    refuses: [409],
    extension: true,
    handle: ({ params, body, caller, deps }) =>
      inviteToTeam(deps, { entityId: params.id, userId: caller.userId }, body),
  }),

  endpoint(family, {
    at: `PATCH ${path}/:userId`,
    tag,
    summary: "Change role and permissions of a member",
    access: manager("id"),
    params: teamMemberParams,
    body: teamMemberChange,
    returns: teamMemberShape,
    refuses: [409],
    extension: true,
    handle: ({ params: { id, userId }, body, caller, deps }) =>
      changeTeamMember(deps.db, { entityId: id, userId }, caller.userId, body),
  }),

  endpoint(family, {
    at: `DELETE ${path}/:userId`,
    tag,
    summary: "Remove a member of the team, or leave it",
    access: member("id"),
    params: teamMemberParams,
    returns: teamMemberRemoved,
    refuses: [409],
    extension: true,
    handle: ({ params: { id, userId }, caller, deps }) =>
      removeTeamMember(deps.db, { entityId: id, userId }, caller),
  }),
];

export const entityTeam = [
  ...teamAt(v2, "/entities/:id/team"),
  ...teamAt(v1, "/entities/:id/members"),
];
