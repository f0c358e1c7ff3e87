import { desc, eq, sql } from "drizzle-orm";
import { type PageQuery, page } from "#api/data/page.ts";
import { findOne, findValue, hasRow } from "#api/data/rows.ts";
import type { Db } from "#schemas/database/db.ts";
import { userAccount } from "#schemas/tables/accounts/account.ts";
import { organization, organizationMember } from "#schemas/tables/accounts/organization.ts";
import { investor } from "#schemas/tables/platform/investor.ts";

/** Null for an account that is not verified as an investor. */
export const findInvestor = (db: Db, userId: string) =>
  findOne(db, investor, eq(investor.userId, userId));

/** The organizations of which an account is a member today. */
export async function firmsOf(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .select({ id: organizationMember.organizationId })
    .from(organizationMember)
    .where(eq(organizationMember.userId, userId));
  return rows.map(({ id }) => id);
}

export async function findAccountId(db: Db, email: string): Promise<string | null> {
  const isThis = eq(userAccount.email, email.trim().toLowerCase());
  return findValue(db, userAccount, "id", isThis);
}

export async function findFirmId(db: Db, slug: string): Promise<string | null> {
  const isThis = eq(organization.slug, slug);
  return findValue(db, organization, "id", isThis);
}

/** False where the account was verified for this firm already. */
export const storeInvestor = (db: Db, userId: string, firmId: string | null): Promise<boolean> =>
  hasRow(
    db
      .insert(investor)
      .values({ userId, firmId })
      .onConflictDoUpdate({
        target: investor.userId,
        set: { firmId },
        setWhere: sql`${investor.firmId} is distinct from excluded.firm_id`,
      })
      .returning({ userId: investor.userId }),
  );

/** Verified investors with the names of their firms, the newest first. */
export async function listInvestors(db: Db, query: PageQuery) {
  const select = db
    .select({
      userId: investor.userId,
      name: userAccount.name,
      email: userAccount.email,
      firmId: organization.id,
      firmName: organization.name,
      verifiedAt: investor.verifiedAt,
    })
    .from(investor)
    .innerJoin(userAccount, eq(userAccount.id, investor.userId))
    .leftJoin(organization, eq(organization.id, investor.firmId));
  return page(db, select, [desc(investor.verifiedAt), desc(investor.userId)], query);
}

export async function deleteInvestor(db: Db, userId: string): Promise<boolean> {
  const gone = await db
    .delete(investor)
    .where(eq(investor.userId, userId))
    .returning({ userId: investor.userId });
  return gone.length > 0;
}
