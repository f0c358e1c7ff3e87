import { desc } from "drizzle-orm";
import type { PageQuery } from "#api/data/page.ts";
import { rowsOf } from "#api/data/rows-of.ts";
import type { Db } from "#schemas/database/db.ts";
import { executionSeason } from "#schemas/tables/platform/execution.ts";

export type SeasonRow = typeof executionSeason.$inferSelect;
export const seasons = rowsOf(executionSeason);

const { startDate, id } = executionSeason;

/** The latest first. */
export const listSeasons = (db: Db, entityId: string, query: PageQuery) =>
  seasons.page(db, { entityId }, query, desc(startDate), desc(id));
