import { eq } from "drizzle-orm";
import { rowsOf } from "#api/data/rows-of.ts";
import type { Db } from "#schemas/database/db.ts";
import type { Page } from "#schemas/shapes/page.ts";
import { organization, organizationMember } from "#schemas/tables/accounts/organization.ts";
import { newestFirst, type PageQuery, page } from "../../data/page.ts";
import { pick } from "../../data/rows.ts";

const columns = pick(organization, "id", "name", "slug", "status", "createdAt", "updatedAt");

export const organizations = rowsOf(organization, columns);
export type OrganizationRow = NonNullable<Awaited<ReturnType<typeof organizations.byId>>>;

/** A member of an organization, as the path names them. */
export interface MemberOf {
  organizationId: string;
  userId: string;
}

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

/** Null for a person who is no member, and for an unknown organization. */
export const findRole = async (db: Db, { organizationId, userId }: MemberOf) =>
  (await rowsOf(organizationMember).find(db, { organizationId, userId }))?.role ?? null;

/** Locks the organization's members until the transaction ends. */
export const lockOrganization = (db: Db, id: string) => organizations.lock(db, { id });

export const countOwners = (db: Db, organizationId: string): Promise<number> =>
  rowsOf(organizationMember).count(db, { organizationId, role: "owner" });
