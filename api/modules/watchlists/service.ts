import type { Db } from "#schemas/db.ts";
import type { Page } from "#schemas/shapes/page.ts";
import type { PageQuery } from "../../data/page.ts";
import { required } from "../../data/rows.ts";
import { notFound } from "../../http/errors.ts";
import {
  countVersion,
  deleteMember,
  deleteWatchlist,
  findWatchlist,
  insertMember,
  insertWatchlist,
  isEntityVisible,
  listContaining,
  listMembers,
  listWatchlists,
  type OwnWatchlist,
  updateWatchlist,
  type WatchlistRow,
} from "./queries.ts";
import type {
  Watchlist,
  WatchlistBody,
  WatchlistChange,
  WatchlistDetail,
  WatchlistsQuery,
} from "./schemas.ts";

/** Own watchlists, newest first; with `entityId` each says whether it contains that entity. */
export async function listOwnWatchlists(
  db: Db,
  userId: string,
  { entityId, ...query }: WatchlistsQuery,
): Promise<Page<Watchlist>> {
  const found = await listWatchlists(db, userId, query);
  if (entityId === undefined) return found;
  const ids = found.rows.map(({ id }) => id);
  const containing = new Set(await listContaining(db, entityId, ids));
  const rows = found.rows.map((row) => ({ ...row, containsEntity: containing.has(row.id) }));
  return { ...found, rows };
}

export async function createWatchlist(
  db: Db,
  values: WatchlistBody & { userId: string },
): Promise<Watchlist> {
  const watchlistId = await insertWatchlist(db, values);
  return getRow(db, { watchlistId, userId: values.userId });
}

/**
 * The list with one page of its companies; `entityCount` counts all of them. Throws 404 for a list that does not
 * exist or is another user's.
 */
export async function getWatchlist(
  db: Db,
  own: OwnWatchlist,
  query: PageQuery,
): Promise<WatchlistDetail> {
  const row = await getRow(db, own);
  const { rows: entities, total } = await listMembers(db, own, query);
  return { ...row, entityCount: total, entities };
}

/** Changes what is given. Another version than `ifMatch` names (null: any) is 412. Throws 404 as above. */
export async function changeWatchlist(
  db: Db,
  own: OwnWatchlist,
  change: WatchlistChange,
  ifMatch: number[] | null,
): Promise<Watchlist> {
  await updateWatchlist(db, own, change, ifMatch);
  return getRow(db, own);
}

/** Removes the list and what is on it. Throws 404 as above. */
export async function removeWatchlist(
  db: Db,
  own: OwnWatchlist,
): Promise<{ watchlistId: string; deleted: true }> {
  if (!(await deleteWatchlist(db, own))) throw notFound("Watchlist");
  return { watchlistId: own.watchlistId, deleted: true };
}

/** Adding what is there already changes nothing. Throws 404 for the list as above and for an unknown entity. */
export async function addEntity(
  db: Db,
  own: OwnWatchlist,
  entityId: string,
): Promise<{ watchlistId: string; entityId: string; added: true }> {
  await getRow(db, own);
  if (!(await isEntityVisible(db, entityId, own.userId))) throw notFound("Entity");
  await db.transaction(async (tx) => {
    if (await insertMember(tx, own.watchlistId, entityId)) await countVersion(tx, own);
  });
  return { watchlistId: own.watchlistId, entityId, added: true };
}

/** Removing what is not there changes nothing. Throws 404 for the list as above. */
export async function removeEntity(
  db: Db,
  own: OwnWatchlist,
  entityId: string,
): Promise<{ watchlistId: string; entityId: string; removed: true }> {
  await getRow(db, own);
  await db.transaction(async (tx) => {
    if (await deleteMember(tx, own.watchlistId, entityId)) await countVersion(tx, own);
  });
  return { watchlistId: own.watchlistId, entityId, removed: true };
}

async function getRow(db: Db, own: OwnWatchlist): Promise<WatchlistRow> {
  return required(await findWatchlist(db, own), "Watchlist");
}
