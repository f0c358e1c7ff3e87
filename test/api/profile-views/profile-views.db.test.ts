import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { profileView } from "#schemas/tables/companies/directory.ts";
import { receipt } from "#schemas/tables/operation/receipt.ts";
import { testApp } from "../../helpers/app.ts";
import { makeMember } from "../../helpers/make.ts";
import { makePerson, type Person } from "../../helpers/people.ts";
import {
  makeListedCompany,
  makeOwnEntity,
  publishEntity,
} from "../../helpers/platform/directory.ts";
import { subscribe } from "../../helpers/platform/subscribe.ts";

const app = await testApp();
const { db, get, send } = app;
const [ann, bob] = [await makePerson(app), await makePerson(app)];
const browser = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

const view = (slug: string, payload: object, headers: Record<string, string> = {}) =>
  send({
    method: "POST",
    url: `/v2/directory/entity/${slug}/profile-views`,
    headers: { "user-agent": browser, ...headers },
    payload,
  });
const stored = async (listingId: string) =>
  (await db.select().from(profileView).where(eq(profileView.listingId, listingId))).length;
const operation = () => ({ operationId: randomUUID() });

describe("a view", () => {
  test("is recorded once per operation id, with the same event [DIR-10] [DIR-11] [DIR-12] [DIR-13] [DIR-14] [DIR-15] [DIR-16]", async () => {
    const { slug, listingId } = await makeListedCompany(db);
    const payload = operation();
    const [first, second] = [await view(slug, payload), await view(slug, payload)];

    expect(first.json().data).toEqual({ outcome: "recorded", eventId: expect.any(String) });
    expect(second.json().data).toEqual({ ...first.json().data, outcome: "deduplicated" });
    expect(await stored(listingId)).toBe(1);
    const [row] = await db.select().from(profileView).where(eq(profileView.listingId, listingId));
    expect([row?.id, row?.source]).toEqual([first.json().data.eventId, "direct"]);
  });

  test("a thousand at once of one operation id count once [DIR-16]", async () => {
    const { slug, listingId } = await makeListedCompany(db);
    const payload = operation();
    /** A busy server answers 503 to who waits too long for a connection; a client then asks again. */
    const answered = async () => {
      for (;;) {
        const answer = await view(slug, payload);
        if (answer.statusCode !== 503) return answer.json().data;
      }
    };
    const outcomes = await Promise.all(Array.from({ length: 1000 }, answered));

    expect(outcomes.filter(({ outcome }) => outcome === "recorded").length).toBe(1);
    expect(outcomes.filter(({ outcome }) => outcome === "deduplicated").length).toBe(999);
    expect(new Set(outcomes.map(({ eventId }) => eventId)).size).toBe(1);
    expect(await stored(listingId)).toBe(1);
  }, 240_000);

  test("without an account counts thirty times a day from one address, and repeats are not counted [DIR-83]", async () => {
    const { slug, listingId } = await makeListedCompany(db);
    const other = await makeListedCompany(db);
    const from = (remoteAddress: string, payload: object, of = slug, headers = {}) =>
      send({
        method: "POST",
        url: `/v2/directory/entity/${of}/profile-views`,
        headers: { "user-agent": browser, ...headers },
        payload,
        remoteAddress,
      });
    const first = operation();
    for (let n = 0; n < 40; n += 1) await from("10.7.0.1", first);
    const answers = [];
    for (let n = 0; n < 31; n += 1) answers.push(await from("10.7.0.1", operation()));

    expect(answers.map((one) => one.statusCode)).toEqual([...Array(29).fill(200), 429, 429]);
    expect(Number(answers.at(-1)?.headers["retry-after"])).toBeGreaterThan(80_000);
    expect(await stored(listingId)).toBe(30);
    expect((await from("10.7.0.1", first)).json().data.outcome).toBe("deduplicated");
    expect((await from("10.7.0.1", operation(), other.slug)).statusCode).toBe(200);
    expect((await from("10.7.0.2", operation())).statusCode).toBe(200);
    expect((await from("10.7.0.1", operation(), slug, bob.headers)).statusCode).toBe(200);
  });

  test("an operation id that somebody else uses, too, takes nothing from either", async () => {
    const { slug, listingId } = await makeListedCompany(db);
    const payload = operation();
    const answers = [
      await view(slug, payload, ann.headers),
      await view(slug, payload, bob.headers),
      await view(slug, payload),
    ].map((one) => one.json().data);

    expect(answers.map(({ outcome }) => outcome)).toEqual(Array(3).fill("recorded"));
    expect(new Set(answers.map(({ eventId }) => eventId)).size).toBe(3);
    expect(await stored(listingId)).toBe(3);
  });

  test("with a bad credential is 401 and leaves nothing behind [DIR-22]", async () => {
    const { slug, listingId } = await makeListedCompany(db);
    const payload = operation();
    for (const headers of [{ authorization: "Bearer x" }, { "x-api-key": "nothing" }]) {
      expect((await view(slug, payload, headers as never)).statusCode).toBe(401);
    }
    expect(await stored(listingId)).toBe(0);
    expect((await view(slug, payload)).json().data.outcome).toBe("recorded");
  });

  test("reading a profile records none [DIR-08] [DIR-60]", async () => {
    const { slug, listingId } = await makeListedCompany(db);
    for (const read of ["", "/record-summary", "/profile-experience"]) {
      await get(`/v2/directory/entity/${slug}${read}`, ann.headers);
    }
    expect(await stored(listingId)).toBe(0);
  });

  test.each([
    {},
    { operationId: "x" },
    { operationId: 5 },
    { ...operation(), source: 5 },
    { ...operation(), preview: "yes" },
  ])("%o is malformed", async (payload) => {
    const { slug } = await makeListedCompany(db);
    expect((await view(slug, payload)).statusCode).toBe(400);
  });

  test("of a listing that is not public is 404", async () => {
    const { slug } = await makeOwnEntity(app, ann, "Unviewed Example");
    expect((await view(slug, operation())).statusCode).toBe(404);
  });
});

