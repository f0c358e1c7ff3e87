import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { collection } from "#schemas/tables/accounts/collection.ts";
import { testApp } from "../../helpers/app.ts";
import { makePerson } from "../../helpers/people.ts";

const app = await testApp();
const { db, get, send } = app;
const ann = await makePerson(app, "ann@example.com");
const bob = await makePerson(app, "bob@example.com");

const post = (payload: object, headers = ann.headers) =>
  send({ method: "POST", url: "/api/v1/collections", headers, payload });
const patch = (id: string, payload: object, headers: Record<string, string> = {}) =>
  send({
    method: "PATCH",
    url: `/api/v1/collections/${id}`,
    headers: { ...ann.headers, ...headers },
    payload,
  });
const make = async (name = "Funds") => (await post({ name })).json().data.id as string;
const stored = async (id: string) =>
  (await db.select().from(collection).where(eq(collection.id, id)))[0];

describe("POST /api/v1/collections", () => {
  test("creates an active collection at version 1 [COL-02] [COL-05] [COL-06] [COL-07] [A-37] [O-26]", async () => {
    const answer = await post({ name: "  Funds ", description: "Of funds" });

    expect(answer.statusCode).toBe(201);
    expect(answer.json().data).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: "Funds",
      description: "Of funds",
      userId: ann.id,
      status: "active",
      version: 1,
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: expect.stringMatching(/Z$/),
    });
    expect(answer.json().meta.timestamp).toMatch(/Z$/);
    expect(answer.headers.etag).toBe('"1"');
    expect(answer.headers.location).toBe(`/api/v1/collections/${answer.json().data.id}`);
  });

  test.each([
    {},
    { name: "" },
    { name: "   " },
    { name: 5 },
    { name: null },
    { name: "a".repeat(201) },
    { name: "a\u202Eb" },
    { name: "a\nb" },
    { name: "A", description: 5 },
  ])("%j is 400 [COL-09] [A-45]", async (payload) => {
    const answer = await post(payload);

    expect(answer.statusCode).toBe(400);
    expect(answer.json().code).toBe("FST_ERR_VALIDATION");
  });

  test("nobody sets id, owner, status, version or times [A-39]", async () => {
    const id = "0b7c1a58-1c39-4c0e-9a3f-6f0f0d2f4a11";
    const time = "2000-01-01T00:00:00.000Z";
    const answer = await post({
      name: "Mine",
      id,
      userId: bob.id,
      status: "archived",
      version: 9,
      createdAt: time,
      updatedAt: time,
    });

    expect(answer.statusCode).toBe(201);
    const { data } = answer.json();
    expect([data.userId, data.status, data.version]).toEqual([ann.id, "active", 1]);
    expect(data.id).not.toBe(id);
    expect(data.createdAt).not.toBe(time);
  });
});

describe("PATCH /api/v1/collections/:id", () => {
  test("raises the version by one and moves updatedAt; an empty change does neither [COL-04] [COL-07] [STA-11]", async () => {
    const id = await make();
    const before = await stored(id);
    const empty = await patch(id, {});
    const unknown = await patch(id, { version: 1, status: "gone", userId: bob.id });
    const changed = await patch(id, { name: "Other", description: null });

    expect([empty.json().data.version, unknown.json().data.version]).toEqual([1, 1]);
    expect((await stored(id))?.userId).toBe(ann.id);
    expect(changed.json().data).toMatchObject({ name: "Other", description: null, version: 2 });
    expect(changed.headers.etag).toBe('"2"');
    expect((await stored(id))?.updatedAt).not.toBe(before?.updatedAt);
  });

  test("If-Match of another version is 412, version of another in the body 409 [COL-10] [ERR-13] [O-26]", async () => {
    const id = await make();
    await patch(id, { name: "Two" });

    const byHeader = await patch(id, { name: "Three" }, { "if-match": '"1"' });
    const byBody = await patch(id, { name: "Three", version: 1 });
    const weak = await patch(id, { name: "Three" }, { "if-match": 'W/"2"' });

    expect([byHeader.statusCode, byHeader.json().code]).toEqual([412, "PRECONDITION_FAILED"]);
    expect([byBody.statusCode, byBody.json().code]).toEqual([409, "CONFLICT"]);
    expect(weak.statusCode).toBe(412);
    expect((await stored(id))?.name).toBe("Two");
    for (const header of ['"2"', '"7", "3"', "*"]) {
      expect((await patch(id, { name: "On" }, { "if-match": header })).statusCode).toBe(200);
    }
    expect((await patch(id, { name: "On", version: 5 })).statusCode).toBe(200);
    expect((await patch(id, { name: "On", version: 6 }, { "if-match": '"5"' })).statusCode).toBe(
      412,
    );
  });

  test("a version that no record can have is 400, in the body, and matches nothing in If-Match [COL-10]", async () => {
    const id = await make();

    for (const version of [0, -1, 1.5, 2_147_483_648, 9_007_199_254_740_991]) {
      expect((await patch(id, { name: "Other", version })).statusCode).toBe(400);
    }
    const header = { "if-match": '"2147483648"' };
    expect((await patch(id, { name: "Other" }, header)).statusCode).toBe(412);
    expect((await stored(id))?.version).toBe(1);
  });
});

