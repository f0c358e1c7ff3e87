import { canonicalTicker } from "#schemas/ticker.ts";
import type { BuiltCompany } from "../builder/built-company.ts";
import { entityIdOf } from "./identity.ts";
import { lockFor, type Queryable } from "./transaction.ts";

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
  const { rows } = await client.query(
    'select ticker, exchange, position, to_char(claimed_at at time zone \'UTC\', \'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"\') as "claimedAt" ' +
      "from ticker_claim where cik = $1 order by position",
    [company.cik],
  );
  const before = rows as Claim[];
  if (JSON.stringify(before) === JSON.stringify(claims)) return;

  await lockFor(client, "tickers", "");
  await client.query("delete from ticker_claim where cik = $1", [company.cik]);
  for (const claim of claims) {
    await client.query(
      "insert into ticker_claim (cik, ticker, exchange, position, claimed_at) values ($1, $2, $3, $4, $5)",
      [company.cik, claim.ticker, claim.exchange, claim.position, claim.claimedAt],
    );
  }
  const concerned = new Set([...before, ...claims].map((claim) => claim.ticker));
  for (const ticker of [...concerned].sort()) await settleTicker(client, ticker);
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

async function settleTicker(client: Queryable, ticker: string): Promise<void> {
  const { rows } = await client.query(
    "select cik, exchange, position from ticker_claim where ticker = $1 order by claimed_at desc, cik desc limit 1",
    [ticker],
  );
  const winner = rows[0] as { cik: string; exchange: string | null; position: number } | undefined;
  if (!winner) {
    await client.query("delete from ticker where ticker = $1 and kind = 'exchange'", [ticker]);
    return;
  }
  await client.query(
    `insert into ticker (ticker, kind, entity_id, exchange, is_primary) values ($1, 'exchange', $2, $3, $4)
     on conflict (ticker, kind) do update set entity_id = excluded.entity_id, exchange = excluded.exchange,
       is_primary = excluded.is_primary
     where (ticker.entity_id, ticker.exchange, ticker.is_primary)
       is distinct from (excluded.entity_id, excluded.exchange, excluded.is_primary)`,
    [ticker, entityIdOf(winner.cik), winner.exchange, winner.position === 0],
  );
}

/**
 * Some company that answers to an exchange ticker, the first by ticker; with `ciks` one of those. Null while there is none.
 */
export async function firstTicker(
  db: Queryable,
  ciks: readonly string[] | null = null,
): Promise<{ ticker: string; entityId: string } | null> {
  const { rows } = await db.query(
    `select ticker, entity_id as "entityId" from ticker where kind = 'exchange'
       and ($1::uuid[] is null or entity_id = any($1)) order by ticker limit 1`,
    [ciks?.map(entityIdOf) ?? null],
  );
  return rows[0] ?? null;
}
