import { and, eq, ne } from "drizzle-orm";
import { isEntityKey } from "#schemas/company-key.ts";
import { digestOf, nextLink } from "#schemas/hash-chain.ts";
import { withCorrections } from "#schemas/shapes/companies/listing.ts";
import { entity } from "#schemas/tables/companies/company.ts";
import { formerSlug, listing, listingVersion } from "#schemas/tables/companies/directory.ts";
import type { BuiltCompany } from "../builder/built-company.ts";
import { entityIdOf, versionedIdOf } from "./identity.ts";
import { referenceContent, referenceDisclosure } from "./reference-listing.ts";
import { on, type Queryable } from "./transaction.ts";

/** False for a company whose figures are its own filings: its team publishes it. */
const hasRegulator = ({ cik }: BuiltCompany) => !isEntityKey(cik);

/**
 * Makes the directory's entry of the company, or its next version where the regulator's data has changed, in the
 * company's own transaction. A listing that its team has published stays as the team wrote it.
 */
export async function storeListing(client: Queryable, company: BuiltCompany): Promise<void> {
  if (!hasRegulator(company)) return;
  const storedListing = await findOrInsert(client, company);
  if (storedListing.isManaged) return;
  const content = referenceContent(company.profile, company.counts.facts > 0);
  const snapshot = withCorrections(content.snapshot, storedListing.corrections);
  const corrected = { ...content, snapshot };
  if (storedListing.version !== null && digestOf(storedListing.content) === digestOf(corrected))
    return;
  const last =
    storedListing.version === null
      ? null
      : { version: storedListing.version, hash: storedListing.hash ?? "" };
  const link = nextLink(corrected, last);
  const versionId = versionedIdOf("listing-version", company.cik, link.version);
  const createdAt = company.profileFetchedAt;
  await on(client)
    .insert(listingVersion)
    .values({ id: versionId, listingId: storedListing.id, ...link, createdAt });
  await on(client)
    .update(listing)
    .set({ versionId, updatedAt: company.profileFetchedAt })
    .where(eq(listing.id, storedListing.id));
}

async function findOrInsert(client: Queryable, company: BuiltCompany) {
  const entityId = entityIdOf(company.cik);
  const [subject] = await on(client)
    .select({ published: entity.published })
    .from(entity)
    .where(eq(entity.id, entityId));
  await on(client)
    .insert(listing)
    .values({
      id: versionedIdOf("listing", company.cik, 1),
      subjectType: "entity",
      entityId,
      status: subject?.published ? "published" : "unpublished",
      disclosure: referenceDisclosure,
      createdAt: company.firstFetchedAt,
      updatedAt: company.firstFetchedAt,
    })
    .onConflictDoNothing({ target: listing.entityId });
  const { id, isManaged, corrections } = listing;
  const { version, hash, content } = listingVersion;
  const [stored] = await on(client)
    .select({ id, isManaged, corrections, version, hash, content })
    .from(listing)
    .leftJoin(listingVersion, eq(listingVersion.id, listing.versionId))
    .where(eq(listing.entityId, entityId))
    .for("update", { of: listing });
  if (stored === undefined) throw new Error(`entity ${entityId} has no listing`);
  return stored;
}

/** Keeps the slug that a company has until now, where the new one differs: it still leads to its listing. */
export async function keepFormerSlug(client: Queryable, company: BuiltCompany): Promise<void> {
  const [before] = await on(client)
    .select({ slug: entity.slug, listingId: listing.id })
    .from(entity)
    .innerJoin(listing, eq(listing.entityId, entity.id))
    .where(
      and(
        eq(entity.id, entityIdOf(company.cik)),
        ne(entity.slug, company.slug),
        eq(entity.claimStatus, "unclaimed"),
      ),
    );
  if (before === undefined) return;
  const row = { subjectType: "entity", ...before, createdAt: company.sourcesAt } as const;
  await on(client)
    .insert(formerSlug)
    .values(row)
    .onConflictDoUpdate({
      target: [formerSlug.subjectType, formerSlug.slug],
      set: { listingId: before.listingId },
    });
}
