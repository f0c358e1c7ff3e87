import { and, eq, type SQL } from "drizzle-orm";
import type { PgColumn, PgSelect, PgTable } from "drizzle-orm/pg-core";
import type { SelectedFields } from "drizzle-orm/pg-core/query-builders/select.types";
import type { SelectResultFields } from "drizzle-orm/query-builders/select.types";
import type { Db } from "#schemas/database/db.ts";
import type { Page } from "#schemas/shapes/page.ts";
import { userAccount } from "#schemas/tables/accounts/account.ts";
import { allowed, via } from "../auth/access.ts";
import type { RowReader } from "../auth/rules.ts";
import { newestFirst, type PageQuery, page } from "./page.ts";
import { inserted, required } from "./rows.ts";
import { type VersionedTable, versionedUpdate } from "./versioned-update.ts";

type OwnTable = PgTable & { id: PgColumn; userId: PgColumn; createdAt: PgColumn };
type Params = Readonly<Record<string, string>>;
type Change<T extends PgTable> = {
  [K in keyof T["$inferInsert"]]?: T["$inferInsert"][K] | SQL | undefined;
};

/** A table whose rows are each private to one account. */
export interface OwnTableOf<T extends OwnTable, C extends SelectedFields> {
  /** The name in a 404 message: "Watchlist". */
  name: string;
  table: T;
  /** The columns to read. */
  columns: C;
  /** A condition from the other path parameters. Null means that no such row exists. */
  within?(params: Params): SQL | undefined | null;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Everything that a module with private rows needs: the access word, and queries for the account's own rows.
 *
 * @example
 * const ownLists = ownRows({ name: "Watchlist", table: watchlist, columns: { id: watchlist.id, name: watchlist.name } });
 * endpoint({ at: "GET /watchlists/:listId", access: ownLists.own("listId"), handle: ({ subject }) => subject, … });
 * const { rows, total } = await ownLists.list(db, caller.userId, { limit: 20, offset: 0 });
 */
export function ownRows<T extends OwnTable, C extends SelectedFields>(of: OwnTableOf<T, C>) {
  const { name, table, columns, within = () => undefined } = of;
  type Row = SelectResultFields<C>;
  const select = (db: Db, where: SQL | undefined) =>
    db
      .select(columns)
      .from(table as PgTable)
      .where(where);

  /** Finds the account's row. Null for another account's row, as for one that does not exist. */
  const find = async (
    db: Db,
    id: string,
    userId: string | null,
    params: Params = {},
  ): Promise<Row | null> => {
    const inside = within(params);
    if (userId === null || inside === null || !uuid.test(id)) return null;
    const rows = await select(db, and(eq(table.id, id), eq(table.userId, userId), inside));
    return (rows[0] as Row | undefined) ?? null;
  };
  const reader: RowReader<Row> = {
    name,
    find: (db, id, params, caller) => find(db, id, caller?.userId ?? null, params),
  };

  return {
    find,
    /**
     * The access word: only the account that owns the row, which becomes the handler's `subject`. All others get 404.
     */
    own: (on: string) => allowed<Row>("owner", () => "yes", via(reader, on)),
    /** Lists the account's rows, newest first; `further` is an additional condition. */
    list: (db: Db, userId: string, query: PageQuery, further?: SQL): Promise<Page<Row>> =>
      page<PgSelect>(
        db,
        select(db, and(eq(table.userId, userId), further)) as never,
        newestFirst(table),
        query,
      ) as Promise<Page<Row>>,
    /**
     * Counts the account's rows and locks the account, so that two requests that count before adding a row run one
     * after the other.
     */
    async countLocked(tx: Db, userId: string, further?: SQL): Promise<number> {
      const account = tx.select({ id: userAccount.id }).from(userAccount);
      await account.where(eq(userAccount.id, userId)).for("no key update");
      return tx.$count(table as PgTable, and(eq(table.userId, userId), further));
    },
    /** Counts the account's rows. */
    count: (db: Db, userId: string, further?: SQL): Promise<number> =>
      db.$count(table as PgTable, and(eq(table.userId, userId), further)),
    ...writes(of),
  };
}

/** Writes by row id. The access word has checked the owner before, and a row never changes its owner. */
function writes<T extends OwnTable, C extends SelectedFields>(of: OwnTableOf<T, C>) {
  const { name, table, columns } = of;
  type Row = SelectResultFields<C>;
  return {
    async insert(db: Db, values: T["$inferInsert"]): Promise<Row> {
      const added = db.insert(table as PgTable).values(values);
      return inserted(await added.returning(columns as never)) as Row;
    },
    /** Throws 404 for a row that is gone. */
    async update(db: Db, id: string, set: Change<T>): Promise<Row> {
      const changed = db.update(table as PgTable).set(set);
      const rows = await changed.where(eq(table.id, id)).returning(columns as never);
      return required(rows[0], name) as Row;
    },
    /** Changes the given columns, as `versionedUpdate` does. Throws 404, 409 and 412. */
    async updateVersion(
      db: Db,
      id: string,
      set: T extends VersionedTable ? Change<T> & { version?: number | undefined } : never,
      ifMatch: number[] | null,
    ): Promise<Row> {
      const change = { where: eq(table.id, id), set, ifMatch, what: name, columns };
      return (await versionedUpdate(db, table as unknown as VersionedTable, change)) as Row;
    },
    /** Throws 404 for a row that is gone. */
    async remove(db: Db, id: string): Promise<void> {
      const removed = db.delete(table as PgTable).where(eq(table.id, id));
      required((await removed.returning({ id: table.id }))[0], name);
    },
  };
}
