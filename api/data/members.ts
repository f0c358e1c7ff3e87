import { and, eq, type SQL, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import type { Db } from "#schemas/db.ts";
import type { Page } from "#schemas/shapes/page.ts";
import type { TeamPermission, TeamRole } from "#schemas/shapes/team.ts";
import { userAccount } from "#schemas/tables/account.ts";
import { invitation, organizationMember } from "#schemas/tables/organization.ts";
import { entityMember } from "#schemas/tables/team.ts";
import { type PageQuery, page } from "./page.ts";

/** What has members: an organization, or an entity with its team. */
export type Place = { organizationId: string } | { entityId: string };

/** A member or, until it is answered, an invitation. */
export interface Member {
  /** Of the membership, or of the invitation. */
  id: string;
  /** Null for a person who was invited by address. */
  userId: string | null;
  name: string | null;
  /** Null for readers who do not manage the place, and of an account invited by its id until it accepts. */
  email: string | null;
  avatar: string | null;
  role: TeamRole;
  /** Of an entity's team; empty in organizations. */
  permissions: TeamPermission[];
  status: "active" | "invited";
  joinedAt: string | null;
}

/** What is shown of a place's members. Managers see addresses and invitations that are open at `at`. */
export type Shown = { isManager: false } | { isManager: true; at: Date };

/** Members in the order in which they came, then those who are invited. */
export async function listMembers(
  db: Db,
  place: Place,
  shown: Shown,
  query: PageQuery,
): Promise<Page<Member>> {
  const members = membersOf(db, place, shown.isManager);
  const all = shown.isManager ? unionAll(members, invitedTo(db, place, shown.at)) : members;
  const listed = all.as("listed");
  const order = [sql`${listed.status}`, sql`${listed.joinedAt}`, sql`${listed.id}`];
  return page(db, db.select().from(listed), order, query);
}

/** One member with the address; null for an account that is none. */
export async function findMember(db: Db, place: Place, userId: string): Promise<Member | null> {
  const [row] = await membersOf(db, place, true, userId);
  return row ?? null;
}

const none = sql`null`;

function membersOf(db: Db, place: Place, isManager: boolean, userId?: string) {
  const [table, isHere] =
    "entityId" in place
      ? [entityMember, eq(entityMember.entityId, place.entityId)]
      : [organizationMember, eq(organizationMember.organizationId, place.organizationId)];
  const permissions = "entityId" in place ? sql`${entityMember.permissions}` : sql`array[]::text[]`;
  const isWanted = userId === undefined ? undefined : eq(table.userId, userId);
  return db
    .select({
      id: sql<string>`${"id" in table ? table.id : table.userId}`.as("id"),
      ...personColumns(isManager ? sql`${userAccount.email}` : none),
      userId: sql<string | null>`${table.userId}`.as("user_id"),
      role: sql<TeamRole>`${table.role}`.as("role"),
      permissions: permissionsOf(permissions),
      status: sql<Member["status"]>`'active'`.as("status"),
      joinedAt: joined(sql`${table.joinedAt}`),
    })
    .from(table)
    .innerJoin(userAccount, eq(userAccount.id, table.userId))
    .where(and(isHere, isWanted));
}

function invitedTo(db: Db, place: Place, at: Date) {
  const isHere =
    "entityId" in place
      ? eq(invitation.entityId, place.entityId)
      : eq(invitation.organizationId, place.organizationId);
  const isOpen = and(
    eq(invitation.status, "pending"),
    sql`${invitation.expiresAt} > ${at.toISOString()}`,
  );
  return db
    .select({
      id: sql<string>`${invitation.id}`.as("id"),
      // An account that was invited by its id has not agreed to anything: its address is not shown.
      ...personColumns(sql`${invitation.email}`),
      userId: sql<string | null>`${invitation.userId}`.as("user_id"),
      role: sql<TeamRole>`${invitation.role}`.as("role"),
      permissions: permissionsOf(sql`${invitation.permissions}`),
      status: sql<Member["status"]>`'invited'`.as("status"),
      joinedAt: joined(sql`null::timestamptz`),
    })
    .from(invitation)
    .leftJoin(userAccount, eq(userAccount.id, invitation.userId))
    .where(and(isHere, isOpen));
}

const personColumns = (email: SQL) => ({
  name: sql<string | null>`coalesce(${userAccount.name}, ${userAccount.slug})`.as("name"),
  email: sql<string | null>`${email}`.as("email"),
  avatar: sql<string | null>`${userAccount.avatar}`.as("avatar"),
});

const permissionsOf = (column: SQL) => sql<TeamPermission[]>`${column}`.as("permissions");

const joined = (column: SQL) =>
  sql<string | null>`${column}`.mapWith(organizationMember.joinedAt).as("joined_at");
