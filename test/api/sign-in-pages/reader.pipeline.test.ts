import { describe, expect, test } from "vitest";
import { ingestCompany } from "#ingest/pipeline.ts";
import { testApp } from "../../helpers/app.ts";
import { openForm, signInBrowser } from "../../helpers/browser.ts";
import { apple, openTestPipeline } from "../../helpers/pipeline.ts";

const { context } = await openTestPipeline();
await ingestCompany(apple, context);
const app = await testApp({ database: context.database });
const { db, get } = app;
const base = await app.app.listen({ port: 0, host: "127.0.0.1" });
const html = { accept: "text/html" };
const people = ["ann@example.com", "bob@example.com"] as const;
const [ann, bob] = [await signInBrowser(app, people[0]), await signInBrowser(app, people[1])];

const pages = [
  "/",
  "/screen",
  "/compare?tickers=AAPL",
  "/companies/apple-inc",
  "/companies/apple-inc/financials?asOf=2021-12-31",
  "/companies/nobody",
  "/no-such-page",
  "/auth/account",
  "/auth/keys",
];

/** Over a connection, so that the answers of the fast path are among them. */
const visit = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(base + path, { headers: { ...html, ...headers }, redirect: "manual" });
  return { headers: answer.headers, body: await answer.text() };
};

const headerOf = (body: string) => /<span id="reader">(.*?)<\/span>/s.exec(body)?.[1] ?? "";
const named = (email: string) => `title="Account of ${email}">${email}</a>`;

describe.each(pages)("the header of %s", (path) => {
  test("says who reads it, to that person alone, on every visit", async () => {
    for (let n = 0; n < 3; n += 1) {
      for (const [email, cookie, other] of [
        [people[0], ann, people[1]],
        [people[1], bob, people[0]],
      ] as const) {
        const own = await visit(path, cookie);
        expect(headerOf(own.body)).toContain(named(email));
        expect(headerOf(own.body)).toContain('href="/watchlist"');
        expect(own.body).not.toContain(other);
        expect(own.headers.get("cache-control")).toBe("no-store");
        expect(own.headers.get("etag")).toBeNull();
      }
      if (path.startsWith("/auth")) continue;
      const anonymous = await visit(path);
      expect(headerOf(anonymous.body)).toMatch(/^<a href="\/auth\/account[^"]*">Sign in<\/a>$/);
      for (const email of people) expect(anonymous.body).not.toContain(email);
    }
  });
});

test("a browser that has the page of everybody gets its own after the sign-in", async () => {
  const path = "/companies/apple-inc";
  const before = await visit(path);
  expect(before.headers.get("cache-control")).toBe("public, max-age=0, s-maxage=60");
  expect(before.headers.get("vary")).toContain("Cookie");
  const etag = before.headers.get("etag") ?? "";
  const known = { "if-none-match": etag };
  const policy = before.headers.get("content-security-policy");
  for (let n = 0; n < 3; n += 1) {
    const unchanged = await visit(path, known);
    expect([unchanged.body, unchanged.headers.get("content-security-policy")]).toEqual([
      "",
      policy,
    ]);
  }
  expect(headerOf((await visit(path, { ...known, ...ann })).body)).toContain(named(people[0]));
});

test("a name is written as text, and instead of the address", async () => {
  await db.execute(
    "update user_account set name = '<b>$& Ann</b>' where email = 'ann@example.com'",
  );
  const { body } = await visit("/companies/apple-inc", ann);
  expect(headerOf(body)).toContain(">&lt;b&gt;$&amp; Ann&lt;/b&gt;</a>");
  expect(headerOf(body)).not.toContain(people[0]);
});

describe("a sign-in", () => {
  test.each([
    "/companies/apple-inc/financials?period=quarterly&asOf=2021-12-31",
    "/compare?tickers=AAPL,KHC&metrics=revenue",
    "/screen?currency=USD&where=revenue+%3E+10b",
    "/",
  ])("from %s leads back to it", async (path) => {
    const { body } = await visit(path);
    const [, way = ""] = /<a href="([^"]*)">Sign in</.exec(headerOf(body)) ?? [];
    const asked = await get(way.replaceAll("&amp;", "&"), html);
    const { headers, payload } = await openForm(app, String(asked.headers.location));
    const answer = await app.send({
      ...{ method: "POST", url: "/auth/forms/sign-in", headers },
      payload: { ...payload, email: people[1], password: "correct horse battery" },
    });
    expect(answer.statusCode).toBe(302);
    const shown = new URL(String(answer.headers.location), base);
    expect([shown.origin, shown.pathname]).toEqual([base, new URL(path, base).pathname]);
    for (const [name, value] of new URL(path, base).searchParams) {
      expect(shown.searchParams.get(name)).toBe(value);
    }
  });

  test.each([
    "//evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/companies/a\\..\\..\\evil",
    "/companies//evil.example",
    "https://evil.example/companies/apple-inc",
    "https:evil.example",
    "javascript:alert(1)",
    "companies/apple-inc",
    "/compare?x=\\evil",
    "/companies/apple-inc\n",
    "/compare?a=b c",
    "/.//evil.example",
    "@evil.example",
  ])("leads to no other place: %j", async (wanted) => {
    const query = new URLSearchParams({ return_to: wanted });
    const { payload } = await openForm(app, `/auth/sign-in?${query}`);
    expect(payload.return_to).toBe("");
    const known = await get(`/auth/account?${query}`, { ...html, ...bob });
    expect([known.statusCode, known.headers.location]).toEqual([200, undefined]);
    const unknown = await get(`/auth/account?${query}`, html);
    expect(unknown.headers.location).toBe("/auth/sign-in?return_to=%2Fauth%2Faccount");
  });

  test("that is there already goes on at once", async () => {
    const { headers } = await get("/auth/account?return_to=%2Fcompare", { ...html, ...bob });
    expect(headers.location).toBe("/compare");
  });
});
