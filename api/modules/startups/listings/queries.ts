import { and, asc, count, desc, eq, gt, inArray, notInArray, or, type SQL, sql } from "drizzle-orm";
import type { Caller } from "#api/auth/caller.ts";
import { nextLink } from "#api/data/hash-chain.ts";
import { type PageQuery, page } from "#api/data/page.ts";
import { findOne, first, firstValue, inserted, pick } from "#api/data/rows.ts";
import { subquery } from "#api/data/subquery.ts";
import { containing, matchesWords } from "#api/data/text-search.ts";
import type { Db } from "#schemas/database/db.ts";
import type { Page } from "#schemas/shapes/page.ts";
import type {
  FollowStatus,
  FollowTier,
  StartupVersionContent,
} from "#schemas/shapes/platform/startup.ts";
import { entityMember } from "#schemas/tables/accounts/team.ts";
import { entity } from "#schemas/tables/companies/company.ts";
import { startupFollow, startupListing, startupVersion } from "#schemas/tables/platform/startup.ts";
import { isMetBy, listHiddenFrom } from "../blocks/queries.ts";
import { isInForce } from "../follows/queries.ts";
import type { StartupsQuery } from "./schemas.ts";

export type ListingRow = Omit<typeof startupListing.$inferSelect, "search">;

const { search: _search, ...columns } = {
  ...pick(startupListing, "id", "entityId", "slug", "name", "status", "members", "sharing"),
  ...pick(startupListing, "publicContent", "publicFacts", "publishedAt", "version", "createdAt"),
  ...pick(startupListing, "updatedAt", "search"),
};

const uuidShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * SQL condition: the caller may know of the listing. That is everybody, while it is published and there is no block
 * between the caller and the founder; a follower whose follow is in force also afterwards; the startup's team and
 * administrators in any case.
 */
function isKnownTo(caller: Caller | null): SQL | undefined {
  const userId = caller?.userId ?? null;
  if (userId === null) return sql`false`;
  if (caller?.isAdmin) return undefined;
  const isTeam = sql`${startupListing.entityId} in (select e.id from ${entity} e where e.owner_id = ${userId}
    union all select m.entity_id from ${entityMember} m where m.user_id = ${userId})`;
  const isFollowed = subquery`exists (select 1 from ${startupFollow} where ${startupFollow.startupListingId} = ${startupListing.id}
    and ${startupFollow.followerId} = ${userId} and ${startupFollow.status} = 'approved' and ${startupFollow.expiresAt} > now())`;
  const isOpen = or(eq(startupListing.status, "published"), isFollowed);
  return or(and(isOpen, isMetBy(userId)), isTeam);
}

/**
 * By listing id, slug or entity id, in this order (A-11); slugs never look like ids. With `caller` only a listing that
 * the caller may know of: a hidden one takes the same statement as a missing one.
 */
export async function findListing(
  db: Db,
  value: string,
  caller?: Caller | null,
): Promise<ListingRow | null> {
  const isUuid = uuidShape.test(value);
  const isThis = isUuid
    ? or(eq(startupListing.id, value), eq(startupListing.entityId, value))
    : eq(startupListing.slug, value);
  return first(
    db
      .select(columns)
      .from(startupListing)
      .where(and(isThis, caller === undefined ? undefined : isKnownTo(caller)))
      .orderBy(isUuid ? desc(sql`${startupListing.id} = ${value}::uuid`) : startupListing.id)
      .limit(1),
  );
}

/** As `findListing`, by the entity's id. */
export async function findListingOfEntity(
  db: Db,
  entityId: string,
  caller?: Caller | null,
): Promise<ListingRow | null> {
  const isKnown = caller === undefined ? undefined : isKnownTo(caller);
  const isThis = and(eq(startupListing.entityId, entityId), isKnown);
  return findOne(db, startupListing, isThis, columns);
}

/** The listing, locked until the transaction ends. */
export async function lockListing(db: Db, id: string): Promise<ListingRow | null> {
  const isThis = eq(startupListing.id, id);
  return first(db.select(columns).from(startupListing).where(isThis).for("update"));
}

export interface ViewerFollow {
  id: string;
  status: FollowStatus;
  tier: FollowTier | null;
}

/** Of a person: the follow that is approved and has not ended, or else the open request. */
export async function findActiveFollow(
  db: Db,
  listingId: string,
  userId: string,
): Promise<ViewerFollow | null> {
  const isActive = and(
    eq(startupFollow.status, "approved"),
    gt(startupFollow.expiresAt, sql`now()`),
  );
  return first(
    db
      .select({ id: startupFollow.id, status: startupFollow.status, tier: startupFollow.tier })
      .from(startupFollow)
      .where(
        and(
          eq(startupFollow.startupListingId, listingId),
          eq(startupFollow.followerId, userId),
          or(isActive, eq(startupFollow.status, "pending")),
        ),
      )
      .orderBy(asc(startupFollow.status))
      .limit(1),
  );
}

/** The name of an entity, which nobody else lists until the transaction ends. */
export async function lockEntityName(db: Db, entityId: string): Promise<string | null> {
  const isThis = eq(entity.id, entityId);
  return firstValue(
    db.select({ name: entity.name }).from(entity).where(isThis).for("update"),
    "name",
  );
}

