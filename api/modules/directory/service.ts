import { createHash } from "node:crypto";
import type { Db } from "#schemas/database/db.ts";
import type { Caller } from "../../auth/caller.ts";
import { required } from "../../data/rows.ts";
import { conflict, notFound } from "../../http/errors.ts";
import { type Actions, actionsOf, isOffered } from "./actions.ts";
import type { KeptListing, Listings, StoredBytes } from "./listings.ts";
import { presentExperience, presentListing, presentSummary } from "./present.ts";
import { findListingId, findViewer, loadRecord, managesListing } from "./queries.ts";
import type { ListingRecord, ListingViewer } from "./record.ts";
import type { DirectoryProfile, Experience, RecordSummary } from "./schemas.ts";

export type { Listings } from "./listings.ts";
export { listPersonnel } from "./queries.ts";
export type { ListingRecord } from "./record.ts";
export { type DirectoryProfile, listingParams } from "./schemas.ts";

/** A listing as a path names it. */
export interface NamedListing {
  subjectType: string;
  slug: string;
}

interface ReadDeps {
  db: Db;
  listings: Listings;
  publicUrl: string;
  now: () => Date;
}

/** Throws 404 where no published listing has or had the slug; for a kind that does not exist, too. */
export async function getListing(
  { listings, publicUrl }: ReadDeps,
  { subjectType, slug }: NamedListing,
): Promise<DirectoryProfile> {
  return required(await findListing({ listings, publicUrl }, { subjectType, slug }), "Profile");
}

/** The same, but null where `getListing` throws. */
export async function findListing(
  { listings, publicUrl }: Pick<ReadDeps, "listings" | "publicUrl">,
  { subjectType, slug }: NamedListing,
): Promise<DirectoryProfile | null> {
  const listing = await listings.find(subjectType, slug);
  return listing && presentListing(listing.record, { askedSlug: slug, publicUrl });
}

/** The record of the listing's subject; `viewer` is null without a credential. Throws 404 as `getListing`. */
export async function getSummary(
  deps: ReadDeps,
  named: NamedListing,
  caller: Caller | null,
): Promise<RecordSummary> {
  const { record } = await findPublished(deps.listings, named);
  return presentSummary(record, await viewerOf(deps.db, record, caller));
}

/**
 * The consolidated read model as finished bytes. Those of anonymous callers are kept with the listing; those of a
 * viewer are made for each request and belong in no cache. Managers also see an archived listing. Throws 404
 * as `getListing`.
 */
export async function getExperience(
  deps: ReadDeps,
  named: NamedListing,
  caller: Caller | null,
): Promise<StoredBytes> {
  const profile = await findForExperience(deps, named, caller);
  if (caller === null && profile.experience !== null) return profile.experience;
  const address = { askedSlug: named.slug, publicUrl: deps.publicUrl };
  const viewer = await viewerOf(deps.db, profile.record, caller);
  const bytes = bytesOf(
    presentExperience(profile.record, viewer, address),
    deps.now(),
    caller === null,
  );
  if (caller === null) profile.experience = bytes;
  return bytes;
}

function bytesOf(data: Experience, at: Date, isPublic: boolean): StoredBytes {
  const text = JSON.stringify(data);
  const digest = createHash("sha256").update(text).digest("base64url");
  const envelope = `{"data":${text},"meta":{"timestamp":"${at.toISOString()}"}}`;
  return {
    identity: Buffer.from(envelope),
    gzip: null,
    // Weak: `meta.timestamp` moves.
    etag: `W/"${digest}"`,
    visibility: isPublic ? "public" : "unstored",
  };
}

async function findForExperience(
  { db, listings }: ReadDeps,
  named: NamedListing,
  caller: Caller | null,
): Promise<KeptListing> {
  const listing = await listings.find(named.subjectType, named.slug);
  if (listing !== null) return listing;
  const record = await findArchived(db, named, caller);
  if (record === null) throw notFound("Profile");
  return { record, experience: null };
}

async function findArchived(
  db: Db,
  { subjectType, slug }: NamedListing,
  caller: Caller | null,
): Promise<ListingRecord | null> {
  if (caller === null || caller.userId === null) return null;
  if (subjectType !== "person" && subjectType !== "entity") return null;
  const id = await findListingId(db, { subjectType, slug }, ["archived"]);
  if (id === null || !(await managesListing(db, id, caller.userId))) return null;
  return loadRecord(db, id);
}

/** The published listing of a slug. Throws 404. */
export async function findPublished(
  listings: Listings,
  { subjectType, slug }: NamedListing,
): Promise<KeptListing> {
  const listing = await listings.find(subjectType, slug);
  if (listing === null) throw notFound("Profile");
  return listing;
}

async function viewerOf(
  db: Db,
  record: ListingRecord,
  caller: Caller | null,
): Promise<ListingViewer | null> {
  return caller?.userId ? findViewer(db, record, caller.userId) : null;
}

/** The relation of an account to a listing. */
export const standingTo = (db: Db, record: ListingRecord, userId: string): Promise<ListingViewer> =>
  findViewer(db, record, userId);

/** A published listing, who acts on it, and what they can do. */
export interface ActingOn {
  record: ListingRecord;
  viewer: ListingViewer;
  actions: Actions;
}

/**
 * For the acts: reads listing and viewer anew and decides as the experience does. Throws 404 for one that is not
 * public.
 */
export async function actOn(
  { db, listings }: Pick<ReadDeps, "db" | "listings">,
  named: NamedListing,
  userId: string,
): Promise<ActingOn> {
  const { record } = await findPublished(listings, named);
  const fresh = await loadRecord(db, record.listingId);
  if (fresh === null || fresh.status !== "published") throw notFound("Profile");
  const viewer = await findViewer(db, fresh, userId);
  return { record: fresh, viewer, actions: actionsOf(fresh, viewer) };
}

/** Throws 409 with the reason where the act is not offered. */
export function refuseUnlessOffered(
  act: string,
  action: Parameters<typeof isOffered>[0] & { reasonCode?: string },
): void {
  if (isOffered(action)) return;
  const why = action.reasonCode === undefined ? "" : `: ${action.reasonCode}`;
  throw conflict(`${act} is ${action.state}${why}`);
}
