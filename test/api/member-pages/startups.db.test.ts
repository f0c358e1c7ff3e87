import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { testApp } from "../../helpers/app.ts";
import { signInBrowser } from "../../helpers/browser.ts";
import { makePerson } from "../../helpers/people.ts";
import { aFollow, type MadeStartup, makeStartup, must } from "../../helpers/platform/startups.ts";
import { formOf, sendForm } from "./form-of.ts";

const app = await testApp();
const html = { accept: "text/html" };
const ann = await signInBrowser(app, "ann@example.com");
const bob = await signInBrowser(app, "bob@example.com");
const carol = await signInBrowser(app, "carol@example.com");
const founder = await makePerson(app, "founder@example.com");
const founderBrowser = await signInBrowser(app, "founding@example.com");
const bobAsClient = await makePerson(app, "bob@example.com");

const page = async (url: string, headers: Record<string, string>) =>
  (await app.get(url, { ...html, ...headers })).body;
const shown = (body: string) =>
  [...body.matchAll(/<li><a href="\/startups\/([\w-]+)"/g)].map((m) => m[1]);
const stored = async () =>
  (await app.db.execute(sql`select * from startup_follow order by id`)).rows;
const hostile = `Robots <script>alert(1)</script> "for" all`;

describe("the page of startups", () => {
  let robots: MadeStartup;
  let farms: MadeStartup;

  test("without a startup says so", async () => {
    expect(await page("/startups", ann)).toContain("No startup is published yet.");
  });

  test("shows members what everybody may read of published ones, three times alike, and escapes it", async () => {
    robots = await makeStartup(app, founder, {
      ...{ tagline: hostile, sector: "Robotics", stage: "Seed", location: "Berlin" },
      ...{
        capitalStatus: { status: "planning" },
        description: "Secret sauce",
        audiences: { description: "diligence" },
      },
    });
    farms = await makeStartup(app, founder, { tagline: "Farms", sector: "Food", location: "Oslo" });
    const unpublished = await makeStartup(app, founder, { tagline: "Hidden" });
    await must(app, founder, `POST /startups/${unpublished.id}/unpublish`);
    const answer = await app.get("/startups", { ...html, ...ann });
    expect(shown(answer.body)).toEqual([farms.slug, robots.slug]);
    expect(answer.headers["cache-control"]).toBe("no-store");
    expect(answer.body).toContain(
      "Robots &lt;script&gt;alert(1)&lt;/script&gt; &quot;for&quot; all",
    );
    expect(answer.body).toContain("Robotics · Seed · Berlin · Planning");
    expect(answer.body).not.toMatch(/<script|Hidden|Secret sauce/);
    await page("/startups", ann);
    expect(await page("/startups", ann)).toBe(answer.body);
  });

  test("sends others to sign in and back to the question", async () => {
    const { statusCode, headers } = await app.get("/startups?sector=Food&page=2", html);
    const back = "/startups?sector=Food&page=2";
    expect([statusCode, headers.location]).toEqual([
      302,
      `/auth/sign-in?${new URLSearchParams({ return_to: back })}`,
    ]);
    const there = await app.get(`/auth/account?${new URLSearchParams({ return_to: back })}`, {
      ...html,
      ...ann,
    });
    expect(there.headers.location).toBe(back);
  });

  test.each([
    "search=robots",
    "sector=Robotics",
    "stage=Seed",
    "location=berl",
    "capitalStatus=planning&search=",
  ])("?%s finds it alone and keeps the question", async (query) => {
    const body = await page(`/startups?${query}`, ann);
    expect(shown(body)).toEqual([robots.slug]);
    const [[, value = ""] = []] = new URLSearchParams(query);
    expect(body).toContain(`value="${value}"`);
  });

  test.each([
    ["capitalStatus=%22rich", "Capital: "],
    ["page=two", "There is no page “two” of the list."],
    [`sector=${"x".repeat(300)}`, "Sector: "],
  ])("answers ?%s by a sentence beside the form, with 400", async (query, sentence) => {
    const { statusCode, body } = await app.get(`/startups?${query}`, { ...html, ...ann });
    expect(statusCode).toBe(400);
    expect(body).toContain(`<p role="alert">${sentence}`);
    expect(body).toContain('<form class="ask" action="/startups">');
  });

  test("has twenty on a page, and each once", async () => {
    for (let n = 0; n < 21; n += 1) await makeStartup(app, founder, { sector: "Paging & co" });
    const first = await page("/startups?sector=Paging+%26+co", ann);
    const [, next = ""] = /href="([^"]*)">Next</.exec(first) ?? [];
    const second = await page(next.replaceAll("&amp;", "&"), ann);
    const all = [...shown(first), ...shown(second)];
    expect([shown(first).length, all.length, new Set(all).size]).toEqual([20, 21, 21]);
    expect(await page("/startups?sector=none", ann)).toContain(
      'No startups match. Try fewer words. <a href="/startups">All startups</a>',
    );
  });
});

