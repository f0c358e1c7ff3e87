import { and, asc, desc, eq, isNotNull, isNull, not, or, type SQL, sql } from "drizzle-orm";
import { rowsOf } from "#api/data/rows-of.ts";
import { isEntityKey } from "#schemas/company-key.ts";
import type { Db } from "#schemas/database/db.ts";
import { type TeamRole, teamPermissions } from "#schemas/shapes/accounts/team.ts";
import type { Page } from "#schemas/shapes/page.ts";
import { userAccount } from "#schemas/tables/accounts/account.ts";
import { coverImage } from "#schemas/tables/accounts/relationship.ts";
import { entityMember } from "#schemas/tables/accounts/team.ts";
import { company, entity } from "#schemas/tables/companies/company.ts";
import { tellCompanyChanged } from "../../data/company-changed.ts";
import { newestFirst, type PageQuery, page } from "../../data/page.ts";
import { findOne, first, hasRow, pick } from "../../data/rows.ts";
import { listedFor, visibleTo } from "../../data/visible-to.ts";
import type { EntityBody, EntityChange } from "./schemas.ts";

const columns = {
  ...pick(entity, "id", "name", "slug", "entityType", "ownerId", "description", "logoUrl"),
  ...pick(entity, "parentId", "collectionId", "status", "claimStatus", "createdAt", "updatedAt"),
};

export type EntityRow = NonNullable<Awaited<ReturnType<typeof findEntity>>>;

/** The viewer: an administrator sees every entity. */
export interface Viewer {
  userId: string;
  isAdmin: boolean;
}

export interface EntityFilter {
  entityType?: string | undefined;
  /** Null: only those without a parent; undefined: all. */
  parentId?: string | null | undefined;
  ownerId?: string | undefined;
  /** A LIKE pattern. */
  namePattern?: string | undefined;
}

function matches({ entityType, parentId, ownerId, namePattern }: EntityFilter): SQL | undefined {
  return and(
    entityType === undefined ? undefined : eq(entity.entityType, entityType),
    parentId === undefined
      ? undefined
      : parentId === null
        ? isNull(entity.parentId)
        : eq(entity.parentId, parentId),
    ownerId === undefined ? undefined : eq(entity.ownerId, ownerId),
    namePattern === undefined ? undefined : sql`lower(${entity.name}) like lower(${namePattern})`,
  );
}

const orders = {
  name: sql`lower(${entity.name})`,
  createdAt: entity.createdAt,
  updatedAt: entity.updatedAt,
} as const;

export async function listEntities(
  db: Db,
  viewer: Viewer,
  wanted: EntityFilter,
  query: PageQuery & { sortBy: keyof typeof orders; sortOrder: "asc" | "desc" },
): Promise<Page<EntityRow>> {
  const where = and(listedFor(viewer), matches(wanted));
  const direction = query.sortOrder === "asc" ? asc : desc;
  const order = [direction(orders[query.sortBy]), direction(entity.id)];
  const select = db.select(columns).from(entity).where(where);
  return page(db, select, order, query, viewer.isAdmin ? select : listed(viewer, matches(wanted)));
}

/** The same rows in two parts, published or the viewer's own, each of which an index can count. */
const listed = ({ userId }: Viewer, isWanted: SQL = sql`true`): SQL =>
  sql`select ${entity.id} from ${entity} where ${entity.published} and ${isWanted}
    union all select ${entity.id} from ${entity} where not ${entity.published} and ${isWanted} and ${entity.id} in ${idsOfTeams(userId)}`;

/** Ids of the entities whose team the account is of. */
const idsOfTeams = (userId: string): SQL =>
  sql`(select own.id from ${entity} own where own.owner_id = ${userId}
    union select team.entity_id from ${entityMember} team where team.user_id = ${userId})`;

