import { asc, desc, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { badRequest } from "../http/errors.ts";

/** Query of a list with cursor pagination. */
export interface CursorQuery {
  limit: number;
  /** The `nextCursor` of the previous page; left out for the first page. */
  cursor?: string | undefined;
}

/** Rows of one page, and the cursor of the next page; null on the last page. */
export interface CursorPage<T> {
  rows: T[];
  nextCursor: string | null;
}

/** The parts of the SELECT of a list with cursor pagination. */
export interface Keyset {
  /** Selected as `cursorAt`: the row's time in microseconds. */
  at: SQL.Aliased<string>;
  /** For `where`; undefined on the first page. */
  after: SQL | undefined;
  /** For `orderBy`. */
  order: SQL[];
  /** For `limit`: one more row than the page has, to detect whether there is a next page. */
  limit: number;
}

/**
 * Reads one page of a list with cursor pagination, ordered by (createdAt, id). Rows added or removed meanwhile cause no
 * other row to be skipped or repeated. `read` runs the SELECT. Throws 400 for an invalid cursor.
 *
 * @example
 * const { rows, nextCursor } = await keysetPage(notification, { limit: 20, cursor }, (key) =>
 *   db.select({ ...columns, cursorAt: key.at }).from(notification)
 *     .where(and(isMine, key.after)).orderBy(...key.order).limit(key.limit));
 */
export async function keysetPage<T extends { id: string; cursorAt: string }>(
  table: { createdAt: PgColumn; id: PgColumn },
  { limit, cursor }: CursorQuery,
  read: (key: Keyset) => PromiseLike<T[]>,
  direction: "newestFirst" | "oldestFirst" = "newestFirst",
): Promise<CursorPage<Omit<T, "cursorAt">>> {
  const isNewestFirst = direction === "newestFirst";
  const order = isNewestFirst ? desc : asc;
  const rows = await read({
    at: sql<string>`to_char(${table.createdAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`.as(
      "cursor_at",
    ),
    after: cursor === undefined ? undefined : isBehind(table, parseCursor(cursor), isNewestFirst),
    order: [order(table.createdAt), order(table.id)],
    limit: limit + 1,
  });
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    rows: shown.map(({ cursorAt, ...row }) => row),
    nextCursor: rows.length > limit && last !== undefined ? cursorOf(last) : null,
  };
}

interface Place {
  id: string;
  cursorAt: string;
}

function isBehind(
  table: { createdAt: PgColumn; id: PgColumn },
  { cursorAt, id }: Place,
  isNewestFirst: boolean,
): SQL {
  const sign = sql.raw(isNewestFirst ? "<" : ">");
  return sql`(${table.createdAt}, ${table.id}) ${sign} (${cursorAt}::timestamptz, ${id}::uuid)`;
}

const cursorOf = ({ cursorAt, id }: Place) =>
  Buffer.from(`${cursorAt} ${id}`).toString("base64url");

const placePattern =
  /^(\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{6}Z) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

function parseCursor(cursor: string): Place {
  const [, cursorAt = "", id = ""] =
    placePattern.exec(Buffer.from(cursor.slice(0, 200), "base64url").toString("latin1")) ?? [];
  // Refuses days that do not exist, such as 31 February.
  const isTime =
    cursorAt !== "" && new Date(cursorAt).toISOString().slice(0, 10) === cursorAt.slice(0, 10);
  if (!isTime) throw badRequest("The cursor is not valid for this list");
  return { cursorAt, id };
}
