import { and, asc, eq, inArray, or, sql } from "drizzle-orm";
import { blockedFor, metBy } from "#api/data/blocked.ts";
import { personName } from "#api/data/members.ts";
import { newestFirst, type PageQuery, page } from "#api/data/page.ts";
import { first, pick } from "#api/data/rows.ts";
import { has, rowsOf } from "#api/data/rows-of.ts";
import type { Db } from "#schemas/database/db.ts";
import type { TeamRole } from "#schemas/shapes/accounts/team.ts";
import type { Page } from "#schemas/shapes/page.ts";
import type { RequestStatus } from "#schemas/shapes/platform/room.ts";
import { userAccount } from "#schemas/tables/accounts/account.ts";
import { room, roomInvitation, roomMember, roomRequest } from "#schemas/tables/platform/room.ts";

/** A person of a room. */
export interface OfRoom {
  roomId: string;
  userId: string;
}

export interface Person {
  isMember: boolean;
  isApproved: boolean;
  isRemoved: boolean;
  isApart: boolean;
}

/** SQL condition: no block is between who invites and the invited person. Else the invitation waits unseen. */
const isInvitationShown = metBy(roomInvitation.invitedBy, roomInvitation.userId);

/** What the access review needs to know of a person; an open invitation is an approval. */
export async function findPerson(db: Db, roomId: string, userId: string): Promise<Person> {
  const of = { roomId, userId };
  const [member] = await db
    .select({ isRemoved: roomMember.isRemoved })
    .from(roomMember)
    .where(has(roomMember, of))
    .for("update");
  const [invited] = await db
    .select({ id: roomInvitation.id })
    .from(roomInvitation)
    .where(and(has(roomInvitation, { ...of, status: "pending" }), isInvitationShown));
  const apart = await db
    .select({ id: roomMember.id })
    .from(roomMember)
    .where(
      and(
        has(roomMember, { roomId, role: "owner", isRemoved: false }),
        inArray(roomMember.userId, sql`(${blockedFor(userId)})`),
      ),
    )
    .limit(1);
  return {
    isMember: member?.isRemoved === false,
    isApproved: invited !== undefined,
    isRemoved: member?.isRemoved === true,
    isApart: apart.length > 0,
  };
}

/** Makes a member, once, and settles what was open between the person and the room. */
export async function admit(db: Db, { role, ...of }: OfRoom & { role: TeamRole }): Promise<void> {
  await db
    .insert(roomMember)
    .values({ ...of, role })
    .onConflictDoUpdate({
      target: [roomMember.roomId, roomMember.userId],
      set: { isRemoved: false, role, joinedAt: sql`clock_timestamp()` },
      setWhere: eq(roomMember.isRemoved, true),
    });
  const decidedAt = sql`clock_timestamp()`;
  await db
    .update(roomInvitation)
    .set({ status: "accepted", decidedAt })
    .where(has(roomInvitation, { ...of, status: "pending" }));
  await db
    .update(roomRequest)
    .set({ status: "approved", decidedAt })
    .where(has(roomRequest, { ...of, status: "pending" }));
}

/** One open request of a person and room: a second one changes nothing. */
export async function insertRequest(
  db: Db,
  values: OfRoom & { message: string | null },
): Promise<void> {
  await db.insert(roomRequest).values(values).onConflictDoNothing();
}

/** One open invitation of a person and room: a second one changes nothing. */
export async function insertInvitation(
  db: Db,
  values: OfRoom & { invitedBy: string },
): Promise<void> {
  await db.insert(roomInvitation).values(values).onConflictDoNothing();
}

const personOf = {
  id: userAccount.id,
  name: personName.as("name"),
  slug: userAccount.slug,
  avatar: userAccount.avatar,
};

const memberColumns = {
  person: personOf,
  role: roomMember.role,
  joinedAt: roomMember.joinedAt,
};

