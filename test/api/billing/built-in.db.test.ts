import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { findCustomer, keepCustomer } from "#api/modules/billing/queries.ts";
import {
  entitlementsOf,
  forgetCustomer,
  getSubscription,
  reconcile,
} from "#api/modules/billing/service.ts";
import { openPlatform } from "#api/platform.ts";
import { builtInPayment } from "#schemas/tables/accounts/billing.ts";
import { testApp } from "../../helpers/app.ts";
import { makePerson, type Person } from "../../helpers/people.ts";
import { together } from "../../helpers/races.ts";
import { makeSession, type PaymentObject, type Purchase } from "../../helpers/stripe/objects.ts";
import { endAtPeriodEnd } from "../../helpers/stripe/provider.ts";
import { makeSubscription } from "../../helpers/stripe/subscription-object.ts";

let clock = new Date("2026-11-22T12:00:00Z");
const now = () => clock;
const made = await testApp({ now });
const { db, get, send } = made;

const post = (path: string, person: Person, payload: object = {}, headers: object = {}) =>
  send({
    ...{ method: "POST", url: `/api/v1/billing/${path}`, payload },
    headers: { ...person.headers, ...headers },
  });
const pro = { planId: "pro", billingCycle: "monthly" };
const checkout = async (person: Person, body: object = pro): Promise<string> =>
  (await post("checkout", person, body)).json().data.url;
const portal = async (person: Person): Promise<string> =>
  (await post("portal", person)).json().data.url;
const subscription = async (person: Person) =>
  (await get("/api/v1/billing/subscription", person.headers)).json().data;
const readLimit = async (person: Person) =>
  (await entitlementsOf({ db, now }, person.id)).requestsPerMinute.read;

/** Sends a form of a page, as a browser does, and does not follow where it leads. */
const submit = (url: string, fields: Record<string, string>) =>
  fetch(url, { method: "POST", body: new URLSearchParams(fields), redirect: "manual" });
const textOf = async (url: string) => (await fetch(url)).text();

async function subscriber(): Promise<{ person: Person; id: string }> {
  const person = await makePerson(made);
  await submit(await checkout(person), { card: "pays" });
  return { person, id: (await getSubscription(db, person.id))?.id ?? "" };
}

/** The nightly job, in a process without pages. */
const reconcileAtNight = () =>
  reconcile(
    openPlatform({
      ...{ db, now, log: made.app.log, publicUrl: "http://localhost" },
      ...{ files: null as never, jobs: null as never },
    }),
  );

describe("the checkout page", () => {
  test("makes a subscription once it is paid; declining, going back and paying twice make none [BIL-06]", async () => {
    const person = await makePerson(made);
    const url = await checkout(person, { planId: "pro", billingCycle: "yearly" });
    const page = await fetch(url);
    expect([page.status, await page.text()]).toEqual([
      200,
      expect.stringContaining("Pro: 290.00 USD a year"),
    ]);
    const declined = await submit(url, { card: "declines" });
    expect([declined.status, await declined.text()]).toEqual([
      402,
      expect.stringContaining("The card was declined. Nothing was charged."),
    ]);
    expect(await subscription(person)).toBeNull();

    const paid = await together(() => submit(url, { card: "pays" }));
    const succeeded = paid.filter(({ status }) => status === 303);
    expect(succeeded.map(({ headers }) => headers.get("location"))).toEqual([
      "http://localhost:3000/auth/account?checkout=paid",
    ]);
    expect(await textOf(url)).toContain("It was paid already. Nothing is charged.");
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
    expect(await readLimit(person)).toBe(3000);
  });

  test("takes no payment once a later one is open, or after a day", async () => {
    const person = await makePerson(made);
    const first = await checkout(person);
    const second = await checkout(person);
    expect((await submit(first, { card: "pays" })).status).toBe(410);
    clock = new Date(clock.getTime() + 86_401_000);
    expect((await submit(second, { card: "pays" })).status).toBe(410);
    expect(await getSubscription(db, person.id)).toBeNull();
    expect((await fetch(second.replace(/cs_.*/, "cs_unknown"))).status).toBe(404);
  });

  test("is one for 16 clients with the same Idempotency-Key", async () => {
    const person = await makePerson(made);
    const key = { "idempotency-key": "k-1" };
    const all = await together(() => post("checkout", person, pro, key));
    const done = all.filter(({ statusCode }) => statusCode === 201);
    expect(done.length).toBeGreaterThan(0);
    expect(new Set(done.map((answer) => answer.json().data.id)).size).toBe(1);
  });
});

describe("the portal", () => {
  test("ends and renews the own subscriptions, and no other", async () => {
    const { person, id } = await subscriber();
    const other = await subscriber();
    const url = await portal(person);
    await submit(url, { subscription: id, act: "cancel" });
    expect(await textOf(url)).toContain(`${id}: active, ends with its period.`);
    expect(await subscription(person)).toMatchObject({
      cancelAtPeriodEnd: true,
      canceledAt: clock.toISOString(),
    });
    await submit(url, { subscription: id, act: "resume" });
    await submit(url, { subscription: id, act: "toString" });
    expect(await subscription(person)).toMatchObject({
      cancelAtPeriodEnd: false,
      canceledAt: null,
    });
    await submit(url, { subscription: other.id, act: "cancel" });
    expect((await subscription(other.person)).cancelAtPeriodEnd).toBe(false);
    expect(await textOf(await portal(await makePerson(made)))).toContain(
      "There is no subscription.",
    );
  });
});

