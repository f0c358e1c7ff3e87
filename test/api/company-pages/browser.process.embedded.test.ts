import { describe, expect, test } from "vitest";
import { hasChromium, violations } from "../../helpers/chromium.ts";
import { testCharts } from "./charts-in-use.ts";
import { testComparison } from "./comparison-in-use.ts";
import { testEveryPage } from "./every-page.ts";
import { pagesInChromium } from "./serve-pages.ts";
import { testStatement } from "./statement-in-use.ts";

// One service and one browser for all of them: starting both costs more than most of what is tried here.
describe.skipIf(!hasChromium)("in Chromium", () => {
  const on = pagesInChromium();

  describe("every page", () => testEveryPage(on));
  describe("a chart", () => testCharts(on));
  describe("a statement", () => testStatement(on));
  describe("a comparison", () => testComparison(on));

  test("the keyboard alone skips to the content, searches and opens a figure", async () => {
    const page = await on.browser.newPage();
    await page.goto(`${on.base}/`);
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.className")).toBe("skip");
    await page.keyboard.press("Enter");
    expect(new URL(page.url()).hash).toBe("#main");
    await page.keyboard.press("Tab");
    await page.keyboard.type("aapl");
    await page.keyboard.press("Enter");
    await page.waitForURL(`${on.base}/companies/apple-inc`);
    await page.getByRole("link", { name: "Financials" }).focus();
    await page.keyboard.press("Enter");
    await page.waitForURL(`${on.base}/companies/apple-inc/financials`);
    await page.locator('a[href$="/lineage/revenue/2023FY"]').focus();
    await page.keyboard.press("Enter");
    await page.waitForURL(`${on.base}/companies/apple-inc/lineage/revenue/2023FY`);
    expect(await page.locator(".figure").textContent()).toBe("383,285,000,000 USD");
    await page.close();
  });

  test("a slash leads to the search, which suggests companies while one types, misspelt ones, too", async () => {
    const page = await on.browser.newPage();
    await page.goto(`${on.base}/screen`);
    await page.keyboard.press("/");
    const field = page.getByRole("combobox", { name: "Company or ticker" });
    expect(await page.locator(":focus").getAttribute("role")).toBe("combobox");
    await page.keyboard.type("aple");
    const options = page.locator('[role="option"]');
    await options.first().waitFor();
    expect(await options.allTextContents()).toEqual(["Apple Inc. AAPL · Nasdaq"]);
    expect(await field.getAttribute("aria-expanded")).toBe("true");
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    expect([await options.first().isVisible(), await field.inputValue()]).toEqual([false, "aple"]);
    await page.keyboard.press("ArrowDown");
    await options.first().waitFor();
    await page.keyboard.press("ArrowDown");
    expect(await field.getAttribute("aria-activedescendant")).toBe(
      await options.first().getAttribute("id"),
    );
    await page.keyboard.press("Enter");
    await page.waitForURL(`${on.base}/companies/apple-inc`);
    await page.close();
  });

  test("the headings of a company's page are in order, and each region has a name", async () => {
    const page = await on.browser.newPage();
    await page.goto(`${on.base}/companies/apple-inc`);
    const outline = (await page.locator("main").ariaSnapshot()).split("\n");
    const headings = outline.flatMap(
      (line) => /^\s*- '?heading "([^"]+)" \[level=2\]/.exec(line)?.[1] ?? [],
    );
    expect(headings.map((text) => text.split(/[ :]/)[0])).toEqual([
      "Financially",
      "Key",
      "Trends",
      "The",
    ]);
    expect(outline.filter((line) => /- '?img "[^"]{40}/.test(line)).length).toBe(7);
    await page.goto(`${on.base}/companies/apple-inc/financials`);
    const statements = (await page.locator("main").ariaSnapshot()).split("\n");
    const regions = statements.filter((line) => /^\s*- '?region/.test(line));
    expect(regions.length).toBe(4);
    expect(regions.every((line) => /^\s*- '?region "[^"]+"/.test(line))).toBe(true);
    await page.close();
  });

  const model = "/companies/apple-inc/models/dcf_5_year_terminal_growth";

  test("a model recomputes without scripts by the keyboard alone", async () => {
    const context = await on.browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(on.base + model);
    const before = await page.locator(".figure").textContent();
    await page.getByLabel("Discount rate", { exact: true }).focus();
    await page.keyboard.type("8.5");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.locator(".figure").textContent()).not.toBe(before);
    expect(await page.getByLabel("Discount rate", { exact: true }).inputValue()).toBe("8.5");
    await context.close();
  });

  test("with scripts it recomputes while it is typed, and tells refusals beside the field", async () => {
    const page = await on.browser.newPage();
    const said: string[] = [];
    page.on("console", (message) => said.push(message.text()));
    await page.goto(on.base + model);
    const before = (await page.locator(".figure").textContent()) ?? "";
    const rate = page.getByLabel("Discount rate", { exact: true });
    await rate.fill("8.5");
    await expect.poll(() => page.locator(".figure").textContent()).not.toBe(before);
    const after = await page.locator(".figure").textContent();
    await rate.fill("a lot");
    await expect
      .poll(() => page.locator("#discount_rate-why").textContent())
      .toContain("not a number");
    expect(await rate.getAttribute("aria-invalid")).toBe("true");
    await rate.fill("8.5");
    await expect.poll(() => page.locator(".figure").textContent()).toBe(after);
    expect(await page.locator("#discount_rate-why").textContent()).toBe("");
    expect(page.url()).toBe(`${on.base}${model}?set=discount_rate%3A8.5`);
    await rate.fill("");
    await expect.poll(() => page.url()).toBe(on.base + model);
    // The on.browser itself logs the 400 of the refusal.
    expect(said.filter((line) => !line.includes("400"))).toEqual([]);
    await page.close();
  });

  test.each([
    "/companies/apple-inc/financials",
    "/companies/apple-inc/financials?period=quarterly",
    "/companies/apple-inc/valuation",
    "/companies/apple-inc/filings",
    model,
  ])("%s has on A4 no form and no navigation, and every table is whole", async (address) => {
    // A sheet of A4 on its side without its margins, in pixels.
    const page = await on.browser.newPage({ viewport: { width: 1030, height: 700 } });
    await page.goto(on.base + address);
    await page.emulateMedia({ media: "print" });
    expect(await page.locator("form:visible, nav:visible").count()).toBe(0);
    const tables = (await page.evaluate(
      "[...document.querySelectorAll('table')].map((one) => [getComputedStyle(one.closest('.scroll, .sheet') ?? one).overflowX, Math.ceil(one.getBoundingClientRect().right)])",
    )) as [string, number][];
    expect(tables.length).toBeGreaterThan(0);
    expect(tables.filter(([overflow, right]) => overflow !== "visible" || right > 1031)).toEqual(
      [],
    );
    expect((await page.pdf({ format: "A4", landscape: true })).subarray(0, 4).toString()).toBe(
      "%PDF",
    );
    await page.close();
  });

  test("the date field changes the page and its address, without scripts", async () => {
    const context = await on.browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${on.base}/companies/apple-inc/financials`);
    await page.locator("input[name=asOf]").fill("2021-12-31");
    await page.getByRole("button", { name: "Show" }).click();
    await page.waitForURL(`${on.base}/companies/apple-inc/financials?asOf=2021-12-31`);
    expect(await page.locator('a[href*="/2021FY"]').count()).toBeGreaterThan(10);
    expect(await page.locator('a[href*="/2022FY"]').count()).toBe(0);
    await context.close();
  });
});
