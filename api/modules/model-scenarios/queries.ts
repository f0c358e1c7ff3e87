import { and, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import type { Db } from "#schemas/database/db.ts";
import type { Page } from "#schemas/shapes/page.ts";
import { entity } from "#schemas/tables/companies/company.ts";
import { modelScenario } from "#schemas/tables/companies/model.ts";
import { newestFirst, type PageQuery, page } from "../../data/page.ts";
import { first, pick } from "../../data/rows.ts";
import { isKnown } from "../../data/visible-to.ts";

/** The token of a share link, unless there is one: of two who share at once both get the same. */
export const tokenUnlessShared = (token: string) =>
  sql<string>`coalesce(${modelScenario.shareToken}, ${token})`;

/** The scenario of a share token; null for an unknown one, and while the company is not public. */
export const findShared = (db: Db, shareToken: string) =>
  first(
    db
      .select(pick(modelScenario, "entityId", "templateKey", "name", "assumptions", "drivers"))
      .from(modelScenario)
      .innerJoin(entity, eq(entity.id, modelScenario.entityId))
      .where(and(eq(modelScenario.shareToken, shareToken), isKnown())),
  );

const columns = pick(
  modelScenario,
  ...(["id", "entityId", "templateKey", "name", "assumptions", "drivers"] as const),
  ...(["shareToken", "createdAt", "updatedAt"] as const),
);

/** A scenario with its company. */
const selectPlaced = (db: Db, where: SQL | undefined) =>
  db
    .select({ ...columns, company: pick(entity, "name", "slug") })
    .from(modelScenario)
    .leftJoin(entity, and(eq(entity.id, modelScenario.entityId), isKnown()))
    .where(where);

/** `company` is null while it is not public. */
export type PlacedScenario = Awaited<ReturnType<typeof selectPlaced>>[number];

/** All scenarios of an account, newest first. */
export const listPlaced = (
  db: Db,
  userId: string,
  query: PageQuery,
): Promise<Page<PlacedScenario>> =>
  page(db, selectPlaced(db, eq(modelScenario.userId, userId)), newestFirst(modelScenario), query);

/** The account's scenario; null for one of another account. */
export const findOwnPlaced = (db: Db, { id, userId }: { id: string; userId: string }) =>
  first(selectPlaced(db, and(eq(modelScenario.id, id), eq(modelScenario.userId, userId))));

/** The scenario of a share token; null as `findShared` says. */
export const findSharedPlaced = (db: Db, shareToken: string) =>
  first(selectPlaced(db, and(eq(modelScenario.shareToken, shareToken), isNotNull(entity.id))));
