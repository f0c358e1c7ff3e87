import { existsSync } from "node:fs";
import axe from "axe-core";
import { type Browser, chromium } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ingestCompany } from "#ingest/pipeline.ts";
import { testApp } from "../../helpers/app.ts";
import { apple, openTestPipeline } from "../../helpers/pipeline.ts";

const program = ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find((path) => existsSync(path));

const pages = [
  "/",
  "/?search=nothing-like-that",
  "/companies/apple-inc",
  "/companies/apple-inc?asOf=2021-12-31",
  "/companies/apple-inc/lineage/revenue/TTM",
  "/companies/nobody",
  "/screen?where=revenue+%3E+1b",
  "/compare?tickers=AAPL&metrics=revenue,roic",
  "/auth/sign-in",
];

describe.skipIf(program === undefined)("in Chromium", () => {
  let browser: Browser;
  let base = "";

  beforeAll(async () => {
    const { context } = await openTestPipeline();
    await ingestCompany(apple, context);
    const { app } = await testApp({ database: context.database });
    base = await app.listen({ port: 0, host: "127.0.0.1" });
    browser = await chromium.launch({ executablePath: program ?? "", args: ["--no-sandbox"] });
  }, 120_000);
  afterAll(() => browser.close());

  test.each(pages)(
    "%s fits three widths, asks no other host and keeps to its content policy",
    async (path) => {
      for (const javaScriptEnabled of [false, true]) {
        for (const width of [360, 768, 1280]) {
          const context = await browser.newContext({
            javaScriptEnabled,
            viewport: { width, height: 800 },
          });
          const page = await context.newPage();
          const asked: string[] = [];
          const said: string[] = [];
          page.on("request", (request) => asked.push(request.url()));
          page.on("console", (message) => said.push(message.text()));
          await page.goto(base + path);

          expect(asked.filter((url) => !url.startsWith(base) && !url.startsWith("data:"))).toEqual(
            [],
          );
          expect(said.filter((line) => !line.includes("404"))).toEqual([]);
          const main = await page.locator("main").boundingBox();
          expect(main?.width).toBeLessThanOrEqual(width);
          if (javaScriptEnabled) {
            const root = "document.documentElement";
            expect(await page.evaluate(`${root}.scrollWidth <= ${root}.clientWidth`)).toBe(true);
          }
          await context.close();
        }
      }
    },
  );

  test.each(["light", "dark"] as const)(
    "axe finds nothing against any page when it is %s",
    async (colorScheme) => {
      const context = await browser.newContext({ colorScheme });
      const page = await context.newPage();
      const found: string[] = [];
      for (const path of pages) {
        await page.goto(base + path);
        await page.evaluate(axe.source);
        const { violations } = await page.evaluate<axe.AxeResults>("axe.run()");
        for (const { id, nodes } of violations) {
          found.push(`${path} ${id} ${nodes.length}: ${nodes[0]?.html.slice(0, 160)}`);
        }
      }
      await context.close();
      expect(found).toEqual([]);
    },
  );

  test("the keyboard alone skips to the content, searches and opens a figure", async () => {
    const page = await browser.newPage();
    await page.goto(`${base}/`);
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.className")).toBe("skip");
    await page.keyboard.press("Enter");
    expect(new URL(page.url()).hash).toBe("#main");
    await page.keyboard.press("Tab");
    await page.keyboard.type("aapl");
    await page.keyboard.press("Enter");
    await page.waitForURL(`${base}/companies/apple-inc`);
    await page.locator('a[href$="/lineage/revenue/2023FY"]').focus();
    await page.keyboard.press("Enter");
    await page.waitForURL(`${base}/companies/apple-inc/lineage/revenue/2023FY`);
    expect(await page.locator(".figure").textContent()).toBe("383,285,000,000 USD");
    await page.close();
  });

  test("the date field changes the page and its address, without scripts", async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${base}/companies/apple-inc`);
    await page.locator("input[name=asOf]").fill("2021-12-31");
    await page.getByRole("button", { name: "Show" }).click();
    expect(page.url()).toBe(`${base}/companies/apple-inc?asOf=2021-12-31`);
    expect(await page.locator('a[href*="/2021FY"]').count()).toBeGreaterThan(10);
    expect(await page.locator('a[href*="/2022FY"]').count()).toBe(0);
    await context.close();
  });
});
