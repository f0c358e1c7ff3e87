import { and, count, desc, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "#schemas/db.ts";
import { collection } from "#schemas/tables/collection.ts";

export type CollectionRow = typeof collection.$inferSelect;

/** A collection as its owner names it. */
export interface OwnCollection {
  id: string;
  userId: string;
}

const isOwn = ({ id, userId }: OwnCollection) =>
  and(eq(collection.id, id), eq(collection.userId, userId));

export async function listCollections(
  db: Db,
  userId: string,
  page: { limit: number; offset: number },
): Promise<{ rows: CollectionRow[]; total: number }> {
  const own = eq(collection.userId, userId);
  const [counted] = await db.select({ total: count() }).from(collection).where(own);
  const rows = await db
    .select()
    .from(collection)
    .where(own)
    .orderBy(desc(collection.createdAt), desc(collection.id))
    .limit(page.limit)
    .offset(page.offset);
  return { rows, total: counted?.total ?? 0 };
}

export async function insertCollection(
  db: Db,
  values: { userId: string; name: string; description: string | null },
): Promise<CollectionRow> {
  const [row] = await db.insert(collection).values(values).returning();
  if (row === undefined) throw new Error("an insert returned no row");
  return row;
}

/** Null when it does not exist or is not the user's: the two look the same from outside. */
export async function findCollection(db: Db, own: OwnCollection): Promise<CollectionRow | null> {
  const [row] = await db.select().from(collection).where(isOwn(own));
  return row ?? null;
}

/** The changed row; null when there is none of the user's, or none in one of the versions. */
export async function updateCollection(
  db: Db,
  own: OwnCollection,
  change: { name?: string; description?: string | null },
  versions: number[] | null,
): Promise<CollectionRow | null> {
  const [row] = await db
    .update(collection)
    .set({ ...change, version: sql`${collection.version} + 1`, updatedAt: sql`clock_timestamp()` })
    .where(and(isOwn(own), versions === null ? undefined : inArray(collection.version, versions)))
    .returning();
  return row ?? null;
}
