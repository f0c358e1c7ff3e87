import type { Browser, BrowserContextOptions } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testApp } from "../../helpers/app.ts";
import { hasChromium, openChromium, violations } from "../../helpers/chromium.ts";
import { openVisitor } from "../../helpers/pages/visits.ts";
import { makeTeam } from "../../helpers/people.ts";
import {
  makeAdministrator,
  makeSubmittedReport,
  openAdministratorBrowser,
} from "../../helpers/platform/administrators.ts";
import { makeListedCompany } from "../../helpers/platform/directory.ts";
import {
  makeClaim,
  makeCorrection,
  makeFiling,
  newTicker,
} from "../administration/make-waiting.ts";

const app = await testApp();
const { send } = app;

describe.skipIf(!hasChromium)("the page of administrators in Chromium", () => {
  let browser: Browser;
  let address = "";
  let options: BrowserContextOptions = {};

  beforeAll(async () => {
    address = await app.app.listen({ port: 0, host: "127.0.0.1" });
    const team = await makeTeam(app);
    const root = await makeAdministrator(app);
    const description = "Revenue by month and region, with a comparison to the plan. ".repeat(4);
    await makeSubmittedReport(app, team.owner, { title: "Annual report of 2025", description });
    await makeFiling(app, team);
    await makeClaim(app, team.stranger);
    await makeCorrection(app);
    const company = await makeListedCompany(app.db);
    const put = (path: string, payload: object, method: "PUT" | "POST" = "PUT") =>
      send({ method, url: `/v2/admin/${path}`, headers: root.headers, payload });
    await put("flags", { flag: "new_terminal_for_everybody", scope: "percentage", percentage: 10 });
    await put(`service-tickers/${company.id}`, { ticker: newTicker() });
    const reason = "Pretends to be another company, as its lawyers write";
    await put(`listings/entity/${company.slug}/decision`, { decision: "block", reason }, "POST");
    await put("investors/decision", { decision: "verify", email: "bob@example.com" }, "POST");
    const { cookie } = await openAdministratorBrowser(app, "root@example.com");
    const cookies = cookie.split("; ").map((pair) => {
      const [name = "", value = ""] = pair.split("=");
      const place = { domain: "127.0.0.1", path: "/", expires: -1 };
      return { name, value, ...place, httpOnly: true, secure: false, sameSite: "Lax" as const };
    });
    options = { storageState: { cookies, origins: [] } };
    browser = await openChromium();
  }, 120_000);
  afterAll(() => browser.close());

  test("is as wide as the window, overlaps nowhere and breaks no rule of axe", async () => {
    const url = `${address}/auth/administration`;
    const visitor = await openVisitor(browser, options);
    expect(await visitor.faultsOf(url)).toEqual([]);
    await visitor.close();
    const context = await browser.newContext({ ...options, viewport: { width: 390, height: 800 } });
    const page = await context.newPage();
    await page.goto(url);
    await page.evaluate(
      "document.querySelectorAll('details').forEach((one) => { one.open = true; })",
    );
    expect(await violations(page)).toEqual([]);
    await context.close();
  }, 120_000);

  test("rejects a report with a reason, and says what was done", async () => {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    await page.goto(`${address}/auth/administration`);
    const section = page.locator("section", { hasText: "Annual report of 2025" });
    await section.getByText("Decide").click();
    await section.getByLabel("Reason").fill("The figures do not match");
    await Promise.all([page.waitForNavigation(), section.getByText("Reject").click()]);
    const main = await page.textContent("main");
    expect(main).not.toContain("Annual report of 2025");
    expect(main).toContain("report.rejected");
    expect(main).toContain("The figures do not match");
    await context.close();
  }, 60_000);
});
