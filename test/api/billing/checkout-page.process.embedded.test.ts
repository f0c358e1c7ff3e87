import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testApp } from "../../helpers/app.ts";
import { tokenIn } from "../../helpers/browser.ts";
import { hasChromium, openChromium, violations } from "../../helpers/chromium.ts";
import type { Person } from "../../helpers/people.ts";
import { freePort } from "../../helpers/postgres.ts";

const port = await freePort();
const address = `http://127.0.0.1:${port}`;
const made = await testApp({ publicUrl: address });
const subscription = async ({ headers }: Person) =>
  (await made.get("/api/v1/billing/subscription", headers)).json().data;
const email = "payer@example.com";
const password = "correct horse battery";

describe.skipIf(!hasChromium)("the checkout page in Chromium", () => {
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let person: Person;
  let url = "";

  beforeAll(async () => {
    await made.app.listen({ port, host: "127.0.0.1" });
    const post = (path: string, payload: object) =>
      made.send({ method: "POST", url: `/auth/${path}`, payload });
    await post("register", { email, password });
    await post("verify-email", { token: tokenIn(made.mails.at(-1)?.text) });
    person = { id: "", headers: await made.signIn(email) };
    const opened = await made.send({
      ...{ method: "POST", url: "/api/v1/billing/checkout", headers: person.headers },
      payload: { planId: "pro", billingCycle: "monthly" },
    });
    url = opened.json().data.url;
    browser = await openChromium();
    context = await browser.newContext();
    page = await context.newPage();
    await page.goto(`${address}/auth/account`);
    await page.fill("main input[name=email]", email);
    await page.fill("main input[name=password]", password);
    await Promise.all([page.waitForNavigation(), page.click("main form button")]);
  }, 180_000);
  afterAll(async () => {
    await browser?.close();
  });

  const press = (on: Page, name: string | RegExp) =>
    Promise.all([on.waitForNavigation(), on.getByRole("button", { name }).click()]);

  test("a card is declined, one goes back, and nothing was paid [BIL-05] [BIL-16]", async () => {
    await page.goto(url);
    expect(await page.textContent("main")).toContain("Pro: 29.00 USD a month.");
    expect(await page.locator("script").count()).toBe(0);
    expect(await violations(page)).toEqual([]);
    await press(page, "Try a card that is declined");
    expect(await page.getByRole("alert").textContent()).toBe(
      "The card was declined. Nothing was charged.",
    );
    expect(await violations(page)).toEqual([]);
    await Promise.all([page.waitForNavigation(), page.click("text=Go back without paying")]);
    expect(page.url()).toBe(`${address}/auth/account?checkout=left`);
    expect(await page.textContent("main")).toContain("Nothing was paid.");
    expect(await subscription(person)).toBeNull();
  }, 120_000);

  test("one pays once: a second tab and the way back pay nothing more [BIL-06] [BIL-16]", async () => {
    const second = await context.newPage();
    await second.goto(url);
    await page.goto(url);
    await press(page, /^Pay 29\.00 USD/);
    expect(page.url()).toBe(`${address}/auth/account?checkout=paid`);
    expect(await page.textContent("main")).toContain("Thank you.");
    const bought = await subscription(person);
    expect(bought).toMatchObject({ planId: "pro", status: "active" });

    await press(second, /^Pay 29\.00 USD/);
    expect(await second.textContent("main")).toContain("It was paid already. Nothing is charged.");
    expect(await violations(second)).toEqual([]);
    await page.goto(url);
    expect(await page.getByRole("button", { name: /^Pay/ }).count()).toBe(0);
    expect(await subscription(person)).toEqual(bought);
    const { rows } = await made.database.pool.query(
      "select id from built_in_payment where object = 'subscription'",
    );
    expect(rows).toHaveLength(1);
    await page.goto(`${address}/auth/account`);
    expect(await page.textContent("main")).toContain("Subscription to Pro: renews on");
  }, 120_000);
});
