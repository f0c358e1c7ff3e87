import { allowed, user, via, viewer } from "#api/auth/access.ts";
import { created, list, one } from "#api/http/answers.ts";
import { forbidden } from "#api/http/errors.ts";
import { moduleOf } from "#api/http/module.ts";
import { v2 } from "#api/http/responses/families.ts";
import type { Db } from "#schemas/database/db.ts";
import { pageQuery } from "#schemas/shapes/page.ts";
import { isAtLeast, roomById, roomRole } from "../rooms/access.ts";
import { findSeenRoom } from "../rooms/queries.ts";
import { joinBody } from "../rooms/schemas.ts";
import { requestToJoin } from "../rooms/service.ts";
import { requestMoves } from "./moves.ts";
import { findRequest, type JoinRequest, listRequests, listRoomMembers } from "./queries.ts";
import {
  memberChange,
  memberRemoved,
  memberShape,
  params,
  requestAnswer,
  requestShape,
  requestsQuery,
} from "./schemas.ts";
import { changeRole, decideRequest, removeMember } from "./service.ts";

const { endpoint } = moduleOf({
  tag: "Communities",
  family: v2,
  access: user,
  extension: true,
  params,
});

const request = via({ name: "Request", find: findRequest }, "requestId");
const isAdmin = async (db: Db, roomId: string, userId: string): Promise<boolean> =>
  isAtLeast((await findSeenRoom(db, { id: roomId }, userId))?.role ?? null, "admin");

/** Owners and admins of the request's room; for all others the request does not exist. */
const decider = allowed<JoinRequest>(
  "admin of the room",
  async (db, { userId }, { roomId }) => ((await isAdmin(db, roomId, userId)) ? "yes" : "hidden"),
  request,
);
const requester = allowed<JoinRequest>(
  "requester, or admin of the room",
  async (db, { userId }, { roomId, person }) =>
    person.id === userId || (await isAdmin(db, roomId, userId)) ? "yes" : "hidden",
  request,
);

export const memberEndpoints = [
  endpoint({
    at: "GET /messaging/rooms/:roomId/members",
    name: "listRoomMembers",
    summary: "List the members of a room",
    description:
      "For members; only for owners and admins where `memberListVisibility` is `admins`. In the order in which they joined.",
    access: roomRole("member"),
    query: pageQuery,
    answers: list(memberShape),
    handle: ({ subject: { role, memberListVisibility, roomId }, query, deps }) => {
      if (memberListVisibility === "admins" && !isAtLeast(role, "admin")) {
        throw forbidden("Only owners and admins see the members of this room");
      }
      return listRoomMembers(deps.db, roomId, query);
    },
  }),

  endpoint({
    at: "PATCH /messaging/rooms/:roomId/members/:userId",
    name: "changeRoomMember",
    summary: "Change the role of a room's member",
    description:
      "For owners and admins; only owners change owners, and prove a second factor within ten minutes before, if they have one (STEP_UP_REQUIRED). The last owner cannot be demoted (409).",
    access: roomRole("admin"),
    body: memberChange,
    refuses: [409],
    answers: one(memberShape),
    handle: ({ params, body, caller, deps }) => changeRole(deps, { of: params, caller }, body.role),
  }),

  endpoint({
    at: "DELETE /messaging/rooms/:roomId/members/:userId",
    name: "removeRoomMember",
    summary: "Remove a member of a room",
    description:
      "For owners and admins; only owners remove owners, as they change them. Who was removed comes back by an invitation or a reviewed request only.",
    access: roomRole("admin"),
    refuses: [409],
    answers: one(memberRemoved),
    handle: ({ params, caller, deps }) => removeMember(deps, { of: params, caller }),
  }),

  endpoint({
    at: "POST /messaging/rooms/:roomId/leave",
    name: "leaveRoom",
    summary: "Leave a room",
    description: "The last owner makes another member an owner first: 409.",
    access: roomRole("member"),
    refuses: [409],
    answers: one(memberRemoved),
    handle: ({ params: { roomId }, caller, deps }) =>
      removeMember(deps, { of: { roomId, userId: caller.userId }, caller }),
  }),

  endpoint({
    at: "GET /messaging/rooms/:roomId/join-requests",
    name: "listJoinRequests",
    summary: "List requests to join a room",
    description: "For owners and admins, newest first; open ones unless `status` says otherwise.",
    access: roomRole("admin"),
    query: requestsQuery,
    answers: list(requestShape),
    handle: ({ params, query: { status, ...query }, deps }) =>
      listRequests(deps.db, params.roomId, status, query),
  }),

  endpoint({
    at: "POST /messaging/rooms/:roomId/join-requests",
    name: "requestToJoinRoom",
    summary: "Request to join a room",
    description:
      "For a room that reviews its requests. A repeat answers with the open request. 409 where the caller can join without one.",
    access: viewer(roomById),
    body: joinBody,
    refuses: [403, 409],
    answers: created(requestShape, "/v2/messaging/join-requests/:id"),
    handle: ({ params: { roomId }, body, caller: { userId }, deps }) =>
      requestToJoin(deps, { roomId, userId, message: body.message ?? null }),
  }),

  endpoint({
    at: "GET /messaging/join-requests/:requestId",
    name: "getJoinRequest",
    summary: "Get a request to join a room",
    description: "For the person who made it, and for owners and admins of the room.",
    access: requester,
    answers: one(requestShape),
    handle: ({ subject }) => subject,
  }),

  endpoint({
    at: "POST /messaging/join-requests/:requestId/response",
    name: "answerJoinRequest",
    summary: "Approve or decline a request to join",
    description: `For owners and admins of the room. ${requestMoves.text("approve")}`,
    access: decider,
    body: requestAnswer,
    refuses: [409],
    answers: one(requestShape),
    handle: ({ subject, body: { decision }, caller, deps }) =>
      decideRequest(deps, subject, { decision, actorId: caller.userId }),
  }),
];
