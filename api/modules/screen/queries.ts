import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#schemas/database/db.ts";
import { isPricedColumn } from "#schemas/screen-metrics.ts";
import { entity, ticker } from "#schemas/tables/companies/company.ts";
import { companyPriced, companyScreen } from "#schemas/tables/companies/screen.ts";
import type { Condition, Operator } from "./parse-conditions.ts";

export interface ScreenSort {
  column: string;
  isDescending: boolean;
}

export interface ScreenFilter {
  conditions: readonly Condition[];
  sort: readonly ScreenSort[];
  /** Names of columns of the table. */
  columns: readonly string[];
  /** Without prices no company has a figure that takes one. */
  hasPrices: boolean;
  limit: number;
  offset: number;
}

export interface ScreenRow {
  entityId: string;
  name: string;
  slug: string;
  ticker: string | null;
  currency: string | null;
  fiscalYear: number;
  yearEnd: string;
  ttmEnd: string | null;
  /** Day of the close that figures take; null without one, and where no figure of the answer takes one. */
  priceDay: string | null;
  /** In the order of the columns. */
  figures: (number | null)[];
  /** By the names of the columns. */
  reasons: Record<string, string> | null;
  /** The same of what takes a price; null for a company that the job has not reached. */
  priceReasons: Record<string, string> | null;
}

/** Published companies with figures behind an id, in the order of ids; each with its main ticker. */
export async function listMetricCompanies(
  db: Db,
  after: string | null,
  limit: number,
): Promise<{ entityId: string; ticker: string | null; name: string; slug: string }[]> {
  const { rows } = await db.execute<{
    entityId: string;
    ticker: string | null;
    name: string;
    slug: string;
  }>(sql`
    select e.id as "entityId", e.name, e.slug, (select t.ticker from ${ticker} t where t.entity_id = e.id
      order by t.kind = 'service' desc, t.is_primary desc, t.ticker limit 1) as ticker
    from ${companyScreen} s join ${entity} e on e.id = s.entity_id
    where e.published and (${after}::uuid is null or e.id > ${after}::uuid) order by e.id limit ${limit}`);
  return rows;
}

/** What each row says of all that were met. */
interface ScreenTotals {
  total: number;
  currencies: string[];
}

const operatorSql: Record<Operator, SQL> = {
  ">=": sql`>=`,
  "<=": sql`<=`,
  "!=": sql`<>`,
  ">": sql`>`,
  "<": sql`<`,
  "=": sql`=`,
};

/**
 * Published companies that meet all conditions, sorted, then by name; those without the figure come last. `currencies`
 * are those of all that are met; none for a page beyond the last row.
 */
export async function listScreen(
  db: Db,
  { conditions, sort, columns, hasPrices, limit, offset }: ScreenFilter,
): Promise<{ rows: ScreenRow[]; total: number; currencies: string[] }> {
  const named = [...conditions, ...sort].map(({ column }) => column);
  const takesPrice = hasPrices && [...named, ...columns].some(isPricedColumn);
  const from = takesPrice ? fromPriced : sql`from ${companyScreen} s`;
  const figureOf = (column: string) => sqlOf(column, hasPrices);
  const held = conditions.map(({ column, operator, value }) => {
    const typed = typeof value === "number" ? sql`${value}::double precision` : sql`${value}`;
    return sql`${figureOf(column)} ${operatorSql[operator]} ${typed}`;
  });
  const keys = sort.map(({ column }, at) => sql`${figureOf(column)} as ${keyOf(at)}`);
  const order = [
    ...sort.map(({ isDescending }, at) => {
      return sql`p.${keyOf(at)} ${isDescending ? sql`desc` : sql`asc`} nulls last`;
    }),
    sql`p.name`,
    sql`p.entity_id`,
  ];
  const figures = columns.map(figureOf);
  const ofPrice = takesPrice
    ? sql`m.price_day as "priceDay", m.reasons as "priceReasons"`
    : sql`null as "priceDay", null as "priceReasons"`;
  // Only what is sorted by is carried through: the rows are wide, and a page needs few of them.
  const answer = await db.execute<ScreenRow & ScreenTotals & Record<string, unknown>>(sql`
    with met as materialized (
      select ${sql.join([sql`s.entity_id`, sql`e.name`, sql`e.slug`, sql`s.currency`, ...keys], sql`, `)}
      ${from} join ${entity} e on e.id = s.entity_id
      where ${sql.join([sql`e.published`, ...held], sql` and `)}
    ), p as (select * from met p order by ${sql.join(order, sql`, `)} limit ${limit} offset ${offset}),
    counted as materialized (select currency, count(*)::int as companies from met group by currency)
    select p.entity_id as "entityId", p.name, p.slug, main.ticker, s.currency, s.fiscal_year as "fiscalYear",
      s.year_end as "yearEnd", s.ttm_end as "ttmEnd", s.reasons, ${ofPrice}, (select sum(companies)::int from counted) as total,
      (select coalesce(json_agg(currency order by currency), '[]'::json) from counted where currency is not null) as currencies,
      ${figures.length === 0 ? sql`'[]'::json` : sql`json_build_array(${sql.join(figures, sql`, `)})`} as figures
    ${from} join p on p.entity_id = s.entity_id
    left join lateral (select t.ticker from ${ticker} t where t.entity_id = p.entity_id
      order by t.kind = 'service' desc, t.is_primary desc, t.ticker limit 1) main on true
    order by ${sql.join(order, sql`, `)}`);
  const rows = answer.rows as (ScreenRow & ScreenTotals)[];
  const [first] = rows;
  // Beyond the last row no row carries the count.
  const total = first?.total ?? (offset === 0 ? 0 : await countMet(db, from, held));
  return {
    rows: rows.map(({ total: _total, currencies: _currencies, ...row }) => row),
    total,
    currencies: first?.currencies ?? [],
  };
}

