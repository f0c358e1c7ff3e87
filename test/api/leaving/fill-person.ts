import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#schemas/database/db.ts";
import { tableFiller } from "../../helpers/endpoints/fill-tables.ts";
import { personColumns } from "./person-columns.ts";

/** A row that names the person. */
export interface Filled {
  column: string;
  table: string;
  isRow: SQL;
}

/** Of these an account has one, and the test makes it over HTTP. */
const madeByHand = ["billing_customer.user_id", "cover_image.owner_id"];

/** Makes rows of any table, as the checks of the tables ask. */
export function rowFiller(db: Db): ReturnType<typeof tableFiller> {
  const checks: Parameters<typeof tableFiller>[1] = {
    listing: async (given) =>
      "user_id" in given
        ? { subject_type: "person" }
        : { subject_type: "entity", entity_id: await makeId("entity") },
    feature_flag: () => ({ scope: "account" }),
    capital_provider: async (given) =>
      "user_id" in given ? {} : { firm_id: await makeId("organization") },
    invitation: async (given) => ({
      entity_id: await makeId("entity"),
      email: "user_id" in given ? null : "a@example.com",
    }),
    portfolio_collaborator: () => ({ email: null }),
  };
  const fill = tableFiller(db, checks);
  const makeId = async (table: string) => (await fill(table, {}, () => null)).stored.id;
  return fill;
}

/**
 * Gives an account a row for every column that names one. Texts that the person would have written are `mark`. The
 * row of a column in `madeByHand` is not made.
 */
export async function fillPerson(db: Db, userId: string, mark: string): Promise<Filled[]> {
  const fill = rowFiller(db);
  const filled: Filled[] = [];
  for (const [column, fate] of Object.entries(personColumns)) {
    const [table = "", name = ""] = column.split(".");
    const markOf = (one: string) => (fate === "gone" || fate.includes(one) ? mark : null);
    if (madeByHand.includes(column)) {
      filled.push({ column, table, isRow: sql`${sql.identifier(name)} = ${userId}` });
      continue;
    }
    const { isRow } = await fill(table, { [name]: userId }, markOf);
    filled.push({ column, table, isRow });
  }
  return filled;
}
