import type { Browser, BrowserContext } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestApp, testApp } from "../../helpers/app.ts";
import { signInBrowser } from "../../helpers/browser.ts";
import { hasChromium, openChromium } from "../../helpers/chromium.ts";
import { openVisitor, type Visitor } from "../../helpers/pages/visits.ts";
import { makePerson } from "../../helpers/people.ts";
import { makeRole } from "../../helpers/platform/hiring.ts";
import { makeRoom } from "../../helpers/platform/rooms.ts";
import { aField, makeStartup, must } from "../../helpers/platform/startups.ts";

const app = await testApp();
const email = "reader@example.com";
/** No place to break: it must not widen the page. */
const longWord = "Donaudampfschifffahrtsgesellschaftskapitaensmuetze".repeat(2);

describe.skipIf(!hasChromium)("in Chromium", () => {
  let browser: Browser;
  let context: BrowserContext;
  let visitor: Visitor;
  let base = "";
  let pages: Pages;

  beforeAll(async () => {
    base = await app.app.listen({ port: 0, host: "127.0.0.1" });
    const { cookie } = await signInBrowser(app, email);
    pages = await makePages(app);
    browser = await openChromium();
    context = await browser.newContext();
    await context.addCookies(
      cookie.split("; ").map((pair) => {
        const at = pair.indexOf("=");
        return { name: pair.slice(0, at), value: pair.slice(at + 1), url: base };
      }),
    );
    visitor = await openVisitor(browser, { storageState: await context.storageState() });
  }, 120_000);
  afterAll(() => browser?.close());

  const names = ["community", "role", "startup", "bareCommunity", "bareStartup", "none"] as const;

  test.each(names)(
    "the page of a %s fits three widths, light and dark, asks no other host and has no fault",
    async (name) => {
      expect(await visitor.faultsOf(base + pages[name])).toEqual([]);
    },
  );

  test("the keyboard alone signs in from a page, comes back to it, and follows a link of it", async () => {
    const other = await browser.newContext();
    const page = await other.newPage();
    await page.goto(base + pages.startup);
    expect(new URL(page.url()).pathname).toBe("/auth/sign-in");
    await page.locator("main input[name=email]").focus();
    await page.keyboard.type(email);
    await page.keyboard.press("Tab");
    await page.keyboard.type("correct horse battery");
    await page.keyboard.press("Enter");
    await page.waitForURL(base + pages.startup);

    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.className")).toBe("skip");
    await page.keyboard.press("Enter");
    const focused = () => page.evaluate("document.activeElement.getAttribute('href')");
    for (let presses = 0; presses < 20 && (await focused()) !== "/api/docs"; presses += 1) {
      await page.keyboard.press("Tab");
    }
    expect(await page.evaluate("document.activeElement.closest('main') !== null")).toBe(true);
    await page.keyboard.press("Enter");
    await page.waitForURL(`${base}/api/docs`);
    await other.close();
  }, 120_000);

  test.each(["role", "startup"] as const)(
    "the headings of a %s are in order, and each region has a name",
    async (name) => {
      const page = await context.newPage();
      await page.goto(base + pages[name]);
      const outline = (await page.locator("main").ariaSnapshot()).split("\n");
      const levels = outline.flatMap((line) => /heading .*\[level=(\d)\]/.exec(line)?.[1] ?? []);
      expect(levels[0]).toBe("1");
      expect(new Set(levels.slice(1))).toEqual(new Set(["2"]));
      const regions = outline.filter((line) => /^\s*- '?region/.test(line));
      expect(regions.length).toBe(1);
      expect(regions.every((line) => /region "[^"]+"/.test(line))).toBe(true);
      await page.close();
    },
  );

  test("on paper a role has no navigation, and its table is whole", async () => {
    const page = await context.newPage();
    await page.setViewportSize({ width: 1030, height: 700 });
    await page.goto(base + pages.role);
    await page.emulateMedia({ media: "print" });
    expect(await page.locator("form:visible, nav:visible").count()).toBe(0);
    const { x = 0, width = 0 } = (await page.locator("table").boundingBox()) ?? {};
    expect(x + width).toBeLessThanOrEqual(1030);
    await page.close();
  });
});

type Pages = Record<
  "community" | "role" | "startup" | "bareCommunity" | "bareStartup" | "none",
  string
>;

/** Addresses of a page of each kind with everything that it can show, and of some with next to nothing. */
async function makePages(on: TestApp): Promise<Pages> {
  const owner = await makePerson(on, email);
  const room = await makeRoom(on, owner, {
    name: `Filers ${longWord}`,
    discovery: "public_profile",
    summary: `For all who read filings. ${longWord}`,
    category: "Investing",
    tags: ["filings", "accounting", "a-rather-long-tag-with-many-parts"],
  });
  const bare = await makeRoom(on, await makePerson(on), {
    name: "Bare",
    discovery: "public_profile",
  });
  const startup = await makeStartup(on, owner, {
    tagline: `Robots for all ${longWord}`,
    description: `First paragraph.\n\nSecond paragraph ${longWord}.`,
    sector: "Robotics",
    stage: "seed",
    location: "Berlin, Germany",
    foundedYear: 2024,
    teamSize: 12,
    websiteUrl: `https://example.com/${"long/".repeat(40)}`,
  });
  const at = `/entities/${startup.entityId}/baseline` as const;
  const fields = [aField(), aField({ label: `Users ${longWord}`, unit: "people" })];
  await must(on, owner, `POST ${at}`, {});
  for (const field of fields) await must(on, owner, `POST ${at}/fields`, field);
  await must(on, owner, `POST ${at}/lock`);
  const { roleId } = await makeRole(on, {
    ...{ entityId: startup.entityId, by: owner },
    values: { title: `Engineer ${longWord}`, description: `What one does. ${longWord}` },
  });
  const bareStartup = await makeStartup(on, await makePerson(on));
  return {
    community: `/communities/${room.handle}`,
    bareCommunity: `/communities/${bare.handle}`,
    startup: `/startups/${startup.slug}`,
    bareStartup: `/startups/${bareStartup.slug}`,
    role: `/roles/${roleId}`,
    none: "/communities/nobody-has-this",
  };
}
