import { and, asc, desc, eq, inArray, ne, or, type SQL, sql } from "drizzle-orm";
import type { Caller } from "#api/auth/caller.ts";
import { tellCompanyChanged } from "#api/data/company-changed.ts";
import { newestFirst, type PageQuery, page } from "#api/data/page.ts";
import { first, pick, replaceRows } from "#api/data/rows.ts";
import { has, rowsOf } from "#api/data/rows-of.ts";
import { subquery } from "#api/data/subquery.ts";
import { containing } from "#api/data/text-search.ts";
import type { Db } from "#schemas/database/db.ts";
import type { Page } from "#schemas/shapes/page.ts";
import { entityMember } from "#schemas/tables/accounts/team.ts";
import { entity } from "#schemas/tables/companies/company.ts";
import {
  hiringBookmark,
  hiringRole,
  hiringRoleSkill,
  hiringRubric,
} from "#schemas/tables/platform/hiring.ts";
import type { EntityRolesQuery, RoleItem, RolesQuery } from "./schemas.ts";

export const rubrics = rowsOf(hiringRubric, pick(hiringRubric, "version", "dimensions"));
export const bookmarks = rowsOf(hiringBookmark);

const itemColumns = {
  ...pick(hiringRole, "id", "title", "description", "entityId"),
  entityName: sql<string>`${entity.name}`.as("entity_name"),
  ...pick(hiringRole, "location", "remotePolicy", "salaryRange", "visibility", "status"),
  ...pick(hiringRole, "publishedAt", "createdAt", "updatedAt"),
};

const roleColumns = {
  ...itemColumns,
  ...pick(hiringRole, "closedAt", "problemSpecs", "rubricVersion"),
};

const isListed = and(eq(hiringRole.status, "published"), eq(hiringRole.visibility, "public"));

const isOfTeam = (userId: string): SQL =>
  subquery`exists (select 1 from ${entityMember} team where team.entity_id = ${hiringRole.entityId} and team.user_id = ${userId})`;

type Looks = Pick<Caller, "userId" | "isAdmin"> | null;

/** Every account sees public and unlisted roles that are not drafts; a team sees all roles of its entity (HIR-10). */
function visibleRole(viewer: Looks): SQL | undefined {
  if (viewer?.isAdmin === true) return undefined;
  const isOpen = and(ne(hiringRole.status, "draft"), ne(hiringRole.visibility, "private"));
  const userId = viewer?.userId ?? null;
  return userId === null ? isOpen : or(isOpen, eq(entity.ownerId, userId), isOfTeam(userId));
}

const items = (db: Db) =>
  db.select(itemColumns).from(hiringRole).innerJoin(entity, eq(entity.id, hiringRole.entityId));

const roles = (db: Db) =>
  db.select(roleColumns).from(hiringRole).innerJoin(entity, eq(entity.id, hiringRole.entityId));

export type RoleRow = NonNullable<Awaited<ReturnType<typeof findRole>>>;

/** The role, under its entity where one is named; null when there is none. */
export async function findRole(
  db: Db,
  { id, entityId }: { id: string; entityId?: string | undefined },
) {
  return first(
    roles(db).where(has(hiringRole, entityId === undefined ? { id } : { id, entityId })),
  );
}

/** Null also for a role that the viewer may not see. */
export const findSeenRole = (db: Db, id: string, viewer: Looks): Promise<RoleRow | null> =>
  first(roles(db).where(and(eq(hiringRole.id, id), visibleRole(viewer))));

/** The role, locked against changes until the transaction ends. */
export const lockRole = (db: Db, id: string, strength: "share" | "update") =>
  rowsOf(hiringRole).lock(db, { id }, strength);

/** The condition of public roles that a query asks for, without its search text. */
export function filters({ location, remotePolicy, entityId }: RolesQuery): SQL | undefined {
  return and(
    isListed,
    location === undefined ? undefined : sql`${hiringRole.location} ilike ${containing(location)}`,
    remotePolicy === undefined ? undefined : eq(hiringRole.remotePolicy, remotePolicy),
    entityId === undefined ? undefined : eq(hiringRole.entityId, entityId),
  );
}

/** The order of public roles: newest first. */
export const newest = [desc(hiringRole.publishedAt), desc(hiringRole.id)];

