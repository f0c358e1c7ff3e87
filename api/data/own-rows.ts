import { and, eq, type SQL } from "drizzle-orm";
import type { PgColumn, PgSelect, PgTable } from "drizzle-orm/pg-core";
import type { SelectedFields } from "drizzle-orm/pg-core/query-builders/select.types";
import type { SelectResultFields } from "drizzle-orm/query-builders/select.types";
import type { Db } from "#schemas/db.ts";
import type { Page } from "#schemas/shapes/page.ts";
import { userAccount } from "#schemas/tables/account.ts";
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
  /** As a 404 names a row: "Watchlist". */
  name: string;
  table: T;
  /** What is read of a row. */
  columns: C;
  /** A condition that the further parameters of the path put on the row; null: there is no such row. */
  within?(params: Params): SQL | undefined | null;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** What each module with private rows of accounts needs: the access word, and reading and writing one's own. */
export function ownRows<T extends OwnTable, C extends SelectedFields>(of: OwnTableOf<T, C>) {
  const { name, table, columns, within = () => undefined } = of;
  type Row = SelectResultFields<C>;
  const select = (db: Db, where: SQL | undefined) =>
    db
      .select(columns)
      .from(table as PgTable)
      .where(where);

  /** The account's row; null for another account's, which looks the same from outside. */
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
    /** The access word: the account that owns the row, which is the handler's `subject`. 404 for all others. */
    own: (on: string) => allowed<Row>("owner", () => "yes", via(reader, on)),
    /** Those of an account, newest first; `further` narrows them. */
    list: (db: Db, userId: string, query: PageQuery, further?: SQL): Promise<Page<Row>> =>
      page<PgSelect>(
        db,
        select(db, and(eq(table.userId, userId), further)) as never,
        newestFirst(table),
        query,
      ) as Promise<Page<Row>>,
    /** How many an account has, whose row stays locked: of two that count at once, to add one, one waits. */
    async countLocked(tx: Db, userId: string, further?: SQL): Promise<number> {
      const account = tx.select({ id: userAccount.id }).from(userAccount);
      await account.where(eq(userAccount.id, userId)).for("no key update");
      return tx.$count(table as PgTable, and(eq(table.userId, userId), further));
    },
    ...writes(of),
  };
}

/** Rows are named by ids that the access word has admitted: they do not change their owner. */
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
    /** Changes what is given, as `versionedUpdate` does. Throws 404, 409 and 412. */
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
