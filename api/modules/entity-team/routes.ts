import { inviteBody } from "#schemas/shapes/accounts/invite.ts";
import { pageQuery } from "#schemas/shapes/page.ts";
import { manager, member } from "../../auth/access.ts";
import { list, one } from "../../http/answers.ts";
import type { Endpoint } from "../../http/endpoint.ts";
import { moduleOf } from "../../http/module.ts";
import { type Family, v1, v2 } from "../../http/responses/families.ts";
import { mailed, tellMailed } from "../../mails/mailed.ts";
import { params, teamMemberChange, teamMemberRemoved, teamMemberShape } from "./schemas.ts";
import { changeTeamMember, inviteToTeam, listTeam, removeTeamMember } from "./service.ts";

const { endpoint } = moduleOf({ tag: "Entities", extension: true, params });

/** The same operations under both paths that clients know (O-06). */
const teamAt = (family: Family, path: `/entities/:id/${string}`, noun: string): Endpoint[] => [
  endpoint({
    family,
    at: `GET ${path}`,
    name: `list${noun}`,
    summary: "List an entity's team",
    description: "Owners and admins also see email addresses and open invitations.",
    access: member("id"),
    scope: "entities:read",
    query: pageQuery,
    answers: list(teamMemberShape),
    handle: ({ params, query, standing, deps }) =>
      listTeam(deps, { entityId: params.id, ...standing }, query),
  }),

  endpoint({
    family,
    at: `POST ${path}`,
    name: `inviteTo${noun}`,
    summary: "Invite a member to an entity's team",
    description:
      "The person joins by accepting. The response does not reveal whether an address has an account.",
    access: manager("id"),
    scope: "entities:write",
    body: inviteBody,
    refuses: [409],
    answers: mailed(teamMemberShape, { location: "/api/v1/invitations/:id" }),
    handle: ({ params: { id: entityId }, body, caller: { userId }, deps }) =>
      tellMailed(deps, inviteToTeam(deps, { entityId, userId }, body)),
  }),

  endpoint({
    family,
    at: `PATCH ${path}/:userId`,
    name: `update${noun}Member`,
    summary: "Change a team member's role and permissions",
    description:
      "An omitted role or permission keeps its value. The owner cannot be changed (409).",
    access: manager("id"),
    scope: "entities:write",
    body: teamMemberChange,
    refuses: [409],
    answers: one(teamMemberShape),
    handle: ({ params: { id, userId }, body, caller, deps }) =>
      changeTeamMember(deps.db, { entityId: id, userId }, caller.userId, body),
  }),

  endpoint({
    family,
    at: `DELETE ${path}/:userId`,
    name: `remove${noun}Member`,
    summary: "Remove a team member, or leave the team",
    description:
      "Members may leave; owners and admins may remove others. The owner cannot be removed (409).",
    access: member("id"),
    scope: "entities:write",
    refuses: [409],
    answers: one(teamMemberRemoved),
    handle: ({ params: { id, userId }, caller, standing: { role }, deps }) =>
      removeTeamMember(deps.db, { entityId: id, userId }, { userId: caller.userId, role }),
  }),
];

export const entityTeam = [
  ...teamAt(v2, "/entities/:id/team", "EntityTeam"),
  ...teamAt(v1, "/entities/:id/members", "EntityMembers"),
];
