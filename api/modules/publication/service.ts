import type { Db } from "#schemas/database/db.ts";
import { findBreak, nextLink } from "#schemas/hash-chain.ts";
import { discloseNothing } from "#schemas/shapes/companies/listing.ts";
import { required } from "../../data/rows.ts";
import type { Deps } from "../../deps.ts";
import { badRequest, conflict } from "../../http/errors.ts";
import { recordDone } from "../audit-log/service.ts";
import { openFilings } from "../filings/service.ts";
import { getContacts } from "../relationships/service.ts";
import { managedContent } from "./content.ts";
import { checkAsked, listFilingsByReader } from "./filings-shown.ts";
import { listingMoves } from "./moves.ts";
import type { ListingRow, Subject } from "./queries.ts";
import * as queries from "./queries.ts";
import type {
  PersonPublicationState,
  ProfileChange,
  ProfileDraft,
  PublicationState,
} from "./schemas.ts";
import { slugFault } from "./slug-rules.ts";
import { textsOf, withoutTexts, writeTexts } from "./texts.ts";

export { applyCorrection, type Moderation, moderateListing } from "./moderation.ts";

export { nameSlug } from "./person-slug.ts";
export { findSubject, isSlugKnown, type Subject } from "./queries.ts";
export { listModerated } from "./rows.ts";
export {
  type ProfileDraft,
  type PublicationState,
  profileChange,
  publicationBody,
} from "./schemas.ts";
export { deferTexts, unverifyRenamed, waitingTexts } from "./texts.ts";

/** Dependencies of the acts on a listing. */
export interface ListingDeps {
  db: Db;
}

/** Whether the entity is in the directory, and what its manager can do about it. Throws 404 for an unknown entity. */
export async function getPublication(db: Db, entityId: string): Promise<PublicationState> {
  const { slug } = await textsOf(db, { entityId });
  const row = await queries.findListing(db, { entityId });
  const filings = await listFilingsByReader(db, entityId);
  return { ...presentState(row, slug), entityId, entitySlug: slug, filings };
}

/** The same for the caller's own listing as a person. */
export async function getOwnPublication(db: Db, userId: string): Promise<PersonPublicationState> {
  const { slug } = await textsOf(db, { userId });
  return { ...presentState(await queries.findListing(db, { userId }), slug), userId };
}

const primaryActions = {
  draft: "publish",
  unpublished: "publish",
  published: "unpublish",
  blocked: null,
  archived: null,
} as const;

const unavailableReasons = {
  blocked: "moderation_blocked",
  archived: "moderation_archived",
} as const;

function presentState(row: ListingRow | null, slug: string) {
  if (row === null) {
    return {
      status: "not_provisioned" as const,
      listingId: null,
      listingSlug: null,
      publishedVersionId: null,
      primaryAction: "publish" as const,
      unavailableReason: null,
      updatedAt: null,
    };
  }
  const { status } = row;
  return {
    status,
    listingId: row.id,
    listingSlug: slug,
    publishedVersionId: status === "published" ? row.versionId : null,
    primaryAction: primaryActions[status],
    unavailableReason:
      status === "blocked" || status === "archived" ? unavailableReasons[status] : null,
    updatedAt: row.updatedAt,
  };
}

/**
 * Publishes what the subject says now as a new version. Throws 409 for a listing that moderation locked, and for a
 * company that nobody has claimed.
 */
export async function publish(
  { db }: ListingDeps,
  subject: Subject,
  actorId: string,
): Promise<void> {
  await db.transaction((tx) => publishIn(tx, subject, actorId));
}

/** As `publish`, in a transaction, after a check. */
async function publishIn(
  tx: Db,
  subject: Subject,
  actorId: string,
  check: () => Promise<void> = async () => {},
): Promise<void> {
  const row = await queries.provideListing(tx, subject, discloseNothing);
  const { claimStatus } = await textsOf(tx, subject);
  if (claimStatus !== "claimed") throw conflict("The company is not claimed");
  await check();
  await listingMoves.make(tx, "publish", {
    id: row.id,
    actorId,
    set: { isManaged: true, draft: withoutTexts(row.draft) },
  });
  if ("entityId" in subject) await writeTexts(tx, subject.entityId, actorId, row.draft, true);
  const last = await queries.findLastVersion(tx, row.id);
  const content = managedContent({
    subject: await textsOf(tx, subject),
    draft: row.draft,
    contacts: "entityId" in subject ? (await getContacts(tx, subject.entityId)).fields : [],
    previous: last?.content ?? null,
  });
  await queries.insertVersion(tx, row.id, nextLink(content, last));
}

/**
 * Publishes an entity's profile as `publish`, with these filings. A filing that only its team reads until now becomes
 * readable only where it is named: publication does not widen an audience by itself. Throws 409 for public filings of a
 * hidden entity that are not named, and 404 for filings that are not in force.
 */
