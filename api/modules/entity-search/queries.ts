import { count, eq, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Db, Tx } from "#schemas/database/db.ts";
import { company, entity, foldName, ticker } from "#schemas/tables/companies/company.ts";
import { escapeLike, halvesOf, type OneSlip } from "./typo-variants.ts";

const c = alias(company, "c");

export interface FoundRow {
  id: string;
  name: string;
  slug: string;
  entityType: string;
  cik: string | null;
  ticker: string | null;
  exchange: string | null;
  /** Rank of the match, the lowest is the best; see `hits`. */
  rank: number;
}

interface PageOf {
  limit: number;
  offset: number;
}

/** Published entities by name. */
export async function listEntities(db: Db, page: PageOf) {
  const [counted] = await db
    .select({ total: count() })
    .from(entity)
    .where(eq(entity.published, true));
  const answer = await db.execute<FoundRow & Record<string, unknown>>(sql`
    select ${rowColumns} , 0 as rank from ${entity} e ${rowJoins} where e.published
    order by lower(e.name), e.id limit ${page.limit} offset ${page.offset}`);
  return { rows: answer.rows as FoundRow[], total: counted?.total ?? 0 };
}

const rowColumns = sql`e.id, e.name, e.slug, e.entity_type as "entityType", ${c.companyKey} as cik, main.ticker, main.exchange`;

// The service ticker first, then the primary one.
const rowJoins = sql`left join ${company} c on c.entity_id = e.id
  left join lateral (select t.ticker, t.exchange from ${ticker} t where t.entity_id = e.id
    order by t.kind = 'service' desc, t.is_primary desc, t.ticker limit 1) main on true`;

/** The text as names are kept for searching. */
export async function foldText(db: Db, text: string): Promise<string> {
  const { rows } = await db.execute<{ folded: string }>(
    sql`select ${foldName(sql`${text}::text`)} as folded`,
  );
  return rows[0]?.folded ?? "";
}

export interface Sought {
  /** Folded like the names; empty: names are not searched. */
  name: string;
  nameSlips: OneSlip;
  /** In the stored form; empty: tickers are not searched. */
  ticker: string;
  tickerSlips: OneSlip;
  /** Ten digits; null where the text is no CIK. */
  cik: string | null;
}

/**
 * How many names are compared for each way of meeting the text: more than that begin with or resemble a common word.
 */
const hitsMax = 500;

/** Least similarity of a whole name to the text. The lower one counts where the higher one finds nothing. */
const wholeSimilarities = [0.5, 0.3];

/** Least similarity of a part of a name to the text. */
const partSimilarity = 0.6;

/** Published entities that the text may mean, best first, in a total order; `total` counts those that were compared. */
export async function findSimilar(db: Tx, sought: Sought, page: PageOf) {
  for (const least of wholeSimilarities) {
    await db.execute(sql`select set_config('pg_trgm.similarity_threshold', ${String(least)}, true),
      set_config('pg_trgm.word_similarity_threshold', ${String(partSimilarity)}, true)`);
    const hits = await findHits(db, sought, page);
    if (hits.total > 0) return hits;
  }
  return { total: 0, rows: [] };
}

async function findHits(db: Tx, sought: Sought, { limit, offset }: PageOf) {
  const answer = await db.execute<{ total: number; rows: FoundRow[] }>(sql`
    with hit as (${sql.join(hits(sought), sql` union all `)}),
    best as (
      select distinct on (entity_id) entity_id, rank, likeness from hit
      order by entity_id, rank, likeness desc
    ),
    found as (
      select e.*, b.rank, b.likeness from best b join ${entity} e on e.id = b.entity_id where e.published
    ),
    shown as (
      select e.*, row_number() over (order by e.rank, e.likeness desc, length(e.name), e.name, e.id) as place
      from found e order by place limit ${limit} offset ${offset}
    ),
    page as (select ${rowColumns}, e.rank, e.place from shown e ${rowJoins})
    select (select count(*)::int from found) as total,
      (select coalesce(json_agg(page order by place), '[]') from page) as rows`);
  return answer.rows[0] ?? { total: 0, rows: [] };
}

/** Rank of the company that has the CIK: nothing else can be meant as certainly. */
export const cikRank = -1;

