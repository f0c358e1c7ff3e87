import { and, eq, gt, inArray, isNull, lt, sql } from "drizzle-orm";
import { newestFirst, type PageQuery, page } from "#api/data/page.ts";
import { has, rowsOf } from "#api/data/rows-of.ts";
import type { Db } from "#schemas/database/db.ts";
import { userAccount } from "#schemas/tables/accounts/account.ts";
import {
  capitalHandoff,
  capitalObjective,
  engagementInvitation,
  engagementRequest,
} from "#schemas/tables/platform/engagement.ts";
import { personName } from "../../data/members.ts";
import { first, pick, required } from "../../data/rows.ts";
import { isMet, isMetByFounderOf } from "../startups/service.ts";

const requests = rowsOf(engagementRequest);
const handoffs = rowsOf(capitalHandoff);

const person = {
  id: userAccount.id,
  name: personName.as("person_name"),
  slug: userAccount.slug,
};

const requestColumns = {
  ...pick(engagementRequest, "id", "startupListingId"),
  requester: person,
  ...pick(engagementRequest, "kind", "subject", "reason", "proposedTimes", "reportId"),
  ...pick(engagementRequest, "requestedTier", "accessEndsAt", "status", "message"),
  ...pick(engagementRequest, "createdAt", "respondedAt"),
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
  const made = await requests.insertNew(db, values);
  if (made !== null) return { id: made.id, isNew: true };
  const { requesterId, startupListingId, idempotencyKey } = values;
  const first = await requests.find(db, { requesterId, startupListingId, idempotencyKey });
  return { id: required(first, "Engagement request").id, isNew: false };
}

/** Locks the request against changes by others until the transaction ends. */
export const lockRequest = (tx: Db, id: string) =>
  tx
    .select({ id: engagementRequest.id })
    .from(engagementRequest)
    .where(eq(engagementRequest.id, id))
    .for("update");

/** Ends at a time what an accepted request opens. False where it has ended, or opens nothing: that stays as it is. */
export async function endAccess(db: Db, id: string, at: string): Promise<boolean> {
  const isOpen = and(eq(engagementRequest.id, id), gt(engagementRequest.accessEndsAt, at));
  const { rowCount } = await db.update(engagementRequest).set({ accessEndsAt: at }).where(isOpen);
  return rowCount !== 0;
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
    selectInvitations(db).where(has(engagementInvitation, { startupListingId, idempotencyKey })),
  );

/** Invitations of a person, or those that a startup sent; newest first, and none across a block. */
export const listInvitations = (
  db: Db,
  of: { followerId: string } | { startupListingId: string },
  query: PageQuery,
) => {
  const { startupListingId, followerId } = engagementInvitation;
  const isOf =
    "followerId" in of
      ? and(eq(followerId, of.followerId), isMet(startupListingId, followerId))
      : and(
          eq(startupListingId, of.startupListingId),
          isMetByFounderOf(of.startupListingId, followerId),
        );
  return page(db, selectInvitations(db).where(isOf), newestFirst(engagementInvitation), query);
};

/** False where the startup has used the key. */
export const insertInvitation = async (
  db: Db,
  values: typeof engagementInvitation.$inferInsert,
): Promise<boolean> => (await rowsOf(engagementInvitation).insertNew(db, values)) !== null;

/** `insertNew` answers null where the startup has an active objective. */
export const objectives = rowsOf(
  capitalObjective,
  pick(
    capitalObjective,
    "id",
    "startupListingId",
    "status",
    "instrument",
    "targetAmount",
    "minimumAmount",
    "currency",
    "closesAt",
    "createdAt",
  ),
);

export type ObjectiveRow = NonNullable<Awaited<ReturnType<typeof objectives.find>>>;

/** Until the transaction ends, nobody else hands over engagements of the startup or begins an objective. */
export const lockCapital = (tx: Db, startupListingId: string) =>
  tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`capital ${startupListingId}`}, 0))`,
  );

/**
 * The handoff of a request, with the objective that is active. One that was made while there was none gets the one of
 * now; one that has an objective keeps it. Needs `lockCapital`.
 */
export async function ensureHandoff(tx: Db, { id, startupListingId }: RequestRow) {
  const active = await objectives.find(tx, { startupListingId, status: "active" });
  const of = { engagementRequestId: id };
  await handoffs.insertNew(tx, { ...of, objectiveId: active?.id ?? null });
  if (active !== null)
    await handoffs.change(tx, { ...of, objectiveId: null }, { objectiveId: active.id });
  const made = required(await handoffs.find(tx, of), "Handoff");
  return { handoffId: made.id, objectiveId: made.objectiveId };
}

/** Gives an objective to the startup's handoffs that wait for one. Needs `lockCapital`. */
export async function giveObjective(
  tx: Db,
  { id: objectiveId, startupListingId }: { id: string; startupListingId: string },
): Promise<void> {
  const ofStartup = tx
    .select({ id: engagementRequest.id })
    .from(engagementRequest)
    .where(eq(engagementRequest.startupListingId, startupListingId));
  await tx
    .update(capitalHandoff)
    .set({ objectiveId })
    .where(
      and(
        isNull(capitalHandoff.objectiveId),
        inArray(capitalHandoff.engagementRequestId, ofStartup),
      ),
    );
}