describe("time", () => {
  test("renews a subscription; a card that is declined then takes the plan away", async () => {
    clock = new Date("2027-01-31T00:00:00Z");
    const { person, id } = await subscriber();
    const url = await portal(person);
    clock = new Date("2027-02-28T00:00:01Z");
    await reconcileAtNight();
    expect(await getSubscription(db, person.id)).toMatchObject({
      status: "active",
      currentPeriodEnd: "2027-03-28T00:00:00.000Z",
    });
    await submit(url, { subscription: id, act: "declining-card" });
    clock = new Date("2027-03-28T00:00:01Z");
    expect(await textOf(url)).toContain(`${id}: past_due.`);
    expect((await getSubscription(db, person.id))?.status).toBe("past_due");
    expect(await readLimit(person)).toBe(0);
  });

  test("ends a subscription that was cancelled, also over several periods [BIL-08]", async () => {
    const { person, id } = await subscriber();
    await post("subscription/cancel", person, { subscriptionId: id });
    clock = new Date("2027-09-01T00:00:00Z");
    expect(await reconcileAtNight()).toMatchObject({ failed: 0 });
    expect(await getSubscription(db, person.id)).toMatchObject({
      status: "canceled",
      currentPeriodEnd: "2027-04-28T00:00:01.000Z",
    });
  });
});

test("nobody can sign a webhook for it [BIL-16]", async () => {
  const answer = await send({
    ...{ method: "POST", url: "/api/v1/billing/webhook" },
    headers: { "content-type": "application/json", "stripe-signature": "t=1,v1=00" },
    payload: '{"id":"evt_1","object":"event","type":"x","data":{"object":{}}}',
  });
  expect(answer.statusCode).toBe(400);
});

test("a customer who leaves is in no record any more", async () => {
  const { person } = await subscriber();
  await portal(person);
  const customerId = (await findCustomer(db, person.id))?.customerId ?? "";
  const naming = () =>
    db.select().from(builtInPayment).where(sql`position(${customerId} in data::text) > 0`);
  expect(await naming()).toHaveLength(3);
  await forgetCustomer(made.app, customerId);
  expect(await naming()).toEqual([]);
  await forgetCustomer(made.app, customerId);
});

describe("records of earlier versions, which kept them as Stripe describes them", () => {
  const start = Math.floor(Date.parse("2028-01-01T00:00:00Z") / 1000);
  const end = Math.floor(Date.parse("2028-02-01T00:00:00Z") / 1000);

  async function stored(change: (one: PaymentObject) => PaymentObject = (one) => one) {
    clock = new Date("2028-01-10T00:00:00Z");
    const person = await makePerson(made);
    const customer = `cus_${randomUUID().replaceAll("-", "")}`;
    await keepCustomer(db, person.id, customer);
    const purchase: Purchase = {
      ...{ customer, name: "Pro", currency: "usd", unitAmount: 2900, interval: "month" },
      metadata: { planId: "pro", billingCycle: "monthly", accountId: person.id },
      ...{ successUrl: "http://localhost:3000/", cancelUrl: "http://localhost:3000/" },
    };
    const one = change(makeSubscription(purchase, { start, end }));
    const session = makeSession(start, purchase, "http://127.0.0.1:1");
    for (const data of [one, session]) {
      await db.insert(builtInPayment).values({ id: data.id, object: data.object, data });
    }
    await reconcileAtNight();
    return { person, customer, id: one.id };
  }

  test("are read, cancelled and renewed", async () => {
    const { person, id } = await stored();
    expect(await subscription(person)).toEqual({
      ...{ id, planId: "pro", status: "active", billingCycle: "monthly" },
      currentPeriodStart: "2028-01-01T00:00:00.000Z",
      currentPeriodEnd: "2028-02-01T00:00:00.000Z",
      ...{ cancelAtPeriodEnd: false, canceledAt: null },
      createdAt: "2028-01-01T00:00:00.000Z",
    });
    expect(await readLimit(person)).toBe(3000);
    const cancelled = await post("subscription/cancel", person, { subscriptionId: id });
    expect(cancelled.json().data).toMatchObject({ status: "active", cancelAtPeriodEnd: true });
    const url = await portal(person);
    expect(await textOf(url)).toContain(`${id}: active, ends with its period.`);
    await submit(url, { subscription: id, act: "resume" });
    clock = new Date("2028-02-01T00:00:00Z");
    await reconcileAtNight();
    expect(await getSubscription(db, person.id)).toMatchObject({
      status: "active",
      currentPeriodEnd: "2028-03-01T00:00:00.000Z",
    });
  });

  test("end with their period where they were cancelled before", async () => {
    const { person } = await stored((one) => endAtPeriodEnd(true)(one, start + 60));
    expect(await subscription(person)).toMatchObject({
      ...{ status: "active", cancelAtPeriodEnd: true, canceledAt: "2028-01-01T00:01:00.000Z" },
    });
    clock = new Date("2028-02-01T00:00:00Z");
    await reconcileAtNight();
    expect((await getSubscription(db, person.id))?.status).toBe("canceled");
  });

  test("keep the card that is declined, and go with their customer", async () => {
    const card = { default_payment_method: "pm_card_chargeDeclined" };
    const { person, customer } = await stored((one) => ({ ...one, ...card }));
    clock = new Date("2028-02-01T00:00:00Z");
    await reconcileAtNight();
    expect((await getSubscription(db, person.id))?.status).toBe("past_due");
    await forgetCustomer(made.app, customer);
    const { rows } = await db.execute(
      sql`select id from built_in_payment where position(${customer} in data::text) > 0`,
    );
    expect(rows).toEqual([]);
  });
});
