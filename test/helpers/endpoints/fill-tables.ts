import { randomUUID } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#schemas/database/db.ts";

/** A column of a table, as the database describes it. */
interface Column {
  name: string;
  type: string;
  isRequired: boolean;
}

/** A column that must name a row of another table. */
interface Reference {
  column: string;
  table: string;
  target: string;
}

interface Table {
  columns: Column[];
  references: Reference[];
  key: string[];
}

/** Values by column, in the place of those that the filler makes. */
export type Values = Record<string, unknown>;

/**
 * Makes rows of any table: what a row needs is read from the database, so that a table that is added later is filled, too.
 * `values` are those that a table's checks ask for, beside what is given.
 */
export function tableFiller(
  db: Db,
  values: Readonly<Record<string, (given: Values) => Values | Promise<Values>>>,
) {
  const tables = new Map<string, Promise<Table>>();
  const describe = (name: string) => {
    const known = tables.get(name) ?? readTable(db, name);
    tables.set(name, known);
    return known;
  };

  /** Makes a row and the rows that it must refer to. Returns what identifies it, as a condition. */
  async function fill(name: string, given: Values, markOf: (column: string) => string | null) {
    const { columns, references, key } = await describe(name);
    const row: Values = { ...(await values[name]?.(given)), ...given };
    for (const { name: column, type, isRequired } of columns) {
      if (column in row) continue;
      const mark = markOf(column);
      const reference = references.find((one) => one.column === column);
      if (reference !== undefined) {
        if (isRequired) row[column] = await parent(reference);
      } else if (mark !== null && type in marked) row[column] = marked[type]?.(mark);
      else if (isRequired) row[column] = (plain[type] ?? missing(name, column, type))();
    }
    const names = Object.keys(row);
    const list = (parts: SQL[]) => sql.join(parts, sql`, `);
    const { rows } = await db.execute<Values>(
      sql`insert into ${sql.identifier(name)} (${list(names.map((one) => sql`${sql.identifier(one)}`))})
        values (${list(names.map((one) => literalOf(row[one])))}) returning *`,
    );
    const stored = rows[0] ?? {};
    const isRow = sql.join(
      key.map((one) => sql`${sql.identifier(one)} = ${stored[one]}`),
      sql` and `,
    );
    return { stored, isRow };
  }

  async function parent({ table, target }: Reference): Promise<unknown> {
    const { stored } = await fill(table, {}, () => null);
    return stored[target];
  }
  return fill;
}

const literalOf = (value: unknown): SQL =>
  Array.isArray(value)
    ? sql`array[${sql.join(
        value.map((one) => sql`${one}`),
        sql`, `,
      )}]::text[]`
    : sql`${value}`;

function missing(table: string, column: string, type: string): never {
  throw new Error(`${table}.${column}: say how a ${type} is filled`);
}

const marked: Record<string, (mark: string) => unknown> = {
  text: (mark) => `${mark} ${randomUUID()}`,
  _text: (mark) => [mark],
  jsonb: (mark) => JSON.stringify({ text: mark }),
  json: (mark) => JSON.stringify({ text: mark }),
};
const plain: Record<string, () => unknown> = {
  text: () => `plain-${randomUUID()}`,
  _text: () => ["plain"],
  jsonb: () => "{}",
  json: () => "{}",
  uuid: () => randomUUID(),
  int2: () => 1,
  int4: () => 1,
  int8: () => 1,
  numeric: () => "1",
  float8: () => 1,
  bool: () => false,
  timestamptz: () => "2026-01-01T00:00:00Z",
  date: () => "2026-01-01",
  bytea: () => Buffer.from("plain"),
};

async function readTable(db: Db, name: string): Promise<Table> {
  const { rows: columns } = await db.execute<{
    name: string;
    type: string;
    nullable: string;
    standard: string | null;
    generated: string;
    identity: string;
  }>(sql`
    select column_name as name, udt_name as type, is_nullable as nullable, column_default as standard,
      is_generated as generated, is_identity as identity
    from information_schema.columns where table_schema = 'public' and table_name = ${name}`);
  const { rows: references } = await db.execute<Reference & Record<string, unknown>>(sql`
    select a.attname as "column", c.confrelid::regclass::text as "table", t.attname as target
    from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    join pg_attribute t on t.attrelid = c.confrelid and t.attnum = c.confkey[1]
    where c.contype = 'f' and c.conrelid = ${name}::regclass and array_length(c.conkey, 1) = 1`);
  const { rows: key } = await db.execute<{ name: string }>(sql`
    select a.attname as name from pg_index i
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
    where i.indrelid = ${name}::regclass and i.indisprimary`);
  return {
    columns: columns
      .filter(({ generated, identity }) => generated === "NEVER" && identity === "NO")
      .map(({ name, type, nullable, standard }) => ({
        ...{ name, type, isRequired: nullable === "NO" && standard === null },
      })),
    references,
    key: key.map(({ name }) => name),
  };
}
