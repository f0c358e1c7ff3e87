import { required } from "../../data/rows.ts";
import type { Platform } from "../../platform.ts";
import * as queries from "./queries.ts";
import type { Notification, NotificationsQuery } from "./schemas.ts";
import { sentenceOf } from "./sentences.ts";

export {
  type Act,
  makeFilingNotices,
  makeNotices,
  sweepNotifications,
  tell,
  tellFilings,
} from "./make.ts";
export { notificationsQuery } from "./schemas.ts";

type Parts = Pick<Platform, "db" | "now">;

/** A page of own notifications, newest first, and how many are unread in all. */
export async function listNotifications({ db }: Parts, userId: string, query: NotificationsQuery) {
  const { rows, nextCursor } = await queries.listShown(db, userId, query);
  const unread = await queries.countUnread(db, userId);
  return { data: rows.map(present), meta: { nextCursor, unread } };
}

/** The same rows for a page: each with the slug of the published company that it is about; null without one. */
export async function listToShow(
  { db }: Pick<Parts, "db">,
  userId: string,
  query: NotificationsQuery,
) {
  const { rows, nextCursor } = await queries.listShown(db, userId, query);
  const unread = await queries.countUnread(db, userId);
  return { rows: rows.map((row) => ({ ...present(row), slug: row.pageSlug })), nextCursor, unread };
}
export type ShownNotification = Awaited<ReturnType<typeof listToShow>>["rows"][number];

/** Marks one as read, or as unread. Repeating the request changes nothing. Throws 404 for another account's. */
export async function markNotification(
  { db, now }: Parts,
  { userId, id }: { userId: string; id: string },
  isRead: boolean,
): Promise<Notification> {
  await queries.updateRead(db, userId, id, isRead ? now().toISOString() : null);
  return present(required(await queries.findShown(db, userId, id), "Notification"));
}

/** Marks all unread ones as read, or those that are not newer than one of them. */
export async function markAllRead({ db, now }: Parts, userId: string, upTo: string | undefined) {
  if (upTo !== undefined) required(await queries.findShown(db, userId, upTo), "Notification");
  return { marked: await queries.updateAllRead(db, userId, { at: now().toISOString(), upTo }) };
}

function present(row: queries.NotificationRow): Notification {
  const { id, kind, state, label, readAt, createdAt, entityId, entityName, actorId } = row;
  return {
    id,
    kind,
    state,
    readAt,
    createdAt,
    title: sentenceOf({ kind, state, about: entityName, label, subjectType: row.subjectType }),
    subject: { type: row.subjectType, id: row.subjectId },
    about: entityId === null ? null : { id: entityId, name: entityName ?? "" },
    actor:
      actorId === null ? null : { id: actorId, name: row.actorName, slug: row.actorSlug ?? "" },
  };
}
