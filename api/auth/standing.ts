import { and, eq, sql } from "drizzle-orm";
import type { Db } from "#schemas/database/db.ts";
import type { Standing } from "#schemas/shapes/accounts/team.ts";
import { organizationMember } from "#schemas/tables/accounts/organization.ts";
import { entityMember } from "#schemas/tables/accounts/team.ts";
import { entity } from "#schemas/tables/companies/company.ts";
import { isKnown } from "../data/visible-to.ts";
import type { Caller } from "./caller.ts";

/** An administrator of the service acts as an admin of every team, never as an owner. */
const administrator: Standing = { role: "admin", permissions: [] };

/** Returns null for an unknown entity. `standing` is null for a caller who is not in its team. */
export async function findTeamStanding(
  db: Db,
  entityId: string,
  caller: Caller | null,
): Promise<{ isPublished: boolean; standing: Standing | null } | null> {
  const userId = caller?.userId ?? null;
  const [row] = await db
    .select({
      isPublished: sql<boolean>`(${isKnown()})`,
      ownerId: entity.ownerId,
      role: entityMember.role,
      permissions: entityMember.permissions,
    })
    .from(entity)
    .leftJoin(
      entityMember,
      and(eq(entityMember.entityId, entity.id), eq(entityMember.userId, userId ?? nobody)),
    )
    .where(eq(entity.id, entityId));
  if (row === undefined) return null;
  const { isPublished, ownerId, role, permissions } = row;
  if (userId !== null && ownerId === userId) {
    return { isPublished, standing: { role: "owner", permissions: [] } };
  }
  const standing = role && { role, permissions: permissions ?? [] };
  return { isPublished, standing: standing ?? (caller?.isAdmin ? administrator : null) };
}

const nobody = "00000000-0000-0000-0000-000000000000";

/** Returns null for an unknown organization and for a caller who is not a member. */
export async function findOrganizationStanding(
  db: Db,
  organizationId: string,
  caller: Caller | null,
): Promise<Standing | null> {
  const userId = caller?.userId ?? null;
  if (userId === null) return null;
  const [row] = await db
    .select({ role: organizationMember.role })
    .from(organizationMember)
    .where(
      and(
        eq(organizationMember.organizationId, organizationId),
        eq(organizationMember.userId, userId),
      ),
    );
  return row === undefined ? null : { role: row.role, permissions: [] };
}
