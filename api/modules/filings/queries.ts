import { and, asc, desc, eq, inArray, isNotNull, ne, sql } from "drizzle-orm";
import type { Db } from "#schemas/database/db.ts";
import type { FilingType } from "#schemas/shapes/companies/filing.ts";
import { company } from "#schemas/tables/companies/company.ts";
import { entityFiling, reportingPeriod } from "#schemas/tables/companies/entity-filing.ts";
import { checkFailure, companyQuality } from "#schemas/tables/companies/quality.ts";
import { newestFirst, type PageQuery, page } from "../../data/page.ts";
import { findOne, first, inserted, pick } from "../../data/rows.ts";

export type FilingRow = typeof entityFiling.$inferSelect;
export type PeriodRow = typeof reportingPeriod.$inferSelect;
/** One chain: what an entity files of one type. */
export interface ChainOf {
  entityId: string;
  schemaType: FilingType;
}

export const findFiling = (db: Db, id: string): Promise<FilingRow | null> =>
  findOne(db, entityFiling, eq(entityFiling.id, id));

/** The row, locked until the transaction ends. */
export const lockFiling = (tx: Db, id: string): Promise<FilingRow | null> =>
  first(tx.select().from(entityFiling).where(eq(entityFiling.id, id)).for("update"));

export const insertFiling = async (db: Db, values: typeof entityFiling.$inferInsert) =>
  inserted(await db.insert(entityFiling).values(values).returning());

/** Null when it is no longer a draft. */
export async function updateDraft(
  db: Db,
  id: string,
  values: Partial<typeof entityFiling.$inferInsert>,
): Promise<FilingRow | null> {
  const isDraft = and(eq(entityFiling.id, id), eq(entityFiling.status, "draft"));
  return first(db.update(entityFiling).set(values).where(isDraft).returning());
}

/** False when it is no longer a draft. */
export async function deleteDraft(db: Db, id: string): Promise<boolean> {
  const isDraft = and(eq(entityFiling.id, id), eq(entityFiling.status, "draft"));
  const gone = await db.delete(entityFiling).where(isDraft).returning({ id: entityFiling.id });
  return gone.length > 0;
}

const isOf = ({ entityId, schemaType }: ChainOf) =>
  and(eq(entityFiling.entityId, entityId), eq(entityFiling.schemaType, schemaType));

/** Locks the chain until the transaction ends. Returns its last element; null for an empty chain. */
export async function lockChainEnd(tx: Db, chain: ChainOf): Promise<FilingRow | null> {
  const name = `filings ${chain.entityId} ${chain.schemaType}`;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
  return first(
    tx
      .select()
      .from(entityFiling)
      .where(and(isOf(chain), isNotNull(entityFiling.chainVersion)))
      .orderBy(desc(entityFiling.chainVersion))
      .limit(1),
  );
}

/** Other filings of the chain in these states that are about the same period. */
export function listOfPeriod(
  tx: Db,
  row: FilingRow,
  states: readonly ("submitted" | "verified")[],
) {
  return tx
    .select({ id: entityFiling.id })
    .from(entityFiling)
    .where(
      and(
        isOf(row),
        eq(entityFiling.reportingPeriodId, row.reportingPeriodId),
        inArray(entityFiling.status, [...states]),
        ne(entityFiling.id, row.id),
      ),
    );
}

/** The submitted filings, oldest first. */
export const listChain = (db: Db, chain: ChainOf, query: PageQuery) =>
  page(
    db,
    db
      .select()
      .from(entityFiling)
      .where(and(isOf(chain), isNotNull(entityFiling.chainVersion))),
    [asc(entityFiling.chainVersion)],
    query,
  );

/** All filings of an entity, drafts too, newest first. */
export const listFilings = (db: Db, entityId: string, query: PageQuery) =>
  page(
    db,
    db.select().from(entityFiling).where(eq(entityFiling.entityId, entityId)),
    newestFirst(entityFiling),
    query,
  );

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
    .where(
      and(
        eq(entityFiling.entityId, entityId),
        inArray(entityFiling.status, ["submitted", "verified"]),
      ),
    )
    .orderBy(...newestFirst(entityFiling))
    .limit(100);

export async function findPeriod(db: Db, entityId: string, key: string): Promise<PeriodRow | null> {
  const isIt = and(eq(reportingPeriod.entityId, entityId), eq(reportingPeriod.key, key));
  return findOne(db, reportingPeriod, isIt);
}

export async function findPeriodById(
  db: Db,
  entityId: string,
  id: string,
): Promise<PeriodRow | null> {
  const isIt = and(eq(reportingPeriod.entityId, entityId), eq(reportingPeriod.id, id));
  return findOne(db, reportingPeriod, isIt);
}

/** Null when the entity has a period of this key. */
export const insertPeriod = (
  db: Db,
  values: typeof reportingPeriod.$inferInsert,
): Promise<PeriodRow | null> =>
  first(db.insert(reportingPeriod).values(values).onConflictDoNothing().returning());

export const listPeriods = (db: Db, entityId: string, query: PageQuery) =>
  page(
    db,
    db.select().from(reportingPeriod).where(eq(reportingPeriod.entityId, entityId)),
    [desc(reportingPeriod.end), asc(reportingPeriod.key)],
    query,
  );

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