/** The entities whose team the account is of, by name, with its role in each and whether all may find them. */
export function listTeams(db: Db, userId: string, query: PageQuery) {
  const role = sql<TeamRole>`case when ${entity.ownerId} = ${userId} then 'owner' else ${entityMember.role} end`;
  const select = db
    .select({ ...columns, isPublished: entity.published, role })
    .from(entity)
    .leftJoin(
      entityMember,
      and(eq(entityMember.entityId, entity.id), eq(entityMember.userId, userId)),
    )
    .where(sql`${entity.id} in ${idsOfTeams(userId)}`);
  return page(db, select, [asc(orders.name), asc(entity.id)], query);
}

/** Null for an entity that does not exist or that the viewer may not know of. */
export const findEntity = (db: Db, id: string, viewer: Viewer) =>
  findOne(db, entity, and(eq(entity.id, id), visibleTo(viewer)), columns);

/** True when the viewer is owner or admin of the entity's team. */
export const isManager = (db: Db, entityId: string, userId: string): Promise<boolean> =>
  hasRow(
    db
      .select({ id: entity.id })
      .from(entity)
      .leftJoin(
        entityMember,
        and(eq(entityMember.entityId, entity.id), eq(entityMember.userId, userId)),
      )
      .where(
        and(
          eq(entity.id, entityId),
          or(eq(entity.ownerId, userId), sql`${entityMember.role} <> 'member'`),
        ),
      ),
  );

/** Null when the slug is taken. The new entity is its owner's alone until it is published. */
export const insertEntity = (
  db: Db,
  values: EntityBody & { slug: string; ownerId: string },
): Promise<EntityRow | null> =>
  first(
    db
      .insert(entity)
      .values({ ...values, published: false, claimStatus: "claimed" })
      .onConflictDoNothing()
      .returning(columns),
  );

/** The owner of an entity holds every permission (ENT-25). */
export async function insertOwner(db: Db, entityId: string, userId: string): Promise<void> {
  await db
    .insert(entityMember)
    .values({ entityId, userId, role: "owner", permissions: [...teamPermissions] });
}

/** Changes what is given; nothing given still counts as a change. */
export async function updateEntity(db: Db, id: string, change: EntityChange): Promise<void> {
  const updatedAt = sql`clock_timestamp()`;
  await db
    .update(entity)
    .set({ ...change, updatedAt })
    .where(eq(entity.id, id));
}

/** True for an entity that stands for a filer at the regulator. */
export async function isReference(db: Db, entityId: string): Promise<boolean> {
  const rows = await db
    .select({ cik: company.companyKey })
    .from(company)
    .where(eq(company.entityId, entityId));
  return rows.some(({ cik }) => !isEntityKey(cik));
}

/** False when it is gone already. Everything that belongs to it goes with it. */
export async function deleteEntity(db: Db, id: string): Promise<boolean> {
  const rows = await db.delete(entity).where(eq(entity.id, id)).returning({ id: entity.id });
  await db.delete(coverImage).where(eq(coverImage.ownerId, id));
  await tellCompanyChanged(db, id);
  return rows.length > 0;
}

/** False for an unknown entity. */
export async function storeVerified(tx: Db, id: string, isVerified: boolean): Promise<void> {
  await tx
    .update(entity)
    .set({ verified: isVerified, verifiedAt: isVerified ? sql`clock_timestamp()` : null })
    .where(eq(entity.id, id));
}

/** Whether an entity is verified, held until the transaction ends; null for an unknown one. */
export const lockVerified = (tx: Db, id: string) =>
  rowsOf(entity, pick(entity, "verified", "ownerId")).lock(tx, { id });

/** Entities that have an owner and are not verified, the newest first. */
export async function listUnverified(db: Db, query: PageQuery) {
  const select = db
    .select({
      ...pick(entity, "id", "name", "slug", "entityType", "published"),
      ownerId: userAccount.id,
      ownerName: userAccount.name,
      createdAt: entity.createdAt,
    })
    .from(entity)
    .innerJoin(userAccount, eq(userAccount.id, entity.ownerId))
    .where(and(isNotNull(entity.ownerId), not(entity.verified)));
  return page(db, select, newestFirst(entity), query);
}
