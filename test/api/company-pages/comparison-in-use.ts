import { expect, test } from "vitest";
import { violations } from "../../helpers/chromium.ts";
import type { PagesInChromium } from "./serve-pages.ts";

/** Tries a comparison with scripts and without. */
export function testComparison(on: PagesInChromium): void {
  test("is put together without scripts, and without a code to type", async () => {
    const context = await on.browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${on.base}/compare`);
    await page.getByLabel("Add a company by its name, ticker or CIK").fill("aple");
    await page.getByRole("button", { name: "Add" }).click();
    await page.waitForURL(`${on.base}/compare?tickers=AAPL`);
    await page.locator("#compare summary").click();
    const checked = page.locator("#compare input:checked");
    while ((await checked.count()) > 0) await checked.first().uncheck();
    await page.getByLabel("Total assets", { exact: true }).check();
    await page.getByLabel("Amounts").selectOption("per_share");
    await page.getByRole("button", { name: "Compare" }).click();
    await page.waitForURL(`${on.base}/compare?tickers=AAPL&metrics=total_assets&show=per_share`);
    expect(await page.locator("caption").allTextContents()).toEqual([
      "Total assets per diluted share",
    ]);
    await page.getByRole("link", { name: "Leave out Apple Inc." }).click();
    await page.waitForURL(`${on.base}/compare?metrics=total_assets&show=per_share`);
    await context.close();
  });

  test("changes at once with scripts, and adds what is chosen among suggestions", async () => {
    const page = await on.browser.newPage();
    await page.goto(`${on.base}/compare?metrics=revenue`);
    await page.getByRole("combobox", { name: "Add a company by its name" }).fill("aple");
    await page.locator('#companies [role="option"]').first().click();
    await page.waitForURL(`${on.base}/compare?tickers=AAPL&metrics=revenue`);
    await page.getByLabel("Amounts").selectOption("indexed");
    await page.waitForURL(`${on.base}/compare?tickers=AAPL&metrics=revenue&show=indexed`);
    await expect.poll(() => page.locator("caption").textContent()).toMatch(/ is 100$/);
    await page.locator("#compared svg .at").first().hover();
    expect(await page.locator("#compared .at.on").count()).toBe(1);
    expect(await page.locator("#companies input[name=show]").inputValue()).toBe("indexed");
    expect(await violations(page)).toEqual([]);
    await page.close();
  });
}
