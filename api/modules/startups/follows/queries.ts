import { and, eq, gt, lte, type SQL, sql } from "drizzle-orm";
import { personName } from "#api/data/members.ts";
import { newestFirst, type PageQuery, page } from "#api/data/page.ts";
import { findOne, findValue, first, insertNew, pick } from "#api/data/rows.ts";
import { has } from "#api/data/rows-of.ts";
import { subquery } from "#api/data/subquery.ts";
import type { Db } from "#schemas/database/db.ts";
import type { FollowTier } from "#schemas/shapes/platform/startup.ts";
import { userAccount } from "#schemas/tables/accounts/account.ts";
import { entityMember } from "#schemas/tables/accounts/team.ts";
import { entity } from "#schemas/tables/companies/company.ts";
import { startupFollow, startupListing } from "#schemas/tables/platform/startup.ts";
import { isMet, isMetByFounderOf } from "../blocks/queries.ts";

const columns = {
  id: startupFollow.id,
  startupListingId: startupFollow.startupListingId,
  startupSlug: startupListing.slug,
  startupName: startupListing.name,
  follower: {
    id: userAccount.id,
    name: personName.as("follower_name"),
    slug: userAccount.slug,
  },
  ...pick(startupFollow, "status", "reason", "requestedTier", "desiredObservation"),
  ...pick(startupFollow, "requestedDurationDays", "tier", "expiresAt", "createdAt", "decidedAt"),
  ...pick(startupFollow, "endedAt"),
};

const selectFollows = (db: Db) =>
  db
    .select(columns)
    .from(startupFollow)
    .innerJoin(startupListing, eq(startupListing.id, startupFollow.startupListingId))
    .innerJoin(userAccount, eq(userAccount.id, startupFollow.followerId));

export type FollowRow = NonNullable<Awaited<ReturnType<typeof findFollow>>>;

export const findFollow = (db: Db, id: string) =>
  first(selectFollows(db).where(eq(startupFollow.id, id)));

export const findEntityId = (db: Db, startupListingId: string): Promise<string | null> =>
  findValue(db, startupListing, "entityId", eq(startupListing.id, startupListingId));

interface OfStartup {
  startupListingId: string;
  followerId: string;
}

const isOf = ({ startupListingId, followerId }: OfStartup) =>
  has(startupFollow, { startupListingId, followerId });

/** Null where the person has an open request to follow the startup. */
export const insertRequest = (
  db: Db,
  values: typeof startupFollow.$inferInsert,
): Promise<string | null> => insertNew(db, startupFollow, values);

/** The follow of a person in the state `approved`, also when its time is over. Null without one. */
export const findApproved = (db: Db, of: OfStartup) =>
  findOne(
    db,
    startupFollow,
    and(isOf(of), eq(startupFollow.status, "approved")),
    pick(startupFollow, "id", "tier", "expiresAt"),
  );

/**
 * SQL condition: a follow of the listing that is approved and not over, without a block between follower and founder.
 */
export const isInForce = (listingId: string): SQL | undefined =>
  and(
    eq(startupFollow.startupListingId, listingId),
    eq(startupFollow.status, "approved"),
    gt(startupFollow.expiresAt, sql`now()`),
    isMetByFounderOf(listingId, startupFollow.followerId),
  );

/** The follow of a person that is in force; null without one. */
export const findFollowInForce = (db: Db, of: OfStartup) =>
  findOne(
    db,
    startupFollow,
    and(eq(startupFollow.followerId, of.followerId), isInForce(of.startupListingId)),
    { id: startupFollow.id, tier: startupFollow.tier },
  );

/** The account whose follow of the startup this is; null for an id that is none. */
export const findFollowerOf = async (
  db: Db,
  { startupListingId, followId }: { startupListingId: string; followId: string },
): Promise<string | null> =>
  (
    await findOne(
      db,
      startupFollow,
      and(eq(startupFollow.id, followId), eq(startupFollow.startupListingId, startupListingId)),
      { followerId: startupFollow.followerId },
    )
  )?.followerId ?? null;

export async function updateTier(db: Db, id: string, tier: FollowTier): Promise<void> {
  await db.update(startupFollow).set({ tier }).where(eq(startupFollow.id, id));
}

/** Who follows a startup today, newest first. */
export function listFollowers(db: Db, listingId: string, query: PageQuery) {
  const isWanted = isInForce(listingId);
  // Every follow has its startup and its follower: they need not be read to count.
  const counted = db.select({ id: startupFollow.id }).from(startupFollow).where(isWanted);
  return page(db, selectFollows(db).where(isWanted), newestFirst(startupFollow), query, counted);
}

/** Open requests to follow a startup, newest first. */
export function listRequests(db: Db, listingId: string, query: PageQuery) {
  const isWanted = and(
    eq(startupFollow.startupListingId, listingId),
    eq(startupFollow.status, "pending"),
    isMetByFounderOf(listingId, startupFollow.followerId),
  );
  return page(db, selectFollows(db).where(isWanted), newestFirst(startupFollow), query);
}

/** A person's own requests and follows, newest first. */
export const listOwnFollows = (db: Db, followerId: string, query: PageQuery) =>
  page(
    db,
    selectFollows(db).where(eq(startupFollow.followerId, followerId)),
    newestFirst(startupFollow),
    query,
  );

/** Open requests to follow the startups whose listing the person manages, newest first. */
export function listInbox(db: Db, userId: string, query: PageQuery) {
  // By the person's entities, which are few.
  const managed = subquery<boolean>`${startupFollow.startupListingId} in (
    select l.id from ${startupListing} l join (
      select e.id from ${entity} e where e.owner_id = ${userId}
      union select m.entity_id from ${entityMember} m where m.user_id = ${userId}
        and (m.role in ('owner', 'admin') or 'listing.manage' = any(m.permissions))) mine on mine.id = l.entity_id)`;
  const met = isMet(startupFollow.startupListingId, startupFollow.followerId);
  const select = selectFollows(db).where(and(eq(startupFollow.status, "pending"), managed, met));
  return page(db, select, newestFirst(startupFollow), query);
}

/** Ids of approved follows whose time is over, the first to end first. */
export async function listOver(db: Db, at: string, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: startupFollow.id })
    .from(startupFollow)
    .where(and(eq(startupFollow.status, "approved"), lte(startupFollow.expiresAt, at)))
    .orderBy(startupFollow.expiresAt, startupFollow.id)
    .limit(limit);
  return rows.map(({ id }) => id);
}

export const isOverAt = (at: string): SQL => lte(startupFollow.expiresAt, at);
