import { asc, eq, sql } from "drizzle-orm";
import { rowsOf } from "#api/data/rows-of.ts";
import type { Db } from "#schemas/database/db.ts";
import { teamPermissions } from "#schemas/shapes/accounts/team.ts";
import { userAccount } from "#schemas/tables/accounts/account.ts";
import { claim, connection, contactField, follow } from "#schemas/tables/accounts/relationship.ts";
import { entityMember } from "#schemas/tables/accounts/team.ts";
import { company, entity } from "#schemas/tables/companies/company.ts";
import { entitiesApart } from "../../data/blocked.ts";
import { type PageQuery, page } from "../../data/page.ts";
import { pick, replaceRows } from "../../data/rows.ts";
import { subquery } from "../../data/subquery.ts";
import type { ContactField } from "./schemas.ts";

/** A user and an entity. */
export interface Pair {
  entityId: string;
  userId: string;
}

/** What is stored between an entity and a viewer; `followersCount` needs no viewer. */
export interface StoredTies {
  followersCount: number;
  /** Null for who does not follow and has not asked to. */
  following: TieStatus | null;
  /** Null for who is not connected and has not asked to be, and while a block is between the two. */
  connected: TieStatus | null;
  /** True for anybody of the entity's team. */
  isOfTeam: boolean;
  isOwner: boolean;
}

type TieStatus = "pending" | "active";

/** One statement for everything: with a viewer it must not cost more than without. */
export async function findTies(
  db: Db,
  { entityId, userId }: { entityId: string; userId: string | null },
): Promise<StoredTies> {
  const statusIn = (table: Tie) =>
    subquery`select ${table.status} from ${table} where ${pairIn(table, entityId, userId)}`;
  const { rows } = await db.execute<Record<keyof StoredTies, never>>(sql`
    select
      (select count(*)::int from ${follow}
        where ${follow.entityId} = ${entityId} and ${follow.status} = 'active') as "followersCount",
      ${statusIn(follow)} as following,
      (select ${statusIn(connection)} where ${entityId} not in ${entitiesApart(sql`${userId}::uuid`)}) as connected,
      exists (select from ${entityMember} where ${pairIn(entityMember, entityId, userId)}) as "isOfTeam",
      ${ownedBy(entityId, userId)} as "isOwner"`);
  const [row] = rows;
  if (row === undefined) throw new Error("a select without from returned no row");
  return row;
}

/** True for the entity's owner, by record or by team role. */
export async function isOwnerOf(db: Db, { entityId, userId }: Pair): Promise<boolean> {
  const { rows } = await db.execute<{ isOwner: boolean }>(
    sql`select ${ownedBy(entityId, userId)} as "isOwner"`,
  );
  return rows[0]?.isOwner ?? false;
}

const pairIn = (table: Tie | typeof entityMember, entityId: string, userId: string | null) =>
  sql`${table.entityId} = ${entityId} and ${table.userId} = ${userId}`;

const ownedBy = (entityId: string, userId: string | null) => subquery<boolean>`
  exists (select from ${entity} where ${entity.id} = ${entityId} and ${entity.ownerId} = ${userId})
  or exists (select from ${entityMember}
    where ${pairIn(entityMember, entityId, userId)} and ${entityMember.role} = 'owner')`;

type Tie = typeof follow | typeof connection;

export const listContacts = (db: Db, entityId: string): Promise<ContactField[]> =>
  rowsOf(contactField, pick(contactField, "kind", "label", "value", "visibility")).list(
    db,
    { entityId },
    contactField.position,
  );

export function replaceContacts(db: Db, entityId: string, fields: ContactField[]) {
  const rows = fields.map((field, position) => ({ entityId, position, ...field }));
  return replaceRows(db, contactField, eq(contactField.entityId, entityId), rows);
}

/** The owner and the claim status of an entity, held until the transaction ends; null for an unknown one. */
export const lockEntity = (db: Db, id: string) =>
  rowsOf(entity, pick(entity, "ownerId", "claimStatus")).lock(db, { id });

/** A new claim, which is open. */
export const insertClaim = (db: Db, pair: Pair) =>
  rowsOf(claim).insert(db, { ...pair, status: "pending" });

/** The open claim of an entity; null when none is open. */
export const findOpenClaim = (db: Db, entityId: string) =>
  rowsOf(claim, pick(claim, "id", "userId")).find(db, { entityId, status: "pending" });

/** A claim in any state; null for an unknown one. */
export const findClaim = (db: Db, id: string) =>
  rowsOf(claim, pick(claim, "id", "entityId", "userId", "status")).byId(db, id);

const pendingClaims = (db: Db) =>
  db
    .select({
      ...pick(claim, "id", "entityId", "userId"),
      cik: company.companyKey,
      name: entity.name,
      userName: userAccount.name,
      email: userAccount.email,
      createdAt: claim.createdAt,
    })
    .from(claim)
    .innerJoin(entity, eq(entity.id, claim.entityId))
    .innerJoin(userAccount, eq(userAccount.id, claim.userId))
    .leftJoin(company, eq(company.entityId, claim.entityId))
    .where(eq(claim.status, "pending"));

const oldestClaims = [asc(claim.createdAt), asc(claim.id)];

/** Claims that wait for an answer, oldest first. */
export const listPendingClaims = (db: Db) => pendingClaims(db).orderBy(...oldestClaims);

/** A page of the same. */
export const pagePendingClaims = (db: Db, query: PageQuery) =>
  page(db, pendingClaims(db), oldestClaims, query);

/** False for a suspended account. */
export const isActive = (db: Db, id: string): Promise<boolean> =>
  rowsOf(userAccount).exists(db, { id, status: "active" });

export async function updateClaimStatus(
  db: Db,
  entityId: string,
  change: { claimStatus: "unclaimed" | "claim_pending" | "claimed"; ownerId?: string },
): Promise<void> {
  await db.update(entity).set(change).where(eq(entity.id, entityId));
}

/** Makes a user the owner of a team, whatever role they had. */
export async function storeOwner(db: Db, pair: Pair): Promise<void> {
  const standing = { role: "owner" as const, permissions: [...teamPermissions] };
  await db
    .insert(entityMember)
    .values({ ...pair, ...standing })
    .onConflictDoUpdate({ target: [entityMember.entityId, entityMember.userId], set: standing });
}

/** The active account with this address (in lower case), or null. */
export const findUserId = async (db: Db, email: string): Promise<string | null> =>
  (await rowsOf(userAccount, pick(userAccount, "id")).find(db, { email, status: "active" }))?.id ??
  null;
