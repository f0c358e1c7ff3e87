import { allowed, user, via } from "#api/auth/access.ts";
import type { Verdict } from "#api/auth/rules.ts";
import { created, events, list, listByCursor, one } from "#api/http/answers.ts";
import { moduleOf } from "#api/http/module.ts";
import { v2 } from "#api/http/responses/families.ts";
import { isAtLeast, roomRole } from "../rooms/access.ts";
import { findSeenRoom } from "../rooms/queries.ts";
import { findMessage, listMessages, resources } from "./queries.ts";
import * as shapes from "./schemas.ts";
import { params } from "./schemas.ts";
import * as service from "./service.ts";
import { followRoom, lastEventId } from "./stream.ts";

const { endpoint } = moduleOf({
  tag: "Communities",
  family: v2,
  access: user,
  extension: true,
  params,
});

/** Something that a member has put into a room, and what the caller is to the room. */
const content = <R>(
  name: string,
  on: "messageId" | "resourceId",
  find: (db: Parameters<typeof findSeenRoom>[0], of: { roomId: string; id: string }) => Promise<R>,
) =>
  via(
    {
      name,
      find: async (db, id: string, { roomId = "" }: Readonly<Record<string, string>>, caller) => {
        const room = await findSeenRoom(db, { id: roomId }, caller?.userId ?? "");
        const row = room === null || room.role === null ? null : await find(db, { roomId, id });
        return room === null || row === null ? null : { row, role: room.role };
      },
    },
    on,
  );

const message = content("Message", "messageId", (db, { roomId, id }) =>
  findMessage(db, { roomId, messageId: id }),
);
const resource = content("Resource", "resourceId", resources.find);

const authored = (authorId: string | null, userId: string): Verdict =>
  authorId === userId ? "yes" : "no";

export const contentEndpoints = [
  endpoint({
    at: "GET /messaging/rooms/:roomId/messages",
    name: "listRoomMessages",
    summary: "List the messages of a room",
    description:
      "For members, newest first. With `after` (a message id) those that came behind it, oldest first: ask again with the last id to follow a room. A removed message keeps its place without text.",
    access: roomRole("member"),
    query: shapes.messagesQuery,
    answers: listByCursor(shapes.messageShape, shapes.messagesMeta),
    handle: async ({ params: { roomId }, query, deps }) => {
      const { rows, nextCursor } = await listMessages(deps.db, roomId, query);
      return { data: rows, meta: { nextCursor } };
    },
  }),

  endpoint({
    at: "GET /messaging/rooms/:roomId/stream",
    name: "streamRoomMessages",
    summary: "Stream the messages of a room as server-sent events",
    description:
      "For members whose plan includes event streams: 403 otherwise, and for more open ones than the plan allows. Each new message is an event `message` with its id. A client that connects again with `Last-Event-ID` gets what it missed. An event `end` says that the membership, plan or credential is gone, and the stream ends.",
    access: roomRole("member"),
    query: shapes.streamQuery,
    refuses: [403],
    answers: events("Events `message`, whose data is a RoomMessage, and a last event `end`"),
    handle: ({ params: { roomId }, query, caller, from, deps }) =>
      followRoom(deps, {
        roomId,
        caller,
        headers: from.headers,
        after: query.after ?? lastEventId(from.headers),
        seconds: query.seconds,
      }),
  }),

  endpoint({
    at: "POST /messaging/rooms/:roomId/messages",
    name: "postRoomMessage",
    summary: "Post a message in a room",
    description: "For members. 409 in a closed room.",
    access: roomRole("member"),
    body: shapes.messageBody,
    refuses: [409],
    answers: created(shapes.messageShape, "/v2/messaging/rooms/:roomId/messages/:id"),
    handle: ({ params: { roomId }, body: { body }, caller: { userId }, deps }) =>
      service.postMessage(deps, { roomId, authorId: userId, body }),
  }),

  endpoint({
    at: "GET /messaging/rooms/:roomId/messages/:messageId",
    name: "getRoomMessage",
    summary: "Get a message of a room",
    description: "For members of the room.",
    access: allowed("member of the room", () => "yes", message),
    answers: one(shapes.messageShape),
    handle: ({ subject: { row } }) => service.presentMessage(row),
  }),

  endpoint({
    at: "PATCH /messaging/rooms/:roomId/messages/:messageId",
    name: "editRoomMessage",
    summary: "Edit one of your messages",
    description:
      "For its author, as long as the author is a member. 409 for a removed message and in a closed room.",
    access: allowed(
      "author",
      (_db, { userId }, { row }) => authored(row.authorId, userId),
      message,
    ),
    body: shapes.messageBody,
    refuses: [409],
    answers: one(shapes.messageShape),
    handle: ({ params, body: { body }, deps }) => service.editMessage(deps, params, body),
  }),

  endpoint({
    at: "DELETE /messaging/rooms/:roomId/messages/:messageId",
    name: "removeRoomMessage",
    summary: "Remove a message",
    description:
      "For its author, and for owners and admins of the room. Repeating the request changes nothing.",
    access: allowed(
      "author or admin",
      (_db, { userId }, { row, role }) =>
        isAtLeast(role, "admin") ? "yes" : authored(row.authorId, userId),
      message,
    ),
    answers: one(shapes.removedShape),
    handle: ({ params, caller, deps }) => service.removeMessage(deps, params, caller.userId),
  }),

  endpoint({
    at: "GET /messaging/rooms/:roomId/resources",
    name: "listRoomResources",
    summary: "List the resources of a room",
    description:
      "For members, newest first. A report or document keeps its own permissions: a member who may not read it sees its title only where its owner shows it.",
    access: roomRole("member"),
    query: shapes.pageQuery,
    answers: list(shapes.resourceShape),
    handle: ({ params: { roomId }, query, caller, deps }) =>
      service.listResources(deps.db, { roomId, person: caller }, query),
  }),

  endpoint({
    at: "POST /messaging/rooms/:roomId/resources",
    name: "addRoomResource",
    summary: "Add a link, report or document to a room",
    description:
      "For members, of what they may read themselves: 404 otherwise. Only the owner of a report or document may show its title to members who may not read it: 403.",
    access: roomRole("member"),
    body: shapes.resourceBody,
    refuses: [404, 409],
    answers: created(shapes.resourceShape, "/v2/messaging/rooms/:roomId/resources/:id"),
    handle: ({ params: { roomId }, body, caller, deps }) =>
      service.addResource(deps, { roomId, person: caller }, body),
  }),

  endpoint({
    at: "GET /messaging/rooms/:roomId/resources/:resourceId",
    name: "getRoomResource",
    summary: "Get one resource of a room",
    description: "For members, with the same limits as in the list.",
    access: allowed("member of the room", () => "yes", resource),
    answers: one(shapes.resourceShape),
    handle: ({ subject: { row }, caller, deps }) => service.seeResource(deps.db, row, caller),
  }),

  endpoint({
    at: "DELETE /messaging/rooms/:roomId/resources/:resourceId",
    name: "removeRoomResource",
    summary: "Remove a resource of a room",
    description: "For the member who added it, and for owners and admins of the room.",
    access: allowed(
      "who added it, or admin",
      (_db, { userId }, { row, role }) =>
        isAtLeast(role, "admin") ? "yes" : authored(row.addedBy, userId),
      resource,
    ),
    answers: one(shapes.removedShape),
    handle: ({ params, caller, deps }) => service.removeResource(deps, params, caller.userId),
  }),
];
