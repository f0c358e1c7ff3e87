import { describe, expect, test } from "vitest";
import { ingestCompany } from "#ingest/pipeline.ts";
import { testApp } from "../../helpers/app.ts";
import { hiddenIn, signInBrowser } from "../../helpers/browser.ts";
import { apple, openTestPipeline } from "../../helpers/pipeline.ts";

const { context } = await openTestPipeline();
await ingestCompany(apple, context);
const app = await testApp({ database: context.database });
const { get, send } = app;
const base = await app.app.listen({ port: 0, host: "127.0.0.1" });
const html = { accept: "text/html" };
const [ann, bob] = [
  await signInBrowser(app, "ann@example.com"),
  await signInBrowser(app, "bob@example.com"),
];
const at = "/companies/apple-inc";
const page = `${at}/financials?period=quarterly&asOf=2021-12-31`;

const visit = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(base + path, { headers: { ...html, ...headers } });
  return answer.text();
};

const formIn = (body: string) => /<form id="star".*?<\/form>/s.exec(body)?.[0] ?? "";
const isPressed = (body: string) => /aria-pressed="(\w+)"/.exec(formIn(body))?.[1];

/** Sends the star of the page as its reader would. */
const press = async (path: string, headers: { cookie: string }, fields = {}) => {
  const payload = { ...hiddenIn(formIn(await visit(path, headers))), ...fields };
  return send({ method: "POST", url: `${at}/star`, headers, payload });
};

describe("the star of a company", () => {
  test("puts it on the watchlist of its reader alone, and again takes it off", async () => {
    expect(isPressed(await visit(page, ann))).toBe("false");
    const added = await press(page, ann);
    expect([added.statusCode, added.headers.location]).toEqual([302, page]);

    for (let n = 0; n < 3; n += 1) {
      expect(isPressed(await visit(page, ann))).toBe("true");
      expect(isPressed(await visit(page, bob))).toBe("false");
      expect(await visit(page)).not.toMatch(/<form id="star"|★/);
    }
    expect(await visit("/watchlist", ann)).toContain(`<a href="${at}">Apple Inc.</a>`);
    expect(await visit("/watchlist", bob)).toContain("No company is on your watchlist.");

    await press(at, ann);
    expect(isPressed(await visit(at, ann))).toBe("false");
    expect(await visit("/watchlist", ann)).toContain("No company is on your watchlist.");
  });

  test("uses the person's first list, and makes none where there is one", async () => {
    const headers = await app.signIn("bob@example.com");
    const list = await send({
      ...{ method: "POST", url: "/v2/watchlists", headers },
      payload: { name: "Mine" },
    });
    await press(at, bob);
    const { data } = (await get("/v2/watchlists", headers)).json();
    expect(
      data.map((one: { id: string; entityCount: number }) => [one.id, one.entityCount]),
    ).toEqual([[list.json().data.id, 1]]);
    expect(await visit("/watchlist", bob)).toContain("<td>Mine</td>");
  });

  test("leads who is not signed in to the sign-in, and back", async () => {
    const [, way = ""] = /<span id="star".*?href="([^"]*)"/s.exec(await visit(page)) ?? [];
    const asked = await get(way.replaceAll("&amp;", "&"), html);
    expect(asked.headers.location).toBe(
      `/auth/sign-in?${new URLSearchParams({ return_to: page })}`,
    );
  });

  test("has another token on each page, and takes none of another person, company or act", async () => {
    const [first, second] = [
      hiddenIn(formIn(await visit(at, ann))),
      hiddenIn(formIn(await visit(at, ann))),
    ];
    expect(first.form_token).not.toBe(second.form_token);
    for (const fields of [{ act: "remove" }, { nonce: "x" }, { form_token: "" }]) {
      expect((await press(at, ann, fields)).statusCode).toBe(403);
    }
    const others = await send({ method: "POST", url: `${at}/star`, headers: bob, payload: first });
    expect(others.statusCode).toBe(403);
    expect(isPressed(await visit(at, ann))).toBe("false");
  });

  test.each([
    "//evil.example",
    "https://evil.example",
    `${at}\\evil`,
    `${at}.evil.example`,
    "/auth/leave",
  ])("goes back to no other place: %s", async (back) => {
    const { statusCode, headers } = await press(at, ann, { back });
    expect([statusCode, headers.location]).toEqual([302, at]);
  });
});

test("the watchlist has the newest filings of its companies, with the ways to feeds", async () => {
  expect(isPressed(await visit(at, bob))).toBe("true");
  const body = await visit("/watchlist", bob);
  expect(body).toMatch(
    /<td class="date">20\d\d-\d\d-\d\d<\/td><th scope="row"><a href="\/companies\/apple-inc">Apple Inc\.<\/a><\/th><td><a (?:rel="noopener" )?href="[^"]*">10-[KQ]</,
  );
  expect(body).toMatch(/\/v2\/entities\/[\w-]{36}\/changes\.atom/);
  const { statusCode, headers } = await get("/watchlist", html);
  expect([statusCode, headers.location]).toEqual([302, "/auth/sign-in?return_to=%2Fwatchlist"]);
});
