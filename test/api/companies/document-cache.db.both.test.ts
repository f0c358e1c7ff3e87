import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { listenForChanges } from "#api/http/listener.ts";
import {
  companyDocument,
  createDocumentCache,
  type LoadDocument,
} from "#api/modules/companies/document-cache.ts";
import { openTestDatabase } from "../../helpers/database.ts";

/** A store whose reads wait until they are let go. */
function heldStore() {
  const waiting: ((body: string | null) => void)[] = [];
  const load: LoadDocument = () =>
    new Promise((resolve) => {
      waiting.push((body) =>
        resolve(body === null ? null : { body: gzipSync(body), etag: `"${body}"` }),
      );
    });
  return { waiting, load };
}

const megabyte = 1_048_576;

test("concurrent misses of one document read it once", async () => {
  const { waiting, load } = heldStore();
  const cache = createDocumentCache(load, megabyte);
  cache.keep(true);

  const both = [cache.find("a", "terminal"), cache.find("a", "terminal")];
  waiting[0]?.("one");

  expect((await Promise.all(both)).map((one) => one?.etag)).toEqual(['"one"', '"one"']);
  expect(waiting).toHaveLength(1);
  expect((await cache.find("a", "terminal"))?.identity.toString()).toBe("one");
  expect(waiting).toHaveLength(1);
});

test.each([0, 1, 62, 63, 64, 16_383, 16_384, 300_000])(
  "a document of %i bytes is unpacked whole",
  (length) => {
    const text = Buffer.alloc(length, "company");
    const document = companyDocument({ body: gzipSync(text), etag: "tag" }, "public");
    expect(document.identity.equals(text)).toBe(true);
    expect(document.etag).toBe('"tag"');
  },
);

test("a version read while the company was rebuilt is not kept", async () => {
  const { waiting, load } = heldStore();
  const cache = createDocumentCache(load, megabyte);
  cache.keep(true);

  const before = cache.find("a", "terminal");
  cache.drop("a");
  const after = cache.find("a", "terminal");
  waiting[1]?.("new");
  waiting[0]?.("old");

  expect((await before)?.etag).toBe('"old"');
  expect((await after)?.etag).toBe('"new"');
  expect((await cache.find("a", "terminal"))?.etag).toBe('"new"');
});

test("nothing is kept while changes may be missed", async () => {
  const { waiting, load } = heldStore();
  const cache = createDocumentCache(load, megabyte);
  cache.keep(true);
  const first = cache.find("a", "terminal");
  waiting[0]?.("one");
  await first;

  cache.keep(false);
  const second = cache.find("a", "terminal");
  waiting[1]?.("two");
  await second;
  const third = cache.find("a", "terminal");
  waiting[2]?.("three");

  expect((await second)?.etag).toBe('"two"');
  expect((await third)?.etag).toBe('"three"');
});

test("what does not exist is asked again each time, and a failed read is not remembered", async () => {
  let reads = 0;
  const cache = createDocumentCache(async () => {
    reads += 1;
    if (reads === 1) throw new Error("away");
    return reads === 2 ? null : { body: gzipSync("x"), etag: "bare" };
  }, megabyte);
  cache.keep(true);

  await expect(cache.find("a", "financials")).rejects.toThrow("away");
  expect(await cache.find("a", "financials")).toBeNull();
  expect((await cache.find("a", "financials"))?.etag).toBe('"bare"');
});

test("memory is bounded by bytes", async () => {
  let reads = 0;
  const cache = createDocumentCache(async (id) => {
    reads += 1;
    return { body: gzipSync("x".repeat(400_000)), etag: id };
  }, megabyte);
  cache.keep(true);

  for (const id of ["a", "b", "c"]) await cache.find(id, "terminal");
  await cache.find("a", "terminal");

  expect(reads).toBe(4);
});

test("a lost connection is reported at once, made again, and hears the next change", async (context) => {
  const database = await openTestDatabase();
  if (database.lite !== null) {
    await database.close();
    context.skip("needs TEST_DATABASE_URL");
  }
  const states: boolean[] = [];
  const changed: string[] = [];
  const log = { warn: () => {} } as unknown as Parameters<typeof listenForChanges>[2];
  const listener = listenForChanges(
    database,
    {
      changed: (id) => changed.push(id),
      revoked: () => {},
      roomNews: () => {},
      listening: (is) => states.push(is),
    },
    log,
  );
  await expect.poll(() => states).toEqual([true]);

  await database.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen tenk_company%' and datname = current_database()",
  );
  await expect.poll(() => states, { timeout: 5000 }).toEqual([true, false, true]);
  await database.pool.query("select pg_notify('tenk_company', 'e1')");

  await expect.poll(() => changed).toEqual(["e1"]);
  await listener.stop();
  await database.close();
});

test("the embedded database's listener survives the loss of the pool's client", async (context) => {
  const database = await openTestDatabase();
  if (database.lite === null) {
    await database.close();
    context.skip("for the embedded database");
  }
  await database.pool.query("select 1");
  const states: boolean[] = [];
  const changed: string[] = [];
  const log = {} as Parameters<typeof listenForChanges>[2];
  const listener = listenForChanges(
    database,
    {
      changed: (id) => changed.push(id),
      revoked: () => {},
      roomNews: () => {},
      listening: (is) => states.push(is),
    },
    log,
  );
  await expect.poll(() => states).toEqual([false, true]);

  const client = await database.pool.connect();
  client.release(new Error("dropped"));
  await database.pool.query("select 1");
  await expect.poll(() => states).toEqual([false, true, false, true]);
  await database.pool.query("select pg_notify('tenk_company', 'e1')");

  await expect.poll(() => changed).toEqual(["e1"]);
  await listener.stop();
  await database.close();
});
