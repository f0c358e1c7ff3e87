import type { Db } from "#schemas/database/db.ts";
import { personalData as hiring } from "./modules/hiring/personal-data.ts";

/** Personal data that a module holds outside the rows that are deleted with the account. */
export interface PersonalData {
  module: string;
  /** The data for the account's export. */
  read(db: Db, userId: string): Promise<unknown>;
  /** Deletes the person's own data, and removes their name from records that others rely on. */
  erase(tx: Db, deps: unknown, userId: string): Promise<void>;
}

/** The modules that hold personal data outside the rows of the account. */
export const personalData: readonly PersonalData[] = [hiring];
