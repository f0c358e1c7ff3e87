import { and, asc, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import { has } from "#api/data/rows-of.ts";
import type { Db } from "#schemas/database/db.ts";
import type { FiscalPeriod, StatementType } from "#schemas/shapes/companies/statement.ts";
import { company, entity } from "#schemas/tables/companies/company.ts";
import { companyFacts, statement } from "#schemas/tables/companies/statement.ts";
import { first, pick } from "../../data/rows.ts";
import { buildKeyFor, type Viewer, visibleTo } from "../../data/visible-to.ts";

export interface StatementSubject {
  entityId: string;
  entityName: string;
  /** The pipeline's key of the company; null for an entity without statements. */
  cik: string | null;
}

/** Null when there is no such entity, or the viewer may not know of it. */
export const findSubject = (
  db: Db,
  entityId: string,
  viewer: Viewer | null,
): Promise<StatementSubject | null> =>
  first(
    db
      .select({ entityId: entity.id, entityName: entity.name, cik: buildKeyFor(viewer) })
      .from(entity)
      .leftJoin(company, eq(company.entityId, entity.id))
      .where(and(eq(entity.id, entityId), visibleTo(viewer))),
  );

export interface StatementFilter {
  cik: string;
  fiscalPeriods: readonly FiscalPeriod[] | null;
  statementType: StatementType | null;
  limit: number;
}

export type StatementRow = Awaited<ReturnType<typeof listStatements>>[number];

/** Newest period first; within a period end the longer period first, then the statements in reading order. */
export async function listStatements(db: Db, filter: StatementFilter) {
  const { cik, fiscalPeriods, statementType, limit } = filter;
  const conditions: SQL[] = [eq(statement.companyKey, cik)];
  if (fiscalPeriods !== null) {
    conditions.push(inArray(statement.fiscalPeriod, [...fiscalPeriods]));
  }
  if (statementType !== null) conditions.push(eq(statement.statementType, statementType));
  return db
    .select({
      ...pick(statement, "periodKey", "fiscalYear", "fiscalPeriod", "periodStart", "periodEnd"),
      ...pick(statement, "statementType", "currency", "template", "status", "sfrsSchemaId"),
      ...pick(statement, "sfrsVersion", "registryVersion", "fields", "missingFields", "reasons"),
      ...pick(statement, "source", "sources", "filings"),
    })
    .from(statement)
    .where(and(...conditions))
    .orderBy(
      desc(statement.periodEnd),
      asc(statement.periodStart),
      asc(readingOrder),
      asc(statement.periodKey),
    )
    .limit(limit);
}

const readingOrder = sql`array_position(array['income_statement','balance_sheet','cash_flow_statement','company_facts'], ${statement.statementType})`;

/**
 * One persisted statement with the company's facts document, read in one statement: lineage numbers
 * are indexes into exactly that document. Null when the period or the statement does not exist.
 */
export const findTraced = (
  db: Db,
  { cik, periodKey, statementType }: { cik: string; periodKey: string; statementType: string },
) =>
  first(
    db
      .select({
        ...pick(statement, "periodKey", "periodStart", "periodEnd", "currency", "registryVersion"),
        ...pick(statement, "registrySha256", "fields", "reasons", "lineage", "notes", "source"),
        ...pick(statement, "template"),
        facts: companyFacts.body,
      })
      .from(statement)
      .leftJoin(companyFacts, eq(companyFacts.companyKey, statement.companyKey))
      .where(has(statement, { companyKey: cik, periodKey, statementType })),
  );
