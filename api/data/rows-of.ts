import { and, eq, getTableColumns, inArray, isNull, SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable, PgUpdateSetSource } from "drizzle-orm/pg-core";
import type { SelectedFields } from "drizzle-orm/pg-core/query-builders/select.types";
import type { SelectResultFields } from "drizzle-orm/query-builders/select.types";
import type { Db } from "#schemas/database/db.ts";
import type { Page } from "#schemas/shapes/page.ts";
import { newestFirst, type PageQuery, page } from "./page.ts";
import { first, hasRow, inserted, rowExists } from "./rows.ts";

/** Values of columns that a row has; of a list one of them. */
type Values<T extends PgTable> = {
  readonly [K in keyof T["$inferSelect"]]?:
    | T["$inferSelect"][K]
    | readonly NonNullable<T["$inferSelect"][K]>[];
};

/** Which rows of a table are meant: by values of columns, or by any condition. */
export type By<T extends PgTable> = Values<T> | SQL;

/**
 * The condition that rows have these values. Throws for a value that is undefined and for a name that is no column, so
 * that a forgotten value never means all rows.
 *
 * @example has(session, { userId, revokedAt: null }) // user_id = … and revoked_at is null
 */
export function has<T extends PgTable>(table: T, values: Values<T>): SQL {
  const columns: Record<string, PgColumn> = getTableColumns(table);
  const conditions = Object.entries(values).map(([name, value]) => {
    const column = columns[name];
    if (column === undefined) throw new Error(`The table has no column ${name}`);
    if (value === undefined) throw new Error(`No value is given for ${name}`);
    if (value === null) return isNull(column);
    return Array.isArray(value) ? inArray(column, value) : eq(column, value);
  });
  const condition = and(...conditions);
  if (condition === undefined) throw new Error("No value is given");
  return condition;
}

/** The rows of one table, read by the same columns everywhere. */
export interface Rows<T extends PgTable, R> {
  /** Null where there is none; of several any. */
  find(db: Pick<Db, "select">, by: By<T>): Promise<R | null>;
  /** The row of an id, as access words read it. */
  byId(db: Pick<Db, "select">, id: string): Promise<R | null>;
  /** As `find`, and locks the row until the transaction ends; "share": against changes only. */
  lock(tx: Db, by: By<T>, how?: "update" | "share" | "no key update"): Promise<R | null>;
  list(db: Pick<Db, "select">, by: By<T>, ...order: (SQL | PgColumn)[]): Promise<R[]>;
  /** A page and the total; newest first without an order. An order ends with a unique column. */
  page(db: Db, by: By<T>, query: PageQuery, ...order: SQL[]): Promise<Page<R>>;
  exists(db: Pick<Db, "select">, by: By<T>): Promise<boolean>;
  count(db: Db, by: By<T>): Promise<number>;
  insert(db: Db, values: T["$inferInsert"]): Promise<R>;
  /** Null where a row has the same key already; it stays as it is. */
  insertNew(db: Db, values: T["$inferInsert"]): Promise<R | null>;
  /**
   * Changes a row and returns it; null where there is none. Undefined values are left unchanged; where all are, nothing
   * is written.
   */
  change(db: Db, by: By<T>, set: PgUpdateSetSource<T>): Promise<R | null>;
  /** True when there was one. */
  remove(db: Db, by: By<T>): Promise<boolean>;
}

/**
 * What queries of one table are made of. `columns` are read of each row, by default all.
 *
 * @example
 * const programs = rowsOf(program);
 * const made = await programs.insertNew(db, { slug, name, ownerId }); // null where the slug is taken
 * await programs.remove(db, { id }); // true when there was one
 */
export function rowsOf<T extends PgTable>(table: T): Rows<T, T["$inferSelect"]>;
export function rowsOf<T extends PgTable, C extends SelectedFields>(
  table: T,
  columns: C,
): Rows<T, SelectResultFields<C>>;
export function rowsOf(
  table: PgTable,
  columns: SelectedFields = getTableColumns(table),
): Rows<PgTable, unknown> {
  const where = (by: By<PgTable>) => (by instanceof SQL ? by : has(table, by));
  const select = (db: Pick<Db, "select">, by: By<PgTable>) =>
    db.select(columns).from(table).where(where(by));
  const returned = columns as never;
  return {
    find: (db, by) => first(select(db, by)),
    byId: (db, id) => first(select(db, { id } as never)),
    lock: (tx, by, how = "update") => first(select(tx, by).for(how)),
    list: (db, by, ...order) => select(db, by).orderBy(...order),
    page: (db, by, query, ...order) =>
      page(db, select(db, by), order.length > 0 ? order : newestFirst(table as never), query),
    exists: (db, by) => rowExists(db, table, where(by)),
    count: (db, by) => db.$count(table, where(by)),
    insert: async (db, values) =>
      inserted<unknown>(await db.insert(table).values(values).returning(returned)),
    insertNew: (db, values) =>
      first<unknown>(db.insert(table).values(values).onConflictDoNothing().returning(returned)),
    change: (db, by, set) =>
      Object.values(set).every((value) => value === undefined)
        ? first(select(db, by))
        : first<unknown>(db.update(table).set(set).where(where(by)).returning(returned)),
    remove: (db, by) => hasRow(db.delete(table).where(where(by)).returning({ one: sql`1` })),
  };
}
