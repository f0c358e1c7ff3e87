import type { Db } from "#schemas/database/db.ts";
import { andThen } from "../../and-then.ts";
import { createKept } from "../../data/kept.ts";
import { isOwnerOf, type Pair } from "./queries.ts";

export interface Owners {
  /** Whether the user owns the entity, as of at most a second ago; writes of this process are seen at once. */
  isOwner(pair: Pair): boolean | Promise<boolean>;
}

export interface SharedOwners extends Owners {
  /** Forgets what is kept: something was written. */
  forget(): void;
}

const keptMax = 10_000;

/** Who owns what as a transaction sees it; nothing is remembered. */
export const ownersWithin = (db: Db): Owners => ({ isOwner: (pair) => isOwnerOf(db, pair) });

/** Remembers who owns what for a second: a viewer's reads from memory must not wait for the database. */
export function createOwners(db: Db, now: () => Date): SharedOwners {
  const kept = createKept<{ isOwner: boolean }>(keptMax, now);
  return {
    isOwner: (pair) =>
      andThen(
        kept.find(`${pair.entityId} ${pair.userId}`, async () => ({
          isOwner: await isOwnerOf(db, pair),
        })),
        (found) => found?.isOwner === true,
      ),
    forget: kept.forget,
  };
}
