import type { Browser, BrowserContext } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ingestCompany } from "#ingest/pipeline.ts";
import { testApp } from "../../helpers/app.ts";
import { signInBrowser } from "../../helpers/browser.ts";
import { hasChromium, openChromium } from "../../helpers/chromium.ts";
import { openVisitor, type Visitor } from "../../helpers/pages/visits.ts";
import { apple, openTestPipeline } from "../../helpers/pipeline.ts";

const { context: pipeline } = await openTestPipeline();
const email = "saver@example.com";
/** No place to break: it must not widen the page. */
const longWord = "Donaudampfschifffahrtsgesellschaftskapitaensmuetze".repeat(2);
const where = "revenue > 10b and net_margin >= 15% and roic > 1% and free_cash_flow_margin > 1%";

describe.skipIf(!hasChromium)("saved screens, in Chromium", () => {
  let browser: Browser;
  let context: BrowserContext;
  let visitor: Visitor;
  let base = "";

  beforeAll(async () => {
    await ingestCompany(apple, pipeline);
    const app = await testApp({ database: pipeline.database });
    base = await app.app.listen({ port: 0, host: "127.0.0.1" });
    const { cookie } = await signInBrowser(app, email);
    const headers = await app.signIn(email);
    for (const name of [longWord, "Large and profitable"]) {
      const payload = { name, where, currency: "USD", sort: "-revenue.cagr5" };
      await app.send({ method: "POST", url: "/v2/screens", headers, payload });
    }
    browser = await openChromium();
    context = await browser.newContext();
    const [name = "", value = ""] = (cookie.split("; ").at(-1) ?? "").split("=");
    await context.addCookies([{ name, value, url: base }]);
    visitor = await openVisitor(browser, { storageState: await context.storageState() });
  }, 240_000);
  afterAll(() => browser?.close());

  test("they fit three widths, light and dark, ask no other host and have no fault", async () => {
    const form = `/screens/new?${new URLSearchParams({ where, columns: "revenue,roic.avg5" })}`;
    for (const path of ["/screens", form]) {
      expect(await visitor.faultsOf(base + path)).toEqual([]);
    }
  });

  test("the keyboard alone signs in, saves a screen, opens it, renames and deletes it", async () => {
    const visit = await browser.newContext();
    const page = await visit.newPage();
    const press = async (role: "button" | "link", name: string) => {
      await page.getByRole(role, { name, exact: true }).first().focus();
      await page.keyboard.press("Enter");
    };
    await page.goto(`${base}/screen?where=${encodeURIComponent("revenue > 100b")}`);
    await press("link", "Save this screen");
    await page.waitForURL(/\/auth\/sign-in/);
    await page.locator("main input[name=email]").focus();
    await page.keyboard.type(email);
    await page.keyboard.press("Tab");
    await page.keyboard.type("correct horse battery");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/screens\/new\?/);

    await page.getByLabel("Name of the screen").focus();
    await page.keyboard.type("Giants");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/screens(#.*)?$/);
    await press("link", "Giants");
    await page.waitForURL(/\/screen\?/);
    expect(await page.locator("#found tbody th").allTextContents()).toEqual(["Apple Inc. AAPL"]);

    await page.goto(`${base}/screens`);
    const item = page.locator(".listed > li").first();
    await item.locator("summary").focus();
    await page.keyboard.press("Enter");
    await item.getByLabel("Name").focus();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("Titans");
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: "Titans", exact: true }).waitFor();
    await page.locator(".listed > li").first().locator("summary").focus();
    await page.keyboard.press("Enter");
    await press("button", "Delete the screen");
    await page.getByRole("link", { name: "Titans", exact: true }).waitFor({ state: "detached" });
    expect(await page.locator(".listed > li").count()).toBe(2);
    await visit.close();
  });
});
