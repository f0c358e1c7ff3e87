import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { savedScreen } from "#schemas/tables/companies/saved-screen.ts";
import { testApp } from "../../helpers/app.ts";
import { hiddenIn, signInBrowser } from "../../helpers/browser.ts";
import { formOf, sendForm } from "../member-pages/form-of.ts";

const app = await testApp();
const html = { accept: "text/html" };
const ann = await signInBrowser(app, "ann@example.com");
const bob = await signInBrowser(app, "bob@example.com");
const annAsClient = await app.person("ann@example.com");
const hostile = `Big <script>alert(1)</script> & "cash"`;
const where = "net_margin >= 15% and revenue > 10b";

type Cookies = Record<string, string>;
const get = (url: string, headers: Cookies = {}) => app.get(url, { ...html, ...headers });
const page = async (url: string, headers: Cookies) => (await get(url, headers)).body;
const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll(">", "&gt;");
const stored = async () =>
  (await app.db.execute(sql`select * from saved_screen order by created_at, id`)).rows;
const newAt = (asked: Record<string, string>) => `/screens/new?${new URLSearchParams(asked)}`;
const newForm = (headers: Cookies, url: string) => formOf(app, headers, url, "/screens/new#save");

async function save(headers: Cookies, name: string, asked: Record<string, string> = { where }) {
  const form = await newForm(headers, newAt(asked));
  return sendForm(app, "/screens/new", headers, { ...form, name });
}

/** The form of the first screen on the page for an act. */
async function actForm(headers: Cookies, act: string, url = "/screens") {
  const forms = (await page(url, headers)).split('<form class="act"').slice(1);
  const fields = forms.map((one) => hiddenIn(one.split("</form>")[0] ?? ""));
  return fields.find((one) => one.act === act) ?? {};
}

describe("saving on the page of a screen", () => {
  test("leads with the conditions to sign in and back, and saves them as the API has them", async () => {
    const asked = { where, currency: "", sort: "roic", columns: "roic,revenue.fy" };
    const shown = await page(`/screen?${new URLSearchParams(asked)}`, {});
    const [, found = ""] = shown.split('<section id="found"');
    const [, href = ""] = /<a href="([^"]+)">Save this screen<\/a>/.exec(found) ?? [];
    const way = href.replaceAll("&amp;", "&");
    expect(Object.fromEntries(new URL(way, "http://x").searchParams)).toEqual(asked);

    const { statusCode, headers } = await get(way);
    expect(statusCode).toBe(302);
    const back = new URL(String(headers.location), "http://x").searchParams.get("return_to") ?? "";
    expect(await page(String(headers.location), {})).toContain(
      `name="return_to" value="${escaped(back)}"`,
    );
    const body = await page(back, ann);
    expect(body).toContain(`<code>${escaped(where)}</code>`);
    expect(body).toContain("<dt>Report in</dt><dd>Any currency</dd>");
    expect(body).toContain("smallest first");

    const form = await newForm(ann, back);
    const sent = await sendForm(app, "/screens/new", ann, { ...form, name: hostile });
    expect([sent.statusCode, sent.headers.location]).toEqual([302, "/screens"]);
    const { data } = (await app.get("/v2/screens", annAsClient.headers)).json();
    expect(data).toMatchObject([
      { name: hostile, where, currency: null, sort: "roic", columns: "roic,revenue.fy" },
    ]);
    const list = await page("/screens", ann);
    expect(list).toContain("Big &lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;cash&quot;");
    expect(list).toContain(`<a href="${escaped(data[0].address)}"><b>`);
    expect(await page("/screens", bob)).toContain("You have not saved a screen yet.");
  });

  test("the page of a screen is the same for everybody below its header", async () => {
    const url = `/screen?${new URLSearchParams({ where })}`;
    await save(bob, "His");
    const mainOf = async (headers: Cookies) => (await page(url, headers)).split("<main")[1];
    expect(await mainOf(bob)).toContain("Save this screen");
    expect(await mainOf(bob)).toBe(await mainOf({}));
    expect(await mainOf(ann)).toBe(await mainOf({}));
  });

  test.each([
    { where: "revenu > 1" },
    { where: `revenue > "><script>` },
    { sort: "guess" },
    { columns: "guess" },
  ])("%j is a sentence without a form, and nothing is saved", async (asked) => {
    const before = await stored();
    const { statusCode, body } = await get(newAt(asked as Record<string, string>), ann);
    expect([statusCode, body.includes('<p role="alert">')]).toEqual([400, true]);
    expect(body).not.toMatch(/name="name"|"><script>/);
    const form = await newForm(ann, newAt({ where }));
    const sent = await sendForm(app, "/screens/new", ann, { ...form, ...asked, name: "Other" });
    expect(sent.statusCode).toBe(403);
    expect(await stored()).toEqual(before);
  });

  test("a currency that cannot be is 400", async () => {
    expect((await get(newAt({ currency: "dollars" }), ann)).statusCode).toBe(400);
  });

  test("a name that cannot be is a sentence beside what was typed", async () => {
    const before = await stored();
    for (const name of ["  ", `</label>${"x".repeat(120)}`]) {
      const { statusCode, body } = await save(ann, name);
      expect(statusCode).toBe(400);
      expect(body).toContain('<p role="alert">Name of the screen: ');
      expect(body).not.toContain("</label>xxx");
    }
    expect(await stored()).toEqual(before);
  });

  test("a form of another session, or of another screen, saves nothing", async () => {
    const form = await newForm(ann, newAt({ where }));
    const before = await stored();
    const answers = [
      await sendForm(app, "/screens/new", bob, { ...form, name: "Stolen" }),
      await sendForm(app, "/screens/new", ann, { ...form, where: "revenue > 1", name: "Other" }),
      await sendForm(app, "/screens/new", ann, { name: "Without" }),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403]);
    const out = await sendForm(app, "/screens/new", {}, { ...form, name: "Out" });
    expect(out.headers.location).toMatch(/^\/auth\/sign-in\?return_to=%2Fscreens%2Fnew%3F/);
    expect(await stored()).toEqual(before);
  });

  test("the sentence of the limit stands on the page", async () => {
    const email = "full@example.com";
    const full = await signInBrowser(app, email);
    const { id: userId } = await app.person(email);
    const values = Array.from({ length: 200 }, () => ({ userId, name: "One of many" }));
    await app.db.insert(savedScreen).values(values);
    const { statusCode, body } = await save(full, "One more");
    expect(statusCode).toBe(409);
    expect(body).toContain("An account has at most 200 saved screens");
    expect(body).toContain('value="One more"');
    const last = await page("/screens?page=10", full);
    expect(last).toContain("Page 10 of 10");
    expect((await get("/screens?page=x", full)).statusCode).toBe(400);
  });
});

