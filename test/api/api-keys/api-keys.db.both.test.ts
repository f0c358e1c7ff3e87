import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { makeApiKey } from "#api/auth/api-key.ts";
import { apiKey } from "#schemas/tables/accounts/account.ts";
import { testApp } from "../../helpers/app.ts";
import { makeUser } from "../../helpers/make.ts";

let at = new Date("2026-03-04T12:00:00Z");
const later = (seconds: number) => {
  at = new Date(at.getTime() + seconds * 1000);
};
const { db, database, get, send, signIn } = await testApp({ now: () => at });
const ann = await signIn("ann@example.com");
const bob = await signIn("bob@example.com");
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const uuid = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);

type Headers = Record<string, string>;
const post = (url: string, headers: Headers, payload?: object) =>
  send({ method: "POST", url, headers, ...(payload === undefined ? {} : { payload }) });
const create = async (payload: object = { name: "Export", scope: "read" }, headers = ann) => {
  const answer = await post("/api/v1/api-keys", headers, payload);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json() as { id: string; key: string; prefix: string };
};
const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const statusOf = async (headers: Headers) => (await get("/api/v1/api-keys", headers)).statusCode;

describe("creating", () => {
  test("the secret is in the create answer, at the top and under data, and never again [KEY-02] [KEY-03] [KEY-04] [KEY-05] [KEY-13] [AUT-30] [A-02] [A-37]", async () => {
    const answer = await post("/api/v1/api-keys", ann, { name: " Export ", scope: "read" });

    expect(answer.statusCode).toBe(201);
    const { data, meta, ...top } = answer.json();
    expect(data).toEqual(top);
    expect(meta).toEqual({ timestamp: "2026-03-04T12:00:00.000Z" });
    expect(top).toEqual({
      id: uuid,
      name: "Export",
      key: expect.stringMatching(/^tenk_[0-9a-f]{8}_[\w-]{43}$/),
      prefix: expect.stringMatching(/^tenk_[0-9a-f]{8}$/),
      keyPrefix: top.prefix,
      scope: "read",
      permissions: ["read"],
      status: "active",
      rateLimit: 100,
      lastUsedAt: null,
      expiresAt: null,
      createdAt: "2026-03-04T12:00:00.000Z",
      revokedAt: null,
    });
    expect(top.key.startsWith(top.prefix)).toBe(true);
    expect(answer.headers.location).toBe(`/api/v1/api-keys/${top.id}`);
    const later = [
      await get(String(answer.headers.location), ann),
      await get("/api/v1/api-keys", ann),
      await post("/v1/apiKeys.list", ann),
      await get("/api/v1/api-keys/stats", ann),
      await post(`/api/v1/api-keys/${top.id}/revoke`, ann),
    ];
    for (const one of later) {
      expect(one.statusCode).toBe(200);
      expect(one.body).not.toContain(top.key);
      expect(one.body).not.toContain('"key":');
    }
  });

  test("apiKeys.create answers with its own record and key, in its own envelope [KEY-18] [KEY-19] [KEY-22] [AUT-05] [O-16]", async () => {
    const answer = await post("/v1/apiKeys.create", ann, {
      name: "Import",
      permissions: ["read", "filings:write"],
      rateLimit: 5,
      expiresAt: "2026-03-05T00:00:00+02:00",
    });

    expect(answer.statusCode).toBe(200);
    const { success, data } = answer.json().result.data;
    expect(success).toBe(true);
    expect(data).toMatchObject({
      id: uuid,
      name: "Import",
      key: expect.stringContaining(data.keyPrefix),
      permissions: ["read", "filings:write"],
      scope: "read filings:write",
      rateLimit: 5,
      lastUsedAt: null,
      expiresAt: "2026-03-04T22:00:00.000Z",
      createdAt: time,
    });
    const usual = await post("/v1/apiKeys.create", ann, { name: "Default" });
    expect(usual.json().result.data.data).toMatchObject({ permissions: ["read"], rateLimit: 100 });
  });

  test.each([
    [{}],
    [{ name: "" }],
    [{ name: "   " }],
    [{ name: 5 }],
    [{ name: null }],
    [{ name: "x".repeat(101) }],
    [{ name: "a\u202eb" }],
    [{ name: "a\u0007b" }],
    [{ name: "a", scope: "everything" }],
    [{ name: "a", scope: "" }],
    [{ name: "a", scope: "toString" }],
    [{ name: "a", permissions: [] }],
    [{ name: "a", permissions: ["read", "nonsense"] }],
    [{ name: "a", permissions: "read" }],
    [{ name: "a", scope: "read", permissions: ["write"] }],
    [{ name: "a", rateLimit: 0 }],
    [{ name: "a", rateLimit: -1 }],
    [{ name: "a", rateLimit: 1.5 }],
    [{ name: "a", rateLimit: "10" }],
    [{ name: "a", expiresAt: "tomorrow" }],
    [{ name: "a", expiresAt: "2026-03-04T11:59:59Z" }],
    [{ name: "a", expiresAt: 1_800_000_000 }],
  ])("%j is refused in each family's envelope [KEY-06] [KEY-07]", async (body) => {
    const rest = await post("/api/v1/api-keys", ann, body);
    const rpc = await post("/v1/apiKeys.create", ann, body);

    expect([rest.statusCode, rpc.statusCode]).toEqual([400, 400]);
    expect(rest.json()).toMatchObject({ code: "BAD_REQUEST", error: { httpStatus: 400 } });
    expect(rpc.json()).toEqual({
      error: { message: expect.any(String), code: "BAD_REQUEST", httpStatus: 400 },
    });
  });

  test("nothing but the documented fields is taken from the body", async () => {
    const bobs = await makeUser(db);
    const made = await create({
      name: "a",
      id: "0b7c1a58-1c39-4c0e-9a3f-6f0f0d2f4a11",
      userId: bobs.id,
      status: "revoked",
      key: "tenk_chosen",
      prefix: "tenk_chosen",
      createdAt: "1999-01-01T00:00:00Z",
    });

    expect(made).toMatchObject({ status: "active", createdAt: at.toISOString() });
    expect(made.id).not.toBe("0b7c1a58-1c39-4c0e-9a3f-6f0f0d2f4a11");
    expect(made.key).not.toContain("chosen");
    expect((await get(`/api/v1/api-keys/${made.id}`, ann)).statusCode).toBe(200);
  });

  test("only digests are stored, of secrets of 256 bits [KEY-24] [KEY-25]", async () => {
    const { key } = await create();

    const stored = JSON.stringify(await db.select().from(apiKey));

    expect(stored).not.toContain(key.slice(14));
    expect(stored).toContain(createHash("sha256").update(key).digest("hex"));
    const made = Array.from({ length: 100 }, () => makeApiKey().key.split("_").slice(2).join("_"));
    expect(new Set(made).size).toBe(100);
    expect(made.every((secret) => Buffer.from(secret, "base64url").length === 32)).toBe(true);
  });
});

