import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { findCustomer } from "#api/modules/billing/queries.ts";
import {
  entitlementsOf,
  forgetCustomer,
  getSubscription,
  reconcile,
} from "#api/modules/billing/service.ts";
import { openPlatform } from "#api/platform.ts";
import {
  billingCheckout,
  billingEvent,
  billingSubscription,
} from "#schemas/tables/accounts/billing.ts";
import { testApp } from "../../helpers/app.ts";
import { makePerson, type Person } from "../../helpers/people.ts";
import { paymentWorld } from "../../helpers/platform/payments.ts";
import { together } from "../../helpers/races.ts";

let clock = new Date("2026-11-22T12:00:00Z");
const now = () => clock;
const world = await paymentWorld(now);
const { made, payments, stripe, store, checkout, subscription, submit, events, asked } = world;
const { db, get, send } = made;

const post = (url: string, person: Person, payload?: object, headers: object = {}) =>
  send({
    method: "POST",
    url,
    headers: { ...person.headers, ...headers },
    ...(payload === undefined ? {} : { payload }),
  });
const cancel = (person: Person, subscriptionId: unknown) =>
  post("/api/v1/billing/subscription/cancel", person, { subscriptionId } as object);
const hear = (body: string, signature: string) =>
  send({
    method: "POST",
    url: "/api/v1/billing/webhook",
    headers: { "content-type": "application/json", "stripe-signature": signature },
    payload: body,
  });
const sign = async (body: string, at = clock) =>
  stripe.webhooks.generateTestHeaderString({
    payload: body,
    secret: world.webhookSecret,
    timestamp: Math.floor(at.getTime() / 1000),
  });

/** What the provider keeps of a kind. */
const kept = (object: string) => [...store.values()].filter((one) => one.object === object);
const sessionsOf = async ({ id }: Person) => {
  const customerId = (await findCustomer(db, id))?.customerId;
  return kept("checkout.session").filter(({ customer }) => customer === customerId);
};

/** A person who has paid for a plan on the hosted page. */
async function subscriber(billingCycle = "monthly") {
  const email = `s-${randomUUID()}@example.com`;
  const person = await makePerson(made, email);
  const { url } = (await checkout(person, { planId: "pro", billingCycle })).json().data;
  expect((await submit(url, { card: "pays" })).status).toBe(303);
  /** The same person, signed in at the present time. */
  const again = async (): Promise<Person> => ({ id: person.id, headers: await made.signIn(email) });
  return { person, again, id: String((await subscription(person))?.id) };
}

