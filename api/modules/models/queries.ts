import { and, desc, eq } from "drizzle-orm";
import { cikOf, isTeamKey } from "#schemas/company-key.ts";
import type { Db } from "#schemas/database/db.ts";
import { company, entity, ticker } from "#schemas/tables/companies/company.ts";
import { companyFacts, servedDocument, statement } from "#schemas/tables/companies/statement.ts";
import { findValue, first, pick } from "../../data/rows.ts";
import { subquery } from "../../data/subquery.ts";
import { buildKeyFor, type Viewer, visibleTo } from "../../data/visible-to.ts";

export interface ModelSubject {
  entityId: string;
  /** Null for an entity that files with no regulator. */
  cik: string | null;
  sic: string | null;
  updatedAt: string;
}

/** Null when there is no such entity, or the viewer may not know of it. */
export const findModelSubject = (
  db: Db,
  entityId: string,
  viewer: Viewer | null,
): Promise<ModelSubject | null> =>
  first(
    db
      .select({
        entityId: entity.id,
        cik: buildKeyFor(viewer),
        sic: company.sic,
        updatedAt: entity.updatedAt,
      })
      .from(entity)
      .leftJoin(company, eq(company.entityId, entity.id))
      .where(and(eq(entity.id, entityId), visibleTo(viewer))),
  );

/** What a file says of the company; null when there is no such published entity. */
export async function findNamedCompany(
  db: Db,
  entityId: string,
  viewer: Viewer | null,
): Promise<{ name: string; cik: string | null; ticker: string | null } | null> {
  const primary = subquery<
    string | null
  >`select t.ticker from ${ticker} t where t.entity_id = ${entity.id} and t.kind = 'exchange' order by t.is_primary desc, t.ticker limit 1`;
  const [row] = await db
    .select({ name: entity.name, cik: company.companyKey, ticker: primary })
    .from(entity)
    .leftJoin(company, eq(company.entityId, entity.id))
    .where(and(eq(entity.id, entityId), visibleTo(viewer)));
  return row === undefined ? null : { ...row, cik: row.cik === null ? null : cikOf(row.cik) };
}

export type StoredModelRows = Awaited<ReturnType<typeof readModelRows>>;

/**
 * What models read of a company: its statements, newest first, its table of trailing twelve months as served,
 * and its facts. All of one build: lineage numbers are indexes into exactly these facts.
 */
export async function readModelRows(db: Db, { cik, entityId }: { cik: string; entityId: string }) {
  return db.transaction(
    async (tx) => {
      const statements = await tx
        .select({
          ...pick(statement, "periodKey", "fiscalYear", "fiscalPeriod"),
          start: statement.periodStart,
          end: statement.periodEnd,
          ...pick(statement, "currency", "template", "fields", "lineage", "filings"),
          ...pick(statement, "reasons", "notes", "source"),
        })
        .from(statement)
        .where(eq(statement.companyKey, cik))
        .orderBy(desc(statement.periodEnd), desc(statement.periodStart), statement.periodKey);
      const [financials] = await tx
        .select({ body: servedDocument.body })
        .from(servedDocument)
        .where(
          and(
            eq(servedDocument.entityId, entityId),
            eq(servedDocument.kind, isTeamKey(cik) ? "team_financials" : "financials"),
          ),
        );
      return { statements, financials: financials?.body ?? null, facts: await readFacts(tx, cik) };
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
}

const readFacts = (db: Pick<Db, "select">, cik: string): Promise<Buffer | null> =>
  findValue(db, companyFacts, "body", eq(companyFacts.companyKey, cik));
