import { eq } from "drizzle-orm";
import type { Db } from "#schemas/database/db.ts";
import { entity } from "#schemas/tables/companies/company.ts";
import { firstValue } from "../../data/rows.ts";

/** Null for an unknown entity. */
export const findEntityName = (db: Db, id: string): Promise<string | null> =>
  firstValue(db.select({ name: entity.name }).from(entity).where(eq(entity.id, id)), "name");
