import { eq, getTableColumns } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { isTeamKey } from "#schemas/company-key.ts";
import { companyPriced, companyScreen } from "#schemas/tables/companies/screen.ts";
import type { BuiltCompany } from "../builder/built-company.ts";
import { entityIdOf } from "./identity.ts";
import { insertRows, on, type Queryable } from "./transaction.ts";

const { entityId: entityColumn, ...builtColumns } = getTableColumns(companyScreen);

/** Columns of the table of screens that a build writes after the entity's id. */
export const screenRowColumns: readonly PgColumn[] = Object.values(builtColumns);

const columns = [entityColumn, ...screenRowColumns];
const keys = [companyScreen.entityId];

/**
 * Stores the company's row in the table of screens, or takes it out where it has no fiscal year. Figures that only a team
 * may read are in no screen. What takes a price is computed again afterwards.
 */
export async function storeScreen(client: Queryable, { cik, screen }: BuiltCompany): Promise<void> {
  if (isTeamKey(cik)) return;
  const entityId = entityIdOf(cik);
  if (screen === null) {
    await on(client).delete(companyScreen).where(eq(companyScreen.entityId, entityId));
    return;
  }
  await on(client).delete(companyPriced).where(eq(companyPriced.entityId, entityId));
  await insertRows(client, { table: companyScreen, columns, keys }, [[entityId, ...screen]]);
}
