import { and, eq } from "drizzle-orm";
import type { Db } from "#schemas/db.ts";
import type { TeamPermission, TeamRole } from "#schemas/shapes/team.ts";
import { entity } from "#schemas/tables/company.ts";
import { entityMember } from "#schemas/tables/team.ts";

/** One of a team, as the team's path names them. */
export interface MemberOf {
  entityId: string;
  userId: string;
}

const isMemberOf = ({ entityId, userId }: MemberOf) =>
  and(eq(entityMember.entityId, entityId), eq(entityMember.userId, userId));

/** Null for an unknown entity. */
export async function findEntityName(
  db: Db,
  entityId: string,
): Promise<{ name: string; ownerId: string | null } | null> {
  const [row] = await db
    .select({ name: entity.name, ownerId: entity.ownerId })
    .from(entity)
    .where(eq(entity.id, entityId));
  return row ?? null;
}

export async function updateMember(
  db: Db,
  member: MemberOf,
  change: { role?: TeamRole; permissions?: TeamPermission[] },
): Promise<void> {
  await db.update(entityMember).set(change).where(isMemberOf(member));
}

export async function deleteMember(db: Db, member: MemberOf): Promise<void> {
  await db.delete(entityMember).where(isMemberOf(member));
}
