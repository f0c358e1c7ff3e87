import { eq } from "drizzle-orm";
import type { Db } from "#schemas/database/db.ts";
import { entity } from "#schemas/tables/companies/company.ts";
import { findValue } from "../../data/rows.ts";

/** Null for an unknown entity. */
export const findEntityName = (db: Db, id: string): Promise<string | null> =>
  findValue(db, entity, "name", eq(entity.id, id));
