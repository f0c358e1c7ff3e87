import { and, desc, eq, sql } from "drizzle-orm";
import { first, pick } from "#api/data/rows.ts";
import type { Candidate } from "#registry/models/market/choose-peers.ts";
import { sizeFactor } from "#registry/models/market/choose-peers.ts";
import type { Db } from "#schemas/database/db.ts";
import type { Size } from "#schemas/shapes/models/compared.ts";
import { company, entity, ticker } from "#schemas/tables/companies/company.ts";
import { modelScenario } from "#schemas/tables/companies/model.ts";
import { companyScreen } from "#schemas/tables/companies/screen.ts";

const candidatesMax = 200;

/**
 * Published companies of the same major group (two digits of the industry code), currency and rough size, those with
 * more digits in common first, then the nearest in size.
 */
export async function listCandidates(
  db: Db,
  of: { entityId: string; sic: string; currency: string; size: Size },
): Promise<Candidate[]> {
  const { entityId, sic, currency, size } = of;
  const newest = sql.identifier(`${size.measure}_ttm`);
  const yearly = sql.identifier(`${size.measure}_fy`);
  const figure = sql`coalesce(s.${newest}, s.${yearly})`;
  const answer = await db.execute<Candidate & Record<string, unknown>>(sql`
    select e.id as "entityId", e.name, e.slug, c.sic, ${figure} as size,
      (select t.ticker from ${ticker} t where t.entity_id = e.id and t.kind = 'exchange'
        order by t.is_primary desc, t.ticker limit 1) as ticker
    from ${company} c join ${entity} e on e.id = c.entity_id join ${companyScreen} s on s.entity_id = e.id
    where e.published and e.id <> ${entityId} and s.currency = ${currency}
      and left(c.sic, 2) = ${sic.slice(0, 2)}
      and ${figure} between ${size.value / sizeFactor} and ${size.value * sizeFactor}
    order by c.sic = ${sic} desc, left(c.sic, 3) = ${sic.slice(0, 3)} desc,
      abs(ln(${figure} / ${size.value}::double precision)), e.id
    limit ${candidatesMax}`);
  return answer.rows as Candidate[];
}

export type SavedScenario = Pick<
  typeof modelScenario.$inferSelect,
  "name" | "assumptions" | "drivers"
>;

/** The account's saved scenario of a company's template; null for any other. */
export const findSaved = (
  db: Db,
  of: { id: string; userId: string; entityId: string; templateKey: string },
): Promise<SavedScenario | null> =>
  first(
    db
      .select(pick(modelScenario, "name", "assumptions", "drivers"))
      .from(modelScenario)
      .where(
        and(
          eq(modelScenario.id, of.id),
          eq(modelScenario.userId, of.userId),
          eq(modelScenario.entityId, of.entityId),
          eq(modelScenario.templateKey, of.templateKey),
        ),
      ),
  );

const savedMax = 20;

/** The account's newest saved scenarios of a company. */
export const listSaved = (db: Db, { userId, entityId }: { userId: string; entityId: string }) =>
  db
    .select(pick(modelScenario, "id", "name", "templateKey"))
    .from(modelScenario)
    .where(and(eq(modelScenario.userId, userId), eq(modelScenario.entityId, entityId)))
    .orderBy(desc(modelScenario.createdAt), desc(modelScenario.id))
    .limit(savedMax);
