import { eq } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { pick } from "#api/data/rows.ts";
import { has, rowsOf } from "#api/data/rows-of.ts";
import { collection } from "#schemas/tables/accounts/collection.ts";
import { openTestDatabase } from "../../helpers/database.ts";
import { makeUser } from "../../helpers/make.ts";

const database = await openTestDatabase();
afterAll(() => database.close());
const { db } = database;
const { id: ann } = await makeUser(db);
const { id: bob } = await makeUser(db);
const collections = rowsOf(collection);
const named = rowsOf(collection, pick(collection, "name"));

describe("rowsOf", () => {
  test("finds, lists and counts the rows that have all values, of a list one of them", async () => {
    // Rows of one millisecond have no order of time.
    for (const [n, name] of ["A", "B", "C"].entries()) {
      const createdAt = `2026-01-0${n + 1}T00:00:00.000Z`;
      await collections.insert(db, { userId: ann, name, createdAt });
    }
    await collections.insert(db, { userId: bob, name: "A" });

    expect(await named.find(db, { userId: bob, name: "A" })).toEqual({ name: "A" });
    expect(await named.find(db, { userId: bob, name: "B" })).toBeNull();
    expect(await named.list(db, { userId: ann, name: ["A", "C"] }, collection.name)).toEqual([
      { name: "A" },
      { name: "C" },
    ]);
    expect(await named.list(db, { userId: ann, name: [] })).toEqual([]);
    expect(await collections.count(db, { userId: ann })).toBe(3);
    expect(await collections.exists(db, eq(collection.name, "D"))).toBe(false);
    const page = await named.page(db, { userId: ann }, { limit: 2, offset: 0 });
    expect(page).toEqual({ rows: [{ name: "C" }, { name: "B" }], total: 3, limit: 2, offset: 0 });
  });

  test("changes and removes no other row, and writes nothing where no value is given", async () => {
    const { id } = await collections.insert(db, { userId: ann, name: "old" });
    const other = await collections.insert(db, { userId: ann, name: "other" });

    expect(await named.change(db, { id, userId: bob }, { name: "stolen" })).toBeNull();
    expect(await named.change(db, { id }, { name: undefined } as never)).toEqual({ name: "old" });
    expect(await named.change(db, { id }, { name: "new" })).toEqual({ name: "new" });
    expect(await collections.remove(db, { id, userId: bob })).toBe(false);
    expect(await collections.remove(db, { id })).toBe(true);
    expect(await collections.byId(db, id)).toBeNull();
    expect(await collections.byId(db, other.id)).toEqual(other);
  });

  test("a value that is forgotten never means all rows", async () => {
    expect(() => has(collection, { id: undefined } as never)).toThrow("No value is given for id");
    expect(() => has(collection, {})).toThrow("No value is given");
    expect(() => has(collection, { owner: ann } as never)).toThrow("The table has no column owner");
    expect(() => collections.remove(db, {})).toThrow("No value is given");
  });
});
