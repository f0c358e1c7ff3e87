import { asc, eq, sql } from "drizzle-orm";
import type { Db } from "#schemas/database/db.ts";
import { listing, profileView } from "#schemas/tables/companies/directory.ts";
import { inserted } from "../../data/rows.ts";

/** Stores a counted view; its id is the event's. */
export async function insertView(
  db: Db,
  view: { listingId: string; viewerId: string | null; source: string },
): Promise<string> {
  return inserted(await db.insert(profileView).values(view).returning({ id: profileView.id })).id;
}

/** Views of an entity's listing by day (UTC), oldest first. */
export async function countByDay(db: Db, entityId: string) {
  const day = sql<string>`to_char(${profileView.createdAt} at time zone 'UTC', 'YYYY-MM-DD')`;
  return db
    .select({ day: day.as("day"), views: sql<number>`count(*)::int` })
    .from(profileView)
    .innerJoin(listing, eq(listing.id, profileView.listingId))
    .where(eq(listing.entityId, entityId))
    .groupBy(sql`day`)
    .orderBy(asc(sql`day`));
}
