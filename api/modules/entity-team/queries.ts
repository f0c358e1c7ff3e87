import { and, count, eq, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import type { Db } from "#schemas/db.ts";
import type { TeamPermission, TeamRole } from "#schemas/shapes/team.ts";
import { userAccount } from "#schemas/tables/account.ts";
import { entity } from "#schemas/tables/company.ts";
import { invitation } from "#schemas/tables/organization.ts";
import { entityMember } from "#schemas/tables/team.ts";

/** One of a team, as the team's path names them. */
export interface MemberOf {
  entityId: string;
  userId: string;
}

const isMemberOf = ({ entityId, userId }: MemberOf) =>
  and(eq(entityMember.entityId, entityId), eq(entityMember.userId, userId));

const memberColumns = {
  id: sql<string>`${entityMember.userId}`.as("id"),
  userId: sql<string | null>`${entityMember.userId}`.as("user_id"),
  name: sql<string | null>`coalesce(${userAccount.name}, ${userAccount.slug})`.as("name"),
  email: sql<string | null>`${userAccount.email}`.as("email"),
  avatar: sql<string | null>`${userAccount.avatar}`.as("avatar"),
  role: sql<TeamRole>`${entityMember.role}`.as("role"),
  permissions: sql<TeamPermission[]>`${entityMember.permissions}`.as("permissions"),
  status: sql<"active" | "invited">`'active'`.as("status"),
  joinedAt: sql<string | null>`${entityMember.joinedAt}`.as("joined_at"),
};

export async function findMember(db: Db, member: MemberOf) {
  const [row] = await db
    .select(memberColumns)
    .from(entityMember)
    .innerJoin(userAccount, eq(userAccount.id, entityMember.userId))
    .where(isMemberOf(member));
  return row ?? null;
}

export type MemberRow = NonNullable<Awaited<ReturnType<typeof findMember>>>;

interface Listed {
  entityId: string;
  /** Invitations that are still open are those after this time; null leaves them all out. */
  invitedAt: string | null;
}

/** Members in the order in which they came, then who is invited. */
export async function listMembers(
  db: Db,
  { entityId, invitedAt }: Listed,
  page: { limit: number; offset: number },
): Promise<{ rows: MemberRow[]; total: number }> {
  const members = db
    .select(memberColumns)
    .from(entityMember)
    .innerJoin(userAccount, eq(userAccount.id, entityMember.userId))
    .where(eq(entityMember.entityId, entityId));
  const invited = db
    .select({
      id: sql<string>`${invitation.id}`.as("id"),
      userId: sql<string | null>`${invitation.userId}`.as("user_id"),
      name: sql<string | null>`coalesce(${userAccount.name}, ${userAccount.slug})`.as("name"),
      email: sql<string | null>`coalesce(${invitation.email}, ${userAccount.email})`.as("email"),
      avatar: sql<string | null>`${userAccount.avatar}`.as("avatar"),
      role: sql<TeamRole>`${invitation.role}`.as("role"),
      permissions: sql<TeamPermission[]>`${invitation.permissions}`.as("permissions"),
      status: sql<"active" | "invited">`'invited'`.as("status"),
      joinedAt: sql<string | null>`null::timestamptz`.as("joined_at"),
    })
    .from(invitation)
    .leftJoin(userAccount, eq(userAccount.id, invitation.userId))
    .where(
      and(
        eq(invitation.entityId, entityId),
        eq(invitation.status, "pending"),
        sql`${invitation.expiresAt} > ${invitedAt}`,
      ),
    );
  const all = unionAll(members, invited).as("listed");
  const [counted] = await db.select({ total: count() }).from(all);
  const rows = await db
    .select()
    .from(all)
    .orderBy(sql`status, joined_at, id`)
    .limit(page.limit)
    .offset(page.offset);
  return { rows, total: counted?.total ?? 0 };
}

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
