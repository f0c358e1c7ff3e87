import { isTeamKey } from "#schemas/company-key.ts";
import type { FilingPeriod } from "#schemas/tables/companies/entity-filing.ts";
import { servedKind } from "./build.ts";
import { isoTime } from "./documents.ts";
import { entityIdOf } from "./identity.ts";
import type { Queryable } from "./transaction.ts";

/** A filing of an entity that is in force. */
export interface ForceFiling {
  id: string;
  status: "submitted" | "verified";
  tier: string;
  content: { currency?: unknown; fields?: unknown };
  period: FilingPeriod;
  sha256: string;
  isPublic: boolean;
  /** True where everybody may read all that the hash covers: the filing and those before it in its chain. */
  isHashPublic: boolean;
  /** ISO time. */
  submittedAt: string;
}

/** The key that the pipeline has for an entity: its CIK, or its own id. Null when there is no such entity. */
export async function findCompanyKey(db: Queryable, entityId: string): Promise<string | null> {
  const { rows } = await db.query(
    "select e.id, c.cik from entity e left join company c on c.entity_id = e.id where e.id = $1",
    [entityId],
  );
  const [row] = rows as { id: string; cik: string | null }[];
  return row === undefined ? null : (row.cik ?? row.id);
}

/** The statements that an entity has submitted and nobody has rejected or replaced, in order of their ids. */
export async function listFilingsInForce(db: Queryable, entityId: string): Promise<ForceFiling[]> {
  const { rows } = await db.query(
    `select id, status, verification_tier as tier, content, period, content_hash as sha256, is_public as "isPublic",
       ${isoTime("submitted_at")} as "submittedAt",
       not exists (select 1 from entity_filing b where b.entity_id = f.entity_id and b.schema_type = f.schema_type
         and b.chain_version <= f.chain_version and not (b.is_public and b.status in ('submitted', 'verified')))
         as "isHashPublic"
     from entity_filing f where entity_id = $1 and status in ('submitted', 'verified')
       and schema_type <> 'financial_supplement' and period is not null order by id`,
    [entityId],
  );
  return rows;
}

/** A document of the archive that a filing was written to. */
export interface FilingDocument {
  url: string;
  digest: string;
  sizeBytes: number;
  fetchedAt: string;
  source: "audited" | "manual";
}

/** Makes the archived filings of a company exactly these; answers how many were added and removed. */
export async function replaceFilingDocuments(
  client: Queryable,
  key: string,
  documents: readonly FilingDocument[],
): Promise<{ added: number; removed: number }> {
  const removed = await client.query(
    `delete from raw_document where cik = $1 and kind = 'submitted' and url like 'filing:%'
       and not exists (select 1 from unnest($2::text[], $3::text[]) as kept(url, digest)
         where kept.url = raw_document.url and kept.digest = raw_document.digest)`,
    [key, documents.map(({ url }) => url), documents.map(({ digest }) => digest)],
  );
  let added = 0;
  for (const { url, digest, sizeBytes, fetchedAt, source } of documents) {
    const { rowCount } = await client.query(
      `insert into raw_document (url, digest, kind, cik, origin, size_bytes, fetched_at, source, served_at)
       values ($1, $2, 'submitted', $3, 'file', $4, $5, $6, $5) on conflict do nothing`,
      [url, digest, key, sizeBytes, fetchedAt, source],
    );
    added += rowCount ?? 0;
  }
  return { added, removed: removed.rowCount ?? 0 };
}

const builtTables = [
  "statement",
  "company_facts",
  "company_build",
  "company_quality",
  "check_failure",
  "build_failure",
  "raw_document",
  "filing",
];

/** Removes everything that was built under the key of an entity that is gone. */
export async function forgetEntity(client: Queryable, key: string): Promise<void> {
  for (const table of builtTables) {
    await client.query(`delete from ${table} where cik = $1`, [key]);
  }
}

/** True where a document of the company is archived. */
export async function hasDocuments(client: Queryable, key: string): Promise<boolean> {
  const { rowCount } = await client.query("select 1 from raw_document where cik = $1 limit 1", [
    key,
  ]);
  return rowCount !== 0;
}

/** Removes what was built under a key of an entity of which no document is left. */
export async function removeEmptyCompany(client: Queryable, key: string): Promise<void> {
  await forgetEntity(client, key);
  const entityId = entityIdOf(key);
  await client.query(
    "delete from served_document where entity_id = $1 and kind = any($2::text[])",
    [entityId, [servedKind(key, "terminal"), servedKind(key, "financials")]],
  );
  if (isTeamKey(key)) return;
  await client.query("delete from company_screen where entity_id = $1", [entityId]);
  await client.query("delete from company where cik = $1", [key]);
}
