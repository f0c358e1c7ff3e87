import { expect, test } from "vitest";
import { paymentsOf } from "#api/clients/payments.ts";
import { testApp } from "../../helpers/app.ts";
import { openForm, signInBrowser } from "../../helpers/browser.ts";
import { makePerson } from "../../helpers/people.ts";
import { paymentWorld } from "../../helpers/platform/payments.ts";
import { subscribe } from "../../helpers/platform/subscribe.ts";

const world = await paymentWorld(() => new Date());
const { made, subscription, submit } = world;
const pageUrl = "/auth/billing";
type Headers = Record<string, string>;

let people = 0;
async function payer(app = made) {
  people += 1;
  const email = `payer-${people}@example.com`;
  const headers = await signInBrowser(app, email);
  return { headers, person: await makePerson(app, email) };
}

/** The form of the page with this action and, where given, about this. */
async function formOf(action: string, headers: Headers, about?: string) {
  const { body } = await made.get(pageUrl, headers);
  const [, ...forms] = body.split(`action="/auth/forms/${action}"`);
  const one = forms.find((form) => about === undefined || form.includes(`value="${about}"`));
  const hidden = [...(one ?? "").matchAll(/name="(id|form_token)" value="([^"]*)"/g)].slice(0, 2);
  return Object.fromEntries(hidden.map(([, name = "", value = ""]) => [name, value]));
}

const send = (action: string, payload: object, headers: Headers) =>
  made.send({ method: "POST", url: `/auth/forms/${action}`, payload, headers });

const linkIn = (body: string) => /<a class="button" href="([^"]+)"/.exec(body)?.[1] ?? "";

async function buy(headers: Headers) {
  const form = await formOf("buy-plan", headers, "pro monthly");
  const opened = await send("buy-plan", form, headers);
  expect(opened.statusCode, opened.body).toBe(200);
  return linkIn(opened.body);
}

test("one buys a plan: the page leads to the checkout, and afterwards shows the subscription [BIL-06]", async () => {
  const { headers, person } = await payer();
  const before = await made.get(pageUrl, headers);
  expect(before.body).toContain("Free: What every account has");
  expect(before.body).toContain("<button>Pro for 29.00 USD a month</button>");
  expect(before.body).toContain("<button>Business for 1990.00 USD a year</button>");
  expect(before.body).not.toMatch(/<script|Subscription to|Free for|open-portal|cancel-plan/);
  expect(before.headers["cache-control"]).toMatch(/no-store|private/);

  const url = await buy(headers);
  expect(url.startsWith(world.baseUrl)).toBe(true);
  expect(await subscription(person)).toBeNull();
  expect((await submit(url, { card: "pays" })).status).toBe(303);

  expect(await subscription(person)).toMatchObject({ planId: "pro", status: "active" });
  const after = (await made.get(pageUrl, headers)).body;
  expect(after).toContain("Pro: For one person");
  expect(after).toMatch(/Subscription to Pro: renews on \d{4}-/);
  expect(after).not.toContain("buy-plan");
});

test("of two checkouts the earlier one takes no payment", async () => {
  const { headers, person } = await payer();
  const first = await buy(headers);
  const second = await buy(headers);
  expect(second).not.toBe(first);
  await submit(first, { card: "pays" });
  expect(await subscription(person)).toBeNull();
  await submit(second, { card: "pays" });
  expect(await subscription(person)).toMatchObject({ status: "active" });
});

test("one ends the subscription with its period, twice alike, and opens cards and invoices", async () => {
  const { headers, person } = await payer();
  const kept = await formOf("buy-plan", headers, "pro yearly");
  await submit(await buy(headers), { card: "pays" });

  const again = await send("buy-plan", kept, headers);
  expect(again.statusCode).toBe(409);
  expect(again.body).toContain('<p role="alert">The account has a subscription');

  const form = await formOf("cancel-plan", headers);
  for (let times = 0; times < 2; times += 1) {
    const ended = await send("cancel-plan", form, headers);
    expect([ended.statusCode, ended.headers.location]).toEqual([302, pageUrl]);
    expect(await subscription(person)).toMatchObject({ status: "active", cancelAtPeriodEnd: true });
  }
  const { body } = await made.get(pageUrl, headers);
  expect(body).toMatch(/Subscription to Pro: ends on \d{4}-/);
  expect(body).not.toContain("cancel-plan");

  const portal = await send("open-portal", await formOf("open-portal", headers), headers);
  expect(portal.statusCode).toBe(200);
  expect(linkIn(portal.body)).toContain(`${world.baseUrl}/portal/`);
});

test("a form works only in the session that it was shown to, and ends only the subscription of its person [CSRF]", async () => {
  const [mine, other] = [await payer(), await payer()];
  const id = await subscribe(made, mine.person.id, "pro");
  const form = await formOf("cancel-plan", mine.headers);
  expect(form.id).toBe(id);
  const theirs = await formOf("buy-plan", other.headers, "pro monthly");
  const asked = world.asked.length;
  for (const [action, payload, headers] of [
    ["cancel-plan", form, {}],
    ["cancel-plan", form, other.headers],
    ["cancel-plan", { ...form, form_token: "guess" }, mine.headers],
    ["cancel-plan", { ...theirs, id }, other.headers],
    ["buy-plan", { ...theirs, id: "business monthly" }, other.headers],
    ["buy-plan", theirs, mine.headers],
    ["open-portal", form, mine.headers],
  ] as [string, object, Headers][]) {
    expect((await send(action, payload, headers)).statusCode).toBe(403);
  }
  expect(world.asked.length).toBe(asked);
  expect(await subscription(mine.person)).toMatchObject({ id, cancelAtPeriodEnd: false });
  expect(await subscription(other.person)).toBeNull();
});

test("when the provider does not answer, the page says so and no subscription begins [BIL-04]", async () => {
  const { headers, person } = await payer();
  const form = await formOf("buy-plan", headers, "pro monthly");
  world.fail("500 after it acted", /customers/);
  const failed = await send("buy-plan", form, { ...headers, accept: "text/html" });
  world.fail("none");
  expect(failed.statusCode).toBe(503);
  expect(failed.body).toContain("The payment provider is not responding");
  expect(failed.body).not.toContain("secret vendor words");
  expect(await subscription(person)).toBeNull();
});

test("who is not signed in signs in first and comes back", async () => {
  const away = await made.get(pageUrl);
  expect([away.statusCode, away.headers.location]).toEqual([
    302,
    "/auth/sign-in?return_to=%2Fauth%2Fbilling",
  ]);
  const { headers } = await payer();
  const there = await made.get("/auth/account?return_to=%2Fauth%2Fbilling", headers);
  expect(there.headers.location).toBe(pageUrl);
  expect((await made.get("/auth/account", headers)).body).toContain(`href="${pageUrl}"`);
});

test("an installation without payments says so and shows no form to pay", async () => {
  const closed = await testApp(paymentsOf("none"));
  const headers = await signInBrowser(closed, "no-payments@example.com");
  const { statusCode, body } = await closed.get(pageUrl, headers);
  expect(statusCode).toBe(200);
  expect(body).toContain("This installation takes no payments.");
  expect(body).not.toMatch(/buy-plan|open-portal/);
  const { payload } = await openForm(closed, pageUrl, headers, "/auth/forms/buy-plan");
  expect(payload).toEqual({});
});
