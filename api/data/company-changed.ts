import { sql } from "drizzle-orm";
import type { Db } from "#schemas/database/db.ts";
import { companyChannel } from "../http/listener.ts";

/**
 * Makes every process forget, after the commit, the pages and documents that it keeps of an entity.
 * @example await tellCompanyChanged(tx, entityId);
 */
export async function tellCompanyChanged(tx: Db, entityId: string): Promise<void> {
  await tx.execute(sql`select pg_notify(${companyChannel}, ${entityId})`);
}
