import { and, eq } from "drizzle-orm";
import type { Db } from "#schemas/database/db.ts";
import { userAccount } from "#schemas/tables/accounts/account.ts";
import { block, privacyPreference } from "#schemas/tables/accounts/block.ts";
import { newestFirst, type PageQuery, page } from "../../data/page.ts";
import { findValue } from "../../data/rows.ts";

export const insertBlock = (db: Db, userId: string, blockedId: string) =>
  db.insert(block).values({ userId, blockedId }).onConflictDoNothing();

const isPair = (by: string, whom: string) => and(eq(block.userId, by), eq(block.blockedId, whom));

export const deleteBlock = (db: Db, userId: string, blockedId: string) =>
  db.delete(block).where(isPair(userId, blockedId));

/** Newest first. */
export const listBlocks = (db: Db, userId: string, query: PageQuery) =>
  page(
    db,
    db
      .select({ userId: block.blockedId, name: userAccount.name, blockedAt: block.createdAt })
      .from(block)
      .innerJoin(userAccount, eq(userAccount.id, block.blockedId))
      .where(eq(block.userId, userId)),
    newestFirst({ createdAt: block.createdAt, id: block.blockedId }),
    query,
  );

/** Null for an account that never chose. */
export const findPrivateBrowsing = (db: Db, userId: string): Promise<boolean | null> =>
  findValue(db, privacyPreference, "privateBrowsing", eq(privacyPreference.userId, userId));

export const storePrivateBrowsing = (db: Db, userId: string, privateBrowsing: boolean) =>
  db
    .insert(privacyPreference)
    .values({ userId, privateBrowsing })
    .onConflictDoUpdate({ target: privacyPreference.userId, set: { privateBrowsing } });
