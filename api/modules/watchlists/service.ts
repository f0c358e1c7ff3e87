import type { Db } from "#schemas/db.ts";
import type { Page } from "#schemas/shapes/page.ts";
import { notFound, preconditionFailed } from "../../http/errors.ts";
import { isoTime } from "../../iso-time.ts";
import {
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
import type { Watchlist, WatchlistDetail } from "./schemas.ts";

interface Asked {
  limit: number;
  offset: number;
  entityId?: string | undefined;
}

/** Own watchlists, newest first; with `entityId` each says whether it contains that entity. */
export async function listOwnWatchlists(
  db: Db,
  userId: string,
  { entityId, ...page }: Asked,
): Promise<Page<Watchlist>> {
  const { rows, total } = await listWatchlists(db, userId, page);
  if (entityId === undefined) return { rows: rows.map(present), total, ...page };
  const ids = rows.map(({ id }) => id);
  const containing = new Set(await listContaining(db, entityId, ids));
  const marked = rows.map((row) => ({ ...present(row), containsEntity: containing.has(row.id) }));
  return { rows: marked, total, ...page };
}

export async function createWatchlist(
  db: Db,
  values: { userId: string; name: string; description?: string | null | undefined },
): Promise<Watchlist> {
  const { userId, name, description = null } = values;
  const watchlistId = await insertWatchlist(db, { userId, name, description });
  return getSummary(db, { watchlistId, userId });
}

/** Throws 404 for a list that does not exist or is somebody else's. */
export async function getWatchlist(db: Db, own: OwnWatchlist): Promise<WatchlistDetail> {
  const row = await getRow(db, own);
  const entities = await listMembers(db, own);
  return {
    ...present(row),
    // As many as are shown, whatever changed between the two reads.
    entityCount: entities.length,
    entities: entities.map((one) => ({ ...one, addedAt: isoTime(one.addedAt) })),
  };
}

interface WatchlistChange {
  name?: string | undefined;
  description?: string | null | undefined;
}

/** Changes what is given. `ifMatch` holds the versions that the client takes (null: any): another one is 412. */
export async function changeWatchlist(
  db: Db,
  own: OwnWatchlist,
  { name, description }: WatchlistChange,
  ifMatch: number[] | null,
): Promise<Watchlist> {
  const change = {
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
  };
  const isChange = Object.keys(change).length > 0;
  const isChanged = isChange && (await updateWatchlist(db, own, change, ifMatch));
  const current = await getSummary(db, own);
  const isRefused = isChange ? !isChanged : ifMatch !== null && !ifMatch.includes(current.version);
  if (isRefused) throw preconditionFailed("The watchlist has been changed since");
  return current;
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
    if (await insertMember(tx, own.watchlistId, entityId)) await updateWatchlist(tx, own, {});
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
    if (await deleteMember(tx, own.watchlistId, entityId)) await updateWatchlist(tx, own, {});
  });
  return { watchlistId: own.watchlistId, entityId, removed: true };
}

async function getRow(db: Db, own: OwnWatchlist): Promise<WatchlistRow> {
  const row = await findWatchlist(db, own);
  if (row === null) throw notFound("Watchlist");
  return row;
}

async function getSummary(db: Db, own: OwnWatchlist): Promise<Watchlist> {
  return present(await getRow(db, own));
}

const present = (row: WatchlistRow): Watchlist => ({
  ...row,
  createdAt: isoTime(row.createdAt),
  updatedAt: isoTime(row.updatedAt),
});