describe("checkout", () => {
  test("answers a hosted page with its end, and its address reads it, for its owner only [BIL-01] [BIL-02] [BIL-03] [BIL-05]", async () => {
    const person = await makePerson(made);
    const answer = await checkout(person);
    expect(answer.statusCode).toBe(201);
    const { data, meta } = answer.json();
    expect(data).toEqual({
      id: expect.stringMatching(/^cs_/),
      url: `${world.baseUrl}/pay/${data.id}`,
      expiresAt: Math.floor(clock.getTime() / 1000) + 86_400,
      planId: "pro",
      billingCycle: "monthly",
    });
    expect(meta.timestamp).toBe(clock.toISOString());
    const address = String(answer.headers.location);
    expect((await get(address, person.headers)).json().data).toEqual(data);
    expect((await get(address, (await makePerson(made)).headers)).statusCode).toBe(404);
  });

  test.each([
    ["an unknown plan", { planId: "gold", billingCycle: "monthly" }],
    ["the free plan", { planId: "free", billingCycle: "monthly" }],
    ["an unknown cycle", { planId: "pro", billingCycle: "weekly" }],
    ["no plan", { billingCycle: "monthly" }],
    ["a plan that is no text", { planId: 1, billingCycle: "monthly" }],
  ])("refuses %s with 400 and asks the provider nothing [BIL-03] [BIL-04]", async (_, body) => {
    const person = await makePerson(made);
    const before = asked.length;
    expect((await checkout(person, body)).statusCode).toBe(400);
    expect(asked.length).toBe(before);
  });

  test("a page that is paid makes a subscription, and paying twice makes one [BIL-06] [O-31]", async () => {
    const person = await makePerson(made);
    const { url } = (await checkout(person, { planId: "pro", billingCycle: "yearly" })).json().data;
    expect(await subscription(person)).toBeNull();
    const paid = await together(() => submit(url, { card: "pays" }));
    expect(paid.filter(({ status }) => status === 303)).toHaveLength(1);
    expect(await subscription(person)).toEqual({
      id: expect.stringMatching(/^sub_/),
      planId: "pro",
      status: "active",
      billingCycle: "yearly",
      currentPeriodStart: clock.toISOString(),
      currentPeriodEnd: "2027-11-22T12:00:00.000Z",
      cancelAtPeriodEnd: false,
      canceledAt: null,
      createdAt: clock.toISOString(),
    });
    const rows = await db.select().from(billingSubscription).where(sql`user_id = ${person.id}`);
    expect(rows).toHaveLength(1);
    expect((await entitlementsOf({ db, now }, person.id)).requestsPerMinute.read).toBe(3000);
    expect((await checkout(person)).statusCode).toBe(409);
  });

  test("an earlier page that is still open cannot be paid any more", async () => {
    const person = await makePerson(made);
    const first = (await checkout(person)).json().data;
    const second = (await checkout(person)).json().data;
    expect((await submit(first.url, { card: "pays" })).status).toBe(410);
    expect((await submit(second.url, { card: "pays" })).status).toBe(303);
    expect((await subscription(person))?.status).toBe("active");
  });

  test("a page ends after a day", async () => {
    const person = await makePerson(made);
    const { url } = (await checkout(person)).json().data;
    clock = new Date(clock.getTime() + 86_401_000);
    expect((await submit(url, { card: "pays" })).status).toBe(410);
    expect(await getSubscription(db, person.id)).toBeNull();
  });

  test("a repeat with the same Idempotency-Key is one checkout, and 16 clients at once make one customer", async () => {
    const person = await makePerson(made);
    const key = { "idempotency-key": "k-1" };
    const all = await together(() => checkout(person, undefined, key));
    const done = all.filter(({ statusCode }) => statusCode === 201);
    expect(done.length).toBeGreaterThan(0);
    expect(new Set(done.map((answer) => answer.json().data.id)).size).toBe(1);
    const others = await together(() => checkout(person));
    expect(new Set(others.map(({ statusCode }) => statusCode))).toEqual(new Set([201]));
    const customers = kept("customer").filter(
      ({ metadata }) => (metadata as { accountId: string }).accountId === person.id,
    );
    expect(customers).toHaveLength(1);
  });
});