/** Ranks of an exact ticker and of one with two letters swapped or one doubled. */
export const tickerRanks: readonly number[] = [0, 2];

/** Entities with the rank and likeness of each way in which the text meets them. */
function hits({ name, nameSlips, ticker: symbol, tickerSlips, cik }: Sought): SQL[] {
  const slipped = [...nameSlips.swappedOrDoubled, ...nameSlips.dropped, ...nameSlips.other];
  // Lengths and halves are compared first: they cost nothing beside the patterns.
  const about = (column: SQL, text: string) =>
    sql`length(${column}) between ${text.length - 1}::int and ${text.length + 1}::int`;
  const nameAbout = about(sql`e.search_name`, name);
  const symbolAbout = about(sql`t.ticker`, symbol);
  const isBeginning = name.length >= 5 && name.length <= 24;
  const beginnings = isBeginning ? slipped.map((pattern) => `${pattern}%`) : [];
  const isSlipped = sql`${nameAbout} and ${meetsHalf(name, "")} and ${unindexed} like any(${texts(slipped)})`;
  const beginsSlipped = sql`${meetsHalf(name, "%")} and ${unindexed} like any(${texts(beginnings)})`;
  const primary = sql`case when t.is_primary then 0.5 else 0 end`;
  const like = sql`similarity(e.search_name, ${name})`;
  const byTicker = (rank: number, likeness: SQL, where: SQL) =>
    sql`select t.entity_id, ${sql.raw(String(rank))} as rank, (${likeness})::float8 as likeness from ${ticker} t where ${where}`;
  const byName = (rank: number, likeness: SQL, where: SQL) =>
    sql`(select e.id, ${sql.raw(String(rank))}, (${likeness})::float8 from ${entity} e
      where e.published and ${where} limit ${sql.raw(String(hitsMax))})`;
  const tickers = [
    byTicker(0, sql`case when t.kind = 'service' then 2 else 1 end`, sql`t.ticker = ${symbol}`),
    byTicker(
      2,
      sql`1`,
      sql`${symbolAbout} and t.ticker like any(${texts(tickerSlips.swappedOrDoubled)})`,
    ),
    byTicker(
      5,
      sql`1 + ${primary}`,
      sql`${symbolAbout} and t.ticker like any(${texts(tickerSlips.dropped)})`,
    ),
    byTicker(5, primary, sql`${symbolAbout} and t.ticker like any(${texts(tickerSlips.other)})`),
  ];
  const names = [
    byName(1, sql`1`, sql`e.search_name = ${name}`),
    ...(slipped.length === 0 ? [] : [byName(3, sql`1`, isSlipped)]),
    byName(4, like, sql`e.search_name like ${`${escapeLike(name)}%`}`),
    ...(beginnings.length === 0 ? [] : [byName(5, sql`1.2 + ${like}`, beginsSlipped)]),
    // Two hits rather than one with "or": each of them finds its index.
    byName(6, like, sql`e.search_name % ${name}`),
    byName(6, sql`word_similarity(${name}, e.search_name) * 0.95`, sql`e.search_name %> ${name}`),
    sql`select c.entity_id, 7, word_similarity(${name}, lower(c.former_names::text))::float8
      from ${company} c where lower(c.former_names::text) %> ${name}`,
  ];
  // A CIK finds a company with or without a ticker.
  const holders =
    cik === null
      ? []
      : [
          sql`select c.entity_id, ${sql.raw(String(cikRank))}, 1::float8 from ${company} c where ${c.companyKey} = ${cik}`,
        ];
  // A text of punctuation alone folds to nothing; the first of each is never met by an empty text.
  return [
    ...(symbol === "" ? tickers.slice(0, 1) : tickers),
    ...(name === "" ? [] : names),
    ...holders,
  ];
}

/** An index finds names with a half of the text: few are then compared with every slip. */
function meetsHalf(name: string, rest: "" | "%"): SQL {
  const halves = halvesOf(name).map((half) => sql`e.search_name like ${`${half}${rest}`}`);
  return sql`(${sql.join(halves, sql` or `)})`;
}

// The trigram index would look up each of a hundred patterns: forty times slower than reading every name.
const unindexed = sql`(e.search_name || '')`;

const texts = (values: string[]) => sql`${sql.param(values)}::text[]`;