describe("what a key may do", () => {
  test("it works as X-API-Key and as Bearer, on every family [AUT-02] [AUT-03] [AUT-04] [AUT-06] [A-27] [O-04]", async () => {
    const { key } = await create({ name: "a", scope: "write" });

    for (const headers of [{ "x-api-key": key }, bearer(key)]) {
      expect(await statusOf(headers)).toBe(200);
      expect((await post("/v1/apiKeys.list", headers)).statusCode).toBe(200);
      expect((await post("/v1/reports.list", headers, {})).statusCode).toBe(200);
      expect((await post("/v1/apiKeys.create", headers, { name: "b" })).statusCode).toBe(200);
    }
    expect(await statusOf({ "x-api-key": key, ...bearer(key) })).toBe(200);
    expect(await statusOf({ "x-api-key": key, ...ann })).toBe(200);
  });

  test("two credentials of different principals, or one that is bad, are 401 [A-27] [AUT-08]", async () => {
    const { key } = await create();
    const { key: bobs } = await create({ name: "b" }, bob);

    expect(await statusOf({ "x-api-key": key, ...bob })).toBe(401);
    expect(await statusOf({ "x-api-key": key, ...bearer(bobs) })).toBe(401);
    expect(await statusOf({ "x-api-key": key, ...bearer("bad") })).toBe(401);
    expect(await statusOf({ "x-api-key": "bad", ...ann })).toBe(401);
  });

  test("a right prefix, a cut, longer or changed key, a token as key and a key in the query are nothing [AUT-08]", async () => {
    const { key } = await create();
    const { authorization = "" } = ann;

    for (const wrong of [
      key.slice(0, 13),
      key.slice(0, -1),
      `${key}x`,
      `${key.slice(0, -1)}${key.endsWith("A") ? "B" : "A"}`,
      key.toUpperCase(),
      `tenk_${"x".repeat(9000)}`,
      "",
      authorization.slice(7),
    ]) {
      expect(await statusOf({ "x-api-key": wrong }), wrong.slice(0, 20)).toBe(401);
    }
    expect((await get(`/api/v1/api-keys?api_key=${key}&x-api-key=${key}`)).statusCode).toBe(401);
  });

  test("a read-only key reads, and is 403 on every write [AUT-33] [AUT-34] [AUT-11] [O-02]", async () => {
    const { key, id } = await create();
    const headers = { "x-api-key": key };

    expect(await statusOf(headers)).toBe(200);
    for (const answer of [
      await post("/api/v1/api-keys", headers, { name: "b" }),
      await post("/v1/apiKeys.create", headers, { name: "b" }),
      await post(`/api/v1/api-keys/${id}/revoke`, headers),
      // Refused before anything is said about the body or the id.
      await post("/api/v1/api-keys", headers, {}),
      await post("/api/v1/api-keys/nothing/revoke", headers),
    ]) {
      expect(answer.statusCode).toBe(403);
      expect(answer.body).toContain("FORBIDDEN");
      expect(answer.headers["www-authenticate"]).toBe(
        'Bearer error="insufficient_scope", scope="write"',
      );
    }
  });

  test("a key that has just been used is 401 from its revocation on, also where the repeat is answered from memory [STA-03]", async () => {
    const { key, id } = await create();
    const headers = { "x-api-key": key };
    expect(await statusOf(headers)).toBe(200);

    expect((await post(`/api/v1/api-keys/${id}/revoke`, ann)).statusCode).toBe(200);

    expect(await statusOf(headers)).toBe(401);
    expect(await statusOf(bearer(key))).toBe(401);
  });

  test("a scope of one resource does nothing elsewhere [AUT-34]", async () => {
    const { key } = await create({ name: "a", permissions: ["filings:write", "hiring:read"] });

    expect(await statusOf({ "x-api-key": key })).toBe(403);
  });

  test("a key makes no key of wider permission, and only administrators allow more requests [AUT-36] [O-04] [O-10] [LIM-05]", async () => {
    const { key } = await create({ name: "a", scope: "write" });
    const root = await makeUser(db, { email: "root@example.com", isAdmin: true });
    const asRoot = await signIn(root.email);
    const makes = async (headers: Headers, payload: object) =>
      (await post("/api/v1/api-keys", headers, { name: "b", ...payload })).statusCode;

    expect(await makes({ "x-api-key": key }, { permissions: ["reports:write", "read"] })).toBe(201);
    expect(await makes({ "x-api-key": key }, { scope: "admin" })).toBe(403);
    expect(await makes(ann, { scope: "admin" })).toBe(403);
    expect(await makes(ann, { rateLimit: 101 })).toBe(403);
    expect(await makes(ann, { rateLimit: 99 })).toBe(201);
    expect(await makes(asRoot, { scope: "admin", rateLimit: 5000 })).toBe(201);
  });

  test("an administrator's key is one only with the admin scope, and only as long as its owner is", async () => {
    const root = await makeUser(db, { email: "root2@example.com", isAdmin: true });
    const asRoot = await signIn(root.email);
    const makes = async (key: string) =>
      (await post("/api/v1/api-keys", { "x-api-key": key }, { name: "c", rateLimit: 200 }))
        .statusCode;
    const admin = await create({ name: "a", scope: "admin" }, asRoot);
    const write = await create({ name: "b", scope: "write" }, asRoot);
    expect([await makes(admin.key), await makes(write.key)]).toEqual([201, 403]);

    await db.execute(sql`update user_account set is_admin = false where id = ${root.id}`);
    later(1);

    expect(await statusOf({ "x-api-key": admin.key })).toBe(403);
    expect(await statusOf({ "x-api-key": write.key })).toBe(200);
  });

  test("its own rateLimit is counted beside its owner's [LIM-04] [LIM-05]", async () => {
    const limited = await testApp({
      database,
      now: () => at,
      limits: { anonymous: 10, read: 10, write: 10 },
    });
    const { key } = await create({ name: "a", rateLimit: 2 });
    const ask = () => limited.get("/api/v1/api-keys", { "x-api-key": key });

    const answers = [await ask(), await ask(), await ask()];

    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 429]);
    expect(answers[0]?.headers["ratelimit-policy"]).toBe('"read";q=10;w=60, "key";q=2;w=60');
    expect(answers[0]?.headers.ratelimit).toMatch(/^"read";r=\d;t=\d+, "key";r=1;t=\d+$/);
    expect(answers[2]?.headers["retry-after"]).toMatch(/^\d+$/);
    expect(answers[2]?.json().code).toBe("TOO_MANY_REQUESTS");
  });
});

