import type { BrowserContextOptions, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { hasChromium, pageBoxes, pageOutline } from "../../helpers/chromium.ts";
import { pagesInChromium } from "./serve-pages.ts";

const pages = [
  "/",
  "/companies/apple-inc",
  "/companies/apple-inc/financials",
  "/companies/apple-inc/valuation",
  "/companies/apple-inc/filings",
  "/companies/apple-inc/quality",
  "/companies/apple-inc/lineage/revenue/TTM",
  "/companies/apple-inc/models/dcf_5_year_terminal_growth",
  "/companies/nobody",
  "/screen",
  "/compare?tickers=AAPL&metrics=revenue,roic",
  "/auth/sign-in",
];
const widths = [360, 768, 1280];

// Pictures are not compared: fonts differ between machines, and so does every pixel of text.
describe.skipIf(!hasChromium)("the layout in Chromium", () => {
  const on = pagesInChromium();

  /** What `look` sees of every page, opened as `options` say. */
  async function lookAt<T>(
    options: BrowserContextOptions,
    look: (page: Page) => Promise<T>,
  ): Promise<Record<string, T>> {
    const context = await on.browser.newContext(options);
    const page = await context.newPage();
    const seen: Record<string, T> = {};
    for (const path of pages) {
      await page.goto(on.base + path);
      seen[path] = await look(page);
    }
    await context.close();
    return seen;
  }

  test.each(widths)("of every page %i wide is the one on file", async (width) => {
    const seen = await lookAt({ viewport: { width, height: 800 } }, pageOutline);
    const text = Object.entries(seen).map(([path, lines]) => [path, ...lines].join("\n  "));
    await expect(`${text.join("\n")}\n`).toMatchFileSnapshot(`layouts/${width}.txt`);
  });

  test.each(widths)(
    "%i wide is the same to the pixel in dark, again and without scripts",
    async (width) => {
      const viewport = { width, height: 800 };
      const light = await lookAt({ viewport }, pageBoxes);
      expect(await lookAt({ viewport }, pageBoxes)).toEqual(light);
      expect(await lookAt({ viewport, colorScheme: "dark" }, pageBoxes)).toEqual(light);
      expect(await lookAt({ viewport, javaScriptEnabled: false }, pageBoxes)).toEqual(light);
    },
  );
});
