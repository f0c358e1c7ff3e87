import { and, arrayContains, desc, eq, exists, inArray, ne, or, type SQL, sql } from "drizzle-orm";
import { page } from "#api/data/page.ts";
import { findOne, first, insertNew, pick, rowExists } from "#api/data/rows.ts";
import { rowsOf } from "#api/data/rows-of.ts";
import { subquery } from "#api/data/subquery.ts";
import { containing } from "#api/data/text-search.ts";
import { versionedUpdate } from "#api/data/versioned-update.ts";
import type { Db } from "#schemas/database/db.ts";
import type { TeamRole } from "#schemas/shapes/accounts/team.ts";
import type { Page } from "#schemas/shapes/page.ts";
import { userAccount } from "#schemas/tables/accounts/account.ts";
import { formerHandle, room, roomMember, roomRequest } from "#schemas/tables/platform/room.ts";
import type { CommunitiesQuery, RoomBody, SettingsBody } from "./schemas.ts";

/** Membership of an account; a removed person is no member. */
const isMemberOf = (userId: string) =>
  and(
    eq(roomMember.roomId, room.id),
    eq(roomMember.userId, userId),
    eq(roomMember.isRemoved, false),
  );

const membershipOf = (db: Db, userId: string) =>
  exists(db.select({ id: roomMember.id }).from(roomMember).where(isMemberOf(userId)));

/** Who may know of a room: of a private one only its members (COM-10). */
const visibleRoom = (db: Db, userId: string): SQL | undefined =>
  or(ne(room.discovery, "private"), membershipOf(db, userId));

const columns = (userId: string) => ({
  roomId: room.id,
  ...pick(room, "name", "handle", "summary", "category", "tags", "discovery", "joining"),
  ...pick(room, "memberListVisibility", "securityMode", "status", "version", "createdAt"),
  ...pick(room, "updatedAt"),
  memberCount:
    subquery<number>`select count(*)::int from ${roomMember} m where m.room_id = ${room.id} and not m.is_removed`.as(
      "member_count",
    ),
  runBy: subquery<
    Person[]
  >`select coalesce(json_agg(json_build_object('id', u.id, 'name', coalesce(u.name, u.slug), 'slug', u.slug,
      'avatar', u.avatar) order by m.joined_at, m.id), '[]') from ${roomMember} m join ${userAccount} u on u.id = m.user_id
      where m.room_id = ${room.id} and m.role in ('owner', 'admin') and not m.is_removed`.as(
    "run_by",
  ),
  role: subquery<TeamRole | null>`select m.role from ${roomMember} m where m.room_id = ${room.id} and m.user_id = ${userId}
      and not m.is_removed`.as("role"),
  isRequested:
    subquery<boolean>`exists (select 1 from ${roomRequest} r where r.room_id = ${room.id} and r.user_id = ${userId}
      and r.status = 'pending')`.as("is_requested"),
});

interface Person {
  id: string;
  name: string;
  slug: string;
  avatar: string | null;
}

export type SeenRoom = NonNullable<Awaited<ReturnType<typeof findSeenRoom>>>;

/** The room with what it is to the person; null also for a private room of others: one query for all of them. */
export async function findSeenRoom(
  db: Db,
  which: { id: string } | { handle: string },
  userId: string,
) {
  const isThis = "id" in which ? eq(room.id, which.id) : isCalled(which.handle);
  return findOne(db, room, and(isThis, visibleRoom(db, userId)), columns(userId));
}

/** A room has the handle, or had it before: of both there is one room at most. */
const isCalled = (handle: string) =>
  or(
    eq(room.handle, handle),
    subquery`${room.id} in (select ${formerHandle.roomId} from ${formerHandle} where ${formerHandle.handle} = ${handle})`,
  );

const discovered = and(
  eq(room.status, "open"),
  inArray(room.discovery, ["discoverable", "public_profile"]),
);

/** Communities that anyone signed in may discover, or those of the person; newest first. */
export function listRooms(
  db: Db,
  userId: string,
  { scope, search, category, tag, ...query }: CommunitiesQuery,
): Promise<Page<SeenRoom>> {
  const isListed = scope === "mine" ? membershipOf(db, userId) : discovered;
  const pattern = search === undefined ? undefined : containing(search);
  const isFound =
    pattern === undefined
      ? undefined
      : or(sql`${room.name} ilike ${pattern}`, sql`${room.summary} ilike ${pattern}`);
  const isOfCategory = category === undefined ? undefined : eq(room.category, category);
  const isTagged = tag === undefined ? undefined : arrayContains(room.tags, [tag]);
  const select = db
    .select(columns(userId))
    .from(room)
    .where(and(isListed, isFound, isOfCategory, isTagged));
  return page(db, select, [desc(room.createdAt), desc(room.id)], query);
}

/**
 * True when another room has the handle or had it, private and closed ones included. One statement: between two a room
 * that leaves the handle could seem neither to have it nor to have had it.
 */
export const isTaken = (db: Db, handle: string, roomId: string | null): Promise<boolean> =>
  rowExists(db, room, and(isCalled(handle), roomId === null ? undefined : ne(room.id, roomId)));

/** Nobody else gives or takes the handle until the transaction ends. */
export const lockHandle = (tx: Db, handle: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`handle ${handle}`}, 0))`);

/** The room's handle changes: the old one still leads to it. */
export async function keepHandle(
  tx: Db,
  { roomId, from, to }: { roomId: string; from: string; to: string },
): Promise<void> {
  const former = rowsOf(formerHandle);
  await former.remove(tx, { handle: to, roomId });
  await tx.insert(formerHandle).values({ handle: from, roomId }).onConflictDoNothing();
}

/** Null where another room has the handle. */
export const insertRoom = (db: Db, values: RoomBody): Promise<string | null> =>
  insertNew(db, room, values, room.handle);

export type RoomRow = typeof room.$inferSelect;

/** The room, locked against changes of its settings and state until the transaction ends. */
export const lockRoom = (
  db: Db,
  id: string,
  strength: "share" | "update",
): Promise<RoomRow | null> => first(db.select().from(room).where(eq(room.id, id)).for(strength));

/** Changes what is given. Throws 409 and 412 as `versionedUpdate`. */
export async function updateRoom(
  db: Db,
  id: string,
  set: SettingsBody,
  ifMatch: number[] | null,
): Promise<void> {
  await versionedUpdate(db, room, { where: eq(room.id, id), set, ifMatch, what: "Room" });
}
