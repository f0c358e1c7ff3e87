import type { Db } from "#schemas/database/db.ts";
import { ownCollections } from "./rows.ts";

/** True for a collection of the user's own. */
export const hasCollection = async (db: Db, { id, userId }: { id: string; userId: string }) =>
  (await ownCollections.find(db, id, userId)) !== null;