/** Public roles, newest first. */
export function listPublicRoles(db: Db, query: RolesQuery): Promise<Page<RoleItem>> {
  const where = filters(query);
  // Every role has an entity, so the count needs no join.
  const counted = db.select({ id: hiringRole.id }).from(hiringRole).where(where);
  return page(db, items(db).where(where), newest, query, counted);
}

/** All roles of an entity, drafts included, newest first. */
export const listEntityRoles = (
  db: Db,
  entityId: string,
  { status, ...query }: EntityRolesQuery,
): Promise<Page<RoleItem>> => {
  const isOf = has(hiringRole, status === undefined ? { entityId } : { entityId, status });
  return page(db, items(db).where(isOf), newestFirst(hiringRole), query);
};

/** The newest public roles of an entity. */
export const listOpenRolesOf = (db: Db, entityId: string, limit: number) =>
  items(db)
    .where(and(isListed, eq(hiringRole.entityId, entityId)))
    .orderBy(...newest)
    .limit(limit);

/** Items of public roles, in no order. */
export const findItems = (db: Db, ids: readonly string[]): Promise<RoleItem[]> =>
  items(db).where(and(isListed, inArray(hiringRole.id, [...ids])));

export const insertRole = async (db: Db, values: typeof hiringRole.$inferInsert) =>
  (await rowsOf(hiringRole).insert(db, values)).id;

export async function updateRole(
  db: Db,
  id: string,
  set: {
    [K in keyof typeof hiringRole.$inferInsert]?: (typeof hiringRole.$inferInsert)[K] | undefined;
  },
): Promise<void> {
  await db
    .update(hiringRole)
    .set({ ...set, version: sql`${hiringRole.version} + 1` })
    .where(eq(hiringRole.id, id));
}

export const findRubric = (db: Db, roleId: string, version: number) =>
  rubrics.find(db, { roleId, version });

/** 0 for a role that never had a rubric. */
export async function lastRubricVersion(db: Db, roleId: string): Promise<number> {
  const [row] = await db
    .select({ last: sql<number>`coalesce(max(${hiringRubric.version}), 0)::int` })
    .from(hiringRubric)
    .where(eq(hiringRubric.roleId, roleId));
  return row?.last ?? 0;
}

/** The skills that a role asks for, in the order in which they were given. */
export const listRoleSkills = (db: Db, roleId: string) =>
  db
    .select({
      id: hiringRoleSkill.skillId,
      name: hiringRoleSkill.name,
      importance: hiringRoleSkill.importance,
    })
    .from(hiringRoleSkill)
    .where(eq(hiringRoleSkill.roleId, roleId))
    .orderBy(asc(hiringRoleSkill.position));

export const replaceRoleSkills = (
  db: Db,
  roleId: string,
  rows: (typeof hiringRoleSkill.$inferInsert)[],
) => replaceRows(db, hiringRoleSkill, eq(hiringRoleSkill.roleId, roleId), rows);

/** Copies whether the role is public and published to its skills. */
export async function markListed(db: Db, roleId: string): Promise<void> {
  const listed = db
    .select({ listed: sql`${isListed}` })
    .from(hiringRole)
    .where(eq(hiringRole.id, roleId));
  await db
    .update(hiringRoleSkill)
    .set({ isListed: sql`(${listed})` })
    .where(eq(hiringRoleSkill.roleId, roleId));
  const role = await first(
    db.select({ entityId: hiringRole.entityId }).from(hiringRole).where(eq(hiringRole.id, roleId)),
  );
  // The page of the entity lists its public roles.
  if (role !== null) await tellCompanyChanged(db, role.entityId);
}

/** The caller's bookmarks of roles that the caller may still see, newest bookmark first. */
export function listBookmarked(db: Db, caller: Caller & { userId: string }, query: PageQuery) {
  const select = db
    .select({ ...itemColumns, bookmarkedAt: hiringBookmark.createdAt })
    .from(hiringBookmark)
    .innerJoin(hiringRole, eq(hiringRole.id, hiringBookmark.roleId))
    .innerJoin(entity, eq(entity.id, hiringRole.entityId))
    .where(and(eq(hiringBookmark.userId, caller.userId), visibleRole(caller)));
  const order = [desc(hiringBookmark.createdAt), desc(hiringRole.id)];
  return page(db, select, order, query);
}
