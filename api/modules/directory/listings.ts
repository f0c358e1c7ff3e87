import type { Db } from "#schemas/database/db.ts";
import { createKept } from "../../data/kept.ts";
import type { StoredBytes } from "../../http/requests/handled.ts";
import { findListingId, loadRecord } from "./queries.ts";
import type { ListingRecord, SubjectType } from "./record.ts";

export type { StoredBytes };

/** The public part of a listing, and the finished answer for anonymous callers once one has asked for it. */
export interface KeptListing {
  record: ListingRecord;
  experience: StoredBytes | null;
}

/** Public listings by slug, as they were at most a second ago; writes of this process are seen at once. */
export interface Listings {
  /** Null where no published listing has or had this slug. */
  find(subjectType: string, slug: string): KeptListing | null | Promise<KeptListing | null>;
}

const keptMax = 2000;

const isSubjectType = (text: string): text is SubjectType => text === "person" || text === "entity";

async function read(db: Db, subjectType: string, slug: string): Promise<KeptListing | null> {
  if (!isSubjectType(subjectType)) return null;
  const id = await findListingId(db, { subjectType, slug }, ["published"]);
  const record = id === null ? null : await loadRecord(db, id);
  return record === null || record.status !== "published" ? null : { record, experience: null };
}

export interface SharedListings extends Listings {
  /** The same for a unit of work, read through its transaction. */
  within(db: Db): Listings;
  /** Forgets what is kept: something was written. */
  forget(): void;
}

/** Keeps the public part of listings for a second; what is not public is read each time. */
export function createListings(db: Db, now: () => Date): SharedListings {
  const kept = createKept<KeptListing>(keptMax, now);
  return {
    find: (subjectType, slug) =>
      kept.find(`${subjectType} ${slug}`, () => read(db, subjectType, slug)),
    within: (own) => ({ find: (subjectType, slug) => read(own, subjectType, slug) }),
    forget: kept.forget,
  };
}
