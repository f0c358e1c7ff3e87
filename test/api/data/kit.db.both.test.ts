import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { findBreak, type Link, nextLink } from "#api/data/hash-chain.ts";
import { insertWithSlug } from "#api/data/insert-with-slug.ts";
import { once } from "#api/data/once.ts";
import { inserted, required } from "#api/data/rows.ts";
import { subquery } from "#api/data/subquery.ts";
import {
  boundedSearch,
  containing,
  likeness,
  matchesWords,
  resembles,
  searching,
  wordRank,
} from "#api/data/text-search.ts";
import { versionedUpdate } from "#api/data/versioned-update.ts";
import { visibleTo } from "#api/data/visible-to.ts";
import { collection } from "#schemas/tables/accounts/collection.ts";
import { entityMember } from "#schemas/tables/accounts/team.ts";
import { entity } from "#schemas/tables/companies/company.ts";
import { receipt } from "#schemas/tables/operation/receipt.ts";
import { openTestDatabase } from "../../helpers/database.ts";
import { makeUser } from "../../helpers/make.ts";
import { together } from "../../helpers/races.ts";

const database = await openTestDatabase();
afterAll(() => database.close());
const { db } = database;
const { id: ann } = await makeUser(db);
const { id: bob } = await makeUser(db);

describe("rows", () => {
  test("a missing row is 404 in the name of the thing", () => {
    expect(() => required(null, "Watchlist")).toThrow("Watchlist not found");
    expect(() => required(undefined, "Watchlist")).toThrow("Watchlist not found");
    expect(required(0, "Count")).toBe(0);
  });
});

describe("instant", () => {
  test("reads as ISO 8601 in UTC and takes text of any zone [CNV-03]", async () => {
    const row = inserted(
      await db
        .insert(collection)
        .values({ userId: ann, name: "times", createdAt: "2026-11-20T15:33:48.123456+02:00" })
        .returning(),
    );

    expect(row.createdAt).toBe("2026-11-20T13:33:48.123Z");
    const [stored] = (
      await db.execute(sql`select created_at::text as at from collection where id = ${row.id}`)
    ).rows;
    expect(new Date(String(stored?.at)).toISOString()).toBe("2026-11-20T13:33:48.123Z");
    expect(String(stored?.at)).toContain(".123456");
  });
});

