import { and, eq, sql } from "drizzle-orm";
import type { Db } from "#schemas/database/db.ts";
import { entity } from "#schemas/tables/companies/company.ts";
import { modelScenario } from "#schemas/tables/companies/model.ts";
import { first, pick } from "../../data/rows.ts";
import { isKnown } from "../../data/visible-to.ts";

/** The token of a share link, unless there is one: of two who share at once both get the same. */
export const tokenUnlessShared = (token: string) =>
  sql<string>`coalesce(${modelScenario.shareToken}, ${token})`;

/** The scenario of a share token; null for an unknown one, and while the company is not public. */
export const findShared = (db: Db, shareToken: string) =>
  first(
    db
      .select(pick(modelScenario, "entityId", "templateKey", "name", "assumptions", "drivers"))
      .from(modelScenario)
      .innerJoin(entity, eq(entity.id, modelScenario.entityId))
      .where(and(eq(modelScenario.shareToken, shareToken), isKnown())),
  );
