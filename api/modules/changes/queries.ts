import { and, asc, desc, eq, gt, gte, inArray, max, min, sql } from "drizzle-orm";
import type { Db } from "#schemas/database/db.ts";
import type { ChangeType } from "#schemas/shapes/companies/change.ts";
import { companyChange } from "#schemas/tables/companies/change.ts";
import { company, entity, ticker } from "#schemas/tables/companies/company.ts";
import { findOne, first, pick } from "../../data/rows.ts";
import { subquery } from "../../data/subquery.ts";
import { isKnown } from "../../data/visible-to.ts";

const mainTicker = subquery<string | null>`select t.ticker from ${ticker} t
  where t.entity_id = ${entity.id} order by t.kind = 'service' desc, t.is_primary desc, t.ticker limit 1`;

/** Changes of companies that everybody may know of, with what names the company. */
const select = (db: Db) =>
  db
    .select({
      ...pick(companyChange, "position", "id", "type", "detail", "recordedAt"),
      entity: {
        entityId: entity.id,
        ...pick(entity, "name", "slug"),
        ticker: mainTicker.as("main_ticker"),
      },
      cik: company.companyKey,
    })
    .from(companyChange)
    .innerJoin(entity, eq(entity.id, companyChange.entityId))
    .innerJoin(company, eq(company.entityId, companyChange.entityId));

export type ChangeRow = Awaited<ReturnType<typeof listChanges>>[number];

export interface ChangesWanted {
  /** The position after which they begin. */
  after: number;
  entityId?: string | undefined;
  types?: readonly ChangeType[] | undefined;
  limit: number;
}

/** Changes after a position, in the order in which they were committed. */
export function listChanges(db: Db, { after, entityId, types, limit }: ChangesWanted) {
  return select(db)
    .where(
      and(
        gt(companyChange.position, after),
        entityId === undefined ? undefined : eq(companyChange.entityId, entityId),
        types === undefined ? undefined : inArray(companyChange.type, [...types]),
        isKnown(),
      ),
    )
    .orderBy(asc(companyChange.position))
    .limit(limit);
}

/** The newest changes of a company, newest first. */
export const listNewest = (db: Db, entityId: string, limit: number) =>
  select(db)
    .where(and(eq(companyChange.entityId, entityId), isKnown()))
    .orderBy(desc(companyChange.position))
    .limit(limit);

/** Finds a change by its id, without checking access to its company. Null when it was deleted. */
export const findChange = (db: Db, position: number) =>
  first(select(db).where(eq(companyChange.position, position)));

/** A company that everybody may know of; null when there is none. */
export const findCompany = (db: Db, id: string) =>
  findOne(
    db,
    entity,
    and(eq(entity.id, id), isKnown()),
    pick(entity, "id", "name", "slug", "updatedAt"),
  );

/** The position before the first change that was recorded at a time or later, or that of the newest one. */
export async function positionBefore(db: Db, time: string): Promise<number> {
  const [row] = await db
    .select({ position: min(companyChange.position) })
    .from(companyChange)
    .where(gte(companyChange.recordedAt, sql`${time}::timestamptz`));
  return row?.position == null ? newestPosition(db) : row.position - 1;
}

/** The position of the newest change that is committed; 0 before the first. */
export async function newestPosition(db: Db): Promise<number> {
  const [row] = await db.select({ position: max(companyChange.position) }).from(companyChange);
  return row?.position ?? 0;
}

/** When the oldest change that is kept was recorded; null without any. */
export const findKeptSince = async (db: Db): Promise<string | null> => {
  const oldest = await db
    .select({ at: companyChange.recordedAt })
    .from(companyChange)
    .orderBy(asc(companyChange.position))
    .limit(1);
  return oldest[0]?.at ?? null;
};