describe("the subscription", () => {
  test("of a caller without one is null, and the portal opens all the same [BIL-07] [BIL-12]", async () => {
    const person = await makePerson(made);
    expect(await subscription(person)).toBeNull();
    const portal = await post("/api/v1/billing/portal", person);
    expect(portal.statusCode).toBe(200);
    const { url } = portal.json().data;
    expect(Object.keys(portal.json().data)).toEqual(["url"]);
    expect(url).toContain(`${world.baseUrl}/portal/`);
  });

  test("cancelled it stays active to the end of its period, then it is over; twice is harmless [BIL-08] [BIL-09] [BIL-11] [STA-04]", async () => {
    clock = new Date("2026-12-01T00:00:00Z");
    const { person, id, again } = await subscriber();
    const first = await cancel(person, id);
    expect(first.json().data).toMatchObject({
      id,
      status: "active",
      cancelAtPeriodEnd: true,
      currentPeriodEnd: "2027-01-01T00:00:00.000Z",
    });
    const before = asked.length;
    expect((await cancel(person, id)).json().data).toEqual(first.json().data);
    expect(asked.length).toBe(before);
    clock = new Date("2026-12-31T23:59:59Z");
    expect((await entitlementsOf({ db, now }, person.id)).requestsPerMinute.read).toBe(3000);
    clock = new Date("2027-01-01T00:00:00Z");
    expect((await entitlementsOf({ db, now }, person.id)).requestsPerMinute.read).toBe(0);
    await moveProvider();
    const later = await again();
    expect((await subscription(later))?.status).toBe("canceled");
    expect((await cancel(later, id)).json().data.status).toBe("canceled");
    expect((await checkout(later)).statusCode).toBe(201);
  });

  test("portal, subscription and cancel answer the members of O-31 and no other [BIL-15] [O-31]", async () => {
    const { person, id } = await subscriber("yearly");
    const wanted =
      "billingCycle cancelAtPeriodEnd canceledAt createdAt currentPeriodEnd currentPeriodStart id planId status";
    const own = await get("/api/v1/billing/subscription", person.headers);
    const cancelled = await cancel(person, id);
    for (const answer of [own, cancelled]) {
      const names = Object.keys(answer.json().data).sort();
      expect(names.join(" ")).toBe(wanted);
    }
    expect(own.json().data).toMatchObject({ billingCycle: "yearly", cancelAtPeriodEnd: false });
    expect(cancelled.json().data.cancelAtPeriodEnd).toBe(true);
    const portal = await post("/api/v1/billing/portal", person);
    expect(portal.json()).toEqual({
      data: { url: expect.stringMatching(/^http/) },
      meta: { timestamp: clock.toISOString() },
    });
    expect((await cancel(person, 7)).statusCode).toBe(400);
  });

  test("of somebody else and an unknown one are 404 alike, and stay as they are [BIL-10]", async () => {
    const { person, id } = await subscriber();
    const bob = await makePerson(made);
    const answers = [await cancel(bob, id), await cancel(bob, "sub_unknown")];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404]);
    expect(answers[0]?.json().error.message).toBe(answers[1]?.json().error.message);
    expect((await subscription(person))?.cancelAtPeriodEnd).toBe(false);
  });

  test("renews at the end of its period; a card that is declined then takes the plan away", async () => {
    clock = new Date("2027-02-01T00:00:00Z");
    const { person, id, again } = await subscriber();
    clock = new Date("2027-03-01T00:00:01Z");
    await moveProvider();
    expect(await getSubscription(db, person.id)).toMatchObject({
      status: "active",
      currentPeriodEnd: "2027-04-01T00:00:00.000Z",
    });
    const { url } = (await post("/api/v1/billing/portal", await again())).json().data;
    await submit(url, { subscription: id, act: "declining-card" });
    clock = new Date("2027-04-01T00:00:01Z");
    await moveProvider();
    expect((await getSubscription(db, person.id))?.status).toBe("past_due");
    expect((await entitlementsOf({ db, now }, person.id)).requestsPerMinute.read).toBe(0);
  });

  test("all operations need a credential [BIL-14]", async () => {
    const urls = ["checkout", "portal", "subscription/cancel"];
    for (const url of urls) {
      const answer = await send({ method: "POST", url: `/api/v1/billing/${url}`, payload: {} });
      expect(answer.statusCode).toBe(401);
    }
    expect((await get("/api/v1/billing/subscription")).statusCode).toBe(401);
  });
});

/** Lets the provider look at its time: it settles what is due. */
const moveProvider = () => stripe.subscriptions.list();