/** Members of a room in the order in which they came. */
export function listRoomMembers(db: Db, roomId: string, query: PageQuery) {
  const isWanted = and(eq(roomMember.roomId, roomId), eq(roomMember.isRemoved, false));
  const select = db
    .select(memberColumns)
    .from(roomMember)
    .innerJoin(userAccount, eq(userAccount.id, roomMember.userId))
    .where(isWanted);
  // Every member has an account.
  const counted = db.select({ id: roomMember.id }).from(roomMember).where(isWanted);
  return page(db, select, [asc(roomMember.joinedAt), asc(roomMember.id)], query, counted);
}

export const findRoomMember = (db: Db, of: OfRoom) =>
  first(
    db
      .select(memberColumns)
      .from(roomMember)
      .innerJoin(userAccount, eq(userAccount.id, roomMember.userId))
      .where(has(roomMember, { ...of, isRemoved: false })),
  );

export const countOwners = (db: Db, roomId: string): Promise<number> =>
  rowsOf(roomMember).count(db, { roomId, role: "owner", isRemoved: false });

export async function updateMember(
  db: Db,
  of: OfRoom,
  set: { role?: TeamRole; isRemoved?: boolean },
): Promise<void> {
  await db.update(roomMember).set(set).where(has(roomMember, of));
}

export async function deleteMember(db: Db, of: OfRoom): Promise<void> {
  await db.delete(roomMember).where(has(roomMember, of));
}

const requestColumns = {
  id: roomRequest.id,
  roomId: roomRequest.roomId,
  person: personOf,
  ...pick(roomRequest, "message", "status", "createdAt", "decidedAt"),
};

const selectRequests = (db: Db) =>
  db
    .select(requestColumns)
    .from(roomRequest)
    .innerJoin(userAccount, eq(userAccount.id, roomRequest.userId));

export type JoinRequest = NonNullable<Awaited<ReturnType<typeof findRequest>>>;

/** Requests to join a room in one state, newest first. */
export function listRequests(db: Db, roomId: string, status: RequestStatus, query: PageQuery) {
  const isWanted = and(eq(roomRequest.roomId, roomId), eq(roomRequest.status, status));
  return page(db, selectRequests(db).where(isWanted), newestFirst(roomRequest), query);
}

export const findRequest = (db: Db, id: string) =>
  first(selectRequests(db).where(eq(roomRequest.id, id)));

export const findOpenRequest = (db: Db, of: OfRoom): Promise<JoinRequest | null> =>
  first(selectRequests(db).where(has(roomRequest, { ...of, status: "pending" })));

const invitationColumns = {
  ...pick(roomInvitation, "id", "roomId", "userId"),
  roomName: room.name,
  handle: room.handle,
  person: personOf,
  ...pick(roomInvitation, "status", "createdAt", "decidedAt"),
};

export type InvitationRow = Awaited<ReturnType<typeof findInvitation>>;

/** Open invitations to a room, or of a person; newest first. */
export function listInvitations(
  db: Db,
  of: { roomId: string } | { userId: string },
  query: PageQuery,
): Promise<Page<NonNullable<InvitationRow>>> {
  const isOne =
    "roomId" in of
      ? eq(roomInvitation.roomId, of.roomId)
      : and(eq(roomInvitation.userId, of.userId), isInvitationShown);
  const select = selectInvitations(db).where(and(isOne, eq(roomInvitation.status, "pending")));
  return page(db, select, newestFirst(roomInvitation), query);
}

const selectInvitations = (db: Db) =>
  db
    .select(invitationColumns)
    .from(roomInvitation)
    .innerJoin(room, eq(room.id, roomInvitation.roomId))
    .innerJoin(userAccount, eq(userAccount.id, roomInvitation.userId));

/** Null also where the reader is the invited person, and a block is between the person and who invites. */
export const findInvitation = (db: Db, id: string, readerId: string | null) => {
  const isShown = or(
    sql`${roomInvitation.userId} is distinct from ${readerId}::uuid`,
    isInvitationShown,
  );
  return first(selectInvitations(db).where(and(eq(roomInvitation.id, id), isShown)));
};

export const findOpenInvitation = (db: Db, of: OfRoom): Promise<InvitationRow> =>
  first(selectInvitations(db).where(has(roomInvitation, { ...of, status: "pending" })));
