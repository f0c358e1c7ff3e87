import { pageQuery } from "#schemas/shapes/page.ts";
import { user } from "../../auth/access.ts";
import { endpoint, listEndpoint } from "../../http/endpoint.ts";
import { v1 } from "../../http/families.ts";
import { invitationAnswered, invitationParams, ownInvitation } from "./schemas.ts";
import { answerInvitation, listOwnInvitations, takeBack } from "./service.ts";

const tag = "Organizations";

export const invitations = [
  listEndpoint(v1, {
    at: "GET /invitations",
    tag,
    summary: "List the invitations that wait for an answer of one's own",
    description:
      "Those to an e-mail address are shown once the account has proved that it is its own.",
    access: user,
    query: pageQuery,
    returns: ownInvitation,
    extension: true,
    handle: ({ query, caller, deps }) => listOwnInvitations(deps, caller.userId, query),
  }),

  endpoint(v1, {
    at: "POST /invitations/:id/accept",
    tag,
    summary: "Accept an invitation",
    access: user,
    params: invitationParams,
    returns: invitationAnswered,
    extension: true,
    handle: ({ params, caller, deps }) =>
      answerInvitation(deps, { ...params, userId: caller.userId }, "accepted"),
  }),

  endpoint(v1, {
    at: "POST /invitations/:id/decline",
    tag,
    summary: "Decline an invitation",
    access: user,
    params: invitationParams,
    returns: invitationAnswered,
    extension: true,
    handle: ({ params, caller, deps }) =>
      answerInvitation(deps, { ...params, userId: caller.userId }, "declined"),
  }),

  endpoint(v1, {
    at: "DELETE /invitations/:id",
    tag,
    summary: "Take back an invitation that is still open",
    access: user,
    params: invitationParams,
    returns: invitationAnswered,
    extension: true,
    handle: ({ params, caller, deps }) => takeBack(deps.db, { ...params, userId: caller.userId }),
  }),
];