/** Null where the slug is taken. */
export const insertListing = (db: Db, values: typeof startupListing.$inferInsert) =>
  first(
    db
      .insert(startupListing)
      .values(values)
      .onConflictDoNothing({ target: startupListing.slug })
      .returning(columns),
  );

export async function updateListing(
  db: Db,
  id: string,
  set: Partial<typeof startupListing.$inferInsert>,
): Promise<ListingRow> {
  const change = { ...set, version: sql`${startupListing.version} + 1` };
  const isThis = eq(startupListing.id, id);
  return inserted(await db.update(startupListing).set(change).where(isThis).returning(columns));
}

/** Adds a version to the chain of a listing that is locked. */
export async function appendVersion(
  db: Db,
  startupListingId: string,
  content: StartupVersionContent,
): Promise<void> {
  const [last] = await db
    .select({ version: startupVersion.version, hash: startupVersion.hash })
    .from(startupVersion)
    .where(eq(startupVersion.startupListingId, startupListingId))
    .orderBy(desc(startupVersion.version))
    .limit(1);
  await db.insert(startupVersion).values({ startupListingId, ...nextLink(content, last ?? null) });
}

/** Versions of a profile, newest first. */
export function listVersions(db: Db, listingId: string, query: PageQuery) {
  const select = db
    .select(pick(startupVersion, "id", "version", "content", "hash", "previousHash", "createdAt"))
    .from(startupVersion)
    .where(eq(startupVersion.startupListingId, listingId));
  return page(db, select, [desc(startupVersion.version)], query);
}

const fact = (name: string): SQL => sql`${startupListing.publicFacts} ->> ${sql.raw(`'${name}'`)}`;

/** The conditions of a search. They look at what everybody may read, and at nothing else (STP-51). */
const publicMatches = ({
  search,
  sector,
  stage,
  location,
  capitalStatus,
}: Omit<StartupsQuery, keyof PageQuery>): SQL | undefined =>
  and(
    eq(startupListing.status, "published"),
    search === undefined ? undefined : matchesWords(startupListing.search, search),
    sector === undefined ? undefined : sql`lower(${fact("sector")}) = lower(${sector})`,
    stage === undefined ? undefined : sql`lower(${fact("stage")}) = lower(${stage})`,
    location === undefined ? undefined : sql`${fact("location")} ilike ${containing(location)}`,
    capitalStatus === undefined ? undefined : sql`(${fact("capitalStatus")}) = ${capitalStatus}`,
  );

/** How many startups a search finds, so that a word of all startups costs no more than a rare one. */
const foundMax = 1000;

/**
 * Published startups, the last published first, without those of founders whom a block keeps from the viewer. A search
 * finds the last published 1,000 that have its words.
 */
export async function listListings(
  db: Db,
  viewerId: string,
  { limit, offset, ...wanted }: StartupsQuery,
): Promise<Page<ListingRow>> {
  const hidden = await listHiddenFrom(db, viewerId);
  const isShown = hidden.length === 0 ? undefined : notInArray(startupListing.id, hidden);
  const where = and(publicMatches(wanted), isShown);
  if (wanted.search !== undefined) return searchListings(db, where, { limit, offset });
  return page(db, db.select(columns).from(startupListing).where(where), lastPublished, {
    limit,
    offset,
  });
}

const lastPublished = [desc(startupListing.publishedAt), desc(startupListing.id)];

/** One page of what a search finds. What it finds is collected once, for the page and for its number. */
async function searchListings(
  db: Db,
  where: SQL | undefined,
  { limit, offset }: PageQuery,
): Promise<Page<ListingRow>> {
  const order = sql.join(lastPublished, sql`, `);
  const answer = await db.execute<{ total: number; ids: string[] }>(sql`
    with found as materialized (
      select ${startupListing.id}, row_number() over (order by ${order}) as place from ${startupListing}
      where ${where} order by ${order} limit ${sql.raw(String(foundMax))})
    select (select count(*)::int from found) as total,
      array(select id::text from found order by place limit ${limit} offset ${offset}) as ids`);
  const { total = 0, ids = [] } = answer.rows[0] ?? {};
  const rows = await db.select(columns).from(startupListing).where(inArray(startupListing.id, ids));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return { rows: ids.flatMap((id) => byId.get(id) ?? []), total, limit, offset };
}

/** SQL condition: published, and no block between the viewer and the founder. */
export const isOpenTo = (viewerId: string): SQL | undefined =>
  and(eq(startupListing.status, "published"), isMetBy(viewerId));

/** Those of the listings that are open to the viewer, in no order. */
export const listOpenByIds = (
  db: Db,
  ids: readonly string[],
  viewerId: string,
): Promise<ListingRow[]> =>
  db
    .select(columns)
    .from(startupListing)
    .where(and(inArray(startupListing.id, [...ids]), isOpenTo(viewerId)));

/** How many follow a startup in each tier. */
export async function countFollowers(db: Db, listingId: string) {
  const rows = await db
    .select({ tier: startupFollow.tier, followers: count() })
    .from(startupFollow)
    .where(isInForce(listingId))
    .groupBy(startupFollow.tier);
  return new Map(rows.map(({ tier, followers }) => [tier as string, followers]));
}
