import { and, asc, desc, eq, inArray } from "drizzle-orm";
import { ticker, tickerClaim } from "#schemas/tables/companies/company.ts";
import { canonicalTicker } from "#schemas/ticker.ts";
import type { BuiltCompany } from "../builder/built-company.ts";
import { entityIdOf } from "./identity.ts";
import { lockFor, on, type Queryable, upsert } from "./transaction.ts";

interface Claim {
  ticker: string;
  exchange: string | null;
  position: number;
  claimedAt: string;
}

/**
 * Records what the company claims and settles every ticker concerned: the newest claim holds, and of two
 * of the same time the higher CIK. A moved ticker thus answers for its current holder only, in whatever
 * order the documents of the two companies came.
 */
export async function storeTickers(client: Queryable, company: BuiltCompany): Promise<void> {
  const claims = claimsOf(company);
  const { ticker: symbol, exchange, position, claimedAt } = tickerClaim;
  const isOfCompany = eq(tickerClaim.companyKey, company.cik);
  const before: Claim[] = await on(client)
    .select({ ticker: symbol, exchange, position, claimedAt })
    .from(tickerClaim)
    .where(isOfCompany)
    .orderBy(asc(position));
  if (JSON.stringify(before) === JSON.stringify(claims)) return;

  await lockFor(client, "tickers", "");
  await on(client).delete(tickerClaim).where(isOfCompany);
  for (const claim of claims) {
    await on(client)
      .insert(tickerClaim)
      .values({ companyKey: company.cik, ...claim });
  }
  const concerned = new Set([...before, ...claims].map((claim) => claim.ticker));
  for (const concernedTicker of [...concerned].sort()) await settleTicker(client, concernedTicker);
}

function claimsOf(company: BuiltCompany): Claim[] {
  const symbols = new Set<string>();
  return company.profile.tickers
    .map(({ ticker, exchange }) => ({ ticker: canonicalTicker(ticker), exchange }))
    .filter(({ ticker }) => ticker !== "" && !symbols.has(ticker) && symbols.add(ticker))
    .map(({ ticker, exchange }, position) => ({
      ticker,
      exchange,
      position,
      claimedAt: company.profileFetchedAt,
    }));
}

async function settleTicker(client: Queryable, symbol: string): Promise<void> {
  const [winner] = await on(client)
    .select()
    .from(tickerClaim)
    .where(eq(tickerClaim.ticker, symbol))
    .orderBy(desc(tickerClaim.claimedAt), desc(tickerClaim.companyKey))
    .limit(1);
  if (!winner) {
    await on(client)
      .delete(ticker)
      .where(and(eq(ticker.ticker, symbol), isOfExchange));
    return;
  }
  const row: typeof ticker.$inferInsert = {
    ticker: symbol,
    kind: "exchange",
    entityId: entityIdOf(winner.companyKey),
    exchange: winner.exchange,
    isPrimary: winner.position === 0,
  };
  await upsert(client, ticker, row, { keys: [ticker.ticker, ticker.kind] });
}

const isOfExchange = eq(ticker.kind, "exchange");

/**
 * Some company that answers to an exchange ticker, the first by ticker; with `ciks` one of those. Null while there is none.
 */
export async function firstTicker(
  db: Queryable,
  ciks: readonly string[] | null = null,
): Promise<{ ticker: string; entityId: string } | null> {
  const isAsked = ciks === null ? undefined : inArray(ticker.entityId, ciks.map(entityIdOf));
  const [row] = await on(db)
    .select({ ticker: ticker.ticker, entityId: ticker.entityId })
    .from(ticker)
    .where(and(isOfExchange, isAsked))
    .orderBy(asc(ticker.ticker))
    .limit(1);
  return row ?? null;
}
