import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { blockedFor, entitiesApart, metBy } from "#api/data/blocked.ts";
import { subquery } from "#api/data/subquery.ts";
import type { Db } from "#schemas/database/db.ts";
import { entity } from "#schemas/tables/companies/company.ts";
import { startupListing } from "#schemas/tables/platform/startup.ts";

/**
 * SQL condition on listings: the viewer and the founder have not blocked each other. The founder is the owner of the
 * startup's entity.
 */
export const isMetBy = (viewerId: string | SQLWrapper): SQL =>
  sql`${startupListing.entityId} not in ${entitiesApart(viewerId)}`;

/**
 * Ids of the listings that a block keeps from the viewer: none for almost everybody. A list of all listings is counted
 * from an index alone as long as it has no condition on their entities.
 */
export async function listHiddenFrom(db: Db, viewerId: string): Promise<string[]> {
  const result = await db.execute<{ id: string }>(
    sql`select sl.id from ${startupListing} sl where sl.entity_id in ${entitiesApart(viewerId)}`,
  );
  return result.rows.map(({ id }) => id);
}

/**
 * SQL condition for any row that names a listing and a person: the person and the founder have not blocked each other.
 */
export const isMet = (listingId: SQLWrapper, personId: SQLWrapper): SQL<boolean> =>
  subquery`exists (select 1 from ${startupListing} sl join ${entity} se on se.id = sl.entity_id
    where sl.id = ${listingId} and ${metBy(sql`se.owner_id`, personId)})`;

/**
 * SQL condition on rows of one listing: no block is between the row's person and the founder. The founder's blocks are
 * read once for all rows.
 */
export const isMetByFounderOf = (listingId: string, personId: SQLWrapper): SQL =>
  sql`${personId} not in (${blockedFor(sql`(select se.owner_id from ${startupListing} sl join ${entity} se on se.id = sl.entity_id
    where sl.id = ${listingId})`)})`;

/** False when the person and the founder have a block between them, and for an unknown listing. */
export async function hasMet(db: Db, listingId: string, personId: string): Promise<boolean> {
  const result = await db.execute<{ met: boolean }>(
    sql`select ${isMet(sql`${listingId}::uuid`, sql`${personId}::uuid`)} as met`,
  );
  return result.rows[0]?.met ?? false;
}