describe("the page of own screens", () => {
  test("renames and deletes one and leaves the others", async () => {
    await save(ann, "Keep");
    await save(ann, "Change");
    const rename = await actForm(ann, "rename");
    const others = (await stored()).filter(({ id }) => id !== rename.id);
    const renamed = await sendForm(app, "/screens", ann, { ...rename, name: " Changed " });
    expect([renamed.statusCode, renamed.headers.location]).toEqual([302, "/screens"]);
    expect((await stored()).find(({ id }) => id === rename.id)).toMatchObject({ name: "Changed" });
    const refused = await sendForm(app, "/screens", ann, { ...rename, name: "" });
    expect(refused.statusCode).toBe(400);
    expect(refused.body).toContain('<p role="alert">Name: ');

    const remove = await actForm(ann, "delete");
    expect(remove.id).toBe(rename.id);
    expect((await sendForm(app, "/screens", ann, remove)).statusCode).toBe(302);
    expect((await sendForm(app, "/screens", ann, remove)).statusCode).toBe(404);
    expect(await stored()).toEqual(others);
  });

  test("acts on no screen of another person, and with no form of another session", async () => {
    await save(bob, "His own");
    const [his, hers] = [await actForm(bob, "delete"), await actForm(ann, "delete")];
    const before = await stored();
    const answers = [
      await sendForm(app, "/screens", ann, his),
      await sendForm(app, "/screens", ann, { ...hers, id: his.id ?? "" }),
      await sendForm(app, "/screens", bob, hers),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403]);
    expect(await stored()).toEqual(before);
    expect(await page("/screens", ann)).not.toContain("His own");
  });

  test("says of a screen that it cannot be read any more", async () => {
    const { id: userId } = annAsClient;
    await app.db.insert(savedScreen).values({ userId, name: "Old", where: "gone_metric > 1" });
    expect(await page("/screens", ann)).toContain(
      "It is no longer available. There is no metric &quot;gone_metric&quot;",
    );
  });

  test("is reached from the account page", async () => {
    expect(await page("/auth/account", ann)).toContain('<a href="/screens">');
  });
});
