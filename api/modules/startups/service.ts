import type { Db } from "#schemas/database/db.ts";
import {
  findListing,
  findListingOfEntity,
  type ListingRow,
  listPublishedByIds,
} from "./listings/queries.ts";

export { draftByService } from "./baseline/drafting.ts";
export { findFollowInForce, isInForce } from "./follows/queries.ts";
export { expireFollows, raiseTier } from "./follows/service.ts";

/**
 * What other modules use of startups. An endpoint about one takes `startup`, `seesStartup`, `managesStartup` or
 * `ofStartup` as its access; `lookerOf` says as whom its caller reads, `project` what that audience sees.
 */
export {
  founds,
  lookerOf,
  managesListing,
  managesStartup,
  ofStartup,
  type SeenStartup,
  seesStartup,
  startup,
  startupOfEntity,
} from "./listings/access.ts";
export { project } from "./listings/project.ts";
export {
  findListing as findListingAnyhow,
  type ListingRow,
  publicMatches,
} from "./listings/queries.ts";
export {
  amount as amountText,
  currency as currencyText,
  startupCard,
  startupParams,
  startupsQuery,
} from "./listings/schemas.ts";
export { listStartups, presentCard, readProfile } from "./listings/service.ts";

/** A published listing by its id, slug or entity id; null for an unpublished or unknown one. */
export async function findPublished(db: Db, value: string): Promise<ListingRow | null> {
  const row = await findListing(db, value);
  return row?.status === "published" ? row : null;
}

/** Published listings by their ids; others are left out. */
export async function listingsByIds(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, ListingRow>> {
  const rows = ids.length === 0 ? [] : await listPublishedByIds(db, [...new Set(ids)]);
  return new Map(rows.map((row) => [row.id, row]));
}

/** The listing of an entity in any state; null without one. */
export const listingOf = (db: Db, entityId: string): Promise<ListingRow | null> =>
  findListingOfEntity(db, entityId);
