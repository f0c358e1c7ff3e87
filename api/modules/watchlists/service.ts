import type { Db } from "#schemas/database/db.ts";
import type { Page } from "#schemas/shapes/page.ts";
import { mayKnow } from "../../data/visible-to.ts";
import { notFound } from "../../http/errors.ts";
import {
  deleteMember,
  findFirstList,
  insertMember,
  listContaining,
  type Membership,
} from "./queries.ts";
import { ownWatchlists } from "./rows.ts";
import type { Watchlist, WatchlistsQuery } from "./schemas.ts";

export { deleteFeed, findFeed, findFeedByHash, replaceFeed } from "./feed/queries.ts";
export { deleteMember as removeEntity, listMembers } from "./queries.ts";
export {
  listWatched,
  listWatchedFilings,
  type WatchedCompany,
  type WatchedFiling,
} from "./watched/queries.ts";

/** Own watchlists, newest first; with `entityId` each says whether it contains that entity. */
export async function listOwnWatchlists(
  db: Db,
  userId: string,
  { entityId, ...query }: WatchlistsQuery,
): Promise<Page<Watchlist>> {
  const page = await ownWatchlists.list(db, userId, query);
  if (entityId === undefined) return page;
  const ids = page.rows.map(({ id }) => id);
  const containing = await listContaining(db, entityId, ids);
  const rows = page.rows.map((row) => ({ ...row, containsEntity: containing.has(row.id) }));
  return { ...page, rows };
}

/** Adding what is there already changes nothing. Throws 404 for an entity that the user may not know of. */
export async function addEntity(db: Db, membership: Membership, userId: string): Promise<void> {
  if (!(await mayKnow(db, membership.entityId, { userId }))) throw notFound("Entity");
  await insertMember(db, membership);
}

interface Star {
  userId: string;
  entityId: string;
}

/** True for a company on the person's first list. */
export async function isStarred(db: Db, { userId, entityId }: Star): Promise<boolean> {
  const first = await findFirstList(db, userId);
  return first !== null && (await listContaining(db, entityId, [first])).has(first);
}

/** Puts a company on the person's first list, which is made where there is none. Throws as `addEntity` does. */
export const star = (db: Db, { userId, entityId }: Star): Promise<void> =>
  db.transaction(async (tx) => {
    await ownWatchlists.countLocked(tx, userId);
    const first = await findFirstList(tx, userId);
    const watchlistId = first ?? (await ownWatchlists.insert(tx, { name: "Watchlist", userId })).id;
    await addEntity(tx, { watchlistId, entityId }, userId);
  });

/** Takes a company off the person's first list. */
export async function unstar(db: Db, { userId, entityId }: Star): Promise<void> {
  const watchlistId = await findFirstList(db, userId);
  if (watchlistId !== null) await deleteMember(db, { watchlistId, entityId });
}
