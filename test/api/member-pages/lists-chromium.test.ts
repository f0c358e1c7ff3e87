import type { Browser, BrowserContext } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestApp, testApp } from "../../helpers/app.ts";
import { signInBrowser } from "../../helpers/browser.ts";
import { hasChromium, openChromium } from "../../helpers/chromium.ts";
import { openVisitor, type Visitor } from "../../helpers/pages/visits.ts";
import { makePerson } from "../../helpers/people.ts";
import { makeApplication, makeHirer, makeRole } from "../../helpers/platform/hiring.ts";

const app = await testApp();
const email = "reader@example.com";
/** No place to break: it must not widen the page. */
const longWord = "Donaudampfschifffahrtsgesellschaftskapitaensmuetze".repeat(2);

describe.skipIf(!hasChromium)("lists and forms for members, in Chromium", () => {
  let browser: Browser;
  let context: BrowserContext;
  let visitor: Visitor;
  let base = "";
  let ids: Made;

  beforeAll(async () => {
    base = await app.app.listen({ port: 0, host: "127.0.0.1" });
    const { cookie } = await signInBrowser(app, email);
    ids = await makeThings(app);
    browser = await openChromium();
    context = await browser.newContext();
    const [name = "", value = ""] = (cookie.split("; ").at(-1) ?? "").split("=");
    await context.addCookies([{ name, value, url: base }]);
    visitor = await openVisitor(browser, { storageState: await context.storageState() });
  }, 120_000);
  afterAll(() => browser?.close());

  test.each(["/roles", "/roles?search=clerk&page=2", "/roles?search=nothing", "/applications"])(
    "%s fits three widths, light and dark, asks no other host and has no fault",
    async (path) => {
      expect((await visitor.see(base + path)).faults).toEqual([]);
    },
  );

  test("so does a role with the form to apply, and with one's application", async () => {
    for (const id of [ids.open, ids.applied]) {
      expect((await visitor.see(`${base}/roles/${id}`)).faults).toEqual([]);
    }
  });

  test("the keyboard alone finds a role, applies, is told what is too long, and withdraws", async () => {
    const page = await context.newPage();
    await page.goto(`${base}/roles`);
    await page.locator("form.ask input[name=search]").focus();
    await page.keyboard.type("Reader of filings");
    await page.keyboard.press("Enter");
    await page.waitForURL(/search=Reader/);
    await page.locator(".listed a").first().focus();
    await page.keyboard.press("Enter");
    await page.waitForURL(`${base}/roles/${ids.open}`);

    const letter = page.locator("textarea[name=coverLetter]");
    await letter.evaluate((one) => one.removeAttribute("maxlength"));
    await letter.fill("x".repeat(20_001));
    await page.getByRole("button", { name: "Apply" }).focus();
    await page.keyboard.press("Enter");
    const alert = page.getByRole("alert");
    await alert.waitFor();
    expect(await alert.textContent()).toMatch(/^Cover letter: Too long/);
    const { y = -1 } = (await alert.boundingBox()) ?? {};
    expect(y > 0 && y < 720).toBe(true);
    await letter.focus();
    await page.keyboard.press("Control+a");
    await page.keyboard.type("Dear team");
    await page.getByRole("button", { name: "Apply" }).focus();
    await page.keyboard.press("Enter");
    await page.getByText("State: submitted.").waitFor();

    await page.getByRole("link", { name: "All your applications" }).focus();
    await page.keyboard.press("Enter");
    await page.waitForURL(`${base}/applications`);
    await page
      .getByRole("button", { name: "Withdraw the application to Reader of filings" })
      .focus();
    await page.keyboard.press("Enter");
    await page.getByText("Withdrawn").last().waitFor();
    expect(await page.locator(".listed b", { hasText: "Withdrawn" }).count()).toBe(1);
    await page.close();
  });
});

type Made = Record<"open" | "applied", string>;

async function makeThings(on: TestApp): Promise<Made> {
  const acme = await makeHirer(on, { name: `Acme ${longWord}` });
  const reader = await makePerson(on, email);
  const role = async (values: object) =>
    (await makeRole(on, { entityId: acme.entityId, by: acme.owner, values })).roleId;
  for (let n = 0; n < 21; n += 1) {
    await role({ title: n === 0 ? `Clerk ${longWord}` : `Clerk ${n}` });
  }
  const open = await role({ title: "Reader of filings" });
  const applied = await role({ title: `Reader ${longWord}` });
  await makeApplication(on, { roleId: applied, by: reader });
  await on.send({
    ...{ method: "POST", url: "/api/v1/hiring/portfolio-items", headers: reader.headers },
    payload: { kind: "text", title: `Work ${longWord}`, text: "Done" },
  });
  return { open, applied };
}
