import { and, asc, eq, sql } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { keysetPage } from "#api/data/keyset-page.ts";
import { newestFirst, page } from "#api/data/page.ts";
import { collection } from "#schemas/tables/accounts/collection.ts";
import { openTestDatabase } from "../../helpers/database.ts";
import { makeUser } from "../../helpers/make.ts";

const database = await openTestDatabase();
afterAll(() => database.close());
const { db } = database;
const { id: owner } = await makeUser(db);

/** 25 collections, five at a time in the same microsecond, newest last. */
const names = Array.from({ length: 25 }, (_, n) => `c${String(n).padStart(2, "0")}`);
await db.insert(collection).values(
  names.map((name, n) => ({
    userId: owner,
    name,
    createdAt: `2026-11-01T00:00:00.00000${Math.floor(n / 5)}Z`,
  })),
);
const own = eq(collection.userId, owner);
const inOrder = (
  await db
    .select({ name: collection.name })
    .from(collection)
    .orderBy(...newestFirst(collection))
).map(({ name }) => name);

describe("page", () => {
  const read = (limit: number, offset: number) =>
    page(
      db,
      db.select({ name: collection.name }).from(collection).where(own),
      newestFirst(collection),
      { limit, offset },
    );

  test("orders by time and then id, and tells the total on every page", async () => {
    const pages = [await read(10, 0), await read(10, 10), await read(10, 20)];

    expect(pages.flatMap(({ rows }) => rows.map(({ name }) => name))).toEqual(inOrder);
    expect(pages.map(({ total }) => total)).toEqual([25, 25, 25]);
  });

  test.each([
    [0, 25],
    [25, 25],
    [100, 25],
  ])("an offset of %i has the total %i", async (offset, total) => {
    const found = await read(25, offset);

    expect(found).toMatchObject({ total, limit: 25, offset });
    expect(found.rows).toHaveLength(offset === 0 ? 25 : 0);
  });

  test("an empty list has the total 0", async () => {
    const none = db.select().from(collection).where(eq(collection.name, "no such"));
    expect(await page(db, none, newestFirst(collection), { limit: 5, offset: 0 })).toEqual({
      rows: [],
      total: 0,
      limit: 5,
      offset: 0,
    });
  });

  test("counts the rows of a join that has one column name twice", async () => {
    const other = sql`(select 1 as id union all select 2) other`;
    const select = db
      .select({ first: collection.id, second: sql`other.id` })
      .from(collection)
      .innerJoin(other, sql`true`)
      .where(own);
    expect((await page(db, select, [asc(collection.id)], { limit: 1, offset: 0 })).total).toBe(50);
  });
});

describe("keysetPage", () => {
  const read = (limit: number, cursor?: string, direction?: "newestFirst" | "oldestFirst") =>
    keysetPage(
      collection,
      { limit, cursor },
      (key) =>
        db
          .select({ id: collection.id, name: collection.name, cursorAt: key.at })
          .from(collection)
          .where(and(own, key.after))
          .orderBy(...key.order)
          .limit(key.limit),
      direction,
    );

  async function walk(limit: number, direction?: "newestFirst" | "oldestFirst") {
    const seen: string[] = [];
    for (let cursor: string | undefined; ; ) {
      const { rows, nextCursor } = await read(limit, cursor, direction);
      seen.push(...rows.map(({ name }) => name));
      if (nextCursor === null) return seen;
      cursor = nextCursor;
    }
  }

  test.each([1, 3, 5, 24, 25, 26])(
    "pages of %i hold each row once, rows of one microsecond too",
    async (limit) => {
      expect(await walk(limit)).toEqual(inOrder);
      expect(await walk(limit, "oldestFirst")).toEqual([...inOrder].reverse());
    },
  );

  test("a row that comes or goes between two pages moves no other row", async () => {
    const first = await read(10);
    const [added] = await db
      .insert(collection)
      .values({ userId: owner, name: "new", createdAt: "2026-11-02T00:00:00Z" })
      .returning();
    const gone = first.rows[9];
    await db.delete(collection).where(eq(collection.id, gone?.id ?? ""));
    const second = await read(10, first.nextCursor ?? "");
    await db.delete(collection).where(eq(collection.id, added?.id ?? ""));
    await db.insert(collection).values({
      userId: owner,
      name: gone?.name ?? "",
      id: gone?.id ?? "",
      createdAt: "2026-11-01T00:00:00.000003Z",
    });

    expect(second.rows.map(({ name }) => name)).toEqual(inOrder.slice(10, 20));
  });

  test.each([
    "",
    "x",
    "'; drop table collection; --",
    Buffer.from("2026-02-30T00:00:00.000000Z 60341305-790b-5069-9516-704f56d33c21").toString(
      "base64url",
    ),
    Buffer.from("2026-11-01T00:00:00.000000Z 1 or 1=1").toString("base64url"),
    "A".repeat(100_000),
  ])("the cursor %# is 400 and asks the database nothing", async (cursor) => {
    await expect(read(5, cursor)).rejects.toMatchObject({ status: 400 });
  });
});
