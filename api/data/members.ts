import { and, eq, type SQL, sql } from "drizzle-orm";
import { type PgTable, unionAll } from "drizzle-orm/pg-core";
import type { Db } from "#schemas/database/db.ts";
import type { TeamPermission, TeamRole } from "#schemas/shapes/accounts/team.ts";
import type { Page } from "#schemas/shapes/page.ts";
import { userAccount } from "#schemas/tables/accounts/account.ts";
import { invitation, organizationMember } from "#schemas/tables/accounts/organization.ts";
import { entityMember } from "#schemas/tables/accounts/team.ts";
import { type PageQuery, page } from "./page.ts";

/** What has members: an organization, or an entity (its team). */
export type Place = { organizationId: string } | { entityId: string };

/** A member, or an open invitation. */
export interface Member {
  /** Id of the membership or of the invitation. */
  id: string;
  /** Null for a person who was invited by email address. */
  userId: string | null;
  name: string | null;
  /**
   * Null for readers who do not manage the organization or entity, and for an account invited by its id until it
   * accepts.
   */
  email: string | null;
  avatar: string | null;
  role: TeamRole;
  /** Permissions in an entity's team; empty in organizations. */
  permissions: TeamPermission[];
  status: "active" | "invited";
  joinedAt: string | null;
}

/** The reader's role. Owners and admins see email addresses, and the invitations that are open at `at`. */
export interface Asking {
  role: TeamRole;
  at: Date;
}

/**
 * Lists the members in the order in which they joined, then the open invitations.
 * @example await listMembers(db, { entityId }, { role: "owner", at: now() }, { limit: 20, offset: 0 })
 */
export async function listMembers(
  db: Db,
  place: Place,
  { role, at }: Asking,
  query: PageQuery,
): Promise<Page<Member>> {
  const members = membersOf(db, place, role !== "member");
  const all = role === "member" ? members : unionAll(members, invitedTo(db, place, at));
  const listed = all.as("listed");
  const order = [sql`${listed.status}`, sql`${listed.joinedAt}`, sql`${listed.id}`];
  return page(db, db.select().from(listed), order, query);
}

/** A person, by account or by email address. */
export type Person = { userId: string } | { email: string };

/**
 * One member with the email address; null when the account is not a member.
 * @example required(await findMember(db, { entityId }, userId), "Member")
 */
export async function findMember(db: Db, place: Place, userId: string): Promise<Member | null> {
  const [row] = await membersOf(db, place, true, { userId });
  return row ?? null;
}

/**
 * True when the person is a member already.
 * @example await isMember(db, { entityId }, { email: "ann@example.com" }) // false
 */
export const isMember = async (db: Db, place: Place, person: Person): Promise<boolean> =>
  (await membersOf(db, place, false, person)).length > 0;

/**
 * Adds a member. An existing member is not changed.
 * @example await addMember(tx, { entityId }, { userId, role: "member", permissions: [] });
 */
export async function addMember(
  db: Db,
  place: Place,
  member: { userId: string; role: TeamRole; permissions: TeamPermission[] },
): Promise<void> {
  // drizzle ignores values for columns that the table does not have.
  await db
    .insert(tableOf(place).table as PgTable)
    .values({ ...place, ...member })
    .onConflictDoNothing();
}

/**
 * Changes the given properties of a member.
 * @example await updateMember(tx, { entityId }, userId, { role: "admin" });
 */
export async function updateMember(
  db: Db,
  place: Place,
  userId: string,
  change: { role?: TeamRole; permissions?: TeamPermission[] },
): Promise<void> {
  const { table, isHere } = tableOf(place);
  await db
    .update(table as PgTable)
    .set(change)
    .where(and(isHere, eq(table.userId, userId)));
}

/**
 * Removes a member. Nothing happens where the account is none.
 * @example await deleteMember(tx, { entityId }, userId);
 */
export async function deleteMember(db: Db, place: Place, userId: string): Promise<void> {
  const { table, isHere } = tableOf(place);
  await db.delete(table).where(and(isHere, eq(table.userId, userId)));
}

const tableOf = (place: Place) =>
  "entityId" in place
    ? { table: entityMember, isHere: eq(entityMember.entityId, place.entityId) }
    : {
        table: organizationMember,
        isHere: eq(organizationMember.organizationId, place.organizationId),
      };

/** What a person is called: the name, or the slug of who has given none. */
export const personName = sql<string>`coalesce(${userAccount.name}, ${userAccount.slug})`;

const none = sql`null`;

function membersOf(db: Db, place: Place, isManager: boolean, person?: Person) {
  const { table, isHere } = tableOf(place);
  const permissions = "entityId" in place ? sql`${entityMember.permissions}` : sql`array[]::text[]`;
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
    .where(and(isHere, isPerson(person)));
}

function isPerson(person: Person | undefined): SQL | undefined {
  if (person === undefined) return undefined;
  return "userId" in person
    ? eq(userAccount.id, person.userId)
    : eq(userAccount.email, person.email);
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
      // The address is that of the invitation. An account invited by its id has not accepted yet, so its own address is
      // not shown.
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
  name: personName.as("name"),
  email: sql<string | null>`${email}`.as("email"),
  avatar: sql<string | null>`${userAccount.avatar}`.as("avatar"),
});

const permissionsOf = (column: SQL) => sql<TeamPermission[]>`${column}`.as("permissions");

const joined = (column: SQL) =>
  sql<string | null>`${column}`.mapWith(organizationMember.joinedAt).as("joined_at");
