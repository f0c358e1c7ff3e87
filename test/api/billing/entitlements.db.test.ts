import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { entitlementsOf } from "#api/modules/billing/service.ts";
import { entitlementsAt, plans } from "#schemas/config/plans.ts";
import { apiKey } from "#schemas/tables/accounts/account.ts";
import { billingSubscription } from "#schemas/tables/accounts/billing.ts";
import { testApp } from "../../helpers/app.ts";
import { makePerson, type Person } from "../../helpers/people.ts";
import { subscribe } from "../../helpers/platform/subscribe.ts";
import { together } from "../../helpers/races.ts";

let clock = new Date("2026-11-22T12:00:00Z");
const end = "2026-11-22T12:40:00.000Z";
const now = () => clock;
const app = await testApp({ now, limits: { anonymous: 5, read: 600, write: 120 } });
const { db, database } = app;
const other = await testApp({ database, now, limits: { anonymous: 5, read: 600, write: 120 } });
const [free, pro] = plans;

const limitOf = async (person: Person, via = app) => {
  const answer = await via.get("/api/v1/users/me", person.headers);
  return answer.headers["ratelimit-policy"];
};

const makeKey = (person: Person, payload: object = {}) =>
  app.send({
    method: "POST",
    url: "/api/v1/api-keys",
    headers: person.headers,
    payload: { name: "k", ...payload },
  });

describe("a plan", () => {
  test("the first plan is free and everybody's; the others have prices in exact decimals [O-32]", () => {
    expect(entitlementsAt(null, clock)).toEqual(free?.entitlements);
    expect(free?.prices).toEqual({});
    expect(new Set(plans.map(({ id }) => id)).size).toBe(plans.length);
    for (const { prices } of plans.slice(1)) expect(Object.keys(prices)).not.toEqual([]);
  });

  test("allows its requests a minute until its period ends, in every process [STA-04] [LIM-01]", async () => {
    clock = new Date("2026-11-22T12:00:00Z");
    const ann = await makePerson(app);
    expect(await limitOf(ann)).toBe('"read";q=600;w=60');
    await subscribe(app, ann.id, "pro", end);
    clock = new Date("2026-11-22T12:30:00Z");
    expect([await limitOf(ann), await limitOf(ann, other)]).toEqual([
      '"read";q=3000;w=60',
      '"read";q=3000;w=60',
    ]);
    clock = new Date("2026-11-22T12:39:59.900Z");
    expect(await limitOf(ann)).toBe('"read";q=3000;w=60');
    clock = new Date("2026-11-22T12:40:00Z");
    expect([await limitOf(ann), await limitOf(ann, other)]).toEqual([
      '"read";q=600;w=60',
      '"read";q=600;w=60',
    ]);
  });

  test("of two subscriptions the one paid for longer counts, and an unpaid one does not", async () => {
    clock = new Date("2026-11-22T12:00:00Z");
    const ann = await makePerson(app);
    const unpaid = await subscribe(app, ann.id, "business", "2026-12-22T00:00:00.000Z");
    await db
      .update(billingSubscription)
      .set({ paidUntil: null })
      .where(eq(billingSubscription.id, unpaid));
    expect(await entitlementsOf({ db, now }, ann.id)).toEqual(free?.entitlements);
    await subscribe(app, ann.id, "pro", end);
    expect(await entitlementsOf({ db, now }, ann.id)).toEqual(pro?.entitlements);
  });

  test("a wish to browse privately is met only while the plan has it [DIR-23]", async () => {
    clock = new Date("2026-11-22T12:00:00Z");
    const ann = await makePerson(app);
    const url = "/api/v1/users/me/privacy";
    const payload = { privateBrowsing: true };
    const wished = await app.send({ method: "PATCH", url, headers: ann.headers, payload });
    expect(wished.json().data).toEqual({ privateBrowsing: true, isInEffect: false });
    await subscribe(app, ann.id, "pro", end);
    expect((await app.get(url, ann.headers)).json().data.isInEffect).toBe(true);
    clock = new Date(end);
    expect((await app.get(url, ann.headers)).json().data.isInEffect).toBe(false);
  });

  test("a key may be allowed as many requests as the plan, and no more [O-10]", async () => {
    clock = new Date("2026-11-22T12:00:00Z");
    const ann = await makePerson(app);
    expect((await makeKey(ann, { rateLimit: 101 })).statusCode).toBe(403);
    await subscribe(app, ann.id, "pro", end);
    clock = new Date("2026-11-22T12:10:00Z");
    expect((await makeKey(ann, { rateLimit: 3000 })).statusCode).toBe(201);
    expect((await makeKey(ann, { rateLimit: 3001 })).statusCode).toBe(403);
  });

  test("16 clients at once make no more live keys than the plan allows; a revoked one makes room", async () => {
    clock = new Date("2026-11-22T12:00:00Z");
    const ann = await makePerson(app);
    const max = free?.entitlements.apiKeys ?? 0;
    const old = Array.from({ length: max - 3 }, (_, n) => ({
      userId: ann.id,
      name: "old",
      prefix: "old",
      secretHash: `${ann.id} ${n}`,
      permissions: ["read" as const],
      rateLimit: 1,
    }));
    await db.insert(apiKey).values(old);
    const made = await together(() => makeKey(ann));
    const statuses = made.map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 201)).toHaveLength(3);
    expect(statuses.filter((status) => status === 403)).toHaveLength(13);
    const [first] = made.filter(({ statusCode }) => statusCode === 201);
    const url = `/api/v1/api-keys/${first?.json().id ?? first?.json().data.id}/revoke`;
    expect((await app.send({ method: "POST", url, headers: ann.headers })).statusCode).toBe(200);
    expect((await makeKey(ann)).statusCode).toBe(201);
  });
});
