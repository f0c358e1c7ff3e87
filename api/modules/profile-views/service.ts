import type { IncomingHttpHeaders } from "node:http";
import type { Db } from "#schemas/database/db.ts";
import type { Caller } from "../../auth/caller.ts";
import { once } from "../../data/once.ts";
import type { Deps } from "../../deps.ts";
import { isBrowsingPrivately } from "../blocks/service.ts";
import { findPublished, type NamedListing, standingTo } from "../directory/service.ts";
import { exclusionOf } from "./exclusion.ts";
import { countByDay, insertView } from "./queries.ts";
import type { ViewBody, ViewOutcome } from "./schemas.ts";

/** The viewer, as far as the request tells. */
export interface Looking {
  caller: Caller | null;
  headers: IncomingHttpHeaders;
  /** The client's address as rate limits count it. */
  address: string;
}

const daySeconds = 86_400;

/** Views without an account that count: each is a row that stays, and an operation id costs nothing. */
const viewsFrom = (address: string, listingId: string) =>
  [
    { of: `profile views of ${listingId} from ${address}`, max: 30 },
    { of: `profile views from ${address}`, max: 500 },
  ].map((bound) => ({ ...bound, persons: [], seconds: daySeconds }));

/**
 * Counts a view once per operation id and viewer; all anonymous callers are one viewer. A repeat answers with the
 * first event. Excluded views leave nothing behind. Throws 404 for a listing that is not public, and 429 after too many
 * views of one address without an account.
 */
export async function recordView(
  { db, listings, now, transaction }: Pick<Deps, "db" | "listings" | "now" | "transaction">,
  named: NamedListing,
  { caller, headers, address }: Looking,
  { operationId, source, preview }: ViewBody,
): Promise<ViewOutcome> {
  const { record } = await findPublished(listings, named);
  const userId = caller?.userId ?? null;
  const viewer = userId === null ? null : await standingTo(db, record, userId);
  const exclusionReason = exclusionOf({
    isPreview: preview,
    selfOrManager: viewer?.selfOrManager ?? false,
    isBlocked: viewer?.isBlocked ?? false,
    headers,
  });
  if (exclusionReason) return { outcome: "policyExcluded", exclusionReason };
  const { listingId } = record;
  const subject = `profile_view:${listingId}:${userId ?? "anonymous"}`;
  const isNamed = userId !== null && !(await isBrowsingPrivately({ db, now }, userId));
  const viewerId = isNamed ? userId : null;
  const { answer, isReplay } = await transaction(({ db, credentials }) =>
    once(db, { subject, operationId, userId }, async (tx) => {
      if (userId === null) await credentials.guesses.count(viewsFrom(address, listingId));
      return { eventId: await insertView(tx, { listingId, viewerId, source }) };
    }),
  );
  return { outcome: isReplay ? "deduplicated" : "recorded", ...answer };
}

/** How often the entity's profile was viewed, by day in UTC; never by whom. */
export async function getViewCounts(db: Db, entityId: string) {
  const days = await countByDay(db, entityId);
  return { total: days.reduce((sum, { views }) => sum + views, 0), days };
}
