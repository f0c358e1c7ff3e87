import { and, asc, eq, sql } from "drizzle-orm";
import type { Db } from "#schemas/db.ts";
import { company, entity, ticker } from "#schemas/tables/company.ts";
import { servedDocument } from "#schemas/tables/statement.ts";

/**
 * Reads a served document, packed; null when there is no such published entity, or nothing has been built for
 * it. Prepared once: making the query anew costs three times the read.
 */
export function servedDocumentReader(db: Db) {
  const wanted = and(
    eq(servedDocument.entityId, sql.placeholder("entityId")),
    eq(servedDocument.kind, sql.placeholder("kind")),
    eq(entity.published, true),
  );
  const query = db
    .select({ body: servedDocument.body, etag: servedDocument.etag })
    .from(servedDocument)
    .innerJoin(entity, eq(entity.id, servedDocument.entityId))
    .where(wanted)
    .prepare("served_document");
  return async (
    entityId: string,
    kind: "terminal" | "financials",
  ): Promise<{ body: Buffer; etag: string } | null> => {
    const [row] = await query.execute({ entityId, kind });
    return row ?? null;
  };
}

export type CompanyRow = NonNullable<Awaited<ReturnType<typeof findPublishedCompany>>>;

/** A published entity with its regulator data (null for an entity without any). Null when there is none. */
export async function findPublishedCompany(db: Db, slug: string) {
  const [row] = await db
    .select({
      entity: {
        id: entity.id,
        name: entity.name,
        slug: entity.slug,
        entityType: entity.entityType,
        description: entity.description,
        logoUrl: entity.logoUrl,
        bannerUrl: entity.bannerUrl,
        claimStatus: entity.claimStatus,
        verified: entity.verified,
        createdAt: entity.createdAt,
      },
      company: {
        cik: company.cik,
        secName: company.secName,
        sic: company.sic,
        sicDescription: company.sicDescription,
        stateOfIncorporation: company.stateOfIncorporation,
        description: company.description,
        website: company.website,
        phone: company.phone,
        addresses: company.addresses,
        formerNames: company.formerNames,
      },
    })
    .from(entity)
    .leftJoin(company, eq(company.entityId, entity.id))
    .where(and(eq(entity.slug, slug), eq(entity.published, true)));
  return row ?? null;
}

/** Holders of a ticker in its stored form among published entities, the service ticker first. */
export async function findByTicker(db: Db, stored: string) {
  const [row] = await db
    .select({ entityId: entity.id, slug: entity.slug, name: entity.name, kind: ticker.kind })
    .from(ticker)
    .innerJoin(entity, eq(entity.id, ticker.entityId))
    .where(and(eq(ticker.ticker, stored), eq(entity.published, true)))
    // "exchange" sorts before "service"; ticker and kind are unique together.
    .orderBy(asc(eq(ticker.kind, "exchange")));
  return row ?? null;
}
