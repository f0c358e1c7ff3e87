import type { Caller } from "#api/auth/caller.ts";
import type { Db } from "#schemas/database/db.ts";
import { ownsDocument } from "../../documents/service.ts";
import { standingOnReport } from "../../reports/service.ts";

/** The account that reads. */
export type Person = Caller & { userId: string };

/** The relation of a person to a report or a document. */
export type Standing = "owner" | "reader" | "none";

/** Asks the module that owns the record; "none" also for what does not exist. */
type Reader = (db: Db, reference: string, person: Person) => Promise<Standing>;

export const readersOf: Record<"report" | "document", Reader> = {
  report: standingOnReport,
  document: async (db, key, { userId }) =>
    (await ownsDocument(db, userId, key)) ? "owner" : "none",
};
