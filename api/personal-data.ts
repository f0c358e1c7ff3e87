import type { Db } from "#schemas/db.ts";
import { personalData as hiring } from "./modules/hiring/personal-data.ts";

/** What a module holds about a person beside the rows of the account, which go with it. */
export interface PersonalData {
  module: string;
  /** For the export of the account. */
  read(db: Db, userId: string): Promise<unknown>;
  /** Removes what is the person's own, and the name from what others rely on. */
  erase(tx: Db, deps: unknown, userId: string): Promise<void>;
}

/** Every module that holds more about a person than rows of the account. */
export const personalData: readonly PersonalData[] = [hiring];