describe("GET /api/v1/collections", () => {
  test("pages of any size together hold each own collection once, newest first [COL-01] [CNV-07] [CNV-08] [CNV-23] [CNV-28]", async () => {
    const dora = await makePerson(app);
    const made: string[] = [];
    for (let n = 0; n < 23; n += 1) {
      made.push((await post({ name: `C${n}` }, dora.headers)).json().data.id);
    }
    const whole = (await get("/api/v1/collections?limit=100", dora.headers)).json().data;
    const times = whole.map((one: { createdAt: string }) => one.createdAt);
    const order = whole.map((one: { id: string }) => one.id);
    expect(times).toEqual([...times].sort().reverse());
    expect([...order].sort()).toEqual([...made].sort());
    for (const limit of [1, 2, 5, 7, 20, 23, 100, 1_000]) {
      const seen: string[] = [];
      for (let offset = 0; ; offset += Math.min(limit, 100)) {
        const url = `/api/v1/collections?limit=${limit}&offset=${offset}`;
        const { data, meta } = (await get(url, dora.headers)).json();
        seen.push(...data.map((one: { id: string }) => one.id));
        expect(meta).toEqual({
          total: 23,
          limit: Math.min(limit, 100),
          offset,
          hasMore: offset + data.length < 23,
        });
        if (!meta.hasMore) break;
      }
      expect(seen).toEqual(order);
    }
    const { meta } = (await get("/api/v1/collections", dora.headers)).json();
    expect(meta).toEqual({ total: 23, limit: 20, offset: 0, hasMore: true });
  });

  test.each(["0", "-1", "1.5", "abc", "", "1e9", "9007199254740993", "[]", "NaN"])(
    "limit=%s and offset of the like are 400, never 500 [CNV-26] [CNV-27]",
    async (text) => {
      const at = (query: string) => get(`/api/v1/collections?${query}`, ann.headers);

      expect((await at(`limit=${text}`)).statusCode).toBe(400);
      if (text !== "0") expect((await at(`offset=${text}`)).statusCode).toBe(400);
    },
  );

  test("past the end is an empty page [CNV-27]", async () => {
    const answer = await get("/api/v1/collections?offset=999999999999", ann.headers);

    expect(answer.statusCode).toBe(200);
    expect(answer.json().data).toEqual([]);
    expect(answer.json().meta.hasMore).toBe(false);
  });
});

describe("GET /api/v1/collections/:id", () => {
  test("has the version as its ETag: unchanged is 304, changed is not [COL-03]", async () => {
    const id = await make();
    const url = `/api/v1/collections/${id}`;
    const again = await get(url, { ...ann.headers, "if-none-match": '"1"' });
    await patch(id, { name: "New" });

    expect([again.statusCode, again.body]).toEqual([304, ""]);
    expect(again.headers["cache-control"]).toContain("private");
    expect((await get(url, { ...ann.headers, "if-none-match": '"1"' })).statusCode).toBe(200);
  });

  test("of another user is 404 on read and change, and unchanged [COL-08]", async () => {
    const id = await make("Anns");
    const url = `/api/v1/collections/${id}`;

    expect((await get(url, bob.headers)).statusCode).toBe(404);
    expect(
      (await send({ method: "PATCH", url, headers: bob.headers, payload: { name: "X" } }))
        .statusCode,
    ).toBe(404);
    expect((await stored(id))?.name).toBe("Anns");
  });
});
