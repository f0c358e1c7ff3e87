import { sql } from "drizzle-orm";
import type { Db } from "#schemas/database/db.ts";

/** Names of the tables that have a row with this text, in any schema. Case does not matter. */
export async function tablesWith(db: Db, text: string): Promise<string[]> {
  const { rows } = await db.execute<{ schema: string; name: string }>(
    sql`select schemaname as schema, tablename as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const found: string[] = [];
  for (const { schema, name } of rows) {
    const table = sql`${sql.identifier(schema)}.${sql.identifier(name)}`;
    const { rows: hits } = await db.execute(
      sql`select 1 from ${table} t where position(lower(${text}) in lower(t::text)) > 0 limit 1`,
    );
    if (hits.length > 0) found.push(name);
  }
  return found;
}
