import { and, asc, desc, eq, isNotNull, max, min, ne, not, or, type SQL, sql } from "drizzle-orm";
import { has, rowsOf } from "#api/data/rows-of.ts";
import type { Db } from "#schemas/database/db.ts";
import type { FilingType, VerificationTier } from "#schemas/shapes/companies/filing.ts";
import { company, entity } from "#schemas/tables/companies/company.ts";
import { entityFiling, reportingPeriod } from "#schemas/tables/companies/entity-filing.ts";
import { rawDocument } from "#schemas/tables/companies/filing.ts";
import { checkFailure, companyQuality } from "#schemas/tables/companies/quality.ts";
import { companyScreen } from "#schemas/tables/companies/screen.ts";
import { servedDocument } from "#schemas/tables/companies/statement.ts";
import { tellCompanyChanged } from "../../data/company-changed.ts";
import { newestFirst, type PageQuery, page } from "../../data/page.ts";
import { first, pick } from "../../data/rows.ts";
import { buildKeyFor, type Viewer } from "../../data/visible-to.ts";
import { isOpenedTo } from "../access-packages/service.ts";

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
  status: readonly ("submitted" | "verified" | "superseded")[],
) => {
  const { reportingPeriodId } = row;
  const isOther = and(
    isOf(row),
    has(entityFiling, { reportingPeriodId, status }),
    ne(entityFiling.id, row.id),
  );
  return filingRows.list(tx, isOther as SQL);
};

/** Filings of all entities that wait for a verifier, oldest first. */
export async function listWaiting(db: Db, query: PageQuery) {
  const select = db
    .select({
      ...pick(entityFiling, "id", "schemaType", "reportingPeriodId", "status"),
      ...pick(entityFiling, "verificationTier", "isPublic", "entityId"),
      entityName: entity.name,
      submittedAt: entityFiling.submittedAt,
    })
    .from(entityFiling)
    .innerJoin(entity, eq(entity.id, entityFiling.entityId))
    .where(eq(entityFiling.status, "submitted"));
  return page(db, select, [asc(entityFiling.submittedAt), asc(entityFiling.id)], query);
}

/** The submitted filings, oldest first; for a reader outside the team only those that they may read. */
export const listChain = (db: Db, chain: ChainOf, query: PageQuery, reader: Reader | "team") => {
  const isRead = reader === "team" ? undefined : isReadableBy(reader);
  const where = and(inChain(chain), isRead) as SQL;
  return filingRows.page(db, where, query, asc(entityFiling.chainVersion));
};

/** A reader outside the team. */
export interface Reader {
  /** Null for one without an account. */
  userId: string | null;
  /** True where the reader may know of the entity. */
  knowsEntity: boolean;
}

/**
 * SQL condition on `entity_filing`: a reader outside the team may read it. It is in force, and public or opened to them by
 * a package. What was rejected or superseded is the team's.
 */
function isReadableBy({ userId, knowsEntity }: Reader): SQL {
  const isShown = and(eq(entityFiling.isPublic, true), sql`${knowsEntity}::boolean`);
  const isOpened = userId === null ? undefined : isOpenedTo("filing", userId);
  return and(has(entityFiling, { status: [...inForce] }), or(isShown, isOpened)) as SQL;
}

/** The first place of the chain that the reader may not read; null where they may read all of it. */
export async function findFirstHidden(
  db: Db,
  chain: ChainOf,
  reader: Reader,
): Promise<number | null> {
  const [row] = await db
    .select({ version: min(entityFiling.chainVersion) })
    .from(entityFiling)
    .where(and(inChain(chain), not(isReadableBy(reader))));
  return row?.version ?? null;
}

/** True where a reader outside the team may read the filing. */
export const mayRead = (db: Db, id: string, reader: Reader): Promise<boolean> =>
  filingRows.exists(db, and(eq(entityFiling.id, id), isReadableBy(reader)) as SQL);

const inForce = ["submitted", "verified"] as const;

/** The filings of an entity that are in force, oldest first, to 1000. */
export const listInForce = (db: Db, entityId: string) =>
  db
    .select(pick(entityFiling, "id", "schemaType", "reportingPeriodId", "isPublic"))
    .from(entityFiling)
    .where(has(entityFiling, { entityId, status: [...inForce] }))
    .orderBy(asc(entityFiling.submittedAt), asc(entityFiling.id))
    .limit(1000);

/** The highest tier of an entity's public filings in force; null without one. */
export const findHighestPublicTier = async (
  db: Db,
  entityId: string,
): Promise<VerificationTier | null> => {
  const [row] = await db
    .select({ tier: max(entityFiling.verificationTier) })
    .from(entityFiling)
    .where(has(entityFiling, { entityId, status: [...inForce], isPublic: true }));
  return row?.tier ?? null;
};

/** Whether the filing in force of the same period is public; false without one. */
export const isPeriodPublic = (
  db: Db,
  of: ChainOf & Pick<FilingRow, "reportingPeriodId">,
): Promise<boolean> => {
  const { reportingPeriodId } = of;
  const isIt = has(entityFiling, { reportingPeriodId, status: [...inForce], isPublic: true });
  return filingRows.exists(db, and(isOf(of), isIt) as SQL);
};

/**
 * Takes figures back that everybody read until now: nothing that was built from the filing answers any more. The build
 * job makes again what is still public. A build that runs meanwhile is refused, because its document is gone.
 */
export async function withdrawFigures(tx: Db, { id, entityId }: FilingRow): Promise<void> {
  await tx.delete(rawDocument).where(has(rawDocument, { url: `filing:${id}` }));
  await tellCompanyChanged(tx, entityId);
  // The figures of a company with a CIK are the regulator's: the job builds them without the filing.
  if (!(await rowsOf(company).remove(tx, { entityId, companyKey: entityId }))) return;
  const kind = ["terminal", "financials"] as const;
  await tx.delete(servedDocument).where(has(servedDocument, { entityId, kind: [...kind] }));
  await tx.delete(companyScreen).where(has(companyScreen, { entityId }));
}

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

/** Public filings of an entity that are in force, newest first, to 100. */
export const listPublic = (db: Db, entityId: string): Promise<FilingRow[]> =>
  db
    .select()
    .from(entityFiling)
    .where(has(entityFiling, { entityId, status: [...inForce], isPublic: true }))
    .orderBy(...newestFirst(entityFiling))
    .limit(100);

export const listPeriods = (db: Db, entityId: string, query: PageQuery) =>
  periods.page(db, { entityId }, query, desc(reportingPeriod.end), asc(reportingPeriod.key));

/** The checks of a period that did not pass, in the figures that the viewer reads; null where nothing is built. */
export async function listChecks(
  db: Db,
  entityId: string,
  { periodKey, viewer }: { periodKey: string; viewer: Viewer | null },
) {
  const [built] = await db
    .select({ key: companyQuality.companyKey })
    .from(entity)
    .leftJoin(company, eq(company.entityId, entity.id))
    .innerJoin(companyQuality, eq(companyQuality.companyKey, buildKeyFor(viewer)))
    .where(eq(entity.id, entityId));
  if (built === undefined) return null;
  return db
    .select({
      check: checkFailure.checkId,
      ...pick(checkFailure, "severity", "outcome", "concept", "reason", "difference"),
    })
    .from(checkFailure)
    .where(and(eq(checkFailure.companyKey, built.key), eq(checkFailure.subject, periodKey)))
    .orderBy(asc(checkFailure.position));
}
