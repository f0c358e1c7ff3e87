import { isEntityKey } from "#schemas/company-key.ts";
import { digestOf, nextLink } from "#schemas/hash-chain.ts";
import { withCorrections } from "#schemas/shapes/companies/listing.ts";
import type { BuiltCompany } from "../builder/built-company.ts";
import { entityIdOf, versionedIdOf } from "./identity.ts";
import { referenceContent, referenceDisclosure } from "./reference-listing.ts";
import type { Queryable } from "./transaction.ts";

interface StoredListing {
  id: string;
  isManaged: boolean;
  corrections: Record<string, string>;
  version: number | null;
  hash: string | null;
  content: unknown;
}

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
  await client.query(
    `insert into listing_version (id, listing_id, version, content, hash, previous_hash, created_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      versionId,
      storedListing.id,
      link.version,
      JSON.stringify(link.content),
      link.hash,
      link.previousHash,
      company.profileFetchedAt,
    ],
  );
  await client.query("update listing set version_id = $2, updated_at = $3 where id = $1", [
    storedListing.id,
    versionId,
    company.profileFetchedAt,
  ]);
}

async function findOrInsert(client: Queryable, company: BuiltCompany): Promise<StoredListing> {
  const entityId = entityIdOf(company.cik);
  await client.query(
    `insert into listing (id, subject_type, entity_id, status, disclosure, created_at, updated_at)
     select $1, 'entity', id, case when published then 'published' else 'unpublished' end, $3, $4, $4
       from entity where id = $2
     on conflict (entity_id) do nothing`,
    [
      versionedIdOf("listing", company.cik, 1),
      entityId,
      JSON.stringify(referenceDisclosure),
      company.firstFetchedAt,
    ],
  );
  const { rows } = await client.query(
    `select l.id, l.is_managed as "isManaged", l.corrections, v.version, v.hash, v.content
     from listing l left join listing_version v on v.id = l.version_id where l.entity_id = $1 for update of l`,
    [entityId],
  );
  return rows[0];
}

/** Keeps the slug that a company has until now, where the new one differs: it still leads to its listing. */
export async function keepFormerSlug(client: Queryable, company: BuiltCompany): Promise<void> {
  await client.query(
    `insert into former_slug (subject_type, slug, listing_id, created_at)
     select 'entity', e.slug, l.id, $3 from entity e join listing l on l.entity_id = e.id
       where e.id = $1 and e.slug <> $2 and e.claim_status = 'unclaimed'
     on conflict (subject_type, slug) do update set listing_id = excluded.listing_id`,
    [entityIdOf(company.cik), company.slug, company.sourcesAt],
  );
}
