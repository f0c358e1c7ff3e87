import { and, asc, count, desc, eq, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "#schemas/db.ts";
import { teamPermissions } from "#schemas/shapes/team.ts";
import { company, entity } from "#schemas/tables/company.ts";
import { coverImage } from "#schemas/tables/relationship.ts";
import { entityMember } from "#schemas/tables/team.ts";

const columns = {
  id: entity.id,
  name: entity.name,
  slug: entity.slug,
  entityType: entity.entityType,
  ownerId: entity.ownerId,
  description: entity.description,
  logoUrl: entity.logoUrl,
  parentId: entity.parentId,
  collectionId: entity.collectionId,
  status: entity.status,
  claimStatus: entity.claimStatus,
  createdAt: entity.createdAt,
  updatedAt: entity.updatedAt,
};

export type EntityRow = NonNullable<Awaited<ReturnType<typeof findEntity>>>;

/** Who looks: an administrator sees every entity. */
export interface Viewer {
  userId: string;
  isAdmin: boolean;
}

/** Published, or of the viewer's own team. */
function isVisible({ userId, isAdmin }: Viewer): SQL | undefined {
  if (isAdmin) return undefined;
  return or(
    eq(entity.published, true),
    eq(entity.ownerId, userId),
    sql`exists (select 1 from ${entityMember} m where m.entity_id = ${entity.id} and m.user_id = ${userId})`,
  );
}

export interface Wanted {
  entityType?: string | undefined;
  /** Null: only those without a parent; undefined: all. */
  parentId?: string | null | undefined;
  ownerId?: string | undefined;
  /** A LIKE pattern. */
  namePattern?: string | undefined;
}

function matches({ entityType, parentId, ownerId, namePattern }: Wanted): SQL | undefined {
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
  wanted: Wanted,
  page: {
    limit: number;
    offset: number;
    sortBy: keyof typeof orders;
    sortOrder: "asc" | "desc";
  },
): Promise<{ rows: EntityRow[]; total: number }> {
  const where = and(isVisible(viewer), matches(wanted));
  const [counted] = await db.select({ total: count() }).from(entity).where(where);
  const direction = page.sortOrder === "asc" ? asc : desc;
  const rows = await db
    .select(columns)
    .from(entity)
    .where(where)
    .orderBy(direction(orders[page.sortBy]), direction(entity.id))
    .limit(page.limit)
    .offset(page.offset);
  return { rows, total: counted?.total ?? 0 };
}

/** Null for an entity that does not exist or that the viewer may not know of. */
export async function findEntity(db: Db, id: string, viewer: Viewer) {
  const [row] = await db
    .select(columns)
    .from(entity)
    .where(and(eq(entity.id, id), isVisible(viewer)));
  return row ?? null;
}

/** True when the viewer is owner or admin of the entity's team. */
export async function isManager(db: Db, entityId: string, userId: string): Promise<boolean> {
  const rows = await db
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
    );
  return rows.length > 0;
}

/** Null when the slug is taken. The new entity is its owner's alone until it is published. */
export async function insertEntity(
  db: Db,
  values: {
    name: string;
    slug: string;
    entityType: string;
    ownerId: string;
    description: string | null;
    collectionId: string | null;
    parentId: string | null;
  },
): Promise<EntityRow | null> {
  const [row] = await db
    .insert(entity)
    .values({ ...values, published: false, claimStatus: "claimed" })
    .onConflictDoNothing()
    .returning(columns);
  return row ?? null;
}

/** The owner of an entity holds every permission (ENT-25). */
export async function insertOwner(db: Db, entityId: string, userId: string): Promise<void> {
  await db
    .insert(entityMember)
    .values({ entityId, userId, role: "owner", permissions: [...teamPermissions] });
}

export async function updateEntity(
  db: Db,
  id: string,
  change: Partial<
    Pick<EntityRow, "name" | "entityType" | "description" | "logoUrl" | "collectionId">
  >,
): Promise<void> {
  await db
    .update(entity)
    .set({ ...change, updatedAt: sql`clock_timestamp()` })
    .where(eq(entity.id, id));
}

/** True for an entity that stands for a filer at the regulator. */
export async function isReference(db: Db, entityId: string): Promise<boolean> {
  const rows = await db
    .select({ cik: company.cik })
    .from(company)
    .where(eq(company.entityId, entityId));
  return rows.length > 0;
}

/** False when it is gone already. Everything that belongs to it goes with it. */
export async function deleteEntity(db: Db, id: string): Promise<boolean> {
  const rows = await db.delete(entity).where(eq(entity.id, id)).returning({ id: entity.id });
  await db.delete(coverImage).where(eq(coverImage.ownerId, id));
  return rows.length > 0;
}
