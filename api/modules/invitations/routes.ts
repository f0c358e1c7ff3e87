import { pageQuery } from "#schemas/shapes/page.ts";
import { user } from "../../auth/access.ts";
import { list, one } from "../../http/answers.ts";
import { moduleOf } from "../../http/module.ts";
import { v1 } from "../../http/responses/families.ts";
import { invitationAnswered, ownInvitation, params } from "./schemas.ts";
import { answerInvitation, listOwnInvitations, withdrawInvitation } from "./service.ts";

const { endpoint } = moduleOf({
  tag: "Organizations",
  family: v1,
  access: user,
  extension: true,
  params,
});

export const invitations = [
  endpoint({
    at: "GET /invitations",
    name: "listInvitations",
    summary: "List invitations that wait for your answer",
    description:
      "Those to an email address are shown once the account has proved that it is its own.",
    query: pageQuery,
    answers: list(ownInvitation),
    handle: ({ query, caller, deps }) => listOwnInvitations(deps, caller.userId, query),
  }),

  endpoint({
    at: "POST /invitations/:id/accept",
    name: "acceptInvitation",
    summary: "Accept an invitation",
    description: "Owners and admins of the place then see the email address of the account.",
    answers: one(invitationAnswered),
    handle: ({ params, caller, deps }) =>
      answerInvitation(deps, { ...params, userId: caller.userId }, "accepted"),
  }),

  endpoint({
    at: "POST /invitations/:id/decline",
    name: "declineInvitation",
    summary: "Decline an invitation",
    description:
      "An invitation is answered once. One that is not open or is for another account is 404.",
    answers: one(invitationAnswered),
    handle: ({ params, caller, deps }) =>
      answerInvitation(deps, { ...params, userId: caller.userId }, "declined"),
  }),

  endpoint({
    at: "DELETE /invitations/:id",
    name: "withdrawInvitation",
    summary: "Revoke an open invitation",
    description:
      "For owners and admins of the place. One that is not open any more is 404, one that is answered in this moment 409.",
    refuses: [409],
    answers: one(invitationAnswered),
    handle: ({ params, caller, deps }) =>
      withdrawInvitation(deps.db, { ...params, userId: caller.userId }),
  }),
];
