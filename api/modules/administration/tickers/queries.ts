import { asc, eq, sql } from "drizzle-orm";
import { type PageQuery, page } from "#api/data/page.ts";
import { findValue, first } from "#api/data/rows.ts";
import { has, rowsOf } from "#api/data/rows-of.ts";
import type { Db } from "#schemas/database/db.ts";
import { lockSpaces } from "#schemas/database/lock-spaces.ts";
import { company, entity, ticker as tickers } from "#schemas/tables/companies/company.ts";

/** What companies claim on exchanges is settled under the same lock. */
export const lockTickers = (tx: Db) =>
  tx.execute(sql`select pg_advisory_xact_lock(${lockSpaces.tickers}, hashtext(''))`);

/** Who answers to a ticker, and how: first on an exchange. */
export const listHolders = (tx: Db, ticker: string) =>
  tx
    .select({ entityId: tickers.entityId, kind: tickers.kind, name: entity.name })
    .from(tickers)
    .innerJoin(entity, eq(entity.id, tickers.entityId))
    .where(eq(tickers.ticker, ticker))
    .orderBy(asc(tickers.kind));

/** The service ticker of a company; null for none. */
export const findServiceTicker = (db: Db, entityId: string): Promise<string | null> =>
  findValue(db, tickers, "ticker", has(tickers, { entityId, kind: "service" }));

export const deleteServiceTicker = (tx: Db, entityId: string): Promise<boolean> =>
  rowsOf(tickers).remove(tx, { entityId, kind: "service" });

export async function insertServiceTicker(tx: Db, entityId: string, ticker: string): Promise<void> {
  await tx.insert(tickers).values({ entityId, ticker, kind: "service" });
}

/** The key of a company that has statements; null for an entity without. */
export const findCik = (db: Db, entityId: string): Promise<string | null> =>
  findValue(db, company, "companyKey", eq(company.entityId, entityId));

/** Service tickers with their companies, in their order. */
export async function listServiceTickers(db: Db, query: PageQuery) {
  const select = db
    .select({ ticker: tickers.ticker, entityId: tickers.entityId, entityName: entity.name })
    .from(tickers)
    .innerJoin(entity, eq(entity.id, tickers.entityId))
    .where(eq(tickers.kind, "service"));
  return page(db, select, [asc(tickers.ticker)], query);
}

/** The entity with a slug, an id or a ticker; null for none. */
export const findEntityNamed = async (db: Db, name: string): Promise<string | null> =>
  (
    await first(
      db
        .select({ id: entity.id })
        .from(entity)
        .where(
          sql`${entity.slug} = ${name} or ${entity.id}::text = ${name.toLowerCase()}
          or ${entity.id} in (select t.entity_id from ${tickers} t where t.ticker = ${name.toUpperCase()})`,
        )
        .limit(1),
    )
  )?.id ?? null;
