import { and, eq } from "drizzle-orm";
import type { Db } from "#schemas/db.ts";
import type { Page } from "#schemas/shapes/page.ts";
import { collection } from "#schemas/tables/collection.ts";
import { newestFirst, type PageQuery, page } from "../../data/page.ts";
import { inserted } from "../../data/rows.ts";
import { versionedUpdate } from "../../data/versioned-update.ts";
import type { CollectionBody, CollectionChange } from "./schemas.ts";

export type CollectionRow = typeof collection.$inferSelect;

/** A collection as its owner names it. */
export interface OwnCollection {
  id: string;
  userId: string;
}

const isOwn = ({ id, userId }: OwnCollection) =>
  and(eq(collection.id, id), eq(collection.userId, userId));

/** Newest first. */
export async function listCollections(
  db: Db,
  userId: string,
  query: PageQuery,
): Promise<Page<CollectionRow>> {
  const own = db.select().from(collection).where(eq(collection.userId, userId));
  return page(db, own, newestFirst(collection), query);
}

export async function insertCollection(
  db: Db,
  values: CollectionBody & { userId: string },
): Promise<CollectionRow> {
  return inserted(await db.insert(collection).values(values).returning());
}

/** Null when it does not exist or is not the user's: the two look the same from outside. */
export async function findCollection(db: Db, own: OwnCollection): Promise<CollectionRow | null> {
  const [row] = await db.select().from(collection).where(isOwn(own));
  return row ?? null;
}

/** Throws 404, 409 and 412 as `versionedUpdate` does. */
export async function updateCollection(
  db: Db,
  own: OwnCollection,
  set: CollectionChange,
  ifMatch: number[] | null,
): Promise<CollectionRow> {
  return versionedUpdate(db, collection, { where: isOwn(own), set, ifMatch, what: "Collection" });
}
