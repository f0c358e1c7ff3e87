import type { Db } from "#schemas/db.ts";
import type { Page } from "#schemas/shapes/page.ts";
import { conflict, notFound, preconditionFailed } from "../../http/errors.ts";
import { isoTime } from "../../iso-time.ts";
import {
  type CollectionRow,
  findCollection,
  insertCollection,
  listCollections,
  type OwnCollection,
  updateCollection,
} from "./queries.ts";
import type { Collection } from "./schemas.ts";

/** Own collections, newest first. */
export async function listOwnCollections(
  db: Db,
  userId: string,
  page: { limit: number; offset: number },
): Promise<Page<Collection>> {
  const { rows, total } = await listCollections(db, userId, page);
  return { rows: rows.map(present), total, ...page };
}

export async function createCollection(
  db: Db,
  {
    userId,
    name,
    description,
  }: { userId: string; name: string; description?: string | null | undefined },
): Promise<Collection> {
  return present(await insertCollection(db, { userId, name, description: description ?? null }));
}

/** Throws 404 for a collection that does not exist or is somebody else's. */
export async function getCollection(db: Db, own: OwnCollection): Promise<Collection> {
  const row = await findCollection(db, own);
  if (row === null) throw notFound("Collection");
  return present(row);
}

/** True for a collection of the user's own. */
export async function hasCollection(db: Db, own: OwnCollection): Promise<boolean> {
  return (await findCollection(db, own)) !== null;
}

interface CollectionChange {
  name?: string | undefined;
  description?: string | null | undefined;
  version?: number | undefined;
}

/**
 * Changes what is given; the version goes up by one with each change. `ifMatch` holds the versions that the
 * client takes (null: any): another one is 412, and 409 when the body named the version.
 */
export async function changeCollection(
  db: Db,
  own: OwnCollection,
  { name, description, version }: CollectionChange,
  ifMatch: number[] | null,
): Promise<Collection> {
  const wanted =
    version === undefined ? ifMatch : (ifMatch ?? [version]).filter((one) => one === version);
  const change = {
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
  };
  const isChange = Object.keys(change).length > 0;
  const changed = isChange ? await updateCollection(db, own, change, wanted) : null;
  if (changed !== null) return present(changed);
  const current = await getCollection(db, own);
  if (!isChange && (wanted === null || wanted.includes(current.version))) return current;
  const message = `The collection is at version ${current.version}`;
  const isMatched = ifMatch === null || ifMatch.includes(current.version);
  throw isMatched ? conflict(message) : preconditionFailed(message);
}

const present = (row: CollectionRow): Collection => ({
  ...row,
  createdAt: isoTime(row.createdAt),
  updatedAt: isoTime(row.updatedAt),
});