describe("reading", () => {
  test("the list carries both shapes of /api/v1 with the same rows [KEY-01] [KEY-11] [A-02] [CNV-21]", async () => {
    const headers = await signIn("list@example.com");
    for (const name of ["one", "two", "three"]) {
      await create({ name }, headers);
      later(1);
    }

    const body = (await get("/api/v1/api-keys?limit=2&offset=1", headers)).json();

    expect(body.data.map((key: { name: string }) => key.name)).toEqual(["two", "one"]);
    expect(body.apiKeys).toEqual(body.data);
    expect(body.meta).toEqual({ total: 3, limit: 2, offset: 1, hasMore: false });
    expect(body.pagination).toEqual(body.meta);
    const rpc = await post("/v1/apiKeys.list", headers, { limit: 1 });
    expect(rpc.json().result.data).toMatchObject({
      success: true,
      data: [{ name: "three", keyPrefix: expect.stringMatching(/^tenk_/) }],
      pagination: { total: 3, limit: 1, offset: 0, hasMore: true },
    });
  });

  test("of 22 keys apiKeys.list gives 20 and says that there are more, which offset reads [KEY-20]", async () => {
    const headers = await signIn("many@example.com");
    for (let n = 0; n < 22; n += 1) await create({ name: `key ${n}` }, headers);
    const list = async (body: object) =>
      (await post("/v1/apiKeys.list", headers, body)).json().result.data;
    const [first, rest] = [await list({}), await list({ offset: 20 })];

    expect(first.pagination).toEqual({ total: 22, limit: 20, offset: 0, hasMore: true });
    expect(rest.pagination).toEqual({ total: 22, limit: 20, offset: 20, hasMore: false });
    const ids = [...first.data, ...rest.data].map(({ id }: { id: string }) => id);
    expect([ids.length, new Set(ids).size]).toEqual([22, 22]);
  });

  test("revoked and expired keys are listed only when asked for [KEY-12]", async () => {
    const headers = await signIn("inactive@example.com");
    const revoked = await create({ name: "revoked" }, headers);
    await create({ name: "expiring", expiresAt: new Date(+at + 1000).toISOString() }, headers);
    await create({ name: "live" }, headers);
    await post(`/api/v1/api-keys/${revoked.id}/revoke`, headers);
    later(1);
    const list = async (query: string) =>
      (await get(`/api/v1/api-keys${query}`, headers))
        .json()
        .data.map(({ name, status }: Record<string, string>) => `${name} ${status}`)
        .sort();

    expect(await list("")).toEqual(["live active"]);
    expect(await list("?includeInactive=false")).toEqual(["live active"]);
    expect(await list("?includeInactive=true")).toEqual([
      "expiring expired",
      "live active",
      "revoked revoked",
    ]);
    expect((await get("/api/v1/api-keys?includeInactive=yes", headers)).statusCode).toBe(400);
    const rpc = await post("/v1/apiKeys.list", headers, { includeInactive: true });
    expect(rpc.json().result.data.pagination.total).toBe(3);
  });

  test("apiKeys.list takes an empty body, and refuses text for numbers [KEY-20] [A-45] [CNV-32]", async () => {
    expect((await post("/v1/apiKeys.list", ann)).statusCode).toBe(200);
    expect((await post("/v1/apiKeys.list", ann, {})).statusCode).toBe(200);
    const capped = await post("/v1/apiKeys.list", ann, { limit: 1000 });
    expect(capped.json().result.data.pagination.limit).toBe(100);
    for (const body of [{ limit: "5" }, { limit: 0 }, { offset: -1 }, { offset: 2 ** 40 }]) {
      expect((await post("/v1/apiKeys.list", ann, body)).statusCode).toBe(400);
    }
  });

  test("stats is never taken for an id; an unknown id of any form is 404 [KEY-14] [KEY-15] [KEY-16] [A-09]", async () => {
    expect((await get("/api/v1/api-keys/stats", ann)).json()).toHaveProperty("totalKeys");
    for (const id of ["x", "stats2", "0b7c1a58-1c39-4c0e-9a3f-6f0f0d2f4a11", "..%2fstats"]) {
      expect((await get(`/api/v1/api-keys/${id}`, ann)).statusCode).toBe(404);
    }
  });

  test("another user's key looks like one that does not exist [KEY-10]", async () => {
    const { id, key } = await create();
    const unknown = "0b7c1a58-1c39-4c0e-9a3f-6f0f0d2f4a11";
    const shown = ({ body }: { body: string }) => body.replace(/"traceId":"[^"]+"/, "");

    for (const [method, end] of [
      ["GET", ""],
      ["POST", "/revoke"],
    ] as const) {
      const url = (one: string) => `/api/v1/api-keys/${one}${end}`;
      const foreign = await send({ method, url: url(id), headers: bob });
      const nothing = await send({ method, url: url(unknown), headers: bob });
      expect([foreign.statusCode, nothing.statusCode]).toEqual([404, 404]);
      expect(shown(foreign)).toBe(shown(nothing));
    }
    expect(await statusOf({ "x-api-key": key })).toBe(200);
  });

  test("uses move lastUsedAt and are counted per key, in all and of the last day [KEY-17] [KEY-21] [O-15]", async () => {
    const headers = await signIn("stats@example.com");
    const one = await create({ name: "one" }, headers);
    const two = await create({ name: "two" }, headers);
    const stats = async () => (await get("/api/v1/api-keys/stats", headers)).json();
    for (let n = 0; n < 3; n += 1) await statusOf({ "x-api-key": one.key });
    const first = at.toISOString();
    later(24 * 3600);
    await statusOf(bearer(one.key));

    const own = (await get(`/api/v1/api-keys/${one.id}`, await signIn("stats@example.com"))).json();
    expect(own.lastUsedAt).toBe(at.toISOString());
    expect(own.lastUsedAt).not.toBe(first);
    Object.assign(headers, await signIn("stats@example.com"));
    const { data, meta, ...top } = await stats();
    expect(data).toEqual(top);
    expect(meta).toEqual({ timestamp: at.toISOString() });
    expect(top).toEqual({
      totalKeys: 2,
      activeKeys: 2,
      revokedKeys: 0,
      totalRequests: 4,
      requestsLast24h: 1,
      lastUsedAt: at.toISOString(),
      byKey: expect.arrayContaining([
        { id: one.id, name: "one", requests: 4, requestsLast24h: 1, lastUsedAt: at.toISOString() },
        { id: two.id, name: "two", requests: 0, requestsLast24h: 0, lastUsedAt: null },
      ]),
    });
    await post(`/api/v1/api-keys/${two.id}/revoke`, headers);
    expect(await stats()).toMatchObject({ totalKeys: 2, activeKeys: 1, revokedKeys: 1 });
  });
});

