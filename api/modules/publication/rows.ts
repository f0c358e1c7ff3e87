import { desc, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "#schemas/database/db.ts";
import { userAccount } from "#schemas/tables/accounts/account.ts";
import { entity } from "#schemas/tables/companies/company.ts";
import { listing } from "#schemas/tables/companies/directory.ts";
import { type PageQuery, page } from "../../data/page.ts";
import { pick } from "../../data/rows.ts";

/** Listings that are blocked or archived, the last one first. */
export async function listModerated(db: Db, query: PageQuery) {
  const select = db
    .select({
      ...pick(listing, "id", "subjectType", "status"),
      subjectId: sql<string>`coalesce(${listing.entityId}, ${listing.userId})`,
      slug: sql<string>`coalesce(${entity.slug}, ${userAccount.slug})`,
      name: sql<string | null>`coalesce(${entity.name}, ${userAccount.name})`,
      updatedAt: listing.updatedAt,
    })
    .from(listing)
    .leftJoin(entity, eq(entity.id, listing.entityId))
    .leftJoin(userAccount, eq(userAccount.id, listing.userId))
    .where(inArray(listing.status, ["blocked", "archived"]));
  return page(db, select, [desc(listing.updatedAt), desc(listing.id)], query);
}
