import { and, eq, lt } from "drizzle-orm";
import { newestFirst, type PageQuery, page } from "#api/data/page.ts";
import type { Db } from "#schemas/database/db.ts";
import { userAccount } from "#schemas/tables/accounts/account.ts";
import {
  capitalHandoff,
  capitalObjective,
  engagementInvitation,
  engagementRequest,
} from "#schemas/tables/platform/engagement.ts";
import { personName } from "../../data/members.ts";
import { findOne, findValue, first, hasRow, inserted, pick } from "../../data/rows.ts";
import { isMet, isMetByFounderOf } from "../startups/service.ts";

const person = {
  id: userAccount.id,
  name: personName.as("person_name"),
  slug: userAccount.slug,
};

const requestColumns = {
  id: engagementRequest.id,
  startupListingId: engagementRequest.startupListingId,
  requester: person,
  kind: engagementRequest.kind,
  subject: engagementRequest.subject,
  reason: engagementRequest.reason,
  proposedTimes: engagementRequest.proposedTimes,
  reportId: engagementRequest.reportId,
  requestedTier: engagementRequest.requestedTier,
  status: engagementRequest.status,
  message: engagementRequest.message,
  createdAt: engagementRequest.createdAt,
  respondedAt: engagementRequest.respondedAt,
};

const selectRequests = (db: Db) =>
  db
    .select(requestColumns)
    .from(engagementRequest)
    .innerJoin(userAccount, eq(userAccount.id, engagementRequest.requesterId));

export type RequestRow = NonNullable<Awaited<ReturnType<typeof findRequest>>>;

export const findRequest = (db: Db, id: string) =>
  first(selectRequests(db).where(eq(engagementRequest.id, id)));

/**
 * Requests of a person, or those to a startup from people without a block between them and its founder; newest first.
 */
export const listRequests = (
  db: Db,
  of: { startupListingId: string } | { requesterId: string },
  query: PageQuery,
) => {
  const isOf =
    "requesterId" in of
      ? eq(engagementRequest.requesterId, of.requesterId)
      : and(
          eq(engagementRequest.startupListingId, of.startupListingId),
          isMetByFounderOf(of.startupListingId, engagementRequest.requesterId),
        );
  // Every request has its requester.
  const counted = db.select({ id: engagementRequest.id }).from(engagementRequest).where(isOf);
  const select = selectRequests(db).where(isOf);
  return page(db, select, newestFirst(engagementRequest), query, counted);
};

/** Inserts a request; under a key that was used the first one stays. Answers the id of the one that is there. */
export async function insertRequest(
  db: Db,
  values: typeof engagementRequest.$inferInsert,
): Promise<{ id: string; isNew: boolean }> {
  const [made] = await db
    .insert(engagementRequest)
    .values(values)
    .onConflictDoNothing()
    .returning({ id: engagementRequest.id });
  if (made !== undefined) return { id: made.id, isNew: true };
  const rows = await db
    .select({ id: engagementRequest.id })
    .from(engagementRequest)
    .where(
      and(
        eq(engagementRequest.requesterId, values.requesterId),
        eq(engagementRequest.startupListingId, values.startupListingId),
        eq(engagementRequest.idempotencyKey, values.idempotencyKey),
      ),
    );
  return { id: inserted(rows).id, isNew: false };
}

/** Ids of requests made before a time that have no answer. */
export async function listUnanswered(db: Db, before: string, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: engagementRequest.id })
    .from(engagementRequest)
    .where(and(eq(engagementRequest.status, "pending"), lt(engagementRequest.createdAt, before)))
    .orderBy(engagementRequest.createdAt)
    .limit(limit);
  return rows.map(({ id }) => id);
}

const selectInvitations = (db: Db) =>
  db
    .select({
      id: engagementInvitation.id,
      startupListingId: engagementInvitation.startupListingId,
      follower: person,
      ...pick(engagementInvitation, "kind", "message", "createdAt"),
    })
    .from(engagementInvitation)
    .innerJoin(userAccount, eq(userAccount.id, engagementInvitation.followerId));

export type InvitationRow = NonNullable<Awaited<ReturnType<typeof findInvitation>>>;

export const findInvitation = (db: Db, id: string) =>
  first(selectInvitations(db).where(eq(engagementInvitation.id, id)));

/** The invitation under a key of a startup; null where there is none. */
export const findInvitationOf = (db: Db, startupListingId: string, idempotencyKey: string) =>
  first(
    selectInvitations(db).where(
      and(
        eq(engagementInvitation.startupListingId, startupListingId),
        eq(engagementInvitation.idempotencyKey, idempotencyKey),
      ),
    ),
  );

/** Invitations of a person, newest first. */
export const listInvitations = (db: Db, followerId: string, query: PageQuery) =>
  page(
    db,
    selectInvitations(db).where(
      and(
        eq(engagementInvitation.followerId, followerId),
        isMet(engagementInvitation.startupListingId, engagementInvitation.followerId),
      ),
    ),
    newestFirst(engagementInvitation),
    query,
  );

/** False where the startup has used the key. */
export const insertInvitation = (
  db: Db,
  values: typeof engagementInvitation.$inferInsert,
): Promise<boolean> =>
  hasRow(
    db
      .insert(engagementInvitation)
      .values(values)
      .onConflictDoNothing()
      .returning({ id: engagementInvitation.id }),
  );

const objectiveColumns = {
  id: capitalObjective.id,
  startupListingId: capitalObjective.startupListingId,
  status: capitalObjective.status,
  instrument: capitalObjective.instrument,
  targetAmount: capitalObjective.targetAmount,
  minimumAmount: capitalObjective.minimumAmount,
  currency: capitalObjective.currency,
  closesAt: capitalObjective.closesAt,
  createdAt: capitalObjective.createdAt,
};

export type ObjectiveRow = NonNullable<Awaited<ReturnType<typeof findObjective>>>;

export async function findObjective(db: Db, id: string) {
  const isThis = eq(capitalObjective.id, id);
  return findOne(db, capitalObjective, isThis, objectiveColumns);
}

/** Null where the startup has an active objective. */
export const insertObjective = (db: Db, values: typeof capitalObjective.$inferInsert) =>
  first(
    db.insert(capitalObjective).values(values).onConflictDoNothing().returning(objectiveColumns),
  );

const findActiveObjectiveId = (db: Db, startupListingId: string): Promise<string | null> =>
  findValue(
    db,
    capitalObjective,
    "id",
    and(
      eq(capitalObjective.startupListingId, startupListingId),
      eq(capitalObjective.status, "active"),
    ),
  );

/** The handoff of a request, with the objective that is active when it is made. */
export async function ensureHandoff(db: Db, { id, startupListingId }: RequestRow) {
  const objectiveId = await findActiveObjectiveId(db, startupListingId);
  await db
    .insert(capitalHandoff)
    .values({ engagementRequestId: id, objectiveId })
    .onConflictDoNothing();
  const rows = await db
    .select({ handoffId: capitalHandoff.id, objectiveId: capitalHandoff.objectiveId })
    .from(capitalHandoff)
    .where(eq(capitalHandoff.engagementRequestId, id));
  return inserted(rows);
}
