import type { Db } from "#schemas/db.ts";
import { required } from "../../data/rows.ts";
import { type CollectionRow, findCollection, type OwnCollection } from "./queries.ts";

export {
  insertCollection as createCollection,
  listCollections as listOwnCollections,
  updateCollection as changeCollection,
} from "./queries.ts";

/** Throws 404 for a collection that does not exist or is another user's. */
export async function getCollection(db: Db, own: OwnCollection): Promise<CollectionRow> {
  return required(await findCollection(db, own), "Collection");
}

/** True for a collection of the user's own. */
export async function hasCollection(db: Db, own: OwnCollection): Promise<boolean> {
  return (await findCollection(db, own)) !== null;
}
