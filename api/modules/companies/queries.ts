import { and, asc, desc, eq, inArray, or, sql } from "drizzle-orm";
import { isEntityKey } from "#schemas/company-key.ts";
import type { Db } from "#schemas/database/db.ts";
import { company, entity, ticker } from "#schemas/tables/companies/company.ts";
import { formerSlug, listing, listingVersion } from "#schemas/tables/companies/directory.ts";
import { servedDocument } from "#schemas/tables/companies/statement.ts";
import { first, pick } from "../../data/rows.ts";
import { subquery } from "../../data/subquery.ts";
import {
  isKnown,
  isOnRecord,
  isTeamOf,
  listedFor,
  type Viewer,
  visibleTo,
} from "../../data/visible-to.ts";

/**
 * A served document, packed. `isOwn`: of an entity without a CIK, whose team may have another one. `isClaimed`: of a
 * claimed company, whose ladder changes without a build.
 */
export interface StoredDocument {
  body: Buffer;
  etag: string;
  isOwn: boolean;
  isClaimed: boolean;
}

const isClaimed = sql<boolean>`${entity.claimStatus} = 'claimed'`;

/** The bytes of a document as Base64: as hexadecimal text, which node-postgres asks for, they are half as long again. */
const packedBody = sql`encode(${servedDocument.body}, 'base64')`.mapWith((text: string) =>
  Buffer.from(text, "base64"),
);

/**
 * Reads a served document, packed; null when there is no such published entity, or nothing has been built for
 * it. Prepared once: making the query anew costs three times the read.
 */
export function servedDocumentReader(db: Db) {
  const isDocument = and(
    eq(servedDocument.entityId, sql.placeholder("entityId")),
    eq(servedDocument.kind, sql.placeholder("kind")),
    isKnown(),
  );
  const query = db
    .select({
      body: packedBody,
      etag: servedDocument.etag,
      isOwn: sql<boolean>`not (${isOnRecord})`,
      isClaimed,
    })
    .from(servedDocument)
    .innerJoin(entity, eq(entity.id, servedDocument.entityId))
    .where(isDocument)
    .prepare("served_document");
  return async (
    entityId: string,
    kind: "terminal" | "financials",
  ): Promise<StoredDocument | null> => {
    return first(query.execute({ entityId, kind }));
  };
}

/**
 * A served document of an entity that the viewer may know of. Its team gets the one of all its filings, where one is not
 * public. Null when there is none.
 */
export async function findTeamDocument(
  db: Db,
  { entityId, kind }: { entityId: string; kind: "terminal" | "financials" },
  viewer: Viewer,
): Promise<{ body: Buffer; etag: string; isClaimed: boolean } | null> {
  const isTeams = and(eq(servedDocument.kind, `team_${kind}`), isTeamOf(viewer));
  const isShared = and(eq(servedDocument.kind, kind), visibleTo(viewer));
  return first(
    db
      .select({ body: packedBody, etag: servedDocument.etag, isClaimed })
      .from(servedDocument)
      .innerJoin(entity, eq(entity.id, servedDocument.entityId))
      .where(and(eq(servedDocument.entityId, entityId), or(isTeams, isShared)))
      .orderBy(desc(eq(servedDocument.kind, `team_${kind}`)))
      .limit(1),
  );
}

export type BareEntity = NonNullable<Awaited<ReturnType<typeof findBareEntity>>>;

/** An entity that the viewer may know of, as a terminal names it; null when there is none. */
export const findBareEntity = (db: Db, entityId: string, viewer: Viewer | null) =>
  first(
    db
      .select({
        ...pick(entity, "id", "name", "slug", "claimStatus", "updatedAt"),
        isClaimed,
        cik: company.companyKey,
        serviceTicker: subquery<
          string | null
        >`select t.ticker from ${ticker} t where t.entity_id = ${entity.id} and t.kind = 'service' limit 1`,
      })
      .from(entity)
      .leftJoin(company, eq(company.entityId, entity.id))
      .where(and(eq(entity.id, entityId), visibleTo(viewer))),
  );

/** Whether a company is claimed and verified, and whether a regulator lists it. */
export interface Claimed {
  isClaimed: boolean;
  isVerified: boolean;
  isOnRecord: boolean;
}

export const findClaimed = (db: Db, entityId: string): Promise<Claimed | null> =>
  first(
    db
      .select({ isClaimed, isVerified: entity.verified, isOnRecord })
      .from(entity)
      .where(eq(entity.id, entityId)),
  );

export type CompanyRow = NonNullable<Awaited<ReturnType<typeof findCompanyProfile>>>;

/**
 * An entity in the directory, or of the viewer's team, with its regulator data (null for one without any) and its
 * managed version (null while its team has published none), by its slug or a former one. Null when there is none.
 */
export async function findCompanyProfile(db: Db, slug: string, viewer: Viewer | null) {
  const [row] = await db
    .select({
      entity: {
        ...pick(entity, "id", "name", "slug", "entityType", "description", "logoUrl", "bannerUrl"),
        ...pick(entity, "claimStatus", "verified", "createdAt"),
      },
      company: {
        ...pick(company, "companyKey", "secName", "sic", "sicDescription", "stateOfIncorporation"),
        ...pick(company, "description", "website", "phone", "addresses", "formerNames"),
      },
      managed: { content: listingVersion.content, disclosure: listing.disclosure },
    })
    .from(entity)
    .leftJoin(company, eq(company.entityId, entity.id))
    .leftJoin(listing, and(eq(listing.entityId, entity.id), eq(listing.isManaged, true)))
    .leftJoin(listingVersion, eq(listingVersion.id, listing.versionId))
    .where(and(inArray(entity.id, ofSlug(slug)), listedFor(viewer)))
    .orderBy(desc(eq(entity.slug, slug)))
    .limit(1);
  if (row === undefined) return null;
  // Without a number of the regulator there is no regulator data.
  return row.company !== null && isEntityKey(row.company.companyKey)
    ? { ...row, company: null }
    : row;
}

/** Ids of the entities that have or had the slug. */
const ofSlug = (slug: string) =>
  subquery`select ${entity.id} from ${entity} where ${entity.slug} = ${slug}
    union all select ${listing.entityId} from ${formerSlug} join ${listing} on ${listing.id} = ${formerSlug.listingId}
    where ${formerSlug.subjectType} = 'entity' and ${formerSlug.slug} = ${slug}`;

/** Holders of a ticker in its stored form among published entities, the service ticker first. */
export const findByTicker = (db: Db, stored: string) =>
  first(
    db
      .select({ entityId: entity.id, slug: entity.slug, name: entity.name, kind: ticker.kind })
      .from(ticker)
      .innerJoin(entity, eq(entity.id, ticker.entityId))
      .where(and(eq(ticker.ticker, stored), eq(entity.published, true)))
      // "exchange" sorts before "service"; ticker and kind are unique together.
      .orderBy(asc(eq(ticker.kind, "exchange"))),
  );

/** The slug of the published company that has the CIK, of ten digits; null when there is none. */
export async function findSlugByCik(db: Db, cik: string): Promise<string | null> {
  const found = await first(
    db
      .select(pick(entity, "slug"))
      .from(company)
      .innerJoin(entity, eq(entity.id, company.entityId))
      .where(and(eq(company.companyKey, cik), eq(entity.published, true))),
  );
  return found?.slug ?? null;
}
