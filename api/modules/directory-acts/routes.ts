import { pageQuery } from "#schemas/shapes/page.ts";
import { can, user } from "../../auth/access.ts";
import { created, list, one } from "../../http/answers.ts";
import { moduleOf } from "../../http/module.ts";
import { v2 } from "../../http/responses/families.ts";
import { mailed, tellMailed } from "../../mails/mailed.ts";
import { packageActs } from "./package-routes.ts";
import * as shapes from "./schemas.ts";
import { params } from "./schemas.ts";
import * as service from "./service.ts";

const { endpoint } = moduleOf({
  tag: "Directory",
  family: v2,
  access: user,
  extension: true,
  refuses: [404, 409],
  params,
});

const at = "/directory/:subjectType/:slug" as const;
const manage = can("listing.manage", "entityId");

export const directoryActs = [
  endpoint({
    at: `POST ${at}/follow`,
    name: "followProfile",
    summary: "Follow an entity",
    description:
      "At once, or pending where the team wants to agree first. Repeating the request changes nothing. 409 names the reason where the experience does not offer it.",
    answers: one(shapes.followAnswer),
    handle: ({ params: named, caller, deps }) =>
      service.followListing(deps, { named, userId: caller.userId }),
  }),

  endpoint({
    at: `DELETE ${at}/follow`,
    name: "unfollowProfile",
    summary: "Unfollow an entity, or withdraw the request",
    description: "Repeating the request changes nothing.",
    answers: one(shapes.followAnswer),
    handle: ({ params: named, caller, deps }) =>
      service.unfollowListing(deps, { named, userId: caller.userId }),
  }),

  endpoint({
    at: `POST ${at}/connection`,
    name: "requestConnection",
    summary: "Request a connection with an entity",
    description:
      "Pending until the team agrees. Connections see the contacts that are meant for them.",
    answers: one(shapes.connectionAnswer),
    handle: ({ params: named, caller, deps }) =>
      service.connectToListing(deps, { named, userId: caller.userId }),
  }),

  endpoint({
    at: `DELETE ${at}/connection`,
    name: "endConnection",
    summary: "End a connection, or withdraw the request",
    description: "Repeating the request changes nothing.",
    answers: one(shapes.connectionAnswer),
    handle: ({ params: named, caller, deps }) =>
      service.disconnectFromListing(deps, { named, userId: caller.userId }),
  }),

  endpoint({
    at: `POST ${at}/claim`,
    name: "claimProfile",
    summary: "Claim a company",
    description:
      "An administrator grants or declines the claim. One claim of a company is open at a time.",
    answers: one(shapes.claimAnswer),
    handle: ({ params: named, caller, deps }) =>
      service.claimListing(deps, { named, userId: caller.userId }),
  }),

  endpoint({
    at: `POST ${at}/invitations`,
    name: "inviteToClaim",
    summary: "Invite an address to claim a company",
    description:
      "Sends one mail to an address, however often it is asked for; the answer says nothing about the address.",
    body: shapes.inviteBody,
    answers: mailed(shapes.inviteAnswer),
    handle: ({ params: named, body, caller: { userId }, deps }) =>
      tellMailed(deps, service.inviteToClaim(deps, { named, userId }, body.email)),
  }),

  endpoint({
    at: `POST ${at}/corrections`,
    name: "suggestCorrection",
    summary: "Suggest a correction to a profile",
    description:
      "Nothing public changes by it. The member is `disputed` while an administrator reviews the suggestion. An account has at most 10 open ones.",
    body: shapes.correctionBody,
    answers: created(shapes.correctionShape, "/v2/directory/corrections/:id"),
    handle: ({ params: named, body, caller, deps }) =>
      service.suggestCorrection(deps, { named, userId: caller.userId }, body),
  }),

  endpoint({
    at: "GET /directory/corrections",
    name: "listOwnCorrections",
    summary: "List your suggested corrections, newest first",
    description: "Only the calling account sees its suggestions.",
    query: pageQuery,
    answers: list(shapes.correctionShape),
    handle: ({ query, caller, deps }) => service.listOwnCorrections(deps.db, caller.userId, query),
  }),

  endpoint({
    at: "GET /directory/corrections/:correctionId",
    name: "getOwnCorrection",
    summary: "Get one of your suggested corrections",
    description: "404 for an unknown one and for another account's.",
    answers: one(shapes.correctionShape),
    handle: ({ params: { correctionId }, caller, deps }) =>
      service.getOwnCorrection(deps.db, correctionId, caller.userId),
  }),

  endpoint({
    at: "DELETE /directory/corrections/:correctionId",
    name: "withdrawCorrection",
    summary: "Withdraw a suggested correction before review",
    description:
      "409 once an administrator has taken it into review. Repeating the request changes nothing.",
    answers: one(shapes.correctionShape),
    handle: ({ params: { correctionId }, caller, deps }) =>
      service.withdrawCorrection(deps.db, correctionId, caller.userId),
  }),

  endpoint({
    at: "GET /directory/entity-profile/:entityId/requests",
    name: "listRelationshipRequests",
    summary: "List follow and connection requests, newest first",
    description: "Requests that were answered or taken back are not among them.",
    access: manage,
    query: pageQuery,
    answers: list(shapes.requestShape),
    handle: ({ params: { entityId }, query, deps }) =>
      service.listWaiting(deps.db, entityId, query),
  }),

  endpoint({
    at: "POST /directory/entity-profile/:entityId/requests/:requestId/response",
    name: "answerRelationshipRequest",
    summary: "Accept or decline a follow or connection request",
    description: "404 for a request that is not open. Who was declined may ask again.",
    access: manage,
    body: shapes.decisionBody,
    answers: one(shapes.decisionAnswer),
    handle: ({ params: request, body, caller, deps }) =>
      service.decideRequest(deps, request, caller.userId, body.decision),
  }),

  ...packageActs,
];
