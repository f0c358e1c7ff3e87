import type { Browser, BrowserContext } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ingestCompany } from "#ingest/pipeline.ts";
import { entityIdOf } from "#ingest/store/identity.ts";
import { testApp } from "../../helpers/app.ts";
import { signInBrowser } from "../../helpers/browser.ts";
import { hasChromium, openChromium } from "../../helpers/chromium.ts";
import { openVisitor, type Visitor } from "../../helpers/pages/visits.ts";
import { apple, openTestPipeline } from "../../helpers/pipeline.ts";

const { context: pipeline } = await openTestPipeline();
const email = "saver@example.com";
/** No place to break: it must not widen the page. */
const longWord = "Donaudampfschifffahrtsgesellschaftskapitaensmuetze".repeat(2);
const dcf = "/companies/apple-inc/models/dcf_5_year_terminal_growth";

describe.skipIf(!hasChromium)("what is saved, in Chromium", () => {
  let browser: Browser;
  let context: BrowserContext;
  let visitor: Visitor;
  let base = "";
  let scenario = "";
  let shared = "";

  beforeAll(async () => {
    await ingestCompany(apple, pipeline);
    const app = await testApp({ database: pipeline.database });
    base = await app.app.listen({ port: 0, host: "127.0.0.1" });
    const { cookie } = await signInBrowser(app, email);
    const headers = await app.signIn(email);
    const url = `/v2/entities/${entityIdOf(apple)}/models/dcf_5_year_terminal_growth/scenarios`;
    const payload = {
      name: `Bull ${longWord}`,
      assumptions: { discount_rate: 0.085, terminal_growth: 0.02 },
      drivers: { revenue_growth: { "2026": 0.1, "2027": 0.08 } },
    };
    const made = await app.send({ method: "POST", url, headers, payload });
    const { id } = made.json().data;
    const share = `${url}/${id}/share`;
    const { shareToken } = (await app.send({ method: "POST", url: share, headers })).json().data;
    [scenario, shared] = [`/scenarios/${id}`, `/scenarios/shared/${shareToken}`];
    browser = await openChromium();
    context = await browser.newContext();
    const [name = "", value = ""] = (cookie.split("; ").at(-1) ?? "").split("=");
    await context.addCookies([{ name, value, url: base }]);
    visitor = await openVisitor(browser, { storageState: await context.storageState() });
  }, 240_000);
  afterAll(() => browser?.close());

  test("scenarios fit three widths, light and dark, ask no other host and have no fault", async () => {
    const form =
      "/scenarios/new?company=apple-inc&model=wacc&set=beta%3A1.3%3Bequity_risk_premium%3A5";
    for (const path of ["/scenarios", scenario, shared, form]) {
      expect(await visitor.faultsOf(base + path)).toEqual([]);
    }
  });

  test("the keyboard alone types an input, signs in, saves it, opens it, shares it and deletes it", async () => {
    const visit = await browser.newContext();
    const page = await visit.newPage();
    const press = async (role: "button" | "link", name: string) => {
      await page.getByRole(role, { name, exact: true }).first().focus();
      await page.keyboard.press("Enter");
    };
    await page.goto(base + dcf);
    await page.locator("#discount_rate").focus();
    await page.keyboard.type("8.5");
    await press("button", "Save");
    await page.waitForURL(/\/auth\/sign-in/);
    await page.locator("main input[name=email]").focus();
    await page.keyboard.type(email);
    await page.keyboard.press("Tab");
    await page.keyboard.type("correct horse battery");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/scenarios\/new\?/);

    await page.getByLabel("Name of the scenario").focus();
    await page.keyboard.type("Base case");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/scenarios(#.*)?$/);
    await press("link", "Base case");
    await page.waitForURL(/\/scenarios\/[\w-]{36}$/);
    const worth = await page.locator(".figure").textContent();
    await press("button", "Make an address");
    await press("link", (await page.locator("a.said").textContent()) ?? "");
    await page.waitForURL(/\/scenarios\/shared\//);
    expect(await page.locator(".figure").textContent()).toBe(worth);
    await press("link", "Open the model with these inputs");
    await page.waitForURL(/\/models\//);
    expect(await page.locator("#discount_rate").inputValue()).toBe("8.5%");
    expect(await page.locator(".figure").textContent()).toBe(worth);

    await page.goto(`${base}/scenarios`);
    await press("link", "Base case");
    await press("button", "Delete the scenario");
    await page.waitForURL(/\/scenarios(#.*)?$/);
    expect(await page.getByRole("link", { name: "Base case" }).count()).toBe(0);
    await visit.close();
  });
});
