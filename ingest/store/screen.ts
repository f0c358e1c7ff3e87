import { eq } from "drizzle-orm";
import { isTeamKey } from "#schemas/company-key.ts";
import { companyPriced, companyScreen } from "#schemas/tables/companies/screen.ts";
import type { BuiltCompany } from "../builder/built-company.ts";
import { screenRowColumns } from "../terminal/screen-row.ts";
import { entityIdOf } from "./identity.ts";
import { insertRows, on, type Queryable } from "./transaction.ts";

const columns = [companyScreen.entityId, ...screenRowColumns];
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
