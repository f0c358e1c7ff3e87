import type { Db } from "#schemas/database/db.ts";
import { erasePerson, readPerson } from "./personal/queries.ts";

/** Personal data of hiring, for the export and the deletion of an account. */
export const personalData = {
  module: "hiring",
  read: (db: Db, userId: string) => readPerson(db, userId),
  erase: (tx: Db, _deps: unknown, userId: string) => erasePerson(tx, userId),
};
