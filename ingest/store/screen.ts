import { isTeamKey } from "#schemas/company-key.ts";
import type { BuiltCompany } from "../builder/built-company.ts";
import { screenRowColumns } from "../terminal/screen-row.ts";
import { entityIdOf } from "./identity.ts";
import { insertRows, type Queryable } from "./transaction.ts";

const columns = { entity_id: "uuid", ...screenRowColumns };
const names = Object.keys(screenRowColumns);
const upsert = `on conflict (entity_id) do update set ${names.map((name) => `${name} = excluded.${name}`).join(", ")}`;

/**
 * Stores the company's row in the table of screens, or takes it out where it has no fiscal year. Figures that only a team
 * may read are in no screen. What takes a price is computed again afterwards.
 */
export async function storeScreen(client: Queryable, { cik, screen }: BuiltCompany): Promise<void> {
  if (isTeamKey(cik)) return;
  const entityId = entityIdOf(cik);
  if (screen === null) {
    await client.query("delete from company_screen where entity_id = $1", [entityId]);
    return;
  }
  await client.query("delete from company_priced where entity_id = $1", [entityId]);
  await insertRows(client, { table: "company_screen", columns, tail: upsert }, [
    [entityId, ...screen],
  ]);
}
