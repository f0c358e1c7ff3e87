import { and, desc, eq, inArray, ne, or, sql } from "drizzle-orm";
import { rowsOf } from "#api/data/rows-of.ts";
import type { Db } from "#schemas/database/db.ts";
import type { Link } from "#schemas/hash-chain.ts";
import type {
  Disclosure,
  ListingContent,
  ListingDraft,
} from "#schemas/shapes/companies/listing.ts";
import { userAccount } from "#schemas/tables/accounts/account.ts";
import { entityMember } from "#schemas/tables/accounts/team.ts";
import { entity } from "#schemas/tables/companies/company.ts";
import {
  formerSlug,
  listing,
  listingVersion,
  slugSkeleton,
} from "#schemas/tables/companies/directory.ts";
import { tellCompanyChanged } from "../../data/company-changed.ts";
import { first, hasRow, pick, required } from "../../data/rows.ts";
import { subquery } from "../../data/subquery.ts";
import type { SubjectTexts } from "./content.ts";

/** The subject of the listing. */
export type Subject = { entityId: string } | { userId: string };

const listings = rowsOf(listing);
const versions = rowsOf(listingVersion);

export type ListingRow = typeof listing.$inferSelect;

export const findListing = (db: Db, subject: Subject): Promise<ListingRow | null> =>
  listings.find(db, subject);

/**
 * The subject's listing, made where there is none, locked until the transaction ends. The subject is locked first,
 * because deleting it locks the two in this order. Throws 404 for a deleted subject.
 */
export async function provideListing(
  tx: Db,
  subject: Subject,
  disclosure: Disclosure,
): Promise<ListingRow> {
  await lockSubject(tx, subject);
  const subjectType = "entityId" in subject ? ("entity" as const) : ("person" as const);
  await listings.insertNew(tx, { subjectType, ...subject, disclosure });
  return required(await listings.lock(tx, subject), "Listing");
}

/** Locks what a listing is of until the transaction ends. Throws 404 when it was deleted. */
async function lockSubject(tx: Db, subject: Subject): Promise<void> {
  if ("entityId" in subject) {
    required(await rowsOf(entity, pick(entity, "id")).lock(tx, { id: subject.entityId }), "Entity");
  } else
    required(
      await rowsOf(userAccount, pick(userAccount, "id")).lock(tx, { id: subject.userId }),
      "User",
    );
}

/** The subject's listing. It changes no more until the transaction ends. Throws 404 for a deleted subject. */
export async function findListingLocked(tx: Db, subject: Subject): Promise<ListingRow | null> {
  await lockSubject(tx, subject);
  return findListing(tx, subject);
}

/** Drafts of those of the entities whose team the account is of. */
export async function listDrafts(db: Db, entityIds: string[], userId: string) {
  if (entityIds.length === 0) return [];
  const isOfTeam = subquery`exists (select from ${entityMember} where ${entityMember.entityId} = ${entity.id}
    and ${entityMember.userId} = ${userId})`;
  return db
    .select({ entityId: entity.id, draft: listing.draft })
    .from(listing)
    .innerJoin(entity, eq(entity.id, listing.entityId))
    .where(and(inArray(entity.id, entityIds), or(eq(entity.ownerId, userId), isOfTeam)));
}

/** Changes what is given. */
export async function updateListing(
  tx: Db,
  id: string,
  change: Partial<Pick<ListingRow, "draft" | "disclosure" | "asksFollowers" | "corrections">>,
): Promise<void> {
  await tx.update(listing).set(change).where(eq(listing.id, id));
}

/** The entity's own texts, with its slug and claim; null for an unknown one. */
export async function findEntityTexts(
  db: Db,
  entityId: string,
): Promise<(SubjectTexts & { slug: string; claimStatus: string }) | null> {
  const [row] = await db
    .select({
      id: entity.id,
      displayName: entity.name,
      overview: entity.description,
      ...pick(entity, "logoUrl", "slug", "claimStatus"),
    })
    .from(entity)
    .where(eq(entity.id, entityId));
  return row === undefined ? null : { ...row, avatarUrl: null };
}

/** The texts of a person's account; null for an unknown one. */
export async function findPersonTexts(
  db: Db,
  userId: string,
): Promise<(SubjectTexts & { slug: string; claimStatus: string }) | null> {
  const [row] = await db
    .select({
      id: userAccount.id,
      name: userAccount.name,
      overview: userAccount.bio,
      avatarUrl: userAccount.avatar,
      slug: userAccount.slug,
    })
    .from(userAccount)
    .where(eq(userAccount.id, userId));
  if (row === undefined) return null;
  const { name, ...rest } = row;
  return { ...rest, displayName: name ?? row.slug, logoUrl: null, claimStatus: "claimed" };
}

/** The entity's own texts take these values; `published` says whether everybody may know of it. */
export async function updateEntityTexts(
  tx: Db,
  entityId: string,
  { displayName, overview, logoUrl, published }: ListingDraft & { published?: boolean },
): Promise<void> {
  await tx
    .update(entity)
    .set({
      name: displayName,
      description: overview,
      logoUrl,
      published,
      updatedAt: sql`clock_timestamp()`,
    })
    .where(eq(entity.id, entityId));
  await tellCompanyChanged(tx, entityId);
}

