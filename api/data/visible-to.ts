import { and, eq, or, type SQL, type SQLWrapper } from "drizzle-orm";
import type { Db } from "#schemas/db.ts";
import { company, entity } from "#schemas/tables/company.ts";
import { entityMember } from "#schemas/tables/team.ts";
import { subquery } from "./subquery.ts";

/** The one who looks. */
export interface Viewer {
  userId: string | SQLWrapper | null;
  /** An administrator knows of every entity. */
  isAdmin?: boolean;
}

/** The condition on `entity` for one that a regulator knows (by a CIK): its manager cannot take that back. */
const isOnRecord: SQL<boolean> = subquery`exists (select 1 from ${company} record where record.entity_id = ${entity.id}
  and length(record.cik) = 10)`;

/**
 * The condition on `entity` for what everybody may read by its id: it is in the directory, or a regulator publishes
 * it.
 */
export const isKnown = (): SQL | undefined => or(eq(entity.published, true), isOnRecord);

/**
 * The condition on `entity` for who may know of it: everybody may (`isKnown`), or the viewer is of its team.
 * Undefined (no condition) for an administrator; null is a viewer without an account.
 */
export const visibleTo = (viewer: Viewer | null): SQL | undefined => orOfTeam(isKnown(), viewer);

/** True when the viewer may know of the entity. */
export async function mayKnow(db: Db, entityId: string, viewer: Viewer | null): Promise<boolean> {
  const where = and(eq(entity.id, entityId), visibleTo(viewer));
  return (await db.select({ id: entity.id }).from(entity).where(where)).length > 0;
}

/** The same for lists, search and images, which show what is in the directory (PUB-19). */
export const listedFor = (viewer: Viewer | null): SQL | undefined =>
  orOfTeam(eq(entity.published, true), viewer);

function orOfTeam(condition: SQL | undefined, viewer: Viewer | null): SQL | undefined {
  if (viewer?.isAdmin === true) return undefined;
  const userId = viewer?.userId ?? null;
  return userId === null ? condition : or(condition, eq(entity.ownerId, userId), isOfTeam(userId));
}

const isOfTeam = (userId: string | SQLWrapper): SQL<boolean> =>
  subquery`exists (select 1 from ${entityMember} team where team.entity_id = ${entity.id} and team.user_id = ${userId})`;