describe("ending", async () => {
  const own = await signIn("ending@example.com");
  const fresh = async (payload?: object) => {
    Object.assign(own, await signIn("ending@example.com"));
    return create(payload, own);
  };

  test("a revoked key is refused on the very next request of every family [KEY-08] [AUT-31] [A-27]", async () => {
    const { id, key } = await fresh();
    expect(await statusOf({ "x-api-key": key })).toBe(200);

    const answer = await post(`/api/v1/api-keys/${id}/revoke`, own);

    expect(answer.statusCode).toBe(200);
    expect(await statusOf({ "x-api-key": key })).toBe(401);
    expect((await post("/v1/apiKeys.list", { "x-api-key": key })).statusCode).toBe(401);
    expect((await get("/v2/entities/public/x", bearer(key))).statusCode).toBe(401);
    const told = await get("/api/v1/users/me", { "x-api-key": key });
    expect(told.json().error.message).toBe("The API key is unknown, expired or revoked");
  });

  test("revoking answers with status and time, and again with the same [KEY-09] [O-14]", async () => {
    const { id, prefix } = await fresh();
    const first = (await post(`/api/v1/api-keys/${id}/revoke`, own)).json();
    const revokedAt = at.toISOString();
    later(5);

    const again = await post(`/api/v1/api-keys/${id}/revoke`, own);

    expect(first).toMatchObject({ id, prefix, status: "revoked", revokedAt });
    expect(first.data).toMatchObject({ id, prefix, status: "revoked", revokedAt });
    expect(again.statusCode).toBe(200);
    expect(again.json().data).toEqual(first.data);
  });

  test("an expired key is refused to the second, despite the cache [AUT-32]", async () => {
    const { key } = await fresh({ name: "a", expiresAt: new Date(+at + 2500).toISOString() });

    later(2);
    expect(await statusOf({ "x-api-key": key })).toBe(200);
    later(0.5);
    expect(await statusOf({ "x-api-key": key })).toBe(401);
  });

  test("the key of a suspended or deleted account is refused within a second [AUT-08]", async () => {
    const user = await makeUser(db);
    const { key } = await create({ name: "a" }, await signIn(user.email));
    expect(await statusOf({ "x-api-key": key })).toBe(200);

    await db.execute(sql`update user_account set status = 'suspended' where id = ${user.id}`);
    later(1);
    expect(await statusOf({ "x-api-key": key })).toBe(401);
    await db.execute(sql`update user_account set status = 'active' where id = ${user.id}`);
    expect(await statusOf({ "x-api-key": key })).toBe(200);
    await db.execute(sql`delete from user_account where id = ${user.id}`);
    later(1);
    expect(await statusOf({ "x-api-key": key })).toBe(401);
  });

  test("another process forgets a revoked key when it hears of it [AUT-31]", async () => {
    const other = await testApp({ database, now: () => at });
    const { id, key } = await fresh();
    const there = async () =>
      (await other.get("/api/v1/api-keys", { "x-api-key": key })).statusCode;
    expect(await there()).toBe(200);

    await post(`/api/v1/api-keys/${id}/revoke`, own);

    // The clock stands still: only the notification can end it.
    await expect.poll(there).toBe(401);
  });

  test.skipIf(database.lite !== null)(
    "another process that misses the notice forgets the key when it listens again (needs TEST_DATABASE_URL) [AUT-31]",
    async () => {
      const other = await testApp({ database, now: () => at });
      const { id, key } = await fresh();
      const there = async () =>
        (await other.get("/api/v1/api-keys", { "x-api-key": key })).statusCode;
      expect(await there()).toBe(200);

      await database.pool.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen tenk_company%' and datname = current_database()",
      );
      await post(`/api/v1/api-keys/${id}/revoke`, own);

      // The test clock does not move, so the cache does not expire. The notice was sent while the connection was cut.
      await expect.poll(there).toBe(401);
    },
  );

  test("a key made in one shape is seen, used and ended through the others [KEY-23]", async () => {
    await fresh();
    const made = (await post("/v1/apiKeys.create", own, { name: "rpc" })).json().result.data.data;
    expect((await get(`/api/v1/api-keys/${made.id}`, own)).json().name).toBe("rpc");
    expect(await statusOf({ "x-api-key": made.key })).toBe(200);

    await post(`/api/v1/api-keys/${made.id}/revoke`, own);

    expect((await post("/v1/apiKeys.list", { "x-api-key": made.key })).statusCode).toBe(401);
    const listed = await post("/v1/apiKeys.list", own, { includeInactive: true });
    expect(
      listed.json().result.data.data.find(({ id }: { id: string }) => id === made.id),
    ).toMatchObject({ status: "revoked" });
  });
});
