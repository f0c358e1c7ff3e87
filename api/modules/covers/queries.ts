import { and, eq, sql } from "drizzle-orm";
import type { Db } from "#schemas/database/db.ts";
import { userAccount } from "#schemas/tables/accounts/account.ts";
import { coverImage } from "#schemas/tables/accounts/relationship.ts";
import { entity } from "#schemas/tables/companies/company.ts";
import { first, hasRow, pick } from "../../data/rows.ts";
import { listedFor } from "../../data/visible-to.ts";

export interface CoverRow {
  digest: string;
  mediaType: string;
  sizeBytes: number;
}

const columns = pick(coverImage, "digest", "mediaType", "sizeBytes");

/** The new cover of an account or entity takes the place of the old one. */
export async function storeCover(db: Db, ownerId: string, cover: CoverRow): Promise<void> {
  await db
    .insert(coverImage)
    .values({ ownerId, ...cover })
    .onConflictDoUpdate({
      target: coverImage.ownerId,
      set: { ...cover, updatedAt: sql`clock_timestamp()` },
    });
}

/** Locks these bytes: no other transaction stores or deletes a cover with them until this one ends. */
export const lockCover = (tx: Db, digest: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`cover ${digest}`}, 0))`);

/** Whether an account or entity has a cover of these bytes. */
export async function isCoverNamed(db: Db, digest: string): Promise<boolean> {
  const isOfIt = eq(coverImage.digest, digest);
  return hasRow(db.select({ ownerId: coverImage.ownerId }).from(coverImage).where(isOfIt).limit(1));
}

export async function deleteCover(db: Db, ownerId: string): Promise<void> {
  await db.delete(coverImage).where(eq(coverImage.ownerId, ownerId));
}

/** Null for an account that does not exist or has no cover. */
export const findUserCover = (db: Db, userId: string): Promise<CoverRow | null> =>
  first(
    db
      .select(columns)
      .from(coverImage)
      .innerJoin(userAccount, eq(userAccount.id, coverImage.ownerId))
      .where(and(eq(coverImage.ownerId, userId), eq(userAccount.status, "active"))),
  );

/** Null for an entity that the viewer (null: anybody) may not know of, and for one without a cover. */
export const findEntityCover = (
  db: Db,
  entityId: string,
  viewerId: string | null,
): Promise<CoverRow | null> =>
  first(
    db
      .select(columns)
      .from(coverImage)
      .innerJoin(entity, eq(entity.id, coverImage.ownerId))
      .where(and(eq(coverImage.ownerId, entityId), listedFor({ userId: viewerId }))),
  );

/** False when the entity was deleted meanwhile. */
export const updateBanner = (
  db: Db,
  entityId: string,
  bannerUrl: string | null,
): Promise<boolean> =>
  hasRow(
    db
      .update(entity)
      .set({ bannerUrl, updatedAt: sql`clock_timestamp()` })
      .where(eq(entity.id, entityId))
      .returning({ id: entity.id }),
  );

/** Keeps the account from being deleted until the transaction ends. False when it was deleted meanwhile. */
export const holdAccount = (tx: Db, userId: string): Promise<boolean> =>
  hasRow(
    tx
      .select({ id: userAccount.id })
      .from(userAccount)
      .where(eq(userAccount.id, userId))
      .for("share"),
  );
