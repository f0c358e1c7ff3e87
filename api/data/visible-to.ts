import { and, eq, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Db } from "#schemas/database/db.ts";
import { entityMember } from "#schemas/tables/accounts/team.ts";
import { companyBuild } from "#schemas/tables/companies/build.ts";
import { company, entity } from "#schemas/tables/companies/company.ts";
import { subquery } from "./subquery.ts";

/** The person who reads. */
export interface Viewer {
  userId: string | SQLWrapper | null;
  /** An administrator may see every entity. */
  isAdmin?: boolean;
}

const record = alias(company, "record");
const own = alias(companyBuild, "own");

/** SQL condition on `entity`: a regulator lists it (it has a CIK). Its manager cannot hide such an entity. */
export const isOnRecord: SQL<boolean> = subquery`exists (select 1 from ${company} record where record.entity_id = ${entity.id}
  and length(${record.companyKey}) = 10)`;

/**
 * SQL condition on `entity`: everybody may read it by its id, because it is published in the directory or a regulator
 * lists it.
 * @example db.select().from(entity).where(and(eq(entity.id, id), isKnown()))
 */
export const isKnown = (): SQL | undefined => or(eq(entity.published, true), isOnRecord);

/**
 * SQL condition on `entity`: the viewer may know that it exists, because everybody may (`isKnown`) or the viewer is in
 * its team. Undefined (no condition) for an administrator. A null viewer has no account.
 * @example db.select().from(entity).where(and(eq(entity.id, id), visibleTo(viewer)))
 */
export const visibleTo = (viewer: Viewer | null): SQL | undefined => orOfTeam(isKnown(), viewer);

/**
 * True when the viewer may know of the entity.
 * @example if (!(await mayKnow(db, entityId, viewer))) throw notFound("Entity");
 */
export async function mayKnow(db: Db, entityId: string, viewer: Viewer | null): Promise<boolean> {
  const where = and(eq(entity.id, entityId), visibleTo(viewer));
  return (await db.select({ id: entity.id }).from(entity).where(where)).length > 0;
}

/**
 * The same condition for lists, search and images, which show only entities published in the directory (PUB-19).
 * @example db.select().from(entity).where(listedFor(viewer))
 */
export const listedFor = (viewer: Viewer | null): SQL | undefined =>
  orOfTeam(eq(entity.published, true), viewer);

/**
 * SQL condition on `entity`: the viewer is in its team, or an administrator.
 * @example db.select().from(entity).where(isTeamOf(viewer))
 */
export const isTeamOf = (viewer: Viewer | null): SQL => orOfTeam(sql`false`, viewer) ?? sql`true`;

/**
 * SQL on `entity`: the key of the build that the viewer reads. For its team that is the build of all its filings, where
 * one is not public; for all others the build of what is public. It needs `company` joined by entity. Null without one.
 * @example db.select().from(entity).leftJoin(companyQuality, eq(companyQuality.companyKey, buildKeyFor(viewer)))
 */
export const buildKeyFor = (viewer: Viewer | null): SQL<string | null> =>
  sql<
    string | null
  >`case when ${isTeamOf(viewer)} then coalesce((select ${own.companyKey} from ${companyBuild} own
    where ${own.companyKey} = ${entity.id}::text || '~team'), ${company.companyKey}) else ${company.companyKey} end`;

function orOfTeam(condition: SQL | undefined, viewer: Viewer | null): SQL | undefined {
  if (viewer?.isAdmin === true) return undefined;
  const userId = viewer?.userId ?? null;
  return userId === null ? condition : or(condition, eq(entity.ownerId, userId), isOfTeam(userId));
}

const isOfTeam = (userId: string | SQLWrapper): SQL<boolean> =>
  subquery`exists (select 1 from ${entityMember} team where team.entity_id = ${entity.id} and team.user_id = ${userId})`;
