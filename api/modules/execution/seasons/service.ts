import type { PageQuery } from "#api/data/page.ts";
import { required } from "#api/data/rows.ts";
import type { Platform } from "#api/platform.ts";
import type { Page } from "#schemas/shapes/page.ts";
import type { SeasonStatus } from "#schemas/shapes/platform/execution.ts";
import { checkDays } from "../team.ts";
import { listSeasons, type SeasonRow, seasons } from "./queries.ts";
import type { Season, SeasonBody, SeasonChange } from "./schemas.ts";

type Parts = Pick<Platform, "db" | "now" | "transaction">;

/** Throws 400 for a season that ends before it starts. */
export async function createSeason(
  { db, now }: Parts,
  values: SeasonBody & { entityId: string },
): Promise<Season> {
  checkDays(values);
  return presentSeason(await seasons.insert(db, values), now());
}

/** Throws 400 for a season that would end before it starts. */
export function changeSeason(
  { transaction, now }: Parts,
  id: string,
  change: SeasonChange,
): Promise<Season> {
  return transaction(async ({ db }) => {
    const before = required(await seasons.lock(db, { id }), "Season");
    checkDays(before, change);
    return presentSeason((await seasons.change(db, { id }, change)) ?? before, now());
  });
}

/** The seasons of an entity, the latest first. */
export async function listEntitySeasons(
  { db, now }: Parts,
  entityId: string,
  query: PageQuery,
): Promise<Page<Season>> {
  const page = await listSeasons(db, entityId, query);
  return { ...page, rows: page.rows.map((row) => presentSeason(row, now())) };
}

/** A season with its status on a day. */
export const presentSeason = (row: SeasonRow, at: Date): Season => ({
  ...row,
  status: statusOn(row, at.toISOString().slice(0, 10)),
});

function statusOn({ startDate, endDate }: SeasonRow, today: string): SeasonStatus {
  if (today < startDate) return "upcoming";
  return today > endDate ? "past" : "current";
}
