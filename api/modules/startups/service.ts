import type { Db } from "#schemas/database/db.ts";
import { hasMet } from "./blocks/queries.ts";
import { findListing, type ListingRow, listOpenByIds } from "./listings/queries.ts";

export { draftByService } from "./baseline/drafting.ts";
export { hasMet, isMet, isMetByFounderOf } from "./blocks/queries.ts";
export { findEntityId, findFollowerOf, findFollowInForce } from "./follows/queries.ts";
export { type FollowBody, followBody } from "./follows/schemas.ts";
export { endFollow, expireFollows, raiseTier, requestFollow } from "./follows/service.ts";
/**
 * What other modules use of startups. An endpoint about one takes `startup`, `seesStartup`, `managesStartup` or
 * `ofStartup` as its access; `lookerOf` says as whom its caller reads, `project` what that audience sees.
 */
export {
  managesListing,
  managesStartup,
  type SeenStartup,
  seesStartup,
} from "./listings/access.ts";
export { findListing as findListingAnyhow, isOpenTo } from "./listings/queries.ts";
export {
  amount as amountText,
  entityPath,
  type Startup,
  type StartupCard,
  startupCard,
  startupParams,
  startupsQuery,
} from "./listings/schemas.ts";
export { listStartups, presentCard, presentStartup } from "./listings/service.ts";

/**
 * A published listing by its id, slug or entity id. Null for an unpublished or unknown one, and where a block is
 * between the viewer and the founder.
 */
export async function findPublished(
  db: Db,
  value: string,
  viewerId: string,
): Promise<ListingRow | null> {
  const row = await findListing(db, value);
  if (row?.status !== "published") return null;
  return (await hasMet(db, row.id, viewerId)) ? row : null;
}

/** The listings of these ids that are open to the viewer; others are left out. */
export async function listingsByIds(
  db: Db,
  ids: readonly string[],
  viewerId: string,
): Promise<Map<string, ListingRow>> {
  const rows = ids.length === 0 ? [] : await listOpenByIds(db, [...new Set(ids)], viewerId);
  return new Map(rows.map((row) => [row.id, row]));
}
