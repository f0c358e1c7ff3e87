import { and, eq, inArray } from "drizzle-orm";
import { newestFirst, type PageQuery, page } from "#api/data/page.ts";
import { findValue, first, pick } from "#api/data/rows.ts";
import { rowsOf } from "#api/data/rows-of.ts";
import type { Db } from "#schemas/database/db.ts";
import { userAccount } from "#schemas/tables/accounts/account.ts";
import { document } from "#schemas/tables/accounts/document.ts";
import { portfolioItem } from "#schemas/tables/platform/hiring.ts";

export const items = rowsOf(portfolioItem);

const select = (db: Db) =>
  db
    .select({
      ...pick(portfolioItem, "id", "userId", "kind", "title", "url", "text", "createdAt"),
      document: pick(document, "name", "mediaType", "sizeBytes", "digest"),
    })
    .from(portfolioItem)
    .leftJoin(document, eq(document.id, portfolioItem.documentId));

export type ItemRow = NonNullable<Awaited<ReturnType<typeof findItem>>>;

export const findItem = (db: Db, id: string) => first(select(db).where(eq(portfolioItem.id, id)));

/** Items of a person, newest first. */
export const listItems = (db: Db, userId: string, query: PageQuery) =>
  page(db, select(db).where(eq(portfolioItem.userId, userId)), newestFirst(portfolioItem), query);

/** Those of the ids that are items of the person; in the order of the ids. */
export async function listItemsOf(
  db: Db,
  userId: string | null,
  ids: readonly string[],
): Promise<ItemRow[]> {
  if (userId === null || ids.length === 0) return [];
  const rows = await select(db).where(
    and(inArray(portfolioItem.id, [...ids]), eq(portfolioItem.userId, userId)),
  );
  const found = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => found.get(id) ?? []);
}

/** How many items the person has; until the transaction ends, no other request counts them. */
export async function countLocked(tx: Db, userId: string): Promise<number> {
  await tx
    .select({ id: userAccount.id })
    .from(userAccount)
    .where(eq(userAccount.id, userId))
    .for("no key update");
  return items.count(tx, { userId });
}

/** The id of a stored document of the account; null for every other key. */
export const findOwnDocument = (db: Db, userId: string, key: string): Promise<string | null> =>
  findValue(
    db,
    document,
    "id",
    and(eq(document.key, key), eq(document.userId, userId), eq(document.status, "stored")),
  );
