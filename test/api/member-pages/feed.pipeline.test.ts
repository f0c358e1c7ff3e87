import { sql } from "drizzle-orm";
import { XMLParser } from "fast-xml-parser";
import { beforeAll, describe, expect, test } from "vitest";
import { ingestCompany } from "#ingest/pipeline.ts";
import { entityIdOf } from "#ingest/store/identity.ts";
import { testApp } from "../../helpers/app.ts";
import { signInBrowser } from "../../helpers/browser.ts";
import { apple, openTestPipeline } from "../../helpers/pipeline.ts";
import { feedForm, feedTokenIn, makeFeed } from "./feed-form.ts";

const { context } = await openTestPipeline();
await ingestCompany(apple, context);
const app = await testApp({ database: context.database });
const { db, get, send } = app;

const people = ["ann", "bob", "carol", "dave"] as const;
const browsers = {} as Record<(typeof people)[number], { cookie: string }>;
for (const name of people) browsers[name] = await signInBrowser(app, `${name}@example.com`);
const { ann, bob, carol, dave } = browsers;

/** Puts Apple on a new list of the person. */
async function watch(name: (typeof people)[number]) {
  const headers = await app.signIn(`${name}@example.com`);
  const list = await send({
    ...{ method: "POST", url: "/v2/watchlists", headers },
    payload: { name: "Mine" },
  });
  const { id } = list.json().data;
  const url = `/v2/watchlists/${id}/entities`;
  await send({ method: "POST", url, headers, payload: { entityId: entityIdOf(apple) } });
}

const at = (token: string) => `/watchlist/feeds/${token}`;
const statusOf = async (token: string) => (await get(at(token))).statusCode;

interface Entry {
  id: string;
  title: string;
  updated: string;
  link: { "@_href": string };
}

/** The feed as a reader program understands it. */
async function readFeed(token: string) {
  const answer = await get(at(token));
  expect(answer.statusCode, answer.body).toBe(200);
  const parser = new XMLParser({ isArray: (name) => name === "entry", ignoreAttributes: false });
  const { feed } = parser.parse(answer.body);
  return { ...answer, id: feed.id as string, feed, entries: (feed.entry ?? []) as Entry[] };
}

describe("the feed of own watchlists", () => {
  let token = "";
  let others = "";
  beforeAll(async () => {
    await watch("ann");
    [token, others] = [await makeFeed(app, ann), await makeFeed(app, bob)];
  });

  test("has the filings of the page, newest first, without a sign-in", async () => {
    const { headers, entries, feed } = await readFeed(token);
    expect(headers["content-type"]).toBe("application/atom+xml; charset=utf-8");
    const { body } = await get("/watchlist", { accept: "text/html", ...ann });
    const filed = [...body.matchAll(/<tr><td class="date">(\S+?)<\/td>.*?>([^<]+)<\/a><\/td>/g)];
    expect(entries.map(({ title }) => title)).toEqual(
      filed.map(([, day, form]) => `Apple Inc.: ${form} filed ${day}`),
    );
    expect(entries.length).toBeGreaterThan(10);
    const [newest] = entries;
    expect(newest?.updated.slice(0, 10)).toBe(filed[0]?.[1]);
    expect(feed.updated).toBe(newest?.updated);
    expect(newest?.link["@_href"]).toMatch(
      /^(http:\/\/localhost:3000\/companies\/apple-inc\/filings\/|https:\/\/www\.sec\.gov\/Archives\/).+/,
    );
    expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
  });

  test("is the same for the third request as for the first, and no shared cache keeps it", async () => {
    const [first, , third] = [await get(at(token)), await get(at(token)), await get(at(token))];
    expect(third.body).toBe(first.body);
    expect(third.headers.etag).toBe(first.headers.etag);
    expect(first.headers["cache-control"]).toBe("private, no-cache");
    const known = await get(at(token), { "if-none-match": String(first.headers.etag) });
    expect([known.statusCode, known.body]).toEqual([304, ""]);
  });

  test("has nothing of another person", async () => {
    const own = await readFeed(others);
    expect(own.entries).toEqual([]);
    expect(own.feed.updated).toMatch(/^\d{4}-\d\d-\d\dT/);
    expect(own.id).not.toBe((await readFeed(token)).id);
  });

  test.each(["x", "x".repeat(43), "x".repeat(100), "'"])(
    "is 404 with the token %s",
    async (one) => {
      expect(await statusOf(one)).toBe(404);
    },
  );

  test("is named to feed readers on the page that makes its address, and nowhere later", async () => {
    const { body, headers } = await send(await feedForm(app, carol, "make"));
    const address = `http://localhost:3000${at(feedTokenIn(body))}`;
    expect(body).toContain(`<link rel="alternate" type="application/atom+xml" href="${address}">`);
    expect(headers["cache-control"]).toBe("no-store");
    const later = await get("/watchlist", { accept: "text/html", ...carol });
    expect(later.body).toContain("An address for feed readers was made on");
    expect(later.body).not.toMatch(/\/watchlist\/feeds\/|rel="alternate"/);
  });

  test("is neither in the database nor in the log by its token, nor in the export by its digest", async () => {
    const { rows } = await db.execute(sql`select to_jsonb(f)::text as row from watchlist_feed f`);
    expect(rows.length).toBe(3);
    expect(JSON.stringify(rows)).not.toContain(token);
    await get(`${at(token)}?x=1`);
    await send({ method: "DELETE", url: at(token) });
    const lines = app.logged.map((line) => JSON.stringify(line));
    expect(lines.filter((line) => line.includes(token))).toEqual([]);
    expect(lines.some((line) => line.includes("/watchlist/feeds/*"))).toBe(true);
    const exported = await get("/api/v1/users/me/export", await app.signIn("ann@example.com"));
    const [row] = exported.json().data.rows.watchlist_feed;
    expect(Object.keys(row).sort()).toEqual(["created_at", "id", "user_id"]);
  });

  test("gets another address, with which the former one ends, and stays the same feed", async () => {
    const { id } = await readFeed(token);
    const replaced = await makeFeed(app, ann);
    expect([await statusOf(token), await statusOf(others)]).toEqual([404, 200]);
    expect((await readFeed(replaced)).id).toBe(id);
    token = replaced;
  });

  test("ends by its own person alone", async () => {
    const form = await feedForm(app, ann, "remove");
    expect((await send({ ...form, headers: bob })).statusCode).toBe(403);
    expect(await statusOf(token)).toBe(200);
    const { statusCode, headers } = await send(form);
    expect([statusCode, headers.location]).toEqual([302, "/watchlist"]);
    expect([await statusOf(token), await statusOf(others)]).toEqual([404, 200]);
  });
});

