import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ingestCompany } from "#ingest/pipeline.ts";
import { testApp } from "../../helpers/app.ts";
import { signInBrowser } from "../../helpers/browser.ts";
import { hasChromium, openChromium } from "../../helpers/chromium.ts";
import { openVisitor, type Visitor } from "../../helpers/pages/visits.ts";
import { apple, openTestPipeline } from "../../helpers/pipeline.ts";

const { context: pipeline } = await openTestPipeline();
const company = "/companies/apple-inc";
/** Longer than the header of a phone has room for. */
const email = "a-reader-with-a-rather-long-address@example.com";

describe.skipIf(!hasChromium)("signed in, in Chromium", () => {
  let browser: Browser;
  let context: BrowserContext;
  let visitor: Visitor;
  let base = "";

  beforeAll(async () => {
    await ingestCompany(apple, pipeline);
    const app = await testApp({ database: pipeline.database });
    base = await app.app.listen({ port: 0, host: "127.0.0.1" });
    const { cookie } = await signInBrowser(app, email);
    browser = await openChromium();
    context = await browser.newContext();
    const [name = "", value = ""] = (cookie.split("; ").at(-1) ?? "").split("=");
    await context.addCookies([{ name, value, url: base }]);
    visitor = await openVisitor(browser, { storageState: await context.storageState() });
  }, 240_000);
  afterAll(() => browser?.close());

  const open = async (path: string, width: number): Promise<Page> => {
    const page = await context.newPage();
    await page.setViewportSize({ width, height: 800 });
    await page.goto(base + path);
    return page;
  };

  test("the keyboard alone puts a company on the watchlist, and makes, sees and removes the address of its feed", async () => {
    const page = await open(company, 1280);
    await page.locator("#star button").focus();
    await page.keyboard.press("Enter");
    await page.locator('#star button[aria-pressed="true"]').waitFor();
    await page.locator('header.site a[href="/watchlist"]').focus();
    await page.keyboard.press("Enter");
    await page.waitForURL(`${base}/watchlist`);
    expect(await page.locator("main table").count()).toBe(2);

    await page.getByRole("button", { name: "Make an address" }).focus();
    await page.keyboard.press("Enter");
    const address = page.locator("#feed ~ p code");
    await address.waitFor();
    const { y = -1 } = (await address.boundingBox()) ?? {};
    expect(y > 0 && y < 800).toBe(true);
    const feed = await fetch(
      (await address.textContent())?.replace(/^.*(?=\/watchlist)/, base) ?? "",
    );
    expect([feed.status, (await feed.text()).slice(0, 5)]).toEqual([200, "<?xml"]);

    await page.getByRole("button", { name: "Remove the address" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Make an address" }).waitFor();
    expect((await fetch(feed.url)).status).toBe(404);
    await page.close();
  });

  test.each(["/watchlist", company, "/", "/screen", "/compare?tickers=AAPL"])(
    "%s fits three widths, light and dark, asks no other host and has no fault",
    async (path) => {
      expect(await visitor.faultsOf(base + path)).toEqual([]);
    },
  );

  test.each([390, 1280, 1920])("%i wide the header has its links on one line", async (width) => {
    for (const path of ["/watchlist", company]) {
      const page = await open(path, width);
      const links = await page.locator("header.site nav a").all();
      const boxes = await Promise.all(links.map((link) => link.boundingBox()));
      expect(boxes.length).toBe(5);
      expect(new Set(boxes.map((box) => box?.y)).size).toBe(1);
      for (const box of boxes) {
        expect(box?.width).toBeGreaterThan(15);
        expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
      }
      await page.close();
    }
  });

  test("on a phone the filings of the watchlist need no sideways scroll, and no date is broken", async () => {
    const page = await open("/watchlist", 390);
    const beyond =
      "[...document.querySelectorAll('.scroll')].map((one) => one.scrollWidth - one.clientWidth)";
    expect(await page.evaluate(beyond)).toEqual([0, 0]);
    await page.goto(base + company);
    const lines =
      "[...document.querySelectorAll('.bar .nowrap')].map((one) => one.getClientRects().length)";
    expect(await page.evaluate(lines)).toEqual([1, 1, 1]);
    await page.close();
  });
});
