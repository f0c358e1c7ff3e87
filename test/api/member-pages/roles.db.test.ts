import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { testApp } from "../../helpers/app.ts";
import { signInBrowser } from "../../helpers/browser.ts";
import { makeHirer, makeRole } from "../../helpers/platform/hiring.ts";

const app = await testApp();
const html = { accept: "text/html" };
const ann = await signInBrowser(app, "ann@example.com");
const acme = await makeHirer(app, { name: 'Acme <b>"Robots"</b>' });

const hostile = `Engineer <script>alert(1)</script> "x" 'y'`;
const role = (values: object, status: "draft" | "published" | "closed" = "published") =>
  makeRole(app, { entityId: acme.entityId, by: acme.owner, status, values });

const shown = (body: string) =>
  [...body.matchAll(/<li><a href="\/roles\/([\w-]{36})"/g)].map((m) => m[1]);

test("without a role the page says so, and how one is published", async () => {
  const empty = await testApp();
  const { statusCode, body } = await empty.get("/roles", html);
  expect(statusCode).toBe(200);
  expect(body).toContain("No role is published yet.");
});

describe("the page of open roles", () => {
  const ids: Record<"hostile" | "lisbon" | "remote", string> = {
    hostile: "",
    lisbon: "",
    remote: "",
  };

  beforeAll(async () => {
    ids.hostile = (await role({ title: hostile })).roleId;
    ids.lisbon = (
      await role({ title: "Accountant", location: "Lisbon", salaryRange: null })
    ).roleId;
    ids.remote = (await role({ title: "Reader of filings", remotePolicy: "remote" })).roleId;
    await role({ title: "Hidden draft" }, "draft");
    await role({ title: "Hidden closed" }, "closed");
    await role({ title: "Hidden private", visibility: "private" });
    await role({ title: "Hidden unlisted", visibility: "unlisted" });
  });

  test("shows everybody what is public and published, newest first, three times alike", async () => {
    const [first, , third] = [
      await app.get("/roles", html),
      await app.get("/roles", html),
      await app.get("/roles", html),
    ];
    expect(shown(first.body)).toEqual([ids.remote, ids.lisbon, ids.hostile]);
    expect(third.body).toBe(first.body);
    expect(first.body).not.toMatch(/Hidden|href="\/applications"/);
    expect(first.headers["cache-control"]).toBe("no-store");
    expect(first.body).toContain("EUR 70,000 to 90,000.5 a year");
  });

  test("shows the signed-in person the way to the own applications", async () => {
    const { body } = await app.get("/roles", { ...html, ...ann });
    expect(body).toContain('<a href="/applications">Your applications</a>');
    expect(body).not.toContain("sign in.");
  });

  test("escapes what people wrote", async () => {
    const { body } = await app.get(`/roles?${new URLSearchParams({ search: hostile })}`, html);
    expect(body).toContain("Engineer &lt;script&gt;alert(1)&lt;/script&gt;");
    expect(body).toContain("Acme &lt;b&gt;&quot;Robots&quot;&lt;/b&gt;");
    expect(body).not.toMatch(/<script>alert|<b>"Robots/);
  });

  test.each([
    ["search=accountant", "lisbon"],
    ["location=lisb", "lisbon"],
    ["remotePolicy=remote", "remote"],
    ["search=filings&remotePolicy=remote&location=&entityId=", "remote"],
  ] as const)("?%s finds it alone and keeps the question in the form", async (query, wanted) => {
    const { body } = await app.get(`/roles?${query}`, html);
    expect(shown(body)).toEqual([ids[wanted]]);
    const [[name, value] = []] = new URLSearchParams(query);
    const isKept =
      body.includes(`name="${name}" value="${value}"`) ||
      body.includes(`value="${value}" selected`);
    expect(isKept).toBe(true);
  });

  test("says what finds nothing, with the way to all", async () => {
    const { statusCode, body } = await app.get(`/roles?entityId=${randomUUID()}`, html);
    expect(statusCode).toBe(200);
    expect(body).toContain(
      'No roles match. Try fewer words or another place. <a href="/roles">All roles</a>',
    );
  });

  test.each([
    ["remotePolicy=%3Cscript%3E", "Work: "],
    ["entityId=x", "Company: "],
    ["page=-1", "There is no page “-1” of the list."],
    ["page=%22%3E", "There is no page “&quot;&gt;” of the list."],
    [`location=${"x".repeat(300)}`, "Place: "],
  ])("answers ?%s by a sentence beside the form, with 400", async (query, sentence) => {
    const { statusCode, body } = await app.get(`/roles?${query}`, html);
    expect(statusCode).toBe(400);
    expect(body).toContain(`<p role="alert">${sentence}`);
    expect(body).toContain('<form class="ask" action="/roles">');
    expect(body).not.toContain("<script>");
  });

  test("has twenty on a page, and each role once", async () => {
    for (let n = 0; n < 20; n += 1) await role({ title: `Clerk ${n}`, location: "Oslo & co" });
    const query = "location=Oslo+%26+co";
    const one = await app.get(`/roles?${query}`, html);
    expect(shown(one.body).length).toBe(20);
    expect(one.body).not.toContain("Next");
    await role({ title: "Clerk 20", location: "Oslo & co" });
    const first = await app.get(`/roles?${query}`, html);
    const [, next = ""] = /href="([^"]*)">Next</.exec(first.body) ?? [];
    const second = await app.get(next.replaceAll("&amp;", "&"), html);
    expect(second.body).toContain("Page 2 of 2");
    const all = [...shown(first.body), ...shown(second.body)];
    expect([all.length, new Set(all).size]).toEqual([21, 21]);
    const past = await app.get(`/roles?${query}&page=9`, html);
    expect(past.body).toContain("The list has no such page.");
    expect(past.body).toContain("First page");
  });

  test("leads who is not signed in from a role to the sign-in and back, and the header back to the question", async () => {
    const { headers } = await app.get(`/roles/${ids.lisbon}`, html);
    expect(headers.location).toBe(`/auth/sign-in?return_to=%2Froles%2F${ids.lisbon}`);
    const { body } = await app.get("/roles?location=lisb", html);
    expect(body).toContain("/auth/account?return_to=%2Froles%3Flocation%3Dlisb");
    const back = await app.get("/auth/account?return_to=%2Froles%3Flocation%3Dlisb", {
      ...html,
      ...ann,
    });
    expect(back.headers.location).toBe("/roles?location=lisb");
  });
});
