import { and, eq } from "drizzle-orm";
import type { Db } from "#schemas/db.ts";
import { permits, type Standing } from "#schemas/shapes/team.ts";
import { entity } from "#schemas/tables/company.ts";
import { entityMember } from "#schemas/tables/team.ts";
import { forbidden, notFound } from "../http/errors.ts";
import type { TeamAccess } from "./access.ts";
import type { Caller } from "./caller.ts";

/**
 * Lets pass who is what the endpoint asks for. Throws 404 for an entity that does not exist or that the caller
 * may not know of, in the same words, and 403 for one that they see but may not act on.
 */
export async function checkTeam(
  db: Db,
  { needs, on }: TeamAccess,
  params: Record<string, string>,
  caller: Caller & { userId: string },
): Promise<void> {
  const entityId = params[on];
  if (entityId === undefined) throw new Error(`the path has no parameter ${on}`);
  const found = await findStanding(db, entityId, caller.userId);
  if (found === null) throw notFound("Entity");
  const standing = found.standing ?? (caller.isAdmin ? administrator : null);
  if (standing === null && !found.isPublished) throw notFound("Entity");
  if (standing === null || !isEnough(standing, needs)) throw forbidden(refusals[needs]);
}

/** An administrator of the service acts as an admin of every team, and owns nothing by that. */
const administrator: Standing = { role: "admin", permissions: [] };

const refusals: Record<TeamAccess["needs"], string> = {
  member: "Only the team of the entity may do this",
  manager: "Only owners and admins of the entity may do this",
  owner: "Only the owner of the entity may do this",
  manage_hiring_roles: "This needs the permission manage_hiring_roles on the entity",
  review_applications: "This needs the permission review_applications on the entity",
  "listing.manage": "This needs the permission listing.manage on the entity",
};

function isEnough(standing: Standing, needs: TeamAccess["needs"]): boolean {
  if (needs === "member") return true;
  if (needs === "owner") return standing.role === "owner";
  if (needs === "manager") return standing.role !== "member";
  return permits(standing, needs);
}

/** Null for an unknown entity; `standing` is null for who is nothing to it. */
async function findStanding(
  db: Db,
  entityId: string,
  userId: string,
): Promise<{ isPublished: boolean; standing: Standing | null } | null> {
  const [row] = await db
    .select({
      isPublished: entity.published,
      ownerId: entity.ownerId,
      role: entityMember.role,
      permissions: entityMember.permissions,
    })
    .from(entity)
    .leftJoin(
      entityMember,
      and(eq(entityMember.entityId, entity.id), eq(entityMember.userId, userId)),
    )
    .where(eq(entity.id, entityId));
  if (row === undefined) return null;
  const { isPublished, ownerId, role, permissions } = row;
  if (ownerId === userId) return { isPublished, standing: { role: "owner", permissions: [] } };
  return { isPublished, standing: role && { role, permissions: permissions ?? [] } };
}