const fromPriced = sql`from ${companyScreen} s left join ${companyPriced} m on m.entity_id = s.entity_id`;

/** A column as SQL has it: figures that take a price stand in a table of their own, or nowhere. */
function sqlOf(column: string, hasPrices: boolean): SQL {
  if (!isPricedColumn(column)) return sql`s.${sql.identifier(column)}`;
  return hasPrices ? sql`m.${sql.identifier(column)}` : sql`null::double precision`;
}

const keyOf = (at: number) => sql.identifier(`key${at}`);

async function countMet(db: Db, from: SQL, held: readonly SQL[]): Promise<number> {
  const { rows } = await db.execute<{ total: number }>(sql`
    select count(*)::int as total ${from} join ${entity} e on e.id = s.entity_id
    where ${sql.join([sql`e.published`, ...held], sql` and `)}`);
  return rows[0]?.total ?? 0;
}

/** Companies that a screen does not show, apart from those whose figures do not meet it. */
export interface LeftOut {
  /** All published companies with figures. */
  companies: number;
  inOtherCurrency: number;
  /** Of the currency, those without one figure or several. */
  lacking: number;
  /** For each column: how many of the currency have no figure, and some of them with the reason. */
  without: { companies: number; some: { name: string; slug: string; reason: string | null }[] }[];
}

/** Counts who has no figure in a column, and who reports in another currency than the given one (null: in any). */
export async function countLeftOut(
  db: Db,
  {
    columns,
    currency,
    hasPrices,
    named,
  }: { columns: readonly string[]; currency: string | null; hasPrices: boolean; named: number },
): Promise<LeftOut> {
  const takesPrice = hasPrices && columns.some(isPricedColumn);
  const from = sql`${takesPrice ? fromPriced : sql`from ${companyScreen} s`} join ${entity} e on e.id = s.entity_id`;
  const isIn = currency === null ? sql`true` : sql`s.currency is not distinct from ${currency}`;
  const isMissing = columns.map((column) => sql`${sqlOf(column, hasPrices)} is null`);
  const any = isMissing.length === 0 ? sql`false` : sql`(${sql.join(isMissing, sql` or `)})`;
  const counts = isMissing.map((one) => sql`count(*) filter (where ${isIn} and ${one})::int`);
  const { rows } = await db.execute<Omit<LeftOut, "without"> & { counts: number[] }>(sql`
    select count(*)::int as companies, count(*) filter (where not ${isIn})::int as "inOtherCurrency",
      count(*) filter (where ${isIn} and ${any})::int as lacking,
      ${counts.length === 0 ? sql`'[]'::json` : sql`json_build_array(${sql.join(counts, sql`, `)})`} as counts
    ${from} where e.published`);
  const none = { companies: 0, inOtherCurrency: 0, lacking: 0, counts: [] };
  const { counts: missing, ...totals } = rows[0] ?? none;
  const without: LeftOut["without"] = [];
  for (const [at, column] of columns.entries()) {
    const companies = missing[at] ?? 0;
    const reason = reasonSql(column, takesPrice);
    const some =
      companies === 0
        ? []
        : (
            await db.execute<LeftOut["without"][number]["some"][number]>(sql`
            select e.name, e.slug, ${reason} as reason ${from}
            where e.published and ${isIn} and ${isMissing[at] ?? sql`false`} order by e.name, e.id limit ${named}`)
          ).rows;
    without.push({ companies, some });
  }
  return { ...totals, without };
}

/** Why a company has no figure in a column, as SQL. */
function reasonSql(column: string, takesPrice: boolean): SQL {
  if (!isPricedColumn(column)) return sql`s.reasons->>${column}`;
  return takesPrice
    ? sql`case when m.reasons is null then 'price_pending' else m.reasons->>${column} end`
    : sql`'prices_not_configured'`;
}
