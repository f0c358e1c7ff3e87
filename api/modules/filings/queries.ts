import { and, asc, desc, eq, isNotNull, ne, type SQL, sql } from "drizzle-orm";
import { has, rowsOf } from "#api/data/rows-of.ts";
import type { Db } from "#schemas/database/db.ts";
import type { FilingType } from "#schemas/shapes/companies/filing.ts";
import { company } from "#schemas/tables/companies/company.ts";
import { entityFiling, reportingPeriod } from "#schemas/tables/companies/entity-filing.ts";
import { checkFailure, companyQuality } from "#schemas/tables/companies/quality.ts";
import { newestFirst, type PageQuery, page } from "../../data/page.ts";
import { first, pick } from "../../data/rows.ts";

export const filingRows = rowsOf(entityFiling);
export const periods = rowsOf(reportingPeriod);

export type FilingRow = typeof entityFiling.$inferSelect;
export type PeriodRow = typeof reportingPeriod.$inferSelect;
/** One chain: what an entity files of one type. */
export interface ChainOf {
  entityId: string;
  schemaType: FilingType;
}

const isOf = ({ entityId, schemaType }: ChainOf) => has(entityFiling, { entityId, schemaType });
const inChain = (chain: ChainOf) => and(isOf(chain), isNotNull(entityFiling.chainVersion)) as SQL;

/** Locks the chain until the transaction ends. Returns its last element; null for an empty chain. */
export async function lockChainEnd(tx: Db, chain: ChainOf): Promise<FilingRow | null> {
  const name = `filings ${chain.entityId} ${chain.schemaType}`;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
  const isLast = desc(entityFiling.chainVersion);
  return first(tx.select().from(entityFiling).where(inChain(chain)).orderBy(isLast).limit(1));
}

/** Other filings of the chain in these states that are about the same period. */
export const listOfPeriod = (
  tx: Db,
  row: FilingRow,
  status: readonly ("submitted" | "verified")[],
) => {
  const { reportingPeriodId } = row;
  const isOther = and(
    isOf(row),
    has(entityFiling, { reportingPeriodId, status }),
    ne(entityFiling.id, row.id),
  );
  return filingRows.list(tx, isOther as SQL);
};

/** The submitted filings, oldest first. */
export const listChain = (db: Db, chain: ChainOf, query: PageQuery) =>
  filingRows.page(db, inChain(chain), query, asc(entityFiling.chainVersion));

/** Submitted filings of the days (UTC, both included), in order of date and id. */
export const listSubmittedOn = (
  db: Db,
  { entityId, from, to }: { entityId: string; from: string; to: string },
  query: PageQuery,
) => {
  const date = sql<string>`to_char(${entityFiling.submittedAt} at time zone 'UTC', 'YYYY-MM-DD')`;
  const { id, schemaType, reportingPeriodId, status } = entityFiling;
  return page(
    db,
    db
      .select({ id, schemaType, reportingPeriodId, status, date })
      .from(entityFiling)
      .where(and(eq(entityFiling.entityId, entityId), sql`${date} between ${from} and ${to}`)),
    [asc(date), asc(id)],
    query,
  );
};

/** Filings of an entity that are submitted or verified, newest first, to 100. */
export const listPublic = (db: Db, entityId: string): Promise<FilingRow[]> =>
  db
    .select()
    .from(entityFiling)
    .where(has(entityFiling, { entityId, status: ["submitted", "verified"] }))
    .orderBy(...newestFirst(entityFiling))
    .limit(100);

export const listPeriods = (db: Db, entityId: string, query: PageQuery) =>
  periods.page(db, { entityId }, query, desc(reportingPeriod.end), asc(reportingPeriod.key));

/** The checks of a period that did not pass; null where nothing of the entity is built. */
export async function listChecks(db: Db, entityId: string, periodKey: string) {
  const [built] = await db
    .select({ key: company.cik })
    .from(company)
    .innerJoin(companyQuality, eq(companyQuality.cik, company.cik))
    .where(eq(company.entityId, entityId));
  if (built === undefined) return null;
  return db
    .select({
      check: checkFailure.checkId,
      ...pick(checkFailure, "severity", "outcome", "concept", "reason", "difference"),
    })
    .from(checkFailure)
    .where(and(eq(checkFailure.cik, built.key), eq(checkFailure.subject, periodKey)))
    .orderBy(asc(checkFailure.position));
}