describe("excluded before anything is stored", async () => {
  const own = await makeOwnEntity(app, ann, "Viewed Example");
  await publishEntity(app, ann, own.id);
  const manager = await makePerson(app);
  await makeMember(db, own.id, manager.id, "admin");

  test.each<[string, string, Person | null, object, Record<string, string>]>([
    ["self_or_manager", "[DIR-18]", ann, {}, {}],
    ["self_or_manager", "[DIR-18]", manager, {}, {}],
    ["preview", "[DIR-20]", bob, { preview: true }, {}],
    ["preview", "[DIR-20]", null, { preview: true }, {}],
    ["non_external", "[DIR-21]", null, {}, { "user-agent": "Googlebot/2.1" }],
    ["non_external", "[DIR-21]", null, {}, { "sec-purpose": "prefetch;prerender" }],
    ["non_external", "[DIR-21]", bob, {}, { purpose: "prefetch" }],
  ])("%s %s [DIR-17]", async (exclusionReason, _id, who, more, headers) => {
    const receipts = (await db.select().from(receipt)).length;
    const views = (await db.select().from(profileView)).length;
    const answer = await view(
      own.slug,
      { ...operation(), ...more },
      { ...headers, ...who?.headers },
    );

    expect(answer.json().data).toEqual({ outcome: "policyExcluded", exclusionReason });
    expect((await db.select().from(receipt)).length).toBe(receipts);
    expect((await db.select().from(profileView)).length).toBe(views);
  });
});

test("the owner reads counts by day and never who viewed", async () => {
  const { id, slug } = await makeOwnEntity(app, ann, "Counted Example");
  await publishEntity(app, ann, id);
  const events = [];
  for (const who of [bob, bob, null]) {
    events.push((await view(slug, operation(), who?.headers)).json().data.eventId);
  }
  await db
    .update(profileView)
    .set({ createdAt: "2026-01-31T23:59:59Z" })
    .where(eq(profileView.id, events[0]));
  const url = `/v2/entities/${id}/profile-views`;
  const answer = await get(url, ann.headers);

  const { total, days } = answer.json().data;
  expect(total).toBe(3);
  expect(days[0]).toEqual({ day: "2026-01-31", views: 1 });
  expect(days.map(({ views }: { views: number }) => views)).toEqual([1, 2]);
  expect(answer.body).not.toContain(bob.id);
  expect((await get(url, bob.headers)).statusCode).toBe(403);
});

test("a view between two people of whom one blocked the other is excluded, and leaves nothing behind [DIR-19]", async () => {
  const [carl, dora] = [await makePerson(app), await makePerson(app)];
  const own = "/v2/directory/person-profile/publication";
  const made = await send({ method: "POST", url: own, headers: carl.headers });
  const { listingSlug, listingId } = made.json().data;
  const look = async (who: Person) =>
    (
      await send({
        method: "POST",
        url: `/v2/directory/person/${listingSlug}/profile-views`,
        headers: { "user-agent": browser, ...who.headers },
        payload: operation(),
      })
    ).json().data;
  const block = (by: Person, whom: Person, method: "PUT" | "DELETE") =>
    send({ method, url: `/api/v1/users/me/blocks/${whom.id}`, headers: by.headers });
  for (const [by, whom] of [
    [carl, dora],
    [dora, carl],
  ] as const) {
    await block(by, whom, "PUT");
    expect(await look(dora)).toEqual({
      outcome: "policyExcluded",
      exclusionReason: "active_block",
    });
    await block(by, whom, "DELETE");
  }
  expect(await stored(listingId)).toBe(0);
  expect((await look(dora)).outcome).toBe("recorded");
});

test("a view has the viewer's name unless preference and plan say otherwise, whatever the request says [DIR-23] [VER-05]", async () => {
  const { slug, listingId } = await makeListedCompany(db);
  const carl = await makePerson(app);
  const named = async (query = "", more = {}) => {
    const url = `/v2/directory/entity/${slug}/profile-views${query}`;
    const payload = { ...operation(), ...more };
    const headers = { "user-agent": browser, ...carl.headers };
    const { eventId } = (await send({ method: "POST", url, headers, payload })).json().data;
    const [row] = await db.select().from(profileView).where(eq(profileView.id, eventId));
    return row?.viewerId;
  };
  const browsePrivately = (privateBrowsing: boolean) =>
    send({
      method: "PATCH",
      url: "/api/v1/users/me/privacy",
      headers: carl.headers,
      payload: { privateBrowsing },
    });
  expect(await named("?privateBrowsing=true", { privateBrowsing: true })).toBe(carl.id);
  await browsePrivately(true);
  // Wished, but no plan that has it.
  expect(await named()).toBe(carl.id);
  await subscribe(app, carl.id, "pro");
  expect(await named()).toBeNull();
  expect(await named("?privateBrowsing=false", { privateBrowsing: false })).toBeNull();
  await browsePrivately(false);
  expect(await named()).toBe(carl.id);
  expect(await stored(listingId)).toBe(5);
});
