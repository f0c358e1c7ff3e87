import { allowed, via } from "#api/auth/access.ts";
import { created, list, one } from "#api/http/answers.ts";
import { pageQuery } from "#schemas/shapes/page.ts";
import {
  entityPath,
  hasMet,
  managesListing,
  managesStartup,
  seesStartup,
} from "../startups/service.ts";
import { endpoint } from "./endpoint.ts";
import { engagementMoves } from "./moves.ts";
import { objectiveEndpoints } from "./objective-routes.ts";
import {
  findInvitation,
  findRequest,
  type InvitationRow,
  listInvitations,
  listRequests,
  type RequestRow,
} from "./queries.ts";
import { ofPath } from "./rows.ts";
import * as shapes from "./schemas.ts";
import { closeReport, handOff, invite, requestEngagement, respond } from "./service.ts";

const request = via(ofPath<RequestRow>("Engagement", findRequest), "engagementRequestId");
const invitation = via(ofPath<InvitationRow>("Invitation", findInvitation), "invitationId");

/**
 * Who manages the startup answers and hands off; who asked may only read; for all others there is nothing. With a
 * block between who asked and the founder there is nothing to answer.
 */
const answers = allowed<RequestRow>(
  "manager of the startup",
  async (db, caller, { startupListingId, requester }) => {
    if (!(await managesListing(db, startupListingId, caller))) {
      return requester.id === caller.userId ? "no" : "hidden";
    }
    return (await hasMet(db, startupListingId, requester.id)) ? "yes" : "hidden";
  },
  request,
);
const readsRequest = allowed<RequestRow>(
  "requester, or manager of the startup",
  async (db, caller, { startupListingId, requester }) =>
    requester.id === caller.userId || (await managesListing(db, startupListingId, caller))
      ? "yes"
      : "hidden",
  request,
);
const readsInvitation = allowed<InvitationRow>(
  "invited follower, or manager of the startup",
  async (db, caller, { startupListingId, follower }) => {
    const isInvited =
      follower.id === caller.userId && (await hasMet(db, startupListingId, follower.id));
    return isInvited || (await managesListing(db, startupListingId, caller)) ? "yes" : "hidden";
  },
  invitation,
);

const requests = "/startups/:id/engagement-requests";

const requestEndpoints = [
  endpoint({
    at: `POST ${requests}`,
    name: "requestEngagement",
    summary: "Request an engagement with a startup",
    description:
      "A meeting, a report or deeper access, of a published startup. Deeper access is for its followers: 409 for others. A repeat of the `idempotencyKey` makes nothing new and answers with the first request.",
    access: seesStartup,
    body: shapes.requestBody,
    refuses: [409],
    answers: created(shapes.requestShape, "/v2/startups/:startupListingId/engagement-requests/:id"),
    handle: ({ subject, body, caller, deps }) =>
      requestEngagement(deps, { startup: subject, userId: caller.userId ?? "" }, body),
  }),

  endpoint({
    at: `GET ${requests}`,
    name: "listEngagementRequests",
    summary: "List the engagement requests to a startup",
    description: "Needs `listing.manage`. Newest first.",
    extension: true,
    access: managesStartup,
    query: pageQuery,
    answers: list(shapes.requestShape),
    handle: ({ subject, query, deps }) =>
      listRequests(deps.db, { startupListingId: subject.id }, query),
  }),

  endpoint({
    at: `GET ${requests}/:engagementRequestId`,
    name: "getEngagementRequest",
    summary: "Get an engagement request and its answer",
    description: "For the person who made it and those who manage the startup.",
    extension: true,
    access: readsRequest,
    answers: one(shapes.requestShape),
    handle: ({ subject }) => subject,
  }),

  endpoint({
    at: `POST ${requests}/:engagementRequestId/response`,
    name: "answerEngagementRequest",
    summary: "Accept or decline an engagement request",
    description: `Needs \`listing.manage\`. ${engagementMoves.text("accept")} A different second answer is 409. Deeper access raises the tier of a follow in force. A report of the startup's entity is open to the requester for \`accessDays\`.`,
    access: answers,
    body: shapes.responseBody,
    refuses: [409],
    answers: one(shapes.requestShape),
    handle: ({ subject, body, caller, deps }) => respond(deps, subject, caller.userId, body),
  }),

  endpoint({
    at: `DELETE ${requests}/:engagementRequestId/report-access`,
    name: "closeEngagementReport",
    summary: "Revoke access to an accepted report",
    description:
      "Needs `listing.manage`. From the next request on the requester can no longer read the report. Repeating the request changes nothing.",
    extension: true,
    access: answers,
    answers: one(shapes.requestShape),
    handle: ({ subject, caller, deps }) => closeReport(deps, subject, caller.userId),
  }),

  endpoint({
    at: `POST ${requests}/:engagementRequestId/capital-outcomes-handoff`,
    name: "handOffEngagement",
    summary: "Hand an accepted engagement to Capital Outcomes",
    description: `Needs \`listing.manage\`. ${engagementMoves.text("handOff")} \`objectiveId\` is the active objective's; without one it is null until the startup activates one.`,
    access: answers,
    refuses: [409],
    answers: one(shapes.handoffShape),
    handle: ({ subject, caller, deps }) => handOff(deps, subject, caller.userId),
  }),

  endpoint({
    at: "GET /me/engagement-requests",
    name: "listOwnEngagementRequests",
    summary: "List your engagement requests",
    description: "With the answers, newest first.",
    extension: true,
    query: pageQuery,
    answers: list(shapes.requestShape),
    handle: ({ query, caller, deps }) =>
      listRequests(deps.db, { requesterId: caller.userId }, query),
  }),
];