describe("webhooks", () => {
  test("a signed body that is not an event is 400", async () => {
    const event = { id: "evt_1", object: "event", type: "customer.updated", data: { object: {} } };
    const wrong = [{ id: 5 }, { type: null }, { data: undefined }, { data: { object: "cus_1" } }];
    for (const fault of [[], {}, ...wrong.map((part) => ({ ...event, ...part }))]) {
      const body = JSON.stringify(fault);
      const answer = await hear(body, await sign(body));
      expect([body, answer.statusCode, answer.json().message]).toEqual([
        ...[body, 400, "The body is not an event"],
      ]);
    }
  });

  test("a wrong, missing, foreign or old signature is 400, and does nothing [BIL-16] [O-32]", async () => {
    const body = '{"id":"evt_1","object":"event","type":"x","data":{"object":{}}}';
    const good = await sign(body);
    const refused = [
      await hear(body, ""),
      await hear(body, "t=1,v1=00"),
      await hear(`${body} `, good),
      await hear(body, good.replace(/v1=./, "v1=g")),
      await hear(body, await sign(body, new Date(clock.getTime() - 301_000))),
    ];
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([400, 400, 400, 400, 400]);
    const { rows } = await db.execute(sql`select * from billing_event where id = 'evt_1'`);
    expect(rows).toEqual([]);
    expect(
      (await hear(body, await sign(body, new Date(clock.getTime() - 299_000)))).statusCode,
    ).toBe(200);
  });

  test("a repeat is 200 and asks the provider nothing; order does not matter [O-32]", async () => {
    world.hear(false);
    const from = events.length;
    const { person } = await subscriber();
    const [created, completed] = events.slice(from);
    world.hear(true);
    expect(await subscription(person)).toBeNull();
    for (const { body } of [completed, created, created].filter((one) => one !== undefined)) {
      expect((await hear(body, await sign(body))).statusCode).toBe(200);
      expect((await subscription(person))?.status).toBe("active");
    }
    const before = asked.length;
    expect((await hear(created?.body ?? "", await sign(created?.body ?? ""))).statusCode).toBe(200);
    expect(asked.length).toBe(before);
  });

  test("an old event of an active subscription does not undo its end", async () => {
    const from = events.length;
    const { person, id } = await subscriber();
    const [created] = events.slice(from);
    await stripe.subscriptions.cancel(id);
    await db.delete(billingEvent);
    await hear(created?.body ?? "", await sign(created?.body ?? ""));
    expect((await subscription(person))?.status).toBe("canceled");
  });

  test("events that got lost are found by the reconcile", async () => {
    world.hear(false);
    const { person } = await subscriber();
    world.hear(true);
    expect(await subscription(person)).toBeNull();
    const { log } = made.app;
    const platform = openPlatform({
      ...{ db, now, log, payments, publicUrl: "http://localhost", files: null as never },
      jobs: null as never,
    });
    expect(await reconcile(platform)).toMatchObject({ failed: 0 });
    expect((await subscription(person))?.status).toBe("active");
  });

  test("one of an account that was deleted in the meantime is taken, and leaves nothing of it", async () => {
    world.hear(false);
    const from = events.length;
    const { person } = await subscriber();
    world.hear(true);
    await db.execute(sql`delete from user_account where id = ${person.id}`);
    for (const { body } of events.slice(from)) {
      expect((await hear(body, await sign(body))).statusCode).toBe(200);
    }
    expect(await db.select().from(billingSubscription).where(sql`user_id = ${person.id}`)).toEqual(
      [],
    );
  });

  test("while the provider is away an event is 503 and counts as new when it comes again [BIL-13]", async () => {
    world.hear(false);
    const from = events.length;
    const { person } = await subscriber();
    world.hear(true);
    const [{ body } = { body: "" }] = events.slice(from);
    world.fail("down");
    expect((await hear(body, await sign(body))).statusCode).toBe(503);
    world.fail("none");
    expect((await hear(body, await sign(body))).statusCode).toBe(200);
    expect((await subscription(person))?.status).toBe("active");
  });
});

describe("two processes", () => {
  test("that get one event at once apply it once; a third hears of the plan [BIL-16] [O-32]", async () => {
    const [first, second] = await Promise.all(
      [0, 1].map(() => testApp({ database: made.database, now, payments })),
    );
    const third = await testApp({ database: made.database, now, payments });
    world.hear(false);
    const from = events.length;
    const { person } = await subscriber();
    world.hear(true);
    const limit = async (via: typeof made) =>
      (await entitlementsOf({ db: via.db, now }, person.id)).requestsPerMinute.read;
    expect(await limit(third)).toBe(0);
    const heard = events.slice(from);
    expect(heard.length).toBeGreaterThan(1);
    const deliveries = heard.flatMap(({ body }) =>
      [first, second, first, second].map((via) => ({ via, body })),
    );
    const answers = await Promise.all(
      deliveries.map(async ({ via, body }) => {
        const headers = {
          "content-type": "application/json",
          "stripe-signature": await sign(body),
        };
        return via?.send({
          method: "POST",
          url: "/api/v1/billing/webhook",
          headers,
          payload: body,
        });
      }),
    );
    expect(new Set(answers.map((answer) => answer?.statusCode))).toEqual(new Set([200]));
    const rows = await db.select().from(billingSubscription).where(sql`user_id = ${person.id}`);
    expect(rows).toHaveLength(1);
    const ids = heard.map(({ body }) => JSON.parse(body).id as string);
    const kept = await db.select().from(billingEvent);
    expect(kept.filter(({ id }) => ids.includes(id))).toHaveLength(ids.length);
    expect(await limit(third)).toBe(3000);
  });
});