/** Takes the verification from an entity whose name is to be another. False where there is nothing to take. */
export const unverifyRenamed = (tx: Db, entityId: string, name: string): Promise<boolean> =>
  hasRow(
    tx
      .update(entity)
      .set({ verified: false, verifiedAt: null })
      .where(and(eq(entity.id, entityId), eq(entity.verified, true), ne(entity.name, name)))
      .returning({ id: entity.id }),
  );

/** The newest version of a listing; null before the first one. */
export const findLastVersion = (
  db: Db,
  listingId: string,
): Promise<(Link<ListingContent> & { id: string }) | null> =>
  first(
    db
      .select()
      .from(listingVersion)
      .where(eq(listingVersion.listingId, listingId))
      .orderBy(desc(listingVersion.version))
      .limit(1),
  );

/** Adds a version and makes it the listing's. */
export async function insertVersion(
  tx: Db,
  listingId: string,
  link: Link<ListingContent>,
): Promise<string> {
  const values = { listingId, ...link, createdAt: sql`clock_timestamp()` as never };
  const { id } = await versions.insert(tx, values);
  await tx.update(listing).set({ versionId: id }).where(eq(listing.id, listingId));
  return id;
}

/** All versions of a listing, oldest first. */
export const listVersions = (db: Db, listingId: string) =>
  versions.list(db, { listingId }, listingVersion.version);

/** Locks slugs that look like this one until the transaction ends. */
export async function lockSlug(tx: Db, slug: string): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(7305103, hashtext(${slugSkeleton(sql`${slug}::text`)}))`,
  );
}

/** True where another subject has, or had, this slug or one that looks like it. */
export async function isSlugTaken(
  db: Db,
  subject: Subject,
  { slug, listingId }: { slug: string; listingId: string | null },
): Promise<boolean> {
  const looks = slugSkeleton(sql`${slug}::text`);
  const [table, id] =
    "entityId" in subject
      ? ([entity, subject.entityId] as const)
      : ([userAccount, subject.userId] as const);
  const current = await db
    .select({ id: table.id })
    .from(table)
    .where(and(ne(table.id, id), eq(slugSkeleton(table.slug), looks)))
    .limit(1);
  if (current.length > 0) return true;
  const subjectType = "entityId" in subject ? "entity" : "person";
  const former = await db
    .select({ slug: formerSlug.slug })
    .from(formerSlug)
    .where(
      and(
        eq(formerSlug.subjectType, subjectType),
        listingId === null ? undefined : ne(formerSlug.listingId, listingId),
        eq(slugSkeleton(formerSlug.slug), looks),
      ),
    )
    .limit(1);
  return former.length > 0;
}

/** The subject has the new slug, and the old one still leads to its listing; without a listing it led nowhere. */
export async function renameSlug(
  tx: Db,
  subject: Subject,
  { listingId, from, to }: { listingId: string | null; from: string; to: string },
): Promise<void> {
  await lockSubject(tx, subject);
  if (listingId !== null) await keepFormer(tx, subject, { listingId, from, to });
  if ("entityId" in subject) {
    await tx.update(entity).set({ slug: to }).where(eq(entity.id, subject.entityId));
    await tellCompanyChanged(tx, subject.entityId);
  } else await tx.update(userAccount).set({ slug: to }).where(eq(userAccount.id, subject.userId));
}

async function keepFormer(
  tx: Db,
  subject: Subject,
  { listingId, from, to }: { listingId: string; from: string; to: string },
): Promise<void> {
  const subjectType = "entityId" in subject ? ("entity" as const) : ("person" as const);
  await tx
    .delete(formerSlug)
    .where(and(eq(formerSlug.subjectType, subjectType), eq(formerSlug.slug, to)));
  await tx
    .insert(formerSlug)
    .values({ subjectType, slug: from, listingId })
    .onConflictDoUpdate({ target: [formerSlug.subjectType, formerSlug.slug], set: { listingId } });
}

/** One side of the consent to be listed; false where the account is not of the team. */
export const updatePersonnel = (
  db: Db,
  of: { entityId: string; userId: string },
  change: Partial<
    Pick<typeof entityMember.$inferInsert, "title" | "isListedByTeam" | "isListedByMember">
  >,
) =>
  rowsOf(
    entityMember,
    pick(entityMember, "userId", "title", "isListedByTeam", "isListedByMember"),
  ).change(db, of, change);

/** The entity or person with a slug or an id; null for an unknown one. */
export async function findSubject(
  db: Db,
  subjectType: "entity" | "person",
  name: string,
): Promise<Subject | null> {
  const table = subjectType === "entity" ? entity : userAccount;
  const isNamed = or(eq(table.slug, name), sql`${table.id}::text = ${name.toLowerCase()}`);
  const [row] = await db.select({ id: table.id }).from(table).where(isNamed);
  if (row === undefined) return null;
  return subjectType === "entity" ? { entityId: row.id } : { userId: row.id };
}

/**
 * True when an entity has or had the slug: names of new entities do not take over where it leads. Who has it is read before who had
 * it: one that leaves it between the two is found by the second.
 */
export async function isSlugKnown(db: Db, slug: string): Promise<boolean> {
  if (await rowsOf(entity).exists(db, { slug })) return true;
  return rowsOf(formerSlug).exists(db, { subjectType: "entity", slug });
}
