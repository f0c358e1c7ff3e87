import { and, eq } from "drizzle-orm";
import type { Db } from "#schemas/database/db.ts";
import type { TeamRole } from "#schemas/shapes/accounts/team.ts";
import type { Page } from "#schemas/shapes/page.ts";
import { organization, organizationMember } from "#schemas/tables/accounts/organization.ts";
import { newestFirst, type PageQuery, page } from "../../data/page.ts";
import { findOne, findValue, first, pick } from "../../data/rows.ts";

const columns = pick(organization, "id", "name", "slug", "status", "createdAt", "updatedAt");

export type OrganizationRow = NonNullable<Awaited<ReturnType<typeof findOrganization>>>;

/** A member of an organization, as the path names them. */
export interface MemberOf {
  organizationId: string;
  userId: string;
}

const isMemberOf = ({ organizationId, userId }: MemberOf) =>
  and(eq(organizationMember.organizationId, organizationId), eq(organizationMember.userId, userId));

/** Those of which the account is a member, newest first. */
export async function listOrganizations(
  db: Db,
  userId: string,
  query: PageQuery,
): Promise<Page<OrganizationRow>> {
  const own = db
    .select(columns)
    .from(organization)
    .innerJoin(organizationMember, eq(organizationMember.organizationId, organization.id))
    .where(eq(organizationMember.userId, userId));
  return page(db, own, newestFirst(organization), query);
}

/** Null when the slug is taken. */
export const insertOrganization = (
  db: Db,
  values: { name: string; slug: string },
): Promise<OrganizationRow | null> =>
  first(db.insert(organization).values(values).onConflictDoNothing().returning(columns));

export const findOrganization = (db: Db, id: string) =>
  findOne(db, organization, eq(organization.id, id), columns);

/** Null for a person who is no member, and for an unknown organization. */
export const findRole = (db: Db, member: MemberOf): Promise<TeamRole | null> =>
  findValue(db, organizationMember, "role", isMemberOf(member));

/** Locks the organization's members until the transaction ends. */
export async function lockOrganization(db: Db, id: string): Promise<void> {
  await db
    .select({ id: organization.id })
    .from(organization)
    .where(eq(organization.id, id))
    .for("update");
}

export async function countOwners(db: Db, organizationId: string): Promise<number> {
  return db.$count(
    organizationMember,
    and(
      eq(organizationMember.organizationId, organizationId),
      eq(organizationMember.role, "owner"),
    ),
  );
}
