import { inviteBody } from "#schemas/shapes/accounts/invite.ts";
import { longPageQuery } from "#schemas/shapes/page.ts";
import { organization, user } from "../../auth/access.ts";
import { created, list, one } from "../../http/answers.ts";
import { moduleOf } from "../../http/module.ts";
import { v1 } from "../../http/responses/families.ts";
import { mailed, tellMailed } from "../../mails/mailed.ts";
import {
  memberRemoved,
  organizationBody,
  organizationMemberChange,
  organizationMemberShape,
  organizationShape,
  params,
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

const { endpoint } = moduleOf({ tag: "Organizations", family: v1, access: user, params });

export const organizations = [
  endpoint({
    at: "GET /organizations/me",
    name: "listOrganizations",
    summary: "List your organizations",
    description: "Newest first, with limit and offset.",
    query: longPageQuery,
    answers: list(organizationShape),
    handle: ({ query, caller, deps }) => listOwnOrganizations(deps.db, caller.userId, query),
  }),

  endpoint({
    at: "POST /organizations",
    name: "createOrganization",
    summary: "Create a top-level organization",
    description: "The caller becomes its owner. The slug is made of the name.",
    body: organizationBody,
    answers: created(organizationShape, "/api/v1/organizations/:id"),
    handle: ({ body, caller, deps }) =>
      createOrganization(deps.db, { ...body, userId: caller.userId }),
  }),

  endpoint({
    at: "GET /organizations/:id",
    name: "getOrganization",
    summary: "Get one of your organizations",
    description: "For members; for others it is 404.",
    access: organization("member", "id"),
    answers: one(organizationShape),
    handle: ({ params, deps }) => getOrganization(deps.db, params.id),
  }),

  endpoint({
    at: "GET /organizations/:id/members",
    name: "listOrganizationMembers",
    summary: "List the members of an organization",
    description: "Owners and admins also see email addresses and open invitations.",
    access: organization("member", "id"),
    query: longPageQuery,
    answers: list(organizationMemberShape),
    handle: ({ params, query, standing, deps }) =>
      listOrganizationMembers(deps, { organizationId: params.id, ...standing }, query),
  }),

  endpoint({
    at: "POST /organizations/:id/members",
    name: "inviteToOrganization",
    summary: "Invite a member to an organization",
    description:
      "The person joins by accepting. The response does not reveal whether an address has an account.",
    access: organization("admin", "id"),
    body: inviteBody,
    refuses: [409],
    extension: true,
    answers: mailed(organizationMemberShape, { location: "/api/v1/invitations/:id" }),
    handle: ({ params: { id: organizationId }, body, caller: { userId }, deps }) =>
      tellMailed(deps, inviteToOrganization(deps, { organizationId, userId }, body)),
  }),

  endpoint({
    at: "PATCH /organizations/:id/members/:userId",
    name: "updateOrganizationMember",
    summary: "Change a member's role",
    description:
      "Only owners make or change owners, and prove a second factor within ten minutes before, if they have one (STEP_UP_REQUIRED). The last owner cannot be demoted (409).",
    access: organization("admin", "id"),
    body: organizationMemberChange,
    refuses: [409],
    extension: true,
    answers: one(organizationMemberShape),
    handle: ({ params: { id, userId }, body, caller, deps }) =>
      changeRole(deps, { organizationId: id, caller }, { userId, ...body }),
  }),

  endpoint({
    at: "DELETE /organizations/:id/members/:userId",
    name: "removeOrganizationMember",
    summary: "Remove a member, or leave an organization",
    description:
      "Members may leave; owners and admins may remove others. The last owner cannot leave or be removed (409).",
    refuses: [409],
    extension: true,
    answers: one(memberRemoved),
    handle: ({ params: { id, userId }, caller, deps }) =>
      removeMember(deps, { organizationId: id, caller }, userId),
  }),
];
