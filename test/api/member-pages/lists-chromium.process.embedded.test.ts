import type { Browser, BrowserContext } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestApp, testApp } from "../../helpers/app.ts";
import { signInBrowser } from "../../helpers/browser.ts";
import { hasChromium, openChromium } from "../../helpers/chromium.ts";
import { openVisitor, type Visitor } from "../../helpers/pages/visits.ts";
import { makePerson } from "../../helpers/people.ts";
import { makeApplication, makeHirer, makeRole, saveSkills } from "../../helpers/platform/hiring.ts";
import { addToRoom, makeRoom } from "../../helpers/platform/rooms.ts";
import { aFollow, makeStartup, must } from "../../helpers/platform/startups.ts";

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

  test.each([
    ...["/roles", "/roles?search=clerk&page=2", "/roles?search=nothing", "/applications"],
    ...["/startups", "/startups?sector=none", "/communities", "/communities?scope=mine"],
    ...["/people", "/people?search=python", "/people?search=nobody"],
  ])("%s fits three widths, light and dark, asks no other host and has no fault", async (path) => {
    expect(await visitor.faultsOf(base + path)).toEqual([]);
  });

  test("so does a role with the form to apply or one's application, and each state of a startup and a community", async () => {
    for (const path of ids.paths) expect(await visitor.faultsOf(base + path)).toEqual([]);
  });

  test("the keyboard alone asks to follow a startup and takes it back, and joins and leaves a community", async () => {
    const page = await context.newPage();
    const press = async (name: string) => {
      await page.getByRole("button", { name }).focus();
      await page.keyboard.press("Enter");
    };
    await page.goto(`${base}${ids.startup}`);
    await page.locator("textarea[name=reason]").focus();
    await page.keyboard.type("We fund robotics");
    await page.keyboard.press("Tab");
    await page.keyboard.type("Revenue by month");
    await press("Ask to follow");
    await page.getByText("You asked to follow.").waitFor();
    await press("Take the request back");
    await page.getByRole("button", { name: "Ask to follow" }).waitFor();

    await page.goto(`${base}${ids.community}`);
    await press("Join");
    await page.getByText("You are a member.").waitFor();
    await press("Leave the community");
    await page.waitForURL(/\/communities(#.*)?$/);
    await page.close();
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

interface Made {
  /** Id of a role. */
  open: string;
  /** Paths of pages with a form of the reader, or with what became of one. */
  paths: string[];
  startup: string;
  community: string;
}

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
  await saveSkills(on, reader, ["Python", longWord.slice(0, 60)], {
    headline: `Reads ${longWord}`,
  });
  const listed = await makePerson(on);
  await saveSkills(on, listed, ["Python", longWord.slice(0, 60)], { headline: longWord });
  await must(on, listed, "POST /directory/person-profile/publication");
  const [startup, asked, followed] = [
    await makeStartup(on, acme.owner, { tagline: `Robots ${longWord}`, sector: "Robotics" }),
    await makeStartup(on, acme.owner),
    await makeStartup(on, acme.owner),
  ];
  for (const { id } of [asked, followed]) {
    await must(on, reader, `POST /startups/${id}/follow-requests`, aFollow());
  }
  const at = `/startups/${followed.id}/follow-requests` as const;
  const [{ id: request }] = await must(on, acme.owner, `GET ${at}`);
  await must(on, acme.owner, `POST ${at}/${request}/response`, { decision: "approve" });
  const room = (joining: string) =>
    makeRoom(on, acme.owner, {
      ...{ name: `Room ${longWord}`, summary: longWord, category: "investing" },
      ...{ discovery: "discoverable", joining, tags: [longWord.slice(0, 40)] },
    });
  const [community, review, invited] = [
    await room("open"),
    await room("request"),
    await room("invite_only"),
  ];
  await addToRoom(on, invited, [[reader, "member"]]);
  const paths = [
    ...[open, applied].map((id) => `/roles/${id}`),
    ...[reader, listed].map(({ id }) => `/people/${id}`),
    ...[startup, asked, followed].map(({ slug }) => `/startups/${slug}`),
    ...[community, review, invited].map(({ handle }) => `/communities/${handle}`),
  ];
  return {
    ...{ open, paths, startup: `/startups/${startup.slug}` },
    community: `/communities/${community.handle}`,
  };
}