describe("the form of the address", () => {
  test("counts once: sent again, it does not replace what it has made", async () => {
    const form = await feedForm(app, dave, "make");
    const token = feedTokenIn((await send(form)).body);
    expect((await send(form)).statusCode).toBe(403);
    expect(await statusOf(token)).toBe(200);
  });

  test.each([{ form_token: "" }, { act: "remove" }])("is refused with %o", async (change) => {
    const form = await feedForm(app, dave, "make");
    const payload = { ...form.payload, ...change };
    expect((await send({ ...form, payload })).statusCode).toBe(403);
  });

  test("leads who is not signed in to the sign-in", async () => {
    const { headers: _, ...form } = await feedForm(app, dave, "make");
    const { statusCode, headers } = await send(form);
    expect([statusCode, headers.location]).toEqual([302, "/auth/sign-in?return_to=%2Fwatchlist"]);
  });

  test("asks an account with a second factor for its proof before it makes an address", async () => {
    const isBob = sql`user_id = (select id from user_account where email = 'bob@example.com')`;
    await db.execute(
      sql`insert into passkey (user_id, credential_id, public_key, name, counter, transports, is_backed_up) select id, 'one', 'key', 'Key', 0, '{}', false from user_account where email = 'bob@example.com'`,
    );
    await db.execute(sql`update session set proved_at = null where ${isBob}`);
    const { statusCode, headers } = await send(await feedForm(app, bob, "make"));
    expect([statusCode, headers.location]).toEqual([302, "/auth/confirm?return_to=%2Fwatchlist"]);
  });
});

describe("with its account a feed ends", () => {
  test("that is suspended", async () => {
    const token = await makeFeed(app, carol);
    const isCarol = sql`email = 'carol@example.com'`;
    await db.execute(sql`update user_account set status = 'suspended' where ${isCarol}`);
    expect(await statusOf(token)).toBe(404);
    await db.execute(sql`update user_account set status = 'active' where ${isCarol}`);
    expect(await statusOf(token)).toBe(200);
  });

  test("that is deleted", async () => {
    const token = await makeFeed(app, carol);
    const { statusCode } = await send({
      ...{ method: "DELETE", url: "/api/v1/users/me" },
      headers: await app.signIn("carol@example.com"),
      payload: { password: "correct horse battery" },
    });
    expect(statusCode).toBe(200);
    expect(await statusOf(token)).toBe(404);
    const { rows } = await db.execute(sql`select 1 from watchlist_feed f
      where not exists (select 1 from user_account u where u.id = f.user_id)`);
    expect(rows).toEqual([]);
  });
});