const invitationEndpoints = [
  ...(["startups", "entities"] as const).map((of) =>
    endpoint({
      at: `POST /${of}/:id/engagement-invitations`,
      ...(of === "entities" ? { params: entityPath } : {}),
      name: of === "startups" ? "inviteFollower" : "inviteFollowerOfEntity",
      summary: "Invite a follower to engage",
      description:
        "Needs `listing.manage`. `followerId` is the account of an active follower (`follower.id` of `GET …/followers`, whose `id` is the follow's): 409 for anybody else. A repeat of the `idempotencyKey` answers with the first invitation.",
      access: managesStartup,
      body: shapes.invitationBody,
      refuses: [409],
      answers: created(
        shapes.invitationShape,
        "/v2/startups/:startupListingId/engagement-invitations/:id",
      ),
      handle: ({ subject, body, caller, deps }) =>
        invite(deps, { startup: subject, userId: caller.userId }, body),
    }),
  ),

  endpoint({
    at: "GET /startups/:id/engagement-invitations",
    name: "listSentEngagementInvitations",
    summary: "List the invitations that a startup sent",
    description: "Needs `listing.manage`. Newest first.",
    extension: true,
    access: managesStartup,
    query: pageQuery,
    answers: list(shapes.invitationShape),
    handle: ({ subject, query, deps }) =>
      listInvitations(deps.db, { startupListingId: subject.id }, query),
  }),

  endpoint({
    at: "GET /startups/:id/engagement-invitations/:invitationId",
    name: "getEngagementInvitation",
    summary: "Get an invitation to engage",
    description: "For the invited follower and those who manage the startup.",
    extension: true,
    access: readsInvitation,
    answers: one(shapes.invitationShape),
    handle: ({ subject }) => subject,
  }),

  endpoint({
    at: "GET /me/engagement-invitations",
    name: "listOwnEngagementInvitations",
    summary: "List invitations of startups to engage",
    description: "Of the caller, newest first.",
    extension: true,
    query: pageQuery,
    answers: list(shapes.invitationShape),
    handle: ({ query, caller, deps }) =>
      listInvitations(deps.db, { followerId: caller.userId }, query),
  }),
];

export const engagements = [...requestEndpoints, ...invitationEndpoints, ...objectiveEndpoints];
