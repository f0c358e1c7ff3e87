import { text } from "node:stream/consumers";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testApp } from "../../helpers/app.ts";
import { tokenIn } from "../../helpers/browser.ts";
import { hasChromium, openChromium, violations } from "../../helpers/chromium.ts";

const app = await testApp();
const email = "keyboard@example.com";
const password = "correct horse battery";

describe.skipIf(!hasChromium)("in Chromium", () => {
  let browser: Browser;
  let page: Page;
  let address = "";

  beforeAll(async () => {
    address = await app.app.listen({ port: 0, host: "127.0.0.1" });
    const post = (path: string, payload: object) =>
      app.send({ method: "POST", url: `/auth/${path}`, payload });
    await post("register", { email, password });
    await post("verify-email", { token: tokenIn(app.mails.at(-1)?.text) });
    browser = await openChromium();
    page = await browser.newPage();
  }, 120_000);
  afterAll(() => browser.close());

  /** Moves the focus with the Tab key until it is on what the selector names. */
  async function tabTo(selector: string): Promise<void> {
    for (let presses = 0; presses < 60; presses += 1) {
      await page.keyboard.press("Tab");
      const isThere = await page.evaluate(
        `document.activeElement?.matches(${JSON.stringify(selector)}) ?? false`,
      );
      if (isThere === true) return;
    }
    throw new Error(`the Tab key does not reach ${selector}`);
  }

  async function enter(): Promise<void> {
    await Promise.all([page.waitForNavigation(), page.keyboard.press("Enter")]);
  }

  test("one signs in, makes a key and ends it with a keyboard alone", async () => {
    await page.goto(`${address}/auth/keys`);
    await tabTo("main input[name=email]");
    await page.keyboard.type(email);
    await tabTo("main input[name=password]");
    await page.keyboard.type(password);
    await enter();
    expect(page.url()).toBe(`${address}/auth/keys`);

    await tabTo("main input[name=name]");
    await page.keyboard.type("By keyboard");
    await enter();
    expect(await page.textContent("main")).toContain("By keyboard is shown this once.");
    await tabTo("main a[href='/auth/keys']");
    await enter();
    expect(await page.textContent("main")).toContain("End the key By keyboard");
    await tabTo("main form[action='/auth/forms/end-key'] button");
    await enter();
    expect(await page.textContent("main")).toContain("You have no API keys.");
  }, 120_000);

  test.each([
    "account",
    "billing",
    "keys",
    "applications",
    "sessions",
    "mails",
    "data",
    "sign-in",
    "register",
    "forgot-password",
  ])(
    "axe finds nothing on /auth/%s, which has the product's name and no script",
    async (name) => {
      await page.goto(`${address}/auth/${name}`);
      expect(page.url()).toBe(`${address}/auth/${name}`);
      expect(await page.title()).toMatch(/ · Tenk$/);
      expect(await page.locator("script").count()).toBe(0);
      expect(await violations(page)).toEqual([]);
    },
    60_000,
  );

  test("axe finds nothing on /auth/security, which has a script for passkeys", async () => {
    await page.goto(`${address}/auth/security`);
    expect(page.url()).toBe(`${address}/auth/security`);
    expect(await violations(page)).toEqual([]);
  }, 60_000);

  test("one chooses mails, looks at sessions, asks for an export and leaves with a keyboard alone", async () => {
    await page.goto(`${address}/auth/mails`);
    await tabTo("main input[name=alerts]");
    if (await page.isChecked("input[name=alerts]")) await page.keyboard.press("Space");
    await tabTo("main form[action='/auth/forms/choosemails'] button");
    await enter();
    expect(await page.isChecked("input[name=alerts]")).toBe(false);
    expect(await page.isChecked("input[name=invitations]")).toBe(true);

    await page.goto(`${address}/auth/sessions`);
    expect(await page.textContent("main")).toContain("This browser");
    await page.goto(`${address}/auth/data`);
    await tabTo("main a[href='/auth/data/export']");
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.keyboard.press("Enter"),
    ]);
    const exported = JSON.parse(await text(await download.createReadStream()));
    expect(exported.mails).toMatchObject({ invitations: true, alerts: false, follows: true });

    await tabTo("main input[name=confirm]");
    await page.keyboard.press("Space");
    await tabTo("main form[action='/auth/forms/leave'] button");
    await enter();
    expect(await page.textContent("main")).toContain("Your account is deleted.");
    await page.goto(`${address}/auth/account`);
    expect(page.url()).toContain("/auth/sign-in");
  }, 120_000);
});
