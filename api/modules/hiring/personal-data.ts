import type { Db } from "#schemas/database/db.ts";
import { erasePerson, readPerson } from "./personal/queries.ts";

/** What hiring holds about a person, for the export of an account and its deletion. */
export const personalData = {
  module: "hiring",
  read: (db: Db, userId: string) => readPerson(db, userId),
  erase: (tx: Db, _deps: unknown, userId: string) => erasePerson(tx, userId),
};
