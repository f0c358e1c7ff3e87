import { existsSync } from "node:fs";
import axe from "axe-core";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testApp } from "../../helpers/app.ts";
import { tokenIn } from "../../helpers/browser.ts";

const executablePath = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"]
  .filter((path) => existsSync(path))
  .at(0);
const app = await testApp();
const email = "keyboard@example.com";
const password = "correct horse battery";

describe.skipIf(executablePath === undefined)("in Chromium", () => {
  let browser: Browser;
  let page: Page;
  let address = "";

  beforeAll(async () => {
    address = await app.app.listen({ port: 0, host: "127.0.0.1" });
    const post = (path: string, payload: object) =>
      app.send({ method: "POST", url: `/auth/${path}`, payload });
    await post("register", { email, password });
    await post("verify-email", { token: tokenIn(app.mails.at(-1)?.text) });
    browser = await chromium.launch({
      ...(executablePath === undefined ? {} : { executablePath }),
      args: ["--no-sandbox", "--disable-dev-shm-usage"],
    });
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

  /** Rules of axe that the page breaks, with the markup that does. */
  async function violations(): Promise<string[]> {
    await page.evaluate(axe.source);
    const result = (await page.evaluate("axe.run()")) as {
      violations: { id: string; nodes: { html: string }[] }[];
    };
    return result.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
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
    expect(await page.textContent("main")).toContain("You have no key.");
  }, 120_000);

  test.each([
    "account",
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
      expect(await violations()).toEqual([]);
    },
    60_000,
  );
});
