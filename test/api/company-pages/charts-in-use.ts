import { expect, test } from "vitest";
import { violations } from "../../helpers/chromium.ts";
import type { PagesInChromium } from "./serve-pages.ts";

/** Tries a chart with a pointer and with keys. */
export function testCharts(on: PagesInChromium): void {
  const first = ".charts figure:first-child";
  const legend = `document.querySelector("${first} figcaption").innerText.replaceAll(/\\s+/g, " ").trim()`;

  test("shows the values of the period under the pointer, and no second note", async () => {
    const page = await on.browser.newPage();
    await page.goto(`${on.base}/companies/apple-inc`);
    const newest = await page.evaluate(legend);
    const band = page.locator(`${first} .at`).nth(-3);
    await band.hover();
    expect(await page.evaluate(legend)).toBe(
      "Revenue and net income 2023 Revenue 383.3B Net income 97B",
    );
    expect(await band.locator("title").count()).toBe(0);
    await page.mouse.move(0, 0);
    expect(await page.evaluate(legend)).toBe(newest);
    await page.close();
  });

  test("is moved through by arrow keys, which say each period", async () => {
    const page = await on.browser.newPage();
    await page.goto(`${on.base}/companies/apple-inc`);
    await page.locator(`${first} svg`).focus();
    await page.keyboard.press("End");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    expect(await page.locator(`${first} [aria-live]`).textContent()).toBe(
      "2023: Revenue 383.3B, Net income 97B",
    );
    expect(await page.locator(`${first} .at.on`).count()).toBe(1);
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    expect(await page.locator(`${first} .at.on`).count()).toBe(0);
    await page.close();
  });
}
