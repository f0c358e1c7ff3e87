import type { PageQuery } from "#api/data/page.ts";
import { required } from "#api/data/rows.ts";
import type { Deps } from "#api/deps.ts";
import { conflict, forbidden, notFound } from "#api/http/errors.ts";
import type { Db } from "#schemas/database/db.ts";
import type { Page } from "#schemas/shapes/page.ts";
import type { ResourceKind } from "#schemas/shapes/platform/room.ts";
import { lockRoom, type RoomRow } from "../rooms/queries.ts";
import { record } from "../rooms/service.ts";
import {
  clearMessage,
  deleteResource,
  findMessage,
  insertMessage,
  type MessageRow,
  type OfRoom,
  type ResourceRow,
  resources as resourceRows,
  tellRoom,
  updateBody,
} from "./queries.ts";
import { type Person, readersOf, type Standing } from "./referenced.ts";
import type { ResourceBody } from "./schemas.ts";

export type Message = Omit<MessageRow, "authorId">;

export function presentMessage(row: MessageRow | null): Message {
  const { authorId: _authorId, ...message } = required(row, "Message");
  return message;
}

/**
 * The room, locked for writing. An exclusive lock puts the messages of a room in the order of their commits, so that
 * a client who asks for what came behind a message misses none. Throws 409 for a closed room.
 */
async function openRoom(db: Db, roomId: string, strength: "share" | "update"): Promise<RoomRow> {
  const room = required(await lockRoom(db, roomId, strength), "Room");
  if (room.status === "closed") throw conflict("Room is closed; nobody can write");
  return room;
}

/** Throws 409 in a closed room. */
export function postMessage(
  deps: Deps,
  message: { roomId: string; authorId: string; body: string },
): Promise<Message> {
  return deps.transaction(async ({ db }) => {
    const { roomId } = message;
    await openRoom(db, roomId, "update");
    const messageId = await insertMessage(db, message);
    await tellRoom(db, roomId);
    return presentMessage(await findMessage(db, { roomId, messageId }));
  });
}

/** Throws 409 for a removed message and in a closed room. */
export function editMessage(
  { transaction, now }: Deps,
  message: OfRoom,
  body: string,
): Promise<Message> {
  return transaction(async ({ db }) => {
    await openRoom(db, message.roomId, "share");
    const editedAt = now().toISOString();
    if (!(await updateBody(db, message.messageId, { body, editedAt }))) {
      throw conflict("Message is removed");
    }
    return presentMessage(await findMessage(db, message));
  });
}

/** Takes the text away and keeps the place. Repeating the request changes nothing. */
export function removeMessage(deps: Deps, { roomId, messageId }: OfRoom, actorId: string) {
  return deps.transaction(async ({ db }) => {
    const removed = await clearMessage(db, messageId, deps.now().toISOString());
    if (removed !== null && removed.authorId !== actorId) {
      await record(db, { roomId, actorId, action: "room.message_removed", detail: { messageId } });
    }
    return { id: messageId, removed: true as const };
  });
}

/** A resource as a person sees it. */
export interface SeenResource {
  id: string;
  roomId: string;
  kind: ResourceKind;
  title: string | null;
  url: string | null;
  reference: string | null;
  isReadable: boolean;
  createdAt: string;
}

function presentResource(row: ResourceRow, standing: Standing): SeenResource {
  const isReadable = standing !== "none";
  const { addedBy: _addedBy, isTitleShown, ...shown } = row;
  return {
    ...shown,
    title: isReadable || isTitleShown ? row.title : null,
    reference: isReadable ? row.reference : null,
    isReadable,
  };
}

/** The resource as the person sees it. */
export async function seeResource(db: Db, row: ResourceRow, person: Person): Promise<SeenResource> {
  return presentResource(row, await standingOf(db, row, person));
}

export async function listResources(
  db: Db,
  { roomId, person }: { roomId: string; person: Person },
  query: PageQuery,
): Promise<Page<SeenResource>> {
  const { rows, ...rest } = await resourceRows.page(db, { roomId }, query);
  const resources: SeenResource[] = [];
  for (const row of rows) resources.push(await seeResource(db, row, person));
  return { ...rest, rows: resources };
}

/** The person's relation to the record that the resource refers to; a link is open to all members. */
async function standingOf(
  db: Db,
  { kind, reference }: Pick<ResourceRow, "kind" | "reference">,
  person: Person,
): Promise<Standing> {
  return kind === "link" || reference === null ? "reader" : readersOf[kind](db, reference, person);
}

/** Throws 404 for what the person may not read, 403 for showing the title of what others own, 409 in a closed room. */
export function addResource(
  deps: Deps,
  { roomId, person }: { roomId: string; person: Person },
  body: ResourceBody,
): Promise<SeenResource> {
  return deps.transaction(async ({ db }) => {
    await openRoom(db, roomId, "share");
    const standing = await checkReference(db, body, person);
    return presentResource(
      await resourceRows.insert(db, { roomId, addedBy: person.userId, ...body }),
      standing,
    );
  });
}

async function checkReference(db: Db, body: ResourceBody, person: Person): Promise<Standing> {
  if (body.kind === "link") return "reader";
  const standing = await readersOf[body.kind](db, body.reference, person);
  if (standing === "none") throw notFound(body.kind === "report" ? "Report" : "Document");
  if (body.isTitleShown && standing !== "owner") {
    throw forbidden(`Only the owner of the ${body.kind} may show its title`);
  }
  return standing;
}

export function removeResource(
  deps: Deps,
  { roomId, resourceId }: { roomId: string; resourceId: string },
  actorId: string,
) {
  return deps.transaction(async ({ db }) => {
    const removed = await deleteResource(db, resourceId);
    if (removed !== null && removed.addedBy !== actorId) {
      const detail = { resourceId };
      await record(db, { roomId, actorId, action: "room.resource_removed", detail });
    }
    return { id: resourceId, removed: true as const };
  });
}
