import { and, count, eq, sql } from "drizzle-orm";
import type { Db } from "#schemas/db.ts";
import type { Page } from "#schemas/shapes/page.ts";
import { userAccount } from "#schemas/tables/account.ts";
import { entity } from "#schemas/tables/company.ts";
import { modelScenario } from "#schemas/tables/model.ts";
import { newestFirst, type PageQuery, page } from "../../data/page.ts";
import { inserted } from "../../data/rows.ts";
import { isKnown } from "../../data/visible-to.ts";

/** The scenarios of one person for one template of one company. */
export interface OwnScenarios {
  userId: string;
  entityId: string;
  templateKey: string;
}

/** One of them as its owner names it: nobody else's, and none of another company or template, can be. */
export interface OwnScenario extends OwnScenarios {
  scenarioId: string;
}

const areOwn = ({ userId, entityId, templateKey }: OwnScenarios) =>
  and(
    eq(modelScenario.userId, userId),
    eq(modelScenario.entityId, entityId),
    eq(modelScenario.templateKey, templateKey),
  );

const isOwn = (own: OwnScenario) => and(eq(modelScenario.id, own.scenarioId), areOwn(own));

const columns = {
  id: modelScenario.id,
  entityId: modelScenario.entityId,
  templateKey: modelScenario.templateKey,
  name: modelScenario.name,
  assumptions: modelScenario.assumptions,
  drivers: modelScenario.drivers,
  shareToken: modelScenario.shareToken,
  createdAt: modelScenario.createdAt,
  updatedAt: modelScenario.updatedAt,
};

export type ScenarioRow = NonNullable<Awaited<ReturnType<typeof findScenario>>>;

/** Newest first. */
export async function listScenarios(
  db: Db,
  own: OwnScenarios,
  query: PageQuery,
): Promise<Page<ScenarioRow>> {
  const select = db.select(columns).from(modelScenario).where(areOwn(own));
  return page(db, select, newestFirst(modelScenario), query);
}

/** Null when it does not exist or is not the user's: the two look the same from outside. */
export async function findScenario(db: Db, own: OwnScenario) {
  const [row] = await db.select(columns).from(modelScenario).where(isOwn(own));
  return row ?? null;
}

/** Scenarios of an account, whose row stays locked: of two that count at once one waits. */
export async function countScenarios(tx: Db, userId: string): Promise<number> {
  await tx
    .select({ id: userAccount.id })
    .from(userAccount)
    .where(eq(userAccount.id, userId))
    .for("no key update");
  const [row] = await tx
    .select({ scenarios: count() })
    .from(modelScenario)
    .where(eq(modelScenario.userId, userId));
  return row?.scenarios ?? 0;
}

export async function insertScenario(
  db: Db,
  values: typeof modelScenario.$inferInsert,
): Promise<ScenarioRow> {
  return inserted(await db.insert(modelScenario).values(values).returning(columns));
}

export type ScenarioValues = Partial<Pick<ScenarioRow, "name" | "assumptions" | "drivers">>;

/** Null as above. */
export async function updateScenario(
  db: Db,
  own: OwnScenario,
  values: ScenarioValues,
): Promise<ScenarioRow | null> {
  const [row] = await db.update(modelScenario).set(values).where(isOwn(own)).returning(columns);
  return row ?? null;
}

/** Gives it the token unless it has one: of two callers at once both get the same. Null as above. */
export async function shareScenario(
  db: Db,
  own: OwnScenario,
  token: string,
): Promise<ScenarioRow | null> {
  const [row] = await db
    .update(modelScenario)
    .set({ shareToken: sql`coalesce(${modelScenario.shareToken}, ${token})` })
    .where(isOwn(own))
    .returning(columns);
  return row ?? null;
}

/** Takes its token away. Null as above. */
export async function unshareScenario(db: Db, own: OwnScenario): Promise<ScenarioRow | null> {
  const [row] = await db
    .update(modelScenario)
    .set({ shareToken: null })
    .where(isOwn(own))
    .returning(columns);
  return row ?? null;
}

/** False when there was none of the user's. */
export async function deleteScenario(db: Db, own: OwnScenario): Promise<boolean> {
  const rows = await db.delete(modelScenario).where(isOwn(own)).returning({ id: modelScenario.id });
  return rows.length > 0;
}

/** What a share token opens; null for an unknown one, and while the company is not public. */
export async function findShared(db: Db, shareToken: string) {
  const [row] = await db
    .select({
      entityId: modelScenario.entityId,
      templateKey: modelScenario.templateKey,
      name: modelScenario.name,
      assumptions: modelScenario.assumptions,
      drivers: modelScenario.drivers,
    })
    .from(modelScenario)
    .innerJoin(entity, eq(entity.id, modelScenario.entityId))
    .where(and(eq(modelScenario.shareToken, shareToken), isKnown()));
  return row ?? null;
}
