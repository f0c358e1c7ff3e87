import { expect, test } from "vitest";
import { violations } from "../../helpers/chromium.ts";
import type { PagesInChromium } from "./serve-pages.ts";

/** Tries a statement with a pointer. */
export function testStatement(on: PagesInChromium): void {
  const address = "/companies/apple-inc/financials";
  const chart = "tr.charted";

  test("shows the chart of a line below it, in place, and takes it away again", async () => {
    const page = await on.browser.newPage();
    await page.goto(on.base + address);
    await page.evaluate("globalThis.sameDocument = true");
    const label = page.locator("a.line", { hasText: /^Total revenue$/ }).first();
    await label.click();
    await page.locator(chart).waitFor();
    expect(await page.evaluate("globalThis.sameDocument")).toBe(true);
    expect(await page.locator(`tr:has(+ ${chart}) a.line`).textContent()).toBe("Total revenue");
    expect(await label.getAttribute("aria-expanded")).toBe("true");
    await page.locator(`${chart} .at`).nth(-4).hover();
    expect(await page.locator(`${chart} figcaption`).textContent()).toContain("383.3B");
    expect(await violations(page)).toEqual([]);

    await page
      .locator("a.line", { hasText: /^Gross profit$/ })
      .first()
      .click();
    await expect
      .poll(() => page.locator(`tr:has(+ ${chart}) a.line`).textContent())
      .toBe("Gross profit");
    expect(await page.locator(chart).count()).toBe(1);

    await page.locator(`tr:has(+ ${chart}) a.line`).click();
    await expect.poll(() => page.locator(chart).count()).toBe(0);
    expect(page.url()).toBe(on.base + address);
    expect(await page.evaluate("globalThis.sameDocument")).toBe(true);
    await page.close();
  });

  test("shows the same chart without scripts, by an address that can be shared", async () => {
    const context = await on.browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(on.base + address);
    await page
      .locator("a.line", { hasText: /^Total revenue$/ })
      .first()
      .click();
    await page.waitForURL(/chart=revenue/);
    expect(await page.locator(`tr:has(+ ${chart}) a.line`).textContent()).toBe("Total revenue");
    await context.close();
  });
}