export async function publishEntity(
  { transaction }: Pick<Deps, "transaction">,
  of: { entityId: string; actorId: string },
  openIds: readonly string[],
): Promise<void> {
  const { entityId, actorId } = of;
  await transaction(async (within) => {
    const { db } = within;
    await publishIn(db, { entityId }, actorId, async () => checkAsked(db, entityId, openIds));
    await openFilings(within, of, openIds);
  });
}

/** Takes the listing out of the directory. Changes nothing for one that is not there. Throws 409 for a locked one. */
export async function unpublish(
  { db }: ListingDeps,
  subject: Subject,
  actorId: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await queries.findListingLocked(tx, subject);
    if (row === null || row.status === "draft") return;
    const { isChanged } = await listingMoves.make(tx, "unpublish", {
      id: row.id,
      actorId,
      set: { draft: withoutTexts(row.draft) },
    });
    // Nobody else reads the texts now: they need not wait for a version.
    if (isChanged && "entityId" in subject) {
      await writeTexts(tx, subject.entityId, actorId, row.draft, false);
    }
  });
}

/** What the team has written and how it is shown; empty before anything was written. */
export async function getDraft(db: Db, subject: Subject): Promise<ProfileDraft> {
  const row = await queries.findListing(db, subject);
  return {
    ...withoutTexts(row?.draft ?? {}),
    disclosure: row?.disclosure ?? discloseNothing,
    asksFollowers: row?.asksFollowers ?? false,
  };
}

/**
 * Omitted members keep their values. Texts become public with the next version; what is disclosed, and whether followers are
 * asked to wait, holds at once.
 */
export async function changeDraft(
  { db }: ListingDeps,
  subject: Subject,
  actorId: string,
  { disclosure, asksFollowers, ...texts }: ProfileChange,
): Promise<ProfileDraft> {
  await db.transaction(async (tx) => {
    const row = await queries.provideListing(tx, subject, discloseNothing);
    const suppliedTexts = Object.fromEntries(
      Object.entries(texts).filter(([, value]) => value !== undefined),
    );
    const policy = Object.fromEntries(
      Object.entries(disclosure ?? {}).filter(([, value]) => value !== undefined),
    );
    await queries.updateListing(tx, row.id, {
      draft: { ...row.draft, ...suppliedTexts },
      disclosure: { ...row.disclosure, ...policy },
      asksFollowers: asksFollowers ?? row.asksFollowers,
    });
    if ("entityId" in subject) {
      const fields = [...Object.keys(suppliedTexts), ...Object.keys(policy)];
      const done = { ...entitySubject(subject.entityId), actorId, action: "listing.changed" };
      await recordDone(tx, { ...done, detail: { fields } });
    }
  });
  return getDraft(db, subject);
}

/**
 * Gives the subject another slug; the old one still leads to its listing. Throws 400 for a text that cannot be a
 * slug, 409 for one that is another subject's or looks like it.
 */
export async function changeSlug(
  { db }: ListingDeps,
  subject: Subject,
  actorId: string,
  slug: string,
): Promise<{ slug: string }> {
  const fault = slugFault(slug);
  if (fault !== null) throw badRequest(fault);
  await db.transaction(async (tx) => {
    await queries.lockSlug(tx, slug);
    const row = await queries.provideListing(tx, subject, discloseNothing);
    const { slug: from, claimStatus } = await textsOf(tx, subject);
    if (claimStatus !== "claimed") throw conflict("The company is not claimed");
    if (from === slug) return;
    if (await queries.isSlugTaken(tx, subject, { slug, listingId: row.id })) {
      throw conflict("Another profile has this slug, or one that looks like it");
    }
    await queries.renameSlug(tx, subject, { listingId: row.id, from, to: slug });
    if ("entityId" in subject) {
      const done = { ...entitySubject(subject.entityId), actorId, action: "listing.renamed" };
      await recordDone(tx, { ...done, detail: { from, to: slug } });
    }
  });
  return { slug };
}

/** The versions of a listing, oldest first, and whether their chain is whole. */
export async function getVersions(db: Db, subject: Subject) {
  const row = await queries.findListing(db, subject);
  const chain = row === null ? [] : await queries.listVersions(db, row.id);
  const versions = chain.map(({ content, listingId, ...version }) => version);
  return { versions, brokenAt: findBreak(chain) };
}

/**
 * The team's or the member's own side of the consent to be named in public. Throws 404 for an account outside the team.
 */
export async function listPerson(
  { db }: ListingDeps,
  member: { entityId: string; userId: string },
  actorId: string,
  change:
    | { isListedByTeam: boolean; title?: string | null | undefined }
    | { isListedByMember: boolean },
) {
  const row = await db.transaction(async (tx) => {
    const suppliedChange = Object.fromEntries(
      Object.entries(change).filter(([, value]) => value !== undefined),
    );
    const changed = required(await queries.updatePersonnel(tx, member, suppliedChange), "Member");
    const done = { ...entitySubject(member.entityId), actorId, action: "personnel.changed" };
    await recordDone(tx, { ...done, detail: { userId: member.userId, ...suppliedChange } });
    return changed;
  });
  return row;
}

const entitySubject = (id: string) => ({ subjectType: "entity", subjectId: id }) as const;
