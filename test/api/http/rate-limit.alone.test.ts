import pg from "pg";
import { afterAll, describe, expect, type MockInstance, test, vi } from "vitest";
import { makeApiKey } from "#api/auth/api-key.ts";
import { ApiError } from "#api/http/errors.ts";
import {
  addressKey,
  createRateLimiter,
  defaultRateLimits,
  type RateLimiter,
} from "#api/http/limits/rate-limit.ts";
import { shareQuota } from "#api/http/limits/shared-quota.ts";
import { rateCount } from "#schemas/tables/operation/idempotency.ts";
import { testApp } from "../../helpers/app.ts";
import { openTestDatabase } from "../../helpers/database.ts";

describe("counting", () => {
  test("the defaults are 60 anonymous, 600 reads and 120 writes a minute [LIM-06] [O-11]", () => {
    expect(defaultRateLimits).toEqual({ anonymous: 60, read: 600, write: 120 });
  });

  test("the quota is exact, per key and policy, and starts anew with the minute", () => {
    let now = 90_000;
    const limiter = createRateLimiter({ anonymous: 2, read: 1, write: 1 }, () => now);

    expect(limiter.hit("a", "anonymous")).toEqual({
      rateLimit: '"anonymous";r=1;t=30',
      rateLimitPolicy: '"anonymous";q=2;w=60',
    });
    void limiter.hit("a", "anonymous");
    expect(() => limiter.hit("a", "anonymous")).toThrow(/retry in 30 s/);
    void limiter.hit("b", "anonymous");
    void limiter.hit("a", "read");
    void limiter.hit("a", "write");
    now = 120_000;
    expect(limiter.hit("a", "anonymous")).toMatchObject({ rateLimit: '"anonymous";r=1;t=60' });
  });

  test("an infinite limit counts nothing", () => {
    const none = Number.POSITIVE_INFINITY;
    const limiter = createRateLimiter({ anonymous: none, read: none, write: none }, Date.now);

    expect(limiter.hit("a", "read")).toBeNull();
  });

  test("a flood of addresses does not grow memory without bound: the oldest counters go", () => {
    const limiter = createRateLimiter({ anonymous: 1, read: 1, write: 1 }, () => 0);

    for (let n = 0; n <= 100_000; n += 1) void limiter.hit(String(n), "anonymous");

    expect(() => limiter.hit("100000", "anonymous")).toThrow();
    expect(limiter.hit("0", "anonymous")).toMatchObject({
      rateLimit: expect.stringContaining("r=0"),
    });
  });

  test.each([
    ["127.0.0.1", "127.0.0.1"],
    ["::ffff:10.1.2.3", "10.1.2.3"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
    ["2001:0DB8:0001:0002::1", "2001:db8:1:2"],
    ["2001:db8::1", "2001:db8:0:0"],
    ["::1", "0:0:0:0"],
  ])("%s counts as %s", (ip, key) => {
    expect(addressKey(ip)).toBe(key);
  });
});

describe("shared by processes", async () => {
  const database = await openTestDatabase();
  afterAll(() => database.close());
  const minute = 60_000 * 29_000_000;
  const limits = (read: number) => ({ anonymous: read, read, write: read });
  const limiterOf = (quota: number, now = () => minute) =>
    createRateLimiter(limits(quota), now, shareQuota(database.db));
  const passes = async (limiter: RateLimiter, key: string) => {
    try {
      await limiter.hit(key, "read");
      return true;
    } catch (error) {
      if (error instanceof ApiError && error.status === 429) return false;
      throw error;
    }
  };

  test("two processes together never pass more than the quota, and hardly less [LIM-06]", async () => {
    for (const quota of [1, 2, 3, 10, 60, 600]) {
      const processes = [limiterOf(quota), limiterOf(quota)];
      const passed = await Promise.all(
        Array.from({ length: 2 * quota }, (_, n) =>
          passes(processes[n % 2] as RateLimiter, `even ${quota}`),
        ),
      );
      expect(passed.filter(Boolean).length).toBe(quota);
    }
  });

  test("one process may have nearly all of it, while another has only looked in", async () => {
    const [one, other] = [limiterOf(100), limiterOf(100)];
    expect(await passes(other, "uneven")).toBe(true);

    let passed = 0;
    while (await passes(one, "uneven")) passed += 1;

    // What the other took and did not use is a quarter of the quota at most.
    expect(passed).toBeGreaterThanOrEqual(75);
    expect(passed).toBeLessThanOrEqual(99);
  });

  test("an exact bucket is passed to its last request, however two processes share it", async () => {
    const exact = { name: "exact", quota: 100, isExact: true };
    const asked = async (limiter: RateLimiter, key: string) => {
      const hit = Promise.resolve().then(() => limiter.hit(key, exact));
      return hit.then(
        () => true,
        (error) =>
          error instanceof ApiError && error.status === 429 ? false : Promise.reject(error),
      );
    };
    const [one, other] = [limiterOf(1), limiterOf(1)];
    expect(await asked(other, "uneven")).toBe(true);
    let passed = 0;
    while (await asked(one, "uneven")) passed += 1;
    expect(passed).toBe(99);
    expect(await asked(other, "uneven")).toBe(false);

    for (let round = 0; round < 5; round += 1) {
      const answers = await Promise.all(
        Array.from({ length: 208 }, (_, n) => asked(n % 2 ? one : other, `round ${round}`)),
      );
      expect(answers.filter(Boolean).length).toBe(100);
    }
  });

  test("the quota starts anew with the minute, and old counts go", async () => {
    let now = minute;
    const limiter = limiterOf(2, () => now);
    const all = async () => [
      await passes(limiter, "window"),
      await passes(limiter, "window"),
      await passes(limiter, "window"),
    ];
    expect(await all()).toEqual([true, true, false]);
    now += 60_000;
    expect(await all()).toEqual([true, true, false]);
    now += 120_000;
    await passes(limiter, "window");

    const kept = await database.db.select().from(rateCount);
    expect(kept.map((row) => row.minute)).toEqual([now / 60_000]);
  });

  test("what is left is told over all processes", async () => {
    const [one, other] = [limiterOf(8), limiterOf(8)];

    expect(await one.hit("told", "read")).toMatchObject({ rateLimit: '"read";r=7;t=60' });
    expect(await other.hit("told", "read")).toMatchObject({ rateLimit: '"read";r=5;t=60' });
  });

  test("while the database is away each process counts alone", async () => {
    const limiter = createRateLimiter(
      limits(2),
      () => minute,
      () => Promise.reject(new Error("ECONNREFUSED")),
    );
    expect([
      await passes(limiter, "away"),
      await passes(limiter, "away"),
      await passes(limiter, "away"),
    ]).toEqual([true, true, false]);
  });
});

describe("at the API", async () => {
  const { get, send, signIn } = await testApp({
    limits: { anonymous: 3, read: 5, write: 1 },
    now: () => new Date("2026-03-04T12:00:30Z"),
  });

  test("over the limit is 429 with Retry-After and the remaining quota in fields [ERR-23] [O-09] [LIM-06]", async () => {
    const answers = [];
    for (let n = 0; n < 4; n += 1) answers.push(await get("/v2/entities"));

    expect(answers.map((one) => one.statusCode)).toEqual([200, 200, 200, 429]);
    expect(answers[0]?.headers.ratelimit).toBe('"anonymous";r=2;t=30');
    expect(answers[0]?.headers["ratelimit-policy"]).toBe('"anonymous";q=3;w=60');
    expect(answers[3]?.json().error.code).toBe("TOO_MANY_REQUESTS");
    expect(answers[3]?.headers["retry-after"]).toBe("30");
  });

  test("no header of the client makes it somebody else", async () => {
    for (const headers of [{ "x-forwarded-for": "1.2.3.4" }, { forwarded: "for=1.2.3.4" }]) {
      expect((await get("/v2/entities", headers)).statusCode).toBe(429);
    }
  });

  test("guessing credentials and unknown addresses count too", async () => {
    expect((await get("/v2/nothing")).statusCode).toBe(429);
    expect((await get("/v2/entities/public/x", { authorization: "Bearer guess" })).statusCode).toBe(
      429,
    );
  });

  test("a valid credential has its own count, by principal and not by token [A-25]", async () => {
    const answers = [];
    for (let n = 0; n < 6; n += 1) {
      answers.push(await get("/v2/entities", await signIn("rate@example.com")));
    }

    expect(answers.map((one) => one.statusCode)).toEqual([200, 200, 200, 200, 200, 429]);
    expect(answers[0]?.headers["ratelimit-policy"]).toBe('"read";q=5;w=60');
  });

  test("health, metrics and documentation are exempt", async () => {
    for (let n = 0; n < 5; n += 1) {
      for (const url of ["/healthz", "/readyz", "/metrics", "/api/docs", "/api/openapi"]) {
        expect((await send({ url })).statusCode).toBe(200);
      }
    }
  });
});

describe("a flood of random API keys", async () => {
  let at = new Date("2026-03-04T12:00:30Z");
  const { get, send, signIn } = await testApp({
    limits: { anonymous: 10, read: 1000, write: 1000 },
    now: () => at,
  });
  const key = await send({
    method: "POST",
    url: "/api/v1/api-keys",
    headers: await signIn("keys@example.com"),
    payload: { name: "Mine", scope: "read" },
  });
  const mine = { "x-api-key": key.json().key as string };
  const random = () => ({ "x-api-key": makeApiKey().key });
  const statusOf = async (headers: Record<string, string>) =>
    (await get("/api/v1/users/me", headers)).statusCode;
  /** Looks for a key in the database. */
  const lookups = (query: MockInstance) =>
    query.mock.calls.filter(([asked]) => /from "api_key"/.test(asked?.text ?? asked)).length;

  test("costs as many looks into the database as an address has requests a minute, one at a time or all at once", async () => {
    expect(await statusOf(mine)).toBe(200);
    const query = vi.spyOn(pg.Client.prototype, "query");
    const statuses = [];
    for (let n = 0; n < 20; n += 1) statuses.push(await statusOf(random()));
    const bearer = () => ({ authorization: `Bearer ${makeApiKey().key}` });
    statuses.push(...(await Promise.all(Array.from({ length: 80 }, () => statusOf(bearer())))));

    // The own key was one of the ten.
    expect(lookups(query)).toBe(9);
    expect(statuses.filter((status) => status === 401)).toHaveLength(9);
    expect(statuses.filter((status) => status === 429)).toHaveLength(91);
    query.mockRestore();
  });

  test("holds up nobody whose key was good before at the same address, nor for more than a minute", async () => {
    at = new Date("2026-03-04T12:00:40Z");
    expect(await statusOf(mine)).toBe(200);
    expect(await statusOf(random())).toBe(429);
    at = new Date("2026-03-04T12:01:00Z");
    expect(await statusOf(random())).toBe(401);
  });
});

test("a configured proxy says whom it speaks for", async () => {
  const { get } = await testApp({
    limits: { anonymous: 1, read: 1, write: 1 },
    trustedProxies: ["127.0.0.1"],
    now: () => new Date("2026-03-04T12:00:30Z"),
  });
  const from = async (address: string) =>
    (await get("/v2/entities", { "x-forwarded-for": address })).statusCode;

  expect([await from("1.2.3.4"), await from("5.6.7.8"), await from("1.2.3.4")]).toEqual([
    200, 200, 429,
  ]);
});
