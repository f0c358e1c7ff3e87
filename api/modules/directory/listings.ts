import { LRUCache } from "lru-cache";
import type { Db } from "#schemas/database/db.ts";
import type { StoredBytes } from "../../http/requests/handled.ts";
import { findListingId, loadRecord } from "./queries.ts";
import type { ListingRecord, SubjectType } from "./record.ts";

export type { StoredBytes };

/** The public part of a listing, and the finished answer for anonymous callers once one has asked for it. */
export interface KeptListing {
  record: ListingRecord;
  experience: StoredBytes | null;
}

/** Public listings by slug, as they were at most a second ago. */
export interface Listings {
  /** Null where no published listing has or had this slug. */
  find(subjectType: string, slug: string): KeptListing | null | Promise<KeptListing | null>;
  /** Forgets what is kept once what was written is committed: what this process serves next is read anew. */
  forget(): void;
}

const keptMs = 1000;
const keptMax = 2000;

const isSubjectType = (text: string): text is SubjectType => text === "person" || text === "entity";

async function read(db: Db, subjectType: string, slug: string): Promise<KeptListing | null> {
  if (!isSubjectType(subjectType)) return null;
  const id = await findListingId(db, { subjectType, slug }, ["published"]);
  const record = id === null ? null : await loadRecord(db, id);
  return record === null || record.status !== "published" ? null : { record, experience: null };
}

export interface SharedListings extends Listings {
  /** The same for a unit of work: read through its transaction, forgotten after its commit. */
  within(db: Db, afterCommit: (effect: () => void) => void): Listings;
}

/** Keeps the public part of listings for a second; what is not public is read each time. */
export function createListings(db: Db, now: () => Date): SharedListings {
  const cache = new LRUCache<string, KeptListing>({
    max: keptMax,
    ttl: keptMs,
    ttlResolution: 0,
    perf: { now: () => now().getTime() },
  });
  // A read during an invalidation may be stale, so it is not cached.
  let age = 0;
  const forget = () => {
    age += 1;
    cache.clear();
  };
  return {
    find(subjectType, slug) {
      const key = `${subjectType} ${slug}`;
      const cached = cache.get(key);
      if (cached !== undefined) return cached;
      const startedAt = age;
      return read(db, subjectType, slug).then((listing) => {
        if (listing !== null && startedAt === age) cache.set(key, listing);
        return listing;
      });
    },
    forget,
    within: (own, afterCommit) => ({
      find: (subjectType, slug) => read(own, subjectType, slug),
      forget: () => afterCommit(forget),
    }),
  };
}
