import { allowed, via } from "#api/auth/access.ts";
import type { RowReader } from "#api/auth/rules.ts";
import { findTeamStanding } from "#api/auth/standing.ts";
import { created, list, one } from "#api/http/answers.ts";
import { ApiError } from "#api/http/errors.ts";
import type { Db } from "#schemas/database/db.ts";
import { permits } from "#schemas/shapes/accounts/team.ts";
import { pageQuery } from "#schemas/shapes/page.ts";
import { auditEntry, listSubjectLog } from "../../audit-log/service.ts";
import { hasMet } from "../blocks/queries.ts";
import { endpoint } from "../endpoint.ts";
import { managesStartup, ofStartup, seesStartup } from "../listings/access.ts";
import { findListing } from "../listings/queries.ts";
import { followMoves } from "./moves.ts";
import {
  type FollowRow,
  findFollow,
  findFollowInForce,
  listFollowers,
  listInbox,
  listOwnFollows,
  listRequests,
} from "./queries.ts";
import { followAnswer, followBody, followShape } from "./schemas.ts";
import { decideFollow, endFollow, requestFollow } from "./service.ts";

/** A follow of the startup in the path, with what the caller is to it. */
interface SeenFollow extends FollowRow {
  isManager: boolean;
}

const reader: RowReader<SeenFollow> = {
  name: "Follow",
  find: async (db, followId, { id = "" }, caller) => {
    const listing = await findListing(db, id);
    if (listing === null) return null;
    const team = await findTeamStanding(db, listing.entityId, caller);
    const standing = team?.standing ?? null;
    const isManager = standing !== null && permits(standing, "listing.manage");
    const row = await findFollow(db, followId);
    if (listing.id === row?.startupListingId) return { ...row, isManager };
    if (isManager) await refuseFollower(db, listing.id, followId);
    return null;
  },
};

/** Throws 404 that names the follow, where the id is that of a follower's account. */
async function refuseFollower(db: Db, startupListingId: string, sentId: string): Promise<void> {
  const follow = await findFollowInForce(db, { startupListingId, followerId: sentId });
  if (follow === null) return;
  throw new ApiError(
    404,
    "NOT_FOUND",
    `Follow not found: this is the account of a follower, whose follow is ${follow.id}`,
  );
}

/** Who made the request, and who manages the startup; for all others it does not exist. */
const concerned = (on: string) =>
  allowed<SeenFollow>(
    "follower, or manager of the startup",
    (_db, { userId }, { isManager, follower }) =>
      isManager || follower.id === userId ? "yes" : "hidden",
    via(reader, on),
  );
/** A founder cannot decide a request of a blocked person. */
const decides = allowed<SeenFollow>(
  "manager of the startup",
  async (db, { userId }, { isManager, follower, startupListingId }) => {
    if (!isManager) return follower.id === userId ? "no" : "hidden";
    return (await hasMet(db, startupListingId, follower.id)) ? "yes" : "hidden";
  },
  via(reader, "requestId"),
);

export const followEndpoints = [
  endpoint({
    at: "POST /startups/:id/follow-requests",
    name: "requestStartupFollow",
    summary: "Request to follow a startup",
    description:
      "For a published startup; its own team cannot follow it. One request can be open; it may ask for another tier than a follow in force. The founder grants tier and days.",
    access: seesStartup,
    body: followBody,
    refuses: [409],
    answers: created(followShape, "/v2/startups/:startupListingId/follow-requests/:id"),
    handle: ({ subject, body, caller, deps }) =>
      requestFollow(deps, { startup: subject, userId: caller.userId ?? "" }, body),
  }),

  endpoint({
    at: "GET /startups/:id/follow-requests",
    name: "listStartupFollowRequests",
    summary: "List open requests to follow a startup",
    description: "Needs `listing.manage`. Newest first.",
    extension: true,
    access: managesStartup,
    query: pageQuery,
    answers: list(followShape),
    handle: ({ subject, query, deps }) => listRequests(deps.db, subject.id, query),
  }),

  endpoint({
    at: "GET /startups/:id/follow-requests/:requestId",
    name: "getStartupFollowRequest",
    summary: "Get a request to follow and its state",
    description: "For the person who made it and those who manage the startup.",
    extension: true,
    access: concerned("requestId"),
    answers: one(followShape),
    handle: ({ subject: { isManager: _isManager, ...row } }) => row,
  }),

  endpoint({
    at: "POST /startups/:id/follow-requests/:requestId/response",
    name: "answerStartupFollowRequest",
    summary: "Approve or decline a request to follow",
    description: `Needs \`listing.manage\`. ${followMoves.text("approve")} Tier and days are those asked for, unless the body says otherwise.`,
    extension: true,
    access: decides,
    body: followAnswer,
    refuses: [409],
    answers: one(followShape),
    handle: ({ subject: { id }, body, caller, deps }) =>
      decideFollow(deps, { id, actorId: caller.userId }, body),
  }),

  endpoint({
    at: "GET /startups/:id/followers",
    name: "listStartupFollowers",
    summary: "List who follows a startup",
    description: "Needs `listing.manage`. Follows that are in force, newest first.",
    extension: true,
    access: managesStartup,
    query: pageQuery,
    answers: list(followShape),
    handle: ({ subject, query, deps }) => listFollowers(deps.db, subject.id, query),
  }),

  endpoint({
    at: "DELETE /startups/:id/followers/:followId",
    name: "endStartupFollow",
    summary: "End a follow",
    description:
      "Those who manage the startup revoke it, its follower withdraws it. From the next request on the follower reads the public view. The audit log keeps the history.",
    extension: true,
    access: concerned("followId"),
    refuses: [409],
    answers: one(followShape),
    handle: ({ subject: { id, isManager }, caller, deps }) =>
      endFollow(deps, isManager ? "revoke" : "withdraw", { id, actorId: caller.userId }),
  }),

  endpoint({
    at: "GET /startups/:id/audit-log",
    name: "listStartupAuditLog",
    summary: "List the audit log of a startup, newest first",
    description:
      "For the startup's team: changes of the profile, the baseline, follows and engagements. A change of state has from and to in its detail.",
    extension: true,
    access: ofStartup,
    query: pageQuery,
    answers: list(auditEntry),
    handle: ({ subject, query, deps }) =>
      listSubjectLog(deps.db, { subjectType: "startup", subjectId: subject.id }, query),
  }),

  endpoint({
    at: "GET /me/startup-follow-requests",
    name: "listStartupFollowInbox",
    summary: "List open requests to follow your startups",
    description: "Of all startups whose listing the caller manages, newest first.",
    query: pageQuery,
    answers: list(followShape),
    handle: ({ query, caller, deps }) => listInbox(deps.db, caller.userId, query),
  }),

  endpoint({
    at: "GET /me/startup-follows",
    name: "listOwnStartupFollows",
    summary: "List your follows and requests to follow",
    description: "In every state, newest first.",
    extension: true,
    query: pageQuery,
    answers: list(followShape),
    handle: ({ query, caller, deps }) => listOwnFollows(deps.db, caller.userId, query),
  }),
];
