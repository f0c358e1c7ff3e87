import { eq } from "drizzle-orm";
import type { Db } from "#schemas/database/db.ts";
import { entity } from "#schemas/tables/companies/company.ts";

/** Null for an unknown entity. */
export async function findEntityName(db: Db, id: string): Promise<string | null> {
  const [row] = await db.select({ name: entity.name }).from(entity).where(eq(entity.id, id));
  return row?.name ?? null;
}
