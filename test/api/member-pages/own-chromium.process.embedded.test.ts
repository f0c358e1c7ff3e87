import type { Browser, BrowserContext } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestApp, testApp } from "../../helpers/app.ts";
import { signInBrowser } from "../../helpers/browser.ts";
import { hasChromium, openChromium } from "../../helpers/chromium.ts";
import { openVisitor, type Visitor } from "../../helpers/pages/visits.ts";
import { makePerson } from "../../helpers/people.ts";
import { makeHirer } from "../../helpers/platform/hiring.ts";
import { makeNotification } from "../notifications/make-notification.ts";

const app = await testApp();
const email = "reader@example.com";
/** No place to break: it must not widen the page. */
const longWord = "Donaudampfschifffahrtsgesellschaftskapitaensmuetze".repeat(2);

describe.skipIf(!hasChromium)("pages of what is the reader's own, in Chromium", () => {
  let browser: Browser;
  let context: BrowserContext;
  let visitor: Visitor;
  let base = "";

  beforeAll(async () => {
    base = await app.app.listen({ port: 0, host: "127.0.0.1" });
    const { cookie } = await signInBrowser(app, email);
    await makeThings(app);
    browser = await openChromium();
    context = await browser.newContext();
    const [name = "", value = ""] = (cookie.split("; ").at(-1) ?? "").split("=");
    await context.addCookies([{ name, value, url: base }]);
    visitor = await openVisitor(browser, { storageState: await context.storageState() });
  }, 120_000);
  afterAll(() => browser?.close());

  test.each(["/notifications", "/notifications?unread=true"])(
    "%s fits three widths, light and dark, asks no other host and has no fault",
    async (path) => {
      expect(await visitor.faultsOf(base + path)).toEqual([]);
    },
  );

  test("the keyboard alone marks a notification as read, and then all", async () => {
    const page = await context.newPage();
    await page.goto(`${base}/notifications`);
    const press = async (name: RegExp | string) => {
      await page.getByRole("button", { name }).first().focus();
      await page.keyboard.press("Enter");
    };
    await page.getByText("2 unread.").waitFor();
    await press(/^Mark as read/);
    await page.getByText("1 unread.").waitFor();
    await press("Mark all as read");
    await page.getByText("Nothing is unread.").waitFor();
    await page.close();
  });
});

async function makeThings(on: TestApp): Promise<void> {
  const reader = await makePerson(on, email);
  const acme = await makeHirer(on, { name: `Acme ${longWord}`, published: true });
  await makeNotification(on, reader.id, { label: `Numbers ${longWord}`, actorId: acme.owner.id });
  await makeNotification(on, reader.id, {
    ...{ kind: "company_filings", state: "filed", subjectType: "filing", label: "10-K" },
    ...{ entityId: acme.entityId },
  });
  await makeNotification(on, reader.id, { readAt: "2026-02-01T00:00:00Z" });
}
