import { isDeepStrictEqual } from "node:util";
import { sql } from "drizzle-orm";
import type { Db } from "#schemas/database/db.ts";

/** A stored row: its table, its values as text, and what tells it from others of the table. */
interface StoredRow {
  table: string;
  key: string;
  text: string;
}

export interface Change {
  /** What is different: "report gone", or each column such as "report.title". */
  what: string[];
  before: Record<string, unknown>;
  /** Null for a row that is gone. */
  after: Record<string, unknown> | null;
}

export interface Neighbour {
  /** How many rows are compared. */
  rows: number;
  /** Rows that are not as they were when this was last asked, byte by byte. */
  changes(): Promise<Change[]>;
}

/**
 * Remembers every row that is in the database now, in any schema. Make the neighbour and everything of theirs first,
 * and then the person who acts: an act of one person changes no row of another one.
 */
export async function neighbourOf(db: Db): Promise<Neighbour> {
  const readRows = await rowReader(db);
  let before = await readRows();
  return {
    rows: before.size,
    async changes() {
      const after = await readRows();
      const changes = [...before].flatMap(([at, { table, text }]) => {
        const now = after.get(at);
        if (now?.text === text) return [];
        return [changeOf(table, text, now?.text ?? null)];
      });
      before = new Map([...after].filter(([at]) => before.has(at)));
      return changes;
    },
  };
}

function changeOf(table: string, was: string, is: string | null): Change {
  const before = JSON.parse(was);
  if (is === null) return { what: [`${table} gone`], before, after: null };
  const after = JSON.parse(is);
  const columns = Object.keys(before).filter((one) => !isDeepStrictEqual(before[one], after[one]));
  return { what: columns.map((column) => `${table}.${column}`), before, after };
}

/** Reads all rows by table and primary key in one statement; a table without a key, by whole rows. */
async function rowReader(db: Db): Promise<() => Promise<Map<string, StoredRow>>> {
  const { rows: tables } = await db.execute<{ schema: string; name: string; key: string[] }>(sql`
    select n.nspname as schema, c.relname as name, array(
      select a.attname::text from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
      where i.indrelid = c.oid and i.indisprimary order by a.attnum) as key
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema', 'drizzle') order by 1, 2`);
  const parts = tables.map(({ schema, name, key }) => {
    const columns = key.map((column) => sql`t.${sql.identifier(column)}::text`);
    const keyOf = key.length === 0 ? sql`t::text` : sql`array[${sql.join(columns, sql`, `)}]::text`;
    return sql`select ${name}::text as "table", ${keyOf} as key, row_to_json(t)::text as text
      from ${sql.identifier(schema)}.${sql.identifier(name)} t`;
  });
  const all = sql.join(parts, sql` union all `);
  return async () => {
    const { rows } = await db.execute<StoredRow & Record<string, unknown>>(all);
    return new Map(rows.map((row) => [`${row.table} ${row.key}`, row]));
  };
}
