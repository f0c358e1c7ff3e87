import { type SQL, sql } from "drizzle-orm";

/**
 * SQL expression: an array of these ids, sent as one value whatever their number.
 * @example sql`${entity.id} = any(${uuids(ids)})`
 */
export const uuids = (ids: readonly string[]): SQL => sql`${sql.param([...ids])}::uuid[]`;
