import { and, count, desc, eq, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import type { Db } from "#schemas/db.ts";
import type { TeamRole } from "#schemas/shapes/team.ts";
import { userAccount } from "#schemas/tables/account.ts";
import { invitation, organization, organizationMember } from "#schemas/tables/organization.ts";

const columns = {
  id: organization.id,
  name: organization.name,
  slug: organization.slug,
  status: organization.status,
  createdAt: organization.createdAt,
  updatedAt: organization.updatedAt,
};

export type OrganizationRow = NonNullable<Awaited<ReturnType<typeof findOrganization>>>;

/** One who belongs to an organization, as the organization's path names them. */
export interface MemberOf {
  organizationId: string;
  userId: string;
}

const isMemberOf = ({ organizationId, userId }: MemberOf) =>
  and(eq(organizationMember.organizationId, organizationId), eq(organizationMember.userId, userId));

export async function listOrganizations(
  db: Db,
  userId: string,
  page: { limit: number; offset: number },
): Promise<{ rows: OrganizationRow[]; total: number }> {
  const isMine = eq(organizationMember.userId, userId);
  const [counted] = await db.select({ total: count() }).from(organizationMember).where(isMine);
  const rows = await db
    .select(columns)
    .from(organization)
    .innerJoin(organizationMember, eq(organizationMember.organizationId, organization.id))
    .where(isMine)
    .orderBy(desc(organization.createdAt), desc(organization.id))
    .limit(page.limit)
    .offset(page.offset);
  return { rows, total: counted?.total ?? 0 };
}

/** Null when the slug is taken. */
export async function insertOrganization(
  db: Db,
  values: { name: string; slug: string },
): Promise<OrganizationRow | null> {
  const [row] = await db
    .insert(organization)
    .values(values)
    .onConflictDoNothing()
    .returning(columns);
  return row ?? null;
}

export async function insertMember(db: Db, values: MemberOf & { role: TeamRole }): Promise<void> {
  await db.insert(organizationMember).values(values);
}

export async function findOrganization(db: Db, id: string) {
  const [row] = await db.select(columns).from(organization).where(eq(organization.id, id));
  return row ?? null;
}

/** Null for somebody who is no member, and for an organization that does not exist. */
export async function findRole(db: Db, member: MemberOf): Promise<TeamRole | null> {
  const [row] = await db
    .select({ role: organizationMember.role })
    .from(organizationMember)
    .where(isMemberOf(member));
  return row?.role ?? null;
}

const memberColumns = {
  id: organizationMember.id,
  userId: sql<string | null>`${organizationMember.userId}`.as("user_id"),
  name: sql<string | null>`coalesce(${userAccount.name}, ${userAccount.slug})`.as("name"),
  email: sql<string | null>`${userAccount.email}`.as("email"),
  avatar: sql<string | null>`${userAccount.avatar}`.as("avatar"),
  role: sql<TeamRole>`${organizationMember.role}`.as("role"),
  status: sql<"active" | "invited">`'active'`.as("status"),
  joinedAt: sql<string | null>`${organizationMember.joinedAt}`.as("joined_at"),
};

export async function findMember(db: Db, member: MemberOf) {
  const [row] = await db
    .select(memberColumns)
    .from(organizationMember)
    .innerJoin(userAccount, eq(userAccount.id, organizationMember.userId))
    .where(isMemberOf(member));
  return row ?? null;
}

export type MemberRow = NonNullable<Awaited<ReturnType<typeof findMember>>>;

interface Listed {
  organizationId: string;
  /** Invitations that are still open are those after `now`; null leaves them all out. */
  invitedAt: string | null;
}

/** Members in the order in which they came, then who is invited. */
export async function listMembers(
  db: Db,
  { organizationId, invitedAt }: Listed,
  page: { limit: number; offset: number },
): Promise<{ rows: MemberRow[]; total: number }> {
  const members = db
    .select(memberColumns)
    .from(organizationMember)
    .innerJoin(userAccount, eq(userAccount.id, organizationMember.userId))
    .where(eq(organizationMember.organizationId, organizationId));
  const invited = db
    .select({
      id: invitation.id,
      userId: sql<string | null>`${invitation.userId}`.as("user_id"),
      name: sql<string | null>`coalesce(${userAccount.name}, ${userAccount.slug})`.as("name"),
      email: sql<string | null>`coalesce(${invitation.email}, ${userAccount.email})`.as("email"),
      avatar: sql<string | null>`${userAccount.avatar}`.as("avatar"),
      role: sql<TeamRole>`${invitation.role}`.as("role"),
      status: sql<"active" | "invited">`'invited'`.as("status"),
      joinedAt: sql<string | null>`null::timestamptz`.as("joined_at"),
    })
    .from(invitation)
    .leftJoin(userAccount, eq(userAccount.id, invitation.userId))
    .where(
      and(
        eq(invitation.organizationId, organizationId),
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

/** Holds back every other change of the organization's members until the transaction ends. */
export async function lockOrganization(db: Db, id: string): Promise<void> {
  await db
    .select({ id: organization.id })
    .from(organization)
    .where(eq(organization.id, id))
    .for("update");
}

export async function countOwners(db: Db, organizationId: string): Promise<number> {
  const [row] = await db
    .select({ owners: count() })
    .from(organizationMember)
    .where(
      and(
        eq(organizationMember.organizationId, organizationId),
        eq(organizationMember.role, "owner"),
      ),
    );
  return row?.owners ?? 0;
}

export async function updateRole(db: Db, member: MemberOf, role: TeamRole): Promise<void> {
  await db.update(organizationMember).set({ role }).where(isMemberOf(member));
}

export async function deleteMember(db: Db, member: MemberOf): Promise<void> {
  await db.delete(organizationMember).where(isMemberOf(member));
}