describe("following on the page of a startup", () => {
  let startup: MadeStartup;
  let path = "";
  const wish = { ...aFollow(), requestedDurationDays: "90" };

  beforeAll(async () => {
    startup = await makeStartup(app, founder, { tagline: "To follow" });
    path = `/startups/${startup.slug}`;
    await must(app, bobAsClient, `POST /startups/${startup.id}/follow-requests`, aFollow());
  });
  const form = (headers: Record<string, string>) => formOf(app, headers, path, `${path}#follow`);

  test("asks, shows the request, and takes it back, and leaves the neighbour's", async () => {
    const before = await stored();
    const sent = { ...(await form(ann)), ...wish, reason: "Line one\r\nline <b>two</b>" };
    const asked = await sendForm(app, path, ann, sent);
    expect([asked.statusCode, asked.headers.location]).toEqual([302, path]);
    const added = (await stored()).filter(({ id }) => !before.some((one) => one.id === id));
    expect(
      added.map((row) => [row.status, row.reason, row.requested_tier, row.requested_duration_days]),
    ).toEqual([["pending", "Line one\nline <b>two</b>", "capital", 90]]);
    expect(await page(path, ann)).toContain("You asked to follow. The founder decides.");

    const again = await sendForm(app, path, ann, sent);
    expect(again.statusCode).toBe(409);
    expect(again.body).toContain('<p role="alert">A request to follow this startup is pending</p>');

    const back = await form(ann);
    expect(back.act).toBe("end");
    expect((await sendForm(app, path, ann, back)).headers.location).toBe(path);
    const repeated = await sendForm(app, path, ann, back);
    expect([repeated.statusCode, repeated.body.includes("Follow not found")]).toEqual([404, true]);
    const after = await stored();
    for (const row of before) expect(after).toContainEqual(row);
    expect(after.find(({ id }) => id === added[0]?.id)?.status).toBe("withdrawn");
  });

  test("a granted follow shows its audience, and ends by its follower", async () => {
    const [request] = await must(app, founder, `GET /startups/${startup.id}/follow-requests`);
    await must(
      app,
      founder,
      `POST /startups/${startup.id}/follow-requests/${request.id}/response`,
      { decision: "approve" },
    );
    expect(await page(path, bob)).toContain("You follow this startup as the audience “capital”.");
    expect(await page(path, carol)).not.toContain("You follow");
    await sendForm(app, path, bob, await form(bob));
    expect(await page(path, bob)).toContain("Ask to follow");
    expect((await stored()).find(({ id }) => id === request.id)?.status).toBe("withdrawn");
  });

  test.each([
    [{ requestedDurationDays: "many" }, "Days: "],
    [{ requestedDurationDays: "0" }, "Days: "],
    [{ requestedTier: "owner" }, "As: "],
    [{ reason: " " }, "Why you want to follow: Must not be empty"],
    [{ desiredObservation: "x".repeat(2001) }, "What you want to see: Too long"],
  ])(
    "a fault %# is a sentence beside the form, which keeps what was typed",
    async (fault, sentence) => {
      const before = await stored();
      const sent = {
        ...(await form(carol)),
        ...wish,
        reason: "Kept </textarea><script>",
        ...fault,
      };
      const { statusCode, body } = await sendForm(app, path, carol, sent);
      expect(statusCode).toBe(400);
      expect(body).toContain(`<p role="alert">${sentence}`);
      expect(body).not.toContain("</textarea><script>");
      if (!("reason" in fault)) expect(body).toContain("Kept &lt;/textarea&gt;&lt;script&gt;");
      expect(await stored()).toEqual(before);
    },
  );

  test("no form of another person, startup or act is taken, and none without its protection", async () => {
    const before = await stored();
    const other = await makeStartup(app, founder);
    const sent = { ...(await form(carol)), ...wish };
    const tries = [
      await sendForm(app, path, carol, { ...sent, form_token: "" }),
      await sendForm(app, path, carol, { ...wish, act: "ask" }),
      await sendForm(app, path, carol, { ...sent, act: "end" }),
      await sendForm(app, path, ann, sent),
      await sendForm(app, `/startups/${other.slug}`, carol, sent),
    ];
    for (const { statusCode, body } of tries) {
      expect([statusCode, body.includes("This form has expired")]).toEqual([403, true]);
    }
    const out = await sendForm(app, path, {}, sent);
    expect(out.headers.location).toBe(`/auth/sign-in?${new URLSearchParams({ return_to: path })}`);
    expect(await stored()).toEqual(before);
  });

  test("its own team has no form, and one that is unpublished is 404 for the form of a stranger", async () => {
    const own = await makePerson(app, "founding@example.com");
    const theirs = await makeStartup(app, own);
    const at = `/startups/${theirs.slug}`;
    const body = await page(at, founderBrowser);
    expect(body).toContain("You read this as its team.");
    expect(body).not.toContain("form_token");
    const shownForm = await formOf(app, carol, at, `${at}#follow`);
    expect(shownForm.form_token).not.toBeUndefined();
    const sent = { ...shownForm, ...wish };
    await must(app, own, `POST /startups/${theirs.id}/unpublish`);
    const answer = await sendForm(app, at, carol, sent);
    expect([answer.statusCode, answer.body.includes("Startup not found")]).toEqual([404, true]);
  });
});
