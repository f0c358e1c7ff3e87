import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { block } from "#schemas/tables/accounts/block.ts";
import { entity } from "#schemas/tables/companies/company.ts";

/** SQL condition: neither of two people has blocked the other. */
export const metBy = (personId: SQLWrapper, viewerId: string | SQLWrapper): SQL =>
  sql`not exists (select 1 from ${block} b where (b.user_id = ${viewerId} and b.blocked_id = ${personId})
    or (b.blocked_id = ${viewerId} and b.user_id = ${personId}))`;

/** SQL query: the ids of people whom the viewer has blocked or who have blocked the viewer. Read once for all rows. */
export const blockedFor = (viewerId: string | SQLWrapper): SQL =>
  sql`select b.blocked_id from ${block} b where b.user_id = ${viewerId}
    union all select b.user_id from ${block} b where b.blocked_id = ${viewerId}`;

/** SQL subquery: the ids of entities whose owner has blocked the viewer or is blocked by the viewer. */
export const entitiesApart = (viewerId: string | SQLWrapper): SQL =>
  sql`(select e.id from ${entity} e where e.owner_id in (${blockedFor(viewerId)}))`;
