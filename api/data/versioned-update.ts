import { and, getTableColumns, inArray, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { SelectedFields } from "drizzle-orm/pg-core/query-builders/select.types";
import type { Db } from "#schemas/database/db.ts";
import { conflict, preconditionFailed } from "../http/errors.ts";
import { required } from "./rows.ts";

const versionMax = 2_147_483_647;

export type VersionedTable = PgTable & { version: PgColumn };

/** The change, and the version that the client has read. */
export interface VersionedChange<T extends VersionedTable> {
  /** Selects the one row, with its owner: `and(eq(table.id, id), eq(table.userId, userId))`. */
  where: SQL | undefined;
  /** Undefined values are left unchanged. `version` is the version named in the client's body. */
  set: { [K in keyof T["$inferInsert"]]?: T["$inferInsert"][K] | undefined };
  /** Versions of the If-Match header (`wantedVersions`); null matches any version. */
  ifMatch: number[] | null;
  /** The row's name in error messages: "Watchlist". */
  what: string;
  /** Columns to return, including `version`; default: all columns. */
  columns?: SelectedFields;
}

/**
 * Changes the given columns, increments the version and returns the row. Of two clients with the same version, one
 * succeeds. If no column is given, the row is returned unchanged. Throws 404 when there is no row, 412 when If-Match
 * names other versions, and 409 when the body names another version.
 *
 * @example
 * const where = has(watchlist, { id, userId });
 * await versionedUpdate(db, watchlist, { where, set: { name: "Banks" }, ifMatch: [3], what: "Watchlist" });
 */
export async function versionedUpdate<T extends VersionedTable>(
  db: Db,
  table: T,
  {
    where,
    set: { version, ...change },
    ifMatch,
    what,
    columns = getTableColumns(table as PgTable),
  }: VersionedChange<T> & { set: { version?: number | undefined } },
): Promise<T["$inferSelect"]> {
  const versions =
    version === undefined ? ifMatch : (ifMatch ?? [version]).filter((one) => one === version);
  const isChange = Object.values(change).some((value) => value !== undefined);
  if (isChange) {
    // No version exceeds the column's range, and PostgreSQL refuses to compare with a larger number.
    const possible = versions?.filter((one) => one <= versionMax);
    const isWanted = possible && inArray(table.version, possible);
    const rows = await db
      .update(table as PgTable)
      .set({ ...change, version: sql`${table.version} + 1` })
      .where(and(where, isWanted))
      .returning(columns as never);
    if (rows[0] !== undefined) return rows[0];
  }
  const [row] = await db
    .select(columns)
    .from(table as PgTable)
    .where(where);
  const current = required(row, what) as T["$inferSelect"] & { version: number };
  if (!isChange && (versions === null || versions.includes(current.version))) return current;
  const message = `${what} is at version ${current.version}`;
  const isMatched = ifMatch === null || ifMatch.includes(current.version);
  throw isMatched ? conflict(message) : preconditionFailed(message);
}