describe("versionedUpdate", () => {
  const make = async () =>
    inserted(await db.insert(collection).values({ userId: ann, name: "A" }).returning());
  const change = (id: string, set: { name?: string; version?: number }, ifMatch: number[] | null) =>
    versionedUpdate(db, collection, {
      where: eq(collection.id, id),
      set,
      ifMatch,
      what: "Collection",
    });
  const read = async (id: string) =>
    (await db.select().from(collection).where(eq(collection.id, id)))[0];

  test.each([
    { ifMatch: null, version: undefined },
    { ifMatch: [1], version: undefined },
    { ifMatch: [7, 1], version: 1 },
    { ifMatch: null, version: 1 },
  ])(
    "takes If-Match $ifMatch and body version $version of version 1",
    async ({ ifMatch, version }) => {
      const before = await make();
      const changed = await change(before.id, { name: "B", ...(version && { version }) }, ifMatch);

      expect(changed).toEqual({
        ...before,
        name: "B",
        version: 2,
        updatedAt: expect.stringMatching(/Z$/),
      });
      expect(await read(before.id)).toEqual(changed);
      expect(Date.parse(changed.updatedAt)).toBeGreaterThanOrEqual(Date.parse(before.updatedAt));
    },
  );

  test.each([
    { ifMatch: [2], version: undefined, status: 412 },
    { ifMatch: [], version: undefined, status: 412 },
    { ifMatch: null, version: 2, status: 409 },
    { ifMatch: [1], version: 2, status: 409 },
    { ifMatch: [2], version: 1, status: 412 },
  ])(
    "If-Match $ifMatch and body version $version of version 1 is $status and changes nothing",
    async ({ ifMatch, version, status }) => {
      const before = await make();
      for (const set of [{ name: "B" }, {}]) {
        await expect(
          change(before.id, { ...set, ...(version && { version }) }, ifMatch),
        ).rejects.toMatchObject({ status, message: "Collection is at version 1" });
      }

      expect(await read(before.id)).toEqual(before);
    },
  );

  test("nothing given changes nothing, the time included", async () => {
    const before = await make();
    expect(await change(before.id, {}, [1])).toEqual(before);
    expect(await read(before.id)).toEqual(before);
  });

  test("no such row is 404", async () => {
    for (const set of [{ name: "B" }, {}]) {
      await expect(change(randomUUID(), set, null)).rejects.toMatchObject({ status: 404 });
    }
  });

  test("of 16 with one version one wins", async () => {
    const { id } = await make();
    const done = await Promise.allSettled(
      Array.from({ length: 16 }, (_, n) => change(id, { name: `n${n}` }, [1])),
    );

    expect(done.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect((await read(id))?.version).toBe(2);
  });
});

describe("visibleTo", () => {
  const make = async (name: string, values: Partial<typeof entity.$inferInsert>) =>
    inserted(
      await db
        .insert(entity)
        .values({ name, slug: name, ...values })
        .returning(),
    ).id;
  const seen = async (viewer: Parameters<typeof visibleTo>[0]) =>
    (
      await db
        .select({ name: entity.name })
        .from(entity)
        .where(visibleTo(viewer))
        .orderBy(entity.name)
    ).map(({ name }) => name);

  test("published entities are everybody's, others their owner's, team's and administrators'", async () => {
    await make("a-public", { published: true });
    await make("b-owned", { published: false, ownerId: ann });
    const team = await make("c-team", { published: false });
    await db.insert(entityMember).values({ entityId: team, userId: ann, role: "member" });
    await make("d-hidden", { published: false });

    expect(await seen(null)).toEqual(["a-public"]);
    expect(await seen({ userId: bob })).toEqual(["a-public"]);
    expect(await seen({ userId: ann })).toEqual(["a-public", "b-owned", "c-team"]);
    expect(await seen({ userId: null, isAdmin: true })).toHaveLength(4);
  });
});

describe("insertWithSlug", () => {
  test("16 of one name at once get 16 slugs", async () => {
    const taken = new Set<string>();
    const insert = async (slug: string) => (taken.has(slug) ? null : taken.add(slug) && slug);
    const made = await together(() => insertWithSlug({ name: "Été & Co", kind: "fund" }, insert));

    expect(new Set(made).size).toBe(16);
    expect(made[0]).toBe("ete-co");
    for (const slug of made.slice(1)) expect(slug).toMatch(/^ete-co-[a-z]{10}$/);
  });

  test("a name without letters gets its kind", async () => {
    expect(await insertWithSlug({ name: "???", kind: "fund" }, async (slug) => slug)).toMatch(
      /^fund-[a-z]{10}$/,
    );
  });
});

describe("subquery", () => {
  test("keeps the table of a column where one table is selected from", async () => {
    const { id: user } = await makeUser(db);
    await db.insert(collection).values([
      { userId: user, name: "one" },
      { userId: user, name: "two" },
    ]);
    const same = subquery<number>`select count(*)::int from collection other where other.user_id = ${collection.userId}`;
    const rows = await db.select({ same }).from(collection).where(eq(collection.userId, user));

    expect(rows).toEqual([{ same: 2 }, { same: 2 }]);
  });
});

describe("hash chain", () => {
  const chain = (): Link[] => {
    const first = nextLink({ b: 1, a: ["x", null] }, null);
    const second = nextLink({ a: "second" }, first);
    return [first, second, nextLink({ a: "third" }, second)];
  };

  test("hashes canonical JSON with the hash before it", () => {
    expect(nextLink({ b: 1, a: 2 }, null).hash).toBe(nextLink({ a: 2, b: 1 }, null).hash);
    // SHA-256 of {"content":{"a":2,"b":1},"previousHash":null,"version":1}.
    expect(nextLink({ b: 1, a: 2 }, null).hash).toBe(
      "887d73a2516f3b29acef9e78296456c4aed71c9320c1590dea35f66f73e50572",
    );
    expect(chain().map(({ version }) => version)).toEqual([1, 2, 3]);
    expect(findBreak(chain())).toBeNull();
  });

  test.each<[string, number, (links: Link[]) => Link[]]>([
    ["changed content", 2, ([a, b, c]) => [a, { ...b, content: { a: "other" } }, c] as Link[]],
    [
      "content changed with its hash",
      3,
      ([a, , c]) => [a, nextLink({ a: "other" }, a ?? null), c] as Link[],
    ],
    ["a version removed", 3, ([a, , c]) => [a, c] as Link[]],
    ["the first version removed", 2, ([, b, c]) => [b, c] as Link[]],
    ["two versions exchanged", 2, ([a, b, c]) => [b, a, c] as Link[]],
    ["a fork", 2, ([a, b]) => [a, b, nextLink({ a: "fork" }, a ?? null)] as Link[]],
  ])("%s is seen at version %i", (_what, version, tamper) => {
    expect(findBreak(tamper(chain()))).toBe(version);
  });

  test.each([Number.NaN, [Number.POSITIVE_INFINITY], { deep: [1n] }, undefined])(
    "%s has no hash",
    (content) => {
      expect(() => nextLink(content, null)).toThrow();
    },
  );
});

describe("once", () => {
  test("16 with one operation id do it once and get one answer", async () => {
    const operation = { subject: "view:1", operationId: randomUUID(), userId: null };
    let done = 0;
    const answers = await together(() =>
      once(db, operation, async () => {
        done += 1;
        return { eventId: randomUUID() };
      }),
    );

    expect(done).toBe(1);
    expect(new Set(answers.map(({ answer }) => answer.eventId)).size).toBe(1);
    expect(answers.filter(({ isReplay }) => isReplay)).toHaveLength(15);
  });

  test("another subject or operation is another one", async () => {
    const operationId = randomUUID();
    const doneOf = async (subject: string, id: string) =>
      (await once(db, { subject, operationId: id, userId: null }, async () => `${subject} ${id}`))
        .isReplay;

    expect(await doneOf("a", operationId)).toBe(false);
    expect(await doneOf("b", operationId)).toBe(false);
    expect(await doneOf("a", randomUUID())).toBe(false);
    expect(await doneOf("a", operationId)).toBe(true);
  });

  test("what failed leaves no receipt and no change", async () => {
    const operation = { subject: "view:2", operationId: randomUUID(), userId: null };
    await expect(
      once(db, operation, async (tx) => {
        await tx.insert(collection).values({ userId: ann, name: "half done" });
        throw new Error("no");
      }),
    ).rejects.toThrow("no");

    expect(await db.select().from(collection).where(eq(collection.name, "half done"))).toEqual([]);
    expect(
      await db.select().from(receipt).where(eq(receipt.operationId, operation.operationId)),
    ).toEqual([]);
    expect((await once(db, operation, async () => 7)).answer).toBe(7);
  });
});

describe("text search", () => {
  const text = "Apple designs phones and computers";
  const ask = async (typed: string) => {
    const { rows } = await searching(db, (tx) =>
      tx.execute<{ found: boolean; alike: boolean; rank: number; near: number }>(sql`
      select ${matchesWords(sql`to_tsvector('english', ${text}::text)`, typed)} as found,
        ${wordRank(sql`to_tsvector('english', ${text}::text)`, typed)} as rank,
        ${resembles(sql`${text}::text`, typed)} as alike, ${likeness(sql`${text}::text`, typed)} as near`),
    );
    return rows[0];
  };

  test("finds words in any form, phrases and slips of the key", async () => {
    expect(await ask("computer phone")).toMatchObject({ found: true });
    expect(await ask('"designs phones"')).toMatchObject({ found: true });
    expect(await ask('"phones designs"')).toMatchObject({ found: false });
    expect(await ask("phone -apple")).toMatchObject({ found: false, rank: 0 });
    expect(await ask("compters")).toMatchObject({ found: false, alike: true });
    expect(await ask("bank")).toMatchObject({ found: false, alike: false });
  });

  test.each([
    "",
    "   ",
    "'",
    '"',
    '"unclosed',
    "a & | ! <-> :*",
    "((((",
    "-",
    "or or or",
    "\\",
    "%_\\",
    "\0",
    "a\0b",
    "\ud800",
    "'; drop table entity; --",
    "the and of",
    "🦄".repeat(300),
    "a ".repeat(100_000),
    "x".repeat(1_000_000),
  ])("typed text %# is no error", async (typed) => {
    expect(await ask(typed)).toBeDefined();
    expect(
      (await db.execute(sql`select 1 as one where 'a' like ${containing(typed)}`)).rows.length,
    ).toBeLessThan(2);
  });

  test("reads 200 characters and 16 terms of it", () => {
    expect([...boundedSearch("🦄".repeat(300))]).toHaveLength(200);
    expect(boundedSearch("a ".repeat(99)).split(" ")).toHaveLength(16);
    expect(boundedSearch("  a\0\tb  ")).toBe("a b");
  });

  test("a pattern takes % and _ literally", async () => {
    const has = async (name: string, typed: string) =>
      (
        await db.execute<{ has: boolean }>(
          sql`select ${name}::text like ${containing(typed)} as has`,
        )
      ).rows[0]?.has;
    expect(await has("100% sure", "0% s")).toBe(true);
    expect(await has("100 sure", "0% s")).toBe(false);
    expect(await has("axb", "a_b")).toBe(false);
  });

  test.runIf(process.env.TEST_DATABASE_URL)(
    "what takes too long is 503, and the limit ends with it",
    async () => {
      await expect(
        searching(db, (tx) => tx.execute(sql`select pg_sleep(30)`), 50),
      ).rejects.toMatchObject({ status: 503 });
      await db.transaction(async (tx) => {
        const limit = () => tx.execute(sql`select current_setting('statement_timeout') as ms`);
        const { rows: before } = await limit();
        await searching(tx, (inner) => inner.execute(sql`select 1`), 50);
        expect((await limit()).rows).toEqual(before);
      });
    },
  );
});
