import { sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Db } from "#schemas/database/db.ts";
import { pricedColumns } from "#schemas/screen-metrics.ts";
import { companyBuild } from "#schemas/tables/companies/build.ts";
import { company, entity, ticker } from "#schemas/tables/companies/company.ts";
import { companyPriced, companyScreen } from "#schemas/tables/companies/screen.ts";

const [b, c] = [alias(companyBuild, "b"), alias(company, "c")];

/** A company that can be screened, with what its stored figures are of; `state` is null without any. */
export interface PricedRow {
  entityId: string;
  ticker: string | null;
  /** Digests of the company's build. */
  build: string;
  state: string | null;
}

/**
 * Published companies that can be screened, in the order of ids; each with the ticker that its closes stand under: those
 * behind an id, or one by its CIK.
 */
export async function listPriced(
  db: Db,
  {
    after = null,
    cik = null,
    limit,
  }: { after?: string | null; cik?: string | null; limit: number },
): Promise<PricedRow[]> {
  const { rows } = await db.execute<PricedRow & Record<string, unknown>>(sql`
    select e.id as "entityId", b.output_digest || ' ' || b.engine_version as build, m.state,
      (select t.ticker from ${ticker} t where t.entity_id = e.id
        order by t.kind = 'service' desc, t.is_primary desc, t.ticker limit 1) as ticker
    from ${companyScreen} s join ${entity} e on e.id = s.entity_id
      join ${company} c on c.entity_id = e.id join ${companyBuild} b on ${b.companyKey} = ${c.companyKey}
      left join ${companyPriced} m on m.entity_id = e.id
    where e.published and (${after}::uuid is null or e.id > ${after}::uuid)
      and (${cik}::text is null or ${c.companyKey} = ${cik}) order by e.id limit ${limit}`);
  return rows;
}

/** What is stored of one company; figures in the order of `pricedColumns`. */
interface StoredPrices {
  entityId: string;
  state: string;
  priceDay: string | null;
  figures: readonly (number | null)[];
  reasons: Readonly<Record<string, string>>;
}

/** Puts the figures in the place of those before. */
export async function storePriced(db: Db, { figures, ...row }: StoredPrices): Promise<void> {
  const values = Object.fromEntries(
    pricedColumns.map(({ column }, at) => [column, figures[at] ?? null]),
  );
  const written = { ...row, ...values };
  await db
    .insert(companyPriced)
    .values(written)
    .onConflictDoUpdate({ target: companyPriced.entityId, set: written });
}
