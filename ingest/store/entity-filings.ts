import { and, asc, eq, inArray, isNotNull, like, lte, ne, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { isTeamKey } from "#schemas/company-key.ts";
import { companyBuild } from "#schemas/tables/companies/build.ts";
import { company, entity } from "#schemas/tables/companies/company.ts";
import { entityFiling, type FilingPeriod } from "#schemas/tables/companies/entity-filing.ts";
import { rawDocument } from "#schemas/tables/companies/filing.ts";
import { companyScreen } from "#schemas/tables/companies/screen.ts";
import { servedDocument } from "#schemas/tables/companies/statement.ts";
import { buildFailure } from "#schemas/tables/operation/job.ts";
import { servedKind } from "./build.ts";
import { entityIdOf } from "./identity.ts";
import { on, type Queryable, texts } from "./transaction.ts";

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
  const [row] = await on(db)
    .select({ id: entity.id, key: company.companyKey })
    .from(entity)
    .leftJoin(company, eq(company.entityId, entity.id))
    .where(eq(entity.id, entityId));
  return row === undefined ? null : (row.key ?? row.id);
}

/** The statements that an entity has submitted and nobody has rejected or replaced, in order of their ids. */
export async function listFilingsInForce(db: Queryable, entityId: string): Promise<ForceFiling[]> {
  const before = alias(entityFiling, "before");
  const isShown = and(before.isPublic, inArray(before.status, ["submitted", "verified"]));
  const hidden = on(db)
    .select({ one: sql`1` })
    .from(before)
    .where(
      and(
        eq(before.entityId, entityFiling.entityId),
        eq(before.schemaType, entityFiling.schemaType),
        lte(before.chainVersion, entityFiling.chainVersion),
        sql`not (${isShown})`,
      ),
    );
  const rows = await on(db)
    .select({
      id: entityFiling.id,
      status: entityFiling.status,
      tier: entityFiling.verificationTier,
      content: entityFiling.content,
      period: entityFiling.period,
      sha256: entityFiling.contentHash,
      isPublic: entityFiling.isPublic,
      submittedAt: entityFiling.submittedAt,
      isHashPublic: sql<boolean>`not exists ${hidden}`,
    })
    .from(entityFiling)
    .where(
      and(
        eq(entityFiling.entityId, entityId),
        inArray(entityFiling.status, ["submitted", "verified"]),
        ne(entityFiling.schemaType, "financial_supplement"),
        isNotNull(entityFiling.period),
      ),
    )
    .orderBy(asc(entityFiling.id));
  return rows as ForceFiling[];
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
  companyKey: string,
  documents: readonly FilingDocument[],
): Promise<{ added: number; removed: number }> {
  const urls = texts(documents.map(({ url }) => url));
  const digests = texts(documents.map(({ digest }) => digest));
  const isKept = sql`exists (select 1 from unnest(${urls}, ${digests}) as kept(url, digest)
    where kept.url = ${rawDocument.url} and kept.digest = ${rawDocument.digest})`;
  const removed = await on(client)
    .delete(rawDocument)
    .where(
      and(
        eq(rawDocument.companyKey, companyKey),
        eq(rawDocument.kind, "submitted"),
        like(rawDocument.url, "filing:%"),
        sql`not ${isKept}`,
      ),
    );
  let added = 0;
  for (const document of documents) {
    const row = { ...document, companyKey, servedAt: document.fetchedAt };
    const { rowCount } = await on(client)
      .insert(rawDocument)
      .values({ ...row, kind: "submitted", origin: "file" })
      .onConflictDoNothing();
    added += rowCount ?? 0;
  }
  return { added, removed: removed.rowCount ?? 0 };
}

/** Removes everything that was built under the key of an entity that is gone. */
export async function forgetEntity(client: Queryable, key: string): Promise<void> {
  // What a build has stored goes with its record.
  for (const table of [companyBuild, buildFailure, rawDocument]) {
    await on(client).delete(table).where(eq(table.companyKey, key));
  }
}

/** True where a document of the company is archived. */
export async function hasDocuments(client: Queryable, key: string): Promise<boolean> {
  return (await on(client).$count(rawDocument, eq(rawDocument.companyKey, key))) > 0;
}

/** Removes what was built under a key of an entity of which no document is left. */
export async function removeEmptyCompany(client: Queryable, key: string): Promise<void> {
  await forgetEntity(client, key);
  const entityId = entityIdOf(key);
  const kinds = [servedKind(key, "terminal"), servedKind(key, "financials")];
  await on(client)
    .delete(servedDocument)
    .where(and(eq(servedDocument.entityId, entityId), inArray(servedDocument.kind, kinds)));
  if (isTeamKey(key)) return;
  await on(client).delete(companyScreen).where(eq(companyScreen.entityId, entityId));
  await on(client).delete(company).where(eq(company.companyKey, key));
}
