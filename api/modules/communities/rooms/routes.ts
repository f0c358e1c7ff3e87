import { user, viewer } from "#api/auth/access.ts";
import { created, list, one } from "#api/http/answers.ts";
import { moduleOf } from "#api/http/module.ts";
import { versioned, wantedVersions } from "#api/http/requests/conditional.ts";
import { v2 } from "#api/http/responses/families.ts";
import { roomByHandle, roomRole } from "./access.ts";
import { roomMoves } from "./moves.ts";
import * as shapes from "./schemas.ts";
import { params } from "./schemas.ts";
import {
  changeSettings,
  createRoom,
  join,
  listCommunities,
  moveRoom,
  presentCommunity,
  presentSettings,
} from "./service.ts";

const { endpoint } = moduleOf({ tag: "Communities", family: v2, access: user, params });

export const roomEndpoints = [
  endpoint({
    at: "GET /messaging/communities",
    name: "listCommunities",
    summary: "Discover communities, or list yours",
    description:
      "With `scope=discover` (default) open communities that anyone signed in may discover; with `scope=mine` those that the caller is a member of, newest first.",
    query: shapes.communitiesQuery,
    answers: list(shapes.communityShape),
    handle: ({ query, caller, deps }) => listCommunities(deps.db, caller.userId, query),
  }),

  endpoint({
    at: "GET /messaging/communities/:handle",
    name: "getCommunity",
    summary: "Get the profile of a community",
    description:
      "The handle of a private community exists only for its members. Requires signing in. A former handle answers with `redirectedFromHandle`.",
    access: viewer(roomByHandle),
    answers: one(shapes.communityProfile),
    handle: ({ subject, params: { handle } }) => ({
      ...presentCommunity(subject),
      ...(subject.handle === handle ? {} : { redirectedFromHandle: handle }),
    }),
  }),

  endpoint({
    at: "POST /messaging/communities/:handle/join",
    name: "joinCommunity",
    summary: "Join a community, or request to join",
    description:
      "Joins at once where joining is open or the caller is invited; otherwise makes a request that an owner or admin decides. 403 where an invitation is needed. Repeating the request changes nothing. Joining gives no access to the reports and documents that the community refers to.",
    access: viewer(roomByHandle),
    body: shapes.joinBody,
    refuses: [403, 409],
    answers: one(shapes.joinShape),
    handle: ({ subject: { roomId }, body, caller, deps }) =>
      join(deps, { roomId, userId: caller.userId }, body.message ?? null),
  }),

  endpoint({
    at: "POST /messaging/rooms",
    name: "createRoom",
    summary: "Create a room with its community",
    description:
      "The caller becomes its owner. Handles are folded (Unicode compatibility form, lower case); a taken or reserved one is 409.",
    extension: true,
    body: shapes.roomBody,
    refuses: [409],
    answers: created(shapes.settingsShape, "/v2/messaging/rooms/:id", versioned),
    handle: ({ body, caller, deps }) => createRoom(deps, caller.userId, body),
  }),

  endpoint({
    at: "GET /messaging/rooms/:roomId",
    name: "getRoom",
    summary: "Get a room",
    description: "For members: the same as the settings of its community.",
    extension: true,
    access: roomRole("member"),
    answers: one(shapes.settingsShape, versioned),
    handle: ({ subject }) => presentSettings(subject),
  }),

  endpoint({
    at: "GET /messaging/rooms/:roomId/community",
    name: "getCommunitySettings",
    summary: "Get the settings of a room's community",
    description: "For members of the room.",
    access: roomRole("member"),
    answers: one(shapes.settingsShape, versioned),
    handle: ({ subject }) => presentSettings(subject),
  }),

  endpoint({
    at: "PUT /messaging/rooms/:roomId/community",
    name: "changeCommunitySettings",
    summary: "Update the settings of a room's community",
    description:
      "For owners and admins. Omitted members keep their values. Only owners change `name` and `securityMode` (403). A regulated room cannot become unregulated (409). With If-Match (the ETag) only that version is changed: 412 otherwise. Joining can be open only in the private security mode.",
    access: roomRole("admin"),
    body: shapes.settingsBody,
    refuses: [409, 412],
    answers: one(shapes.settingsShape, versioned),
    handle: ({ params: { roomId }, body, caller, from, deps }) =>
      changeSettings(
        deps,
        { roomId, userId: caller.userId },
        body,
        wantedVersions(from.headers["if-match"]),
      ),
  }),

  ...(["close", "reopen"] as const).map((act) =>
    endpoint({
      at: `POST /messaging/rooms/:roomId/${act}`,
      name: `${act}Room`,
      summary: act === "close" ? "Close a room" : "Reopen a closed room",
      description: `For owners and admins. ${roomMoves.text(act)} A closed room is not discovered, and nobody joins it or writes in it.`,
      extension: true,
      access: roomRole("admin"),
      refuses: [409],
      answers: one(shapes.roomStatusShape),
      handle: ({ params: { roomId }, caller, deps }) =>
        moveRoom(deps.db, act, roomId, caller.userId),
    }),
  ),
];
