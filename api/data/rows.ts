import { getTableColumns, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { SelectedFields } from "drizzle-orm/pg-core/query-builders/select.types";
import type { SelectResultFields } from "drizzle-orm/query-builders/select.types";
import type { Db } from "#schemas/database/db.ts";
import { notFound } from "../http/errors.ts";

/** A database, a transaction, or one that can only read. */
type Select = Pick<Db, "select">;

/**
 * Returns the row. Throws 404 "<what> not found" when there is none.
 * @example const list = required(await findList(db, listId), "Watchlist"); // 404 "Watchlist not found"
 */
export function required<T>(row: T | null | undefined, what: string): T {
  if (row === null || row === undefined) throw notFound(what);
  return row;
}

/**
 * Returns the row of an INSERT; one without a conflict clause always returns a row.
 * @example inserted(await db.insert(watchlist).values(values).returning())
 */
export function inserted<T>([row]: readonly T[]): T {
  if (row === undefined) throw new Error("an insert returned no row");
  return row;
}

/**
 * Inserts a row, and returns its id. Null where one of the same key is there already, which stays as it is: a key of
 * `unique`, or any.
 * @example
 * const id = await insertNew(db, watchlist, { userId, name: "Cars" });
 * if (id === null) throw conflict("There is a list of this name");
 */
export const insertNew = <T extends PgTable & { id: PgColumn }>(
  db: Db,
  table: T,
  values: T["$inferInsert"],
  unique?: PgColumn | PgColumn[],
): Promise<string | null> => {
  const added = db.insert(table as PgTable).values(values);
  const fresh = added.onConflictDoNothing(unique === undefined ? {} : { target: unique });
  return firstValue(fresh.returning({ id: table.id }) as PromiseLike<{ id: string }[]>, "id");
};

/**
 * Deletes the rows that a condition holds for, and inserts these in their place; none where the list is empty.
 * @example await replaceRows(tx, personSkill, eq(personSkill.userId, userId), skills);
 */
export async function replaceRows<T extends PgTable>(
  db: Db,
  table: T,
  where: SQL,
  rows: T["$inferInsert"][],
): Promise<void> {
  await db.delete(table).where(where);
  if (rows.length > 0) await db.insert(table as PgTable).values(rows);
}

/**
 * The first row of a query. Null when it has none.
 * @example await first(db.select().from(watchlist).orderBy(...newestFirst(watchlist)).limit(1))
 */
export const first = async <T>(rows: PromiseLike<readonly T[]>): Promise<T | null> =>
  (await rows)[0] ?? null;

/**
 * The row of a table that a condition holds for, or the given columns of it. Null when there is none; where several are,
 * any of them.
 * @example await findOne(db, watchlist, eq(watchlist.id, listId), { name: watchlist.name }) // { name } or null
 */
export function findOne<T extends PgTable>(
  db: Select,
  table: T,
  where: SQL | undefined,
): Promise<T["$inferSelect"] | null>;
export function findOne<C extends SelectedFields>(
  db: Select,
  table: PgTable,
  where: SQL | undefined,
  columns: C,
): Promise<SelectResultFields<C> | null>;
export function findOne(
  db: Select,
  table: PgTable,
  where: SQL | undefined,
  columns: SelectedFields = getTableColumns(table),
): Promise<unknown> {
  return first(db.select(columns).from(table).where(where));
}

/**
 * One column of such a row. Null when there is none.
 * @example await findValue(db, userAccount, "email", eq(userAccount.id, userId)) // the address or null
 */
export const findValue = async <T extends PgTable, K extends keyof T["$inferSelect"] & keyof T>(
  db: Select,
  table: T,
  column: K,
  where: SQL | undefined,
): Promise<T["$inferSelect"][K] | null> => {
  const rows = db.select({ value: table[column] as PgColumn }).from(table as PgTable);
  return firstValue(rows.where(where) as PromiseLike<{ value: T["$inferSelect"][K] }[]>, "value");
};

/**
 * True when a table has a row that a condition holds for.
 * @example await rowExists(db, watchlist, eq(watchlist.userId, userId)) // true
 */
export const rowExists = (db: Select, table: PgTable, where: SQL | undefined): Promise<boolean> =>
  hasRow(db.select({ one: sql`1` }).from(table).where(where));

/**
 * One column of the first row of a query. Null when it has no row.
 * @example await firstValue(db.select({ id: watchlist.id }).from(watchlist), "id")
 */
export const firstValue = async <T, K extends keyof T>(
  rows: PromiseLike<readonly T[]>,
  column: K,
): Promise<T[K] | null> => (await rows)[0]?.[column] ?? null;

/**
 * True when a query has a row, or changes one that it returns.
 * @example const isDeleted = await hasRow(db.delete(watchlist).where(own).returning());
 */
export const hasRow = async (rows: PromiseLike<readonly unknown[]>): Promise<boolean> =>
  (await rows).length > 0;

/**
 * The named columns of a table, or members of an object, under their own names and in this order.
 * @example pick({ id: "1", name: "Cars", secret: "x" }, "id", "name") // { id: "1", name: "Cars" }
 */
export const pick = <T extends object, K extends keyof T>(from: T, ...names: K[]): Pick<T, K> =>
  Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<T, K>;

type DefinedMembers<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/**
 * Without the members that are not given. Null counts as given.
 * @example given({ name: undefined, note: null }) // { note: null }
 */
export function given<T extends object>(values: T): DefinedMembers<T> {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined),
  ) as DefinedMembers<T>;
}