describe("a provider that fails", () => {
  test.each(["down", "slow"] as const)(
    "%s: 503 in the envelope, no record, and the next try succeeds [BIL-13]",
    async (fault) => {
      const person = await makePerson(made);
      world.fail(fault);
      const answer = await checkout(person);
      world.fail("none");
      expect(answer.statusCode).toBe(503);
      expect(answer.json().error.code).toBe("SERVICE_UNAVAILABLE");
      expect(await db.select().from(billingCheckout).where(sql`user_id = ${person.id}`)).toEqual(
        [],
      );
      expect(await subscription(person)).toBeNull();
      expect((await checkout(person)).statusCode).toBe(201);
    },
  );

  test.each(["down", "slow"] as const)(
    "%s: portal and cancel are 503, the subscription stays as it was, and the next try succeeds [BIL-07] [BIL-08] [BIL-13]",
    async (fault) => {
      const { person, id } = await subscriber();
      const before = await subscription(person);
      const tries = [() => post("/api/v1/billing/portal", person), () => cancel(person, id)];
      world.fail(fault);
      for (const attempt of tries) {
        const answer = await attempt();
        expect([answer.statusCode, answer.json().error.code]).toEqual([503, "SERVICE_UNAVAILABLE"]);
      }
      world.fail("none");
      expect(await subscription(person)).toEqual(before);
      for (const attempt of tries) expect((await attempt()).statusCode).toBe(200);
      expect((await subscription(person))?.cancelAtPeriodEnd).toBe(true);
    },
  );

  test("500 after it acted: the library's retry is the same act, and nothing is charged twice [BIL-13]", async () => {
    const person = await makePerson(made);
    world.fail("500 after it acted", /POST \/v1\/checkout\/sessions$/, 1);
    const answer = await checkout(person);
    world.fail("none");
    expect(answer.statusCode).toBe(201);
    const sessions = await sessionsOf(person);
    expect(sessions.map(({ id }) => id)).toEqual([answer.json().data.id]);
  });

  test("500 after each act: 503 without the provider's words, and the same key later is the same checkout [BIL-04] [BIL-13]", async () => {
    const person = await makePerson(made);
    const key = { "idempotency-key": "again" };
    world.fail("500 after it acted", /POST \/v1\/checkout\/sessions$/);
    const failed = await checkout(person, undefined, key);
    world.fail("none");
    expect([failed.statusCode, failed.body]).toEqual([503, expect.not.stringContaining("vendor")]);
    expect((await checkout(person, undefined, key)).statusCode).toBe(201);
    const sessions = await sessionsOf(person);
    expect(sessions).toHaveLength(1);
  });

  test("an account that leaves pays no more: its customer goes, also where the provider was down at first [BIL-13]", async () => {
    const { person, id } = await subscriber();
    const customerId = (await findCustomer(db, person.id))?.customerId ?? "";
    world.fail("down");
    await expect(forgetCustomer({ payments }, customerId)).rejects.toThrow();
    world.fail("none");
    expect((await stripe.subscriptions.retrieve(id)).status).toBe("active");
    await forgetCustomer({ payments }, customerId);
    const { data: left } = await stripe.subscriptions.list({ customer: customerId });
    expect(left).toEqual([]);
    expect(store.has(customerId)).toBe(false);
    await forgetCustomer({ payments }, customerId);
  });

  test("500 after it cancelled: the subscription says so after the next read", async () => {
    const { person, id } = await subscriber();
    world.fail("500 after it acted", /POST \/v1\/subscriptions\//);
    expect((await cancel(person, id)).statusCode).toBe(503);
    world.fail("none");
    expect((await cancel(person, id)).json().data.cancelAtPeriodEnd).toBe(true);
  });
});
