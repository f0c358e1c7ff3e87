import type { PageQuery } from "#api/data/page.ts";
import { required } from "#api/data/rows.ts";
import type { Deps } from "#api/deps.ts";
import { conflict, notFound } from "#api/http/errors.ts";
import type { Db } from "#schemas/database/db.ts";
import { findPublished, listingsByIds, presentCard } from "../../startups/service.ts";
import type { SaveRow, WatchlistRow } from "./queries.ts";
import * as queries from "./queries.ts";
import type { AlertBody, Save, WatchlistDetail } from "./schemas.ts";

const itemsMax = 500;

/** Without its owner: it is always the caller. */
export const presentWatchlist = ({ userId: _userId, ...row }: WatchlistRow) => row;

/** A watchlist with its startups, as everybody may read them, and the ids of those that are published no more. */
export async function readWatchlist(db: Db, row: WatchlistRow): Promise<WatchlistDetail> {
  const listed = await queries.listItems(db, row.id);
  const listings = await listingsByIds(
    db,
    listed.map(({ startupListingId }) => startupListingId),
    row.userId,
  );
  return {
    ...presentWatchlist(row),
    items: listed.flatMap(({ startupListingId, addedAt }) => {
      const listing = listings.get(startupListingId);
      return listing === undefined ? [] : [{ startup: presentCard(listing), addedAt }];
    }),
    noLongerPublished: listed
      .filter(({ isGone }) => isGone)
      .map(({ startupListingId, addedAt }) => ({ startupListingId, addedAt })),
  };
}

export async function createWatchlist(db: Db, values: { userId: string; name: string }) {
  return presentWatchlist(await queries.watchlists.insert(db, values));
}

/** Throws 409 and 412 for another version. */
export async function rename(
  db: Db,
  id: string,
  set: { name: string; version?: number | undefined },
  ifMatch: number[] | null,
) {
  await queries.renameWatchlist(db, id, set, ifMatch);
  return presentWatchlist(required(await queries.watchlists.byId(db, id), "Watchlist"));
}

/** Adds a published startup; repeating the request changes nothing. Throws 404, and 409 for a full list. */
export async function addItem(
  db: Db,
  { id: watchlistId, userId }: Pick<WatchlistRow, "id" | "userId">,
  startup: string,
) {
  const { id } = required(await findPublished(db, startup, userId), "Startup");
  if ((await queries.items.count(db, { watchlistId })) >= itemsMax) {
    throw conflict(`A watchlist has at most ${itemsMax} startups`);
  }
  await queries.items.insertNew(db, { watchlistId, startupListingId: id });
  return { watchlistId, startupListingId: id, onWatchlist: true };
}

/** Takes a startup off, also one that is no longer published. Throws 404 for one that is not on the list. */
export async function removeItem(
  db: Db,
  { id: watchlistId, userId }: Pick<WatchlistRow, "id" | "userId">,
  startup: string,
) {
  const published = await findPublished(db, startup, userId);
  const id = published?.id ?? startup;
  const listed = await queries.listItems(db, watchlistId);
  if (!listed.some(({ startupListingId }) => startupListingId === id)) throw notFound("Startup");
  await queries.items.remove(db, { watchlistId, startupListingId: id });
  return { watchlistId, startupListingId: id, onWatchlist: false };
}

export async function listOwnSaves(db: Db, userId: string, query: PageQuery) {
  const page = await queries.listSaves(db, userId, query);
  const ids = page.rows.map(({ startupListingId }) => startupListingId);
  const listings = await listingsByIds(db, ids, userId);
  const rows = page.rows.flatMap(({ startupListingId, ...row }): Save[] => {
    const listing = listings.get(startupListingId);
    return listing === undefined ? [] : [{ ...row, startup: presentCard(listing) }];
  });
  return { ...page, rows };
}

/** A save of a startup that is published. Throws 404 for another one. */
export async function readSave(
  db: Db,
  { id, userId, startupListingId, createdAt }: SaveRow,
): Promise<Save> {
  const listing = required(await findPublished(db, startupListingId, userId), "Startup");
  return { id, startup: presentCard(listing), createdAt };
}

/** Saves a published startup; a repeat answers with the first save. Throws 404. */
export async function save(db: Db, userId: string, startup: string): Promise<Save> {
  const listing = required(await findPublished(db, startup, userId), "Startup");
  return readSave(db, await queries.insertSave(db, { userId, startupListingId: listing.id }));
}

export async function removeSave(db: Db, id: string) {
  if (!(await queries.saves.remove(db, { id }))) throw notFound("Save");
  return { id, deleted: true as const };
}

/** The alert preferences of an account. Without stored ones it gets no alerts. */
export async function readAlerts(db: Db, userId: string) {
  const row = await queries.alerts.find(db, { userId });
  return {
    triggers: row?.triggers ?? [],
    digest: row?.digest ?? ("off" as const),
    updatedAt: row?.updatedAt ?? null,
  };
}

export async function setAlerts({ db, now }: Deps, userId: string, body: AlertBody) {
  const set = { ...body, triggers: [...new Set(body.triggers)] };
  const { triggers, digest, updatedAt } = await queries.storeAlerts(
    db,
    userId,
    set,
    now().toISOString(),
  );
  return { triggers, digest, updatedAt };
}
