import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { block } from "#schemas/tables/block.ts";

/** SQL condition: neither of two people has blocked the other. */
export const metBy = (personId: SQLWrapper, viewerId: string): SQL =>
  sql`not exists (select 1 from ${block} b where (b.user_id = ${viewerId} and b.blocked_id = ${personId})
    or (b.blocked_id = ${viewerId} and b.user_id = ${personId}))`;
