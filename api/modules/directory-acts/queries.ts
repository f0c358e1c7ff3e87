import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import { rowsOf } from "#api/data/rows-of.ts";
import type { Db } from "#schemas/database/db.ts";
import { userAccount } from "#schemas/tables/accounts/account.ts";
import { connection, follow } from "#schemas/tables/accounts/relationship.ts";
import { entity } from "#schemas/tables/companies/company.ts";
import { claimInvitation, correction, listing } from "#schemas/tables/companies/directory.ts";
import { blockedForParty } from "../../data/blocked.ts";
import { personName } from "../../data/members.ts";
import { type PageQuery, page } from "../../data/page.ts";
import { first, pick, rowExists } from "../../data/rows.ts";
import type { CorrectionBody } from "./schemas.ts";

const tables = { follow, connection } as const;
const corrections = rowsOf(correction);
export type TieKind = keyof typeof tables;

interface Pair {
  entityId: string;
  userId: string;
}

/** Adds a tie unless there is one; its status now. */
export async function provideTie(
  db: Db,
  kind: TieKind,
  pair: Pair,
  status: "pending" | "active",
): Promise<{ id: string; status: "pending" | "active"; isNew: boolean }> {
  const table = tables[kind];
  const made = await db
    .insert(table)
    .values({ ...pair, status })
    .onConflictDoNothing()
    .returning({ id: table.id });
  const [added] = made;
  if (added !== undefined) return { id: added.id, status, isNew: true };
  const row = await rowsOf(table).find(db, pair);
  return { id: row?.id ?? "", status: row?.status ?? status, isNew: false };
}

/** False when there was none. */
export const deleteTie = (db: Db, kind: TieKind, { entityId, userId }: Pair): Promise<boolean> =>
  rowsOf(tables[kind]).remove(db, { entityId, userId });

/** SQL condition: no block is between who asks and the entity. The request waits until the block ends. */
const isShown = (table: (typeof tables)[TieKind], entityId: string) =>
  sql`${table.userId} not in (${blockedForParty({ entityId })})`;

/** The kind of an open request of an entity, or null. */
export async function findRequestKind(
  db: Db,
  { entityId, requestId }: { entityId: string; requestId: string },
): Promise<TieKind | null> {
  for (const kind of ["follow", "connection"] as const) {
    const table = tables[kind];
    const isThis = and(eq(table.id, requestId), eq(table.entityId, entityId));
    if (await rowExists(db, table, and(isThis, isShown(table, entityId)))) return kind;
  }
  return null;
}

/** Removes a request that is still open; false where it is not. */
export const deletePending = (db: Db, kind: TieKind, requestId: string): Promise<boolean> =>
  rowsOf(tables[kind]).remove(db, { id: requestId, status: "pending" });

/** Requests that wait for the team, newest first. */
export async function listRequests(db: Db, entityId: string, query: PageQuery) {
  const of = (kind: TieKind) => {
    const table = tables[kind];
    return db
      .select({
        requestId: sql<string>`${table.id}`.as("request_id"),
        kind: sql<TieKind>`${kind}::text`.as("kind"),
        userId: sql<string>`${table.userId}`.as("user_id"),
        name: personName.as("name"),
        slug: sql<string>`${userAccount.slug}`.as("slug"),
        createdAt: table.createdAt,
      })
      .from(table)
      .innerJoin(userAccount, eq(userAccount.id, table.userId))
      .where(
        and(eq(table.entityId, entityId), eq(table.status, "pending"), isShown(table, entityId)),
      );
  };
  const all = unionAll(of("follow"), of("connection")).as("requests");
  return page(db, db.select().from(all), [sql`created_at desc`, sql`request_id desc`], query);
}

/** True for the first invitation of an address to claim an entity. */
export const insertClaimInvitation = async (
  db: Db,
  values: { entityId: string; userId: string; email: string },
): Promise<boolean> => (await rowsOf(claimInvitation).insertNew(db, values)) !== null;

const openStates = ["open", "under_review"] as const;

/** Locks the account's suggestions until the transaction ends, so that none is added after the count. */
export async function countOpenCorrections(tx: Db, userId: string): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(7305104, hashtext(${userId}))`);
  return openCorrections(tx, userId);
}

/** How many suggestions of an account are open or under review. */
export const openCorrections = (db: Db, userId: string): Promise<number> =>
  corrections.count(db, { userId, status: openStates });

export type CorrectionRow = typeof correction.$inferSelect;

/** Null where the account has an open suggestion for the same member already. */
export const insertCorrection = (
  tx: Db,
  values: CorrectionBody & { listingId: string; userId: string },
) => corrections.insertNew(tx, values);

/** Suggestions of an account, newest first. */
export const listCorrections = (db: Db, userId: string, query: PageQuery) =>
  corrections.page(db, { userId }, query);

/** A suggestion with the entity that it is about (null for a person's listing); null for an unknown one. */
export const findCorrection = (db: Db, id: string) =>
  first(
    db
      .select({ correction, entityId: listing.entityId, listedUserId: listing.userId })
      .from(correction)
      .innerJoin(listing, eq(listing.id, correction.listingId))
      .where(eq(correction.id, id)),
  );

const openCorrectionRows = (db: Db) =>
  db
    .select({
      ...pick(correction, "id", "field", "value", "evidence", "status", "createdAt"),
      slug: sql<string>`coalesce(${entity.slug}, ${userAccount.slug})`,
    })
    .from(correction)
    .innerJoin(listing, eq(listing.id, correction.listingId))
    .leftJoin(entity, eq(entity.id, listing.entityId))
    .leftJoin(userAccount, eq(userAccount.id, listing.userId))
    .where(inArray(correction.status, [...openStates]));

const oldestCorrections = [asc(correction.createdAt), asc(correction.id)];

/** Suggestions that wait for an administrator or are under review, oldest first. */
export const listOpenCorrections = (db: Db) => openCorrectionRows(db).orderBy(...oldestCorrections);

/** A page of the same. */
export const pageOpenCorrections = (db: Db, query: PageQuery) =>
  page(db, openCorrectionRows(db), oldestCorrections, query);
