import { and, getTableColumns, inArray, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { SelectedFields } from "drizzle-orm/pg-core/query-builders/select.types";
import type { Db } from "#schemas/db.ts";
import { conflict, preconditionFailed } from "../http/errors.ts";
import { required } from "./rows.ts";

const versionMax = 2_147_483_647;

export type VersionedTable = PgTable & { version: PgColumn };

/** What is to be changed, and which version the client has seen. */
export interface VersionedChange<T extends VersionedTable> {
  /** The one row, of its owner: `and(eq(table.id, id), eq(table.userId, userId))`. */
  where: SQL | undefined;
  /** Undefined values stay as they are. `version` is the version that the client's body names. */
  set: { [K in keyof T["$inferInsert"]]?: T["$inferInsert"][K] | undefined };
  /** Versions of the If-Match header (`wantedVersions`); null: any. */
  ifMatch: number[] | null;
  /** What the row is called, for the errors: "Watchlist". */
  what: string;
  /** What is read of the row, `version` included; default: all columns. */
  columns?: SelectedFields;
}

/**
 * Changes what is given, counts the version up by one and returns the row; of two clients with one version one wins.
 * Nothing given changes nothing and returns the row. Throws 404 for no row, 412 where If-Match names other
 * versions, and 409 where the body names another one.
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
  const wanted =
    version === undefined ? ifMatch : (ifMatch ?? [version]).filter((one) => one === version);
  const isChange = Object.values(change).some((value) => value !== undefined);
  if (isChange) {
    // No row has a version beyond the column's range, and the database refuses to compare with one.
    const possible = wanted?.filter((one) => one <= versionMax);
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
  if (!isChange && (wanted === null || wanted.includes(current.version))) return current;
  const message = `${what} is at version ${current.version}`;
  const isMatched = ifMatch === null || ifMatch.includes(current.version);
  throw isMatched ? conflict(message) : preconditionFailed(message);
}
