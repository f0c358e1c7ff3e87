import { and, asc, desc, eq, isNull, sql } from "drizzle-orm";
import { type CursorPage, keysetPage } from "#api/data/keyset-page.ts";
import { first, firstValue, hasRow, inserted, pick } from "#api/data/rows.ts";
import { rowsOf } from "#api/data/rows-of.ts";
import type { Db } from "#schemas/database/db.ts";
import { userAccount } from "#schemas/tables/accounts/account.ts";
import { roomMessage, roomResource } from "#schemas/tables/platform/room.ts";
import type { MessagesQuery } from "./schemas.ts";

interface Author {
  id: string;
  name: string;
  slug: string;
  avatar: string | null;
}

const author = sql<Author | null>`case when ${userAccount.id} is null then null else
  json_build_object('id', ${userAccount.id}, 'name', coalesce(${userAccount.name}, ${userAccount.slug}),
    'slug', ${userAccount.slug}, 'avatar', ${userAccount.avatar}) end`;

const columns = {
  id: roomMessage.id,
  roomId: roomMessage.roomId,
  author: author.as("author"),
  ...pick(roomMessage, "body", "createdAt", "editedAt", "removedAt"),
};

export const resources = rowsOf(roomResource);

export interface OfRoom {
  roomId: string;
  messageId: string;
}

export type MessageRow = NonNullable<Awaited<ReturnType<typeof findMessage>>>;

/** A message of the room with its author's id. */
export const findMessage = (db: Db, { roomId, messageId }: OfRoom) =>
  first(
    db
      .select({ ...columns, authorId: roomMessage.authorId })
      .from(roomMessage)
      .leftJoin(userAccount, eq(userAccount.id, roomMessage.authorId))
      .where(and(eq(roomMessage.id, messageId), eq(roomMessage.roomId, roomId))),
  );

/** Messages of a room, newest first; with `after` those after it, oldest first. */
export function listMessages(
  db: Db,
  roomId: string,
  { after, ...query }: MessagesQuery,
): Promise<CursorPage<Omit<MessageRow, "authorId">>> {
  const isBehind = after === undefined ? undefined : behind(roomId, after);
  return keysetPage(
    roomMessage,
    query,
    (key) =>
      db
        .select({ ...columns, cursorAt: key.at })
        .from(roomMessage)
        .leftJoin(userAccount, eq(userAccount.id, roomMessage.authorId))
        .where(and(eq(roomMessage.roomId, roomId), isBehind, key.after))
        .orderBy(...key.order)
        .limit(key.limit),
    after === undefined ? "newestFirst" : "oldestFirst",
  );
}

const behind = (roomId: string, after: string) =>
  sql`(${roomMessage.createdAt}, ${roomMessage.id}) > (select a.created_at, a.id from ${roomMessage} a
    where a.id = ${after} and a.room_id = ${roomId})`;

/** The id of the newest message of a room. Null for a room without messages. */
export const findNewestMessage = (db: Db, roomId: string): Promise<string | null> =>
  firstValue(
    db
      .select({ id: roomMessage.id })
      .from(roomMessage)
      .where(eq(roomMessage.roomId, roomId))
      .orderBy(desc(roomMessage.createdAt), desc(roomMessage.id))
      .limit(1),
    "id",
  );

/** Messages after one, oldest first. With null from the beginning of the room. */
export const listBehind = (db: Db, roomId: string, after: string | null, limit: number) =>
  db
    .select(columns)
    .from(roomMessage)
    .leftJoin(userAccount, eq(userAccount.id, roomMessage.authorId))
    .where(and(eq(roomMessage.roomId, roomId), after === null ? undefined : behind(roomId, after)))
    .orderBy(asc(roomMessage.createdAt), asc(roomMessage.id))
    .limit(limit);

/** Tells the event streams of a room, in every process, that there is news. It takes effect at the commit. */
export async function tellRoom(db: Db, roomId: string): Promise<void> {
  await db.execute(sql`select pg_notify('tenk_room', ${roomId})`);
}

export async function insertMessage(
  db: Db,
  values: { roomId: string; authorId: string; body: string },
): Promise<string> {
  const createdAt = sql`clock_timestamp()`;
  const rows = await db
    .insert(roomMessage)
    .values({ ...values, createdAt })
    .returning({ id: roomMessage.id });
  return inserted(rows).id;
}

const isThere = (messageId: string) =>
  and(eq(roomMessage.id, messageId), isNull(roomMessage.removedAt));

/** False where the message was removed meanwhile. */
export const updateBody = (
  db: Db,
  messageId: string,
  set: { body: string; editedAt: string },
): Promise<boolean> =>
  hasRow(
    db.update(roomMessage).set(set).where(isThere(messageId)).returning({ id: roomMessage.id }),
  );

/** Takes the text away; the author of what was removed by this call, null where nothing was. */
export const clearMessage = (
  db: Db,
  messageId: string,
  removedAt: string,
): Promise<{ authorId: string | null } | null> =>
  first(
    db
      .update(roomMessage)
      .set({ body: null, removedAt })
      .where(isThere(messageId))
      .returning({ authorId: roomMessage.authorId }),
  );

export type ResourceRow = typeof roomResource.$inferSelect;

/** Who added what was deleted; null where nothing was. */
export const deleteResource = (db: Db, id: string): Promise<{ addedBy: string | null } | null> =>
  first(
    db
      .delete(roomResource)
      .where(eq(roomResource.id, id))
      .returning({ addedBy: roomResource.addedBy }),
  );
