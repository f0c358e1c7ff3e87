import { setTimeout as sleep } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { entity } from "#schemas/tables/companies/company.ts";
import { watchlistEntity } from "#schemas/tables/companies/watchlist.ts";
import { testApp } from "../../helpers/app.ts";
import { makeCompany, makeTicker } from "../../helpers/make.ts";
import { makePerson, makeTeamEntity } from "../../helpers/people.ts";
import { rounds } from "../../helpers/races.ts";

const app = await testApp();
const { db, get } = app;
const ann = await makePerson(app, "ann@example.com");
const bob = await makePerson(app, "bob@example.com");
const apple = await makeCompany(db, { name: "Apple Inc." });
await makeTicker(db, apple.id, "AAPL", { isPrimary: true, exchange: "Nasdaq" });
await makeTicker(db, apple.id, "TENK", { kind: "service" });
const costco = await makeCompany(db, { name: "Costco" });

const unknownId = "0b7c1a58-1c39-4c0e-9a3f-6f0f0d2f4a11";
const ask = (
  method: "POST" | "PATCH" | "DELETE",
  url: string,
  payload?: object,
  headers: Record<string, string> = ann.headers,
) => app.send({ method, url, headers, ...(payload === undefined ? {} : { payload }) });
const make = async (name = "Mine", headers = ann.headers) =>
  (await ask("POST", "/v2/watchlists", { name }, headers)).json().data.id as string;
const add = (id: string, entityId: string, headers = ann.headers) =>
  ask("POST", `/v2/watchlists/${id}/entities`, { entityId }, headers);
const remove = (id: string, entityId: string, headers = ann.headers) =>
  ask("DELETE", `/v2/watchlists/${id}/entities/${entityId}`, undefined, headers);
const read = async (id: string) => (await get(`/v2/watchlists/${id}`, ann.headers)).json().data;
const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);

describe("POST /v2/watchlists", () => {
  test("answers the summary, trimmed, with Location and ETag [WAT-02] [WAT-05] [WAT-06] [WAT-08] [A-37]", async () => {
    const answer = await ask("POST", "/v2/watchlists", { name: "  Big tech \t" });

    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toEqual({
      data: {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        name: "Big tech",
        description: null,
        isActive: true,
        entityCount: 0,
        createdAt: timestamp,
        updatedAt: timestamp,
        version: 1,
      },
      meta: { timestamp },
    });
    expect(answer.headers.location).toBe(`/v2/watchlists/${answer.json().data.id}`);
    expect(answer.headers.etag).toBe('"1"');
  });

  test.each([
    [120, 201],
    [121, 400],
  ])(
    "a name of %i characters after trimming is %i, in any script [WAT-07] [LIM-10]",
    async (length, status) => {
      for (const letter of ["a", "é", "漢", "😀"]) {
        const name = ` ${letter.repeat(length)} `;
        expect((await ask("POST", "/v2/watchlists", { name })).statusCode).toBe(status);
      }
    },
  );

  test.each([{ name: "" }, { name: " \t " }, {}, { name: null }, { name: 5 }, { name: ["a"] }])(
    "%j is 400 FST_ERR_VALIDATION [WAT-07] [ERR-04] [A-45]",
    async (payload) => {
      const answer = await ask("POST", "/v2/watchlists", payload);

      expect(answer.statusCode).toBe(400);
      expect(answer.json().error.code).toBe("FST_ERR_VALIDATION");
    },
  );

  test("a description of 500 is taken, of 501 refused, of blanks null [WAT-08] [LIM-11] [ERR-06] [CNV-05]", async () => {
    const post = (description: string) => ask("POST", "/v2/watchlists", { name: "D", description });

    expect((await post(" \n")).json().data.description).toBeNull();
    expect((await post("a".repeat(500))).json().data.description).toHaveLength(500);
    const long = await post("a".repeat(501));
    expect([long.statusCode, long.json().error.code]).toEqual([400, "FST_ERR_VALIDATION"]);
  });
});

describe("GET /v2/watchlists", () => {
  test("lists own lists newest first, containsEntity only when asked for [WAT-01] [WAT-03]", async () => {
    const dora = await makePerson(app);
    const first = await make("First", dora.headers);
    await sleep(5);
    const second = await make("Second", dora.headers);
    await add(first, apple.id, dora.headers);

    const plain = (await get("/v2/watchlists", dora.headers)).json();
    const marked = (await get(`/v2/watchlists?entityId=${apple.id}`, dora.headers)).json();

    expect(plain.data.map((one: { id: string }) => one.id)).toEqual([second, first]);
    expect(plain.meta).toEqual({ total: 2, limit: 20, offset: 0, hasMore: false });
    expect(plain.data.some((one: object) => "containsEntity" in one)).toBe(false);
    expect(marked.data.map((one: { containsEntity: boolean }) => one.containsEntity)).toEqual([
      false,
      true,
    ]);
  });

  test("a malformed entityId is 400 FST_ERR_VALIDATION [WAT-04]", async () => {
    for (const id of ["x", "", `${apple.id}0`]) {
      const answer = await get(`/v2/watchlists?entityId=${id}`, ann.headers);
      expect([answer.statusCode, answer.json().error.code]).toEqual([400, "FST_ERR_VALIDATION"]);
    }
  });
});

describe("companies on a list", () => {
  test("are added, shown with what identifies them, counted and removed [WAT-09] [WAT-10] [WAT-14] [WAT-16] [WAT-17]", async () => {
    const id = await make();
    const added = await add(id, apple.id);
    await sleep(5);
    await add(id, costco.id);

    expect(added.statusCode).toBe(200);
    expect(added.json()).toEqual({
      data: { watchlistId: id, entityId: apple.id, added: true },
      meta: { timestamp },
    });
    const detail = await read(id);
    expect(detail.entityCount).toBe(2);
    expect(detail.entities).toEqual([
      expect.objectContaining({ entityId: costco.id, primaryTicker: null, serviceTicker: null }),
      {
        entityId: apple.id,
        name: "Apple Inc.",
        slug: apple.slug,
        logoUrl: null,
        entityType: "company",
        primaryExchange: "Nasdaq",
        primaryTicker: "AAPL",
        serviceTicker: "TENK",
        addedAt: timestamp,
      },
    ]);

    const removed = await remove(id, apple.id);
    expect(removed.json().data).toEqual({ watchlistId: id, entityId: apple.id, removed: true });
    expect((await read(id)).entityCount).toBe(1);
  });

  test("the star adds, and again removes; either may be repeated with the same answer [WAT-18] [WAT-19] [A-35]", async () => {
    const id = await make();
    const star = [await add(id, apple.id), await add(id, apple.id)];
    const { version } = await read(id);
    const unstar = [await remove(id, apple.id), await remove(id, apple.id)];

    expect(star.map((one) => [one.statusCode, one.json().data])).toEqual([
      [200, { watchlistId: id, entityId: apple.id, added: true }],
      [200, { watchlistId: id, entityId: apple.id, added: true }],
    ]);
    expect(version).toBe(2);
    expect(unstar.map((one) => [one.statusCode, one.json().data])).toEqual([
      [200, { watchlistId: id, entityId: apple.id, removed: true }],
      [200, { watchlistId: id, entityId: apple.id, removed: true }],
    ]);
    expect((await read(id)).entityCount).toBe(0);
  });

  test("an unknown entity is 404, and so is one that is somebody's private affair [WAT-15] [ERR-19]", async () => {
    const id = await make();
    const team = {
      owner: bob,
      stranger: ann,
      member: await makePerson(app),
      permitted: await makePerson(app),
    };
    const secret = await makeTeamEntity(app, team);
    const [unknown, foreign] = [await add(id, unknownId), await add(id, secret)];

    expect([unknown.statusCode, unknown.json().error.code]).toEqual([404, "NOT_FOUND"]);
    expect(foreign.json().error.message).toBe(unknown.json().error.message);
    expect(foreign.statusCode).toBe(404);
    expect((await add(await make("His", bob.headers), secret, bob.headers)).statusCode).toBe(200);
  });

  test("one that is not public any more is neither shown nor counted [WAT-17]", async () => {
    const gone = await makeCompany(db, { name: "Gone", company: null });
    const id = await make();
    await add(id, gone.id);
    await db.update(entity).set({ published: false }).where(eq(entity.id, gone.id));

    expect(await read(id)).toMatchObject({ entityCount: 0, entities: [] });
    const { data } = (await get("/v2/watchlists", ann.headers)).json();
    expect(data.find((one: { id: string }) => one.id === id).entityCount).toBe(0);
  });

  test("a list of lists, a read and a change count the same companies [WAT-17]", async () => {
    const eve = await makePerson(app);
    const [two, none] = [await make("Two", eve.headers), await make("None", eve.headers)];
    await add(two, apple.id, eve.headers);
    await add(two, costco.id, eve.headers);

    const { data } = (await get("/v2/watchlists", eve.headers)).json();
    const changed = await ask("PATCH", `/v2/watchlists/${two}`, { name: "Both" }, eve.headers);
    expect(
      data.map((one: { id: string; entityCount: number }) => [one.id, one.entityCount]),
    ).toEqual([
      [none, 0],
      [two, 2],
    ]);
    expect(changed.json().data.entityCount).toBe(2);
    expect((await get(`/v2/watchlists/${two}`, eve.headers)).json().data.entityCount).toBe(2);
  });

  test("a list of 120 companies is read in pages of 100, each company once", async () => {
    const eve = await makePerson(app);
    const id = await make("Long", eve.headers);
    const companies = await db
      .insert(entity)
      .values(Array.from({ length: 120 }, (_, n) => ({ name: `Long ${n}`, slug: `long-${n}-x` })))
      .returning({ entityId: entity.id });
    // One time for all: only their ids order them.
    const addedAt = "2026-11-01T00:00:00Z";
    await db
      .insert(watchlistEntity)
      .values(companies.map(({ entityId }) => ({ watchlistId: id, entityId, addedAt })));

    const pageAt = async (query: string) =>
      (await get(`/v2/watchlists/${id}${query}`, eve.headers)).json().data;
    const [first, second] = [await pageAt(""), await pageAt("?offset=100")];
    expect([first.entities.length, second.entities.length]).toEqual([100, 20]);
    expect([first.entityCount, second.entityCount]).toEqual([120, 120]);
    const seen = [...first.entities, ...second.entities].map(({ entityId }) => entityId);
    expect(new Set(seen)).toEqual(new Set(companies.map(({ entityId }) => entityId)));
    expect((await pageAt("?limit=5000")).entities).toHaveLength(100);
  });
});

describe("PATCH and DELETE", () => {
  test("nobody sets id, owner, state, version or times", async () => {
    const taken = {
      id: unknownId,
      userId: bob.id,
      isActive: false,
      version: 40,
      entityCount: 7,
      createdAt: "2000-01-01T00:00:00Z",
      updatedAt: "2000-01-01T00:00:00Z",
    };
    const payload = { name: "Mine", ...taken };
    const made = await app.send({
      ...{ method: "POST", url: "/v2/watchlists", headers: ann.headers, payload },
    });
    const { data } = made.json();
    expect(data).toMatchObject({ isActive: true, version: 1, entityCount: 0 });
    expect(data.id).not.toBe(unknownId);

    const url = `/v2/watchlists/${data.id}`;
    const patched = await app.send({ method: "PATCH", url, headers: ann.headers, payload: taken });
    expect([patched.statusCode, patched.json().data]).toEqual([200, data]);
    expect((await get(url, bob.headers)).statusCode).toBe(404);
  });

  test("rename, with If-Match against lost updates [WAT-11] [LIM-10]", async () => {
    const id = await make("Old");
    const renamed = await ask("PATCH", `/v2/watchlists/${id}`, { name: " New " });
    const stale = await ask(
      "PATCH",
      `/v2/watchlists/${id}`,
      { name: "Newer" },
      { ...ann.headers, "if-match": '"1"' },
    );

    expect(renamed.json().data).toMatchObject({ id, name: "New", version: 2 });
    expect("entities" in renamed.json().data).toBe(false);
    expect([stale.statusCode, stale.json().error.code]).toEqual([412, "PRECONDITION_FAILED"]);
    expect((await read(id)).name).toBe("New");
    for (const name of ["", "  ", "a".repeat(121)]) {
      const answer = await ask("PATCH", `/v2/watchlists/${id}`, { name });
      expect([answer.statusCode, answer.json().error.code]).toEqual([400, "FST_ERR_VALIDATION"]);
    }
  });

  test(`16 renames at once of one version: one winner, over ${rounds} rounds`, async () => {
    const id = await make("Version");
    for (let round = 0; round < rounds; round += 1) {
      const { version } = await read(id);
      const answers = await Promise.all(
        Array.from({ length: 16 }, (_, n) =>
          ask(
            "PATCH",
            `/v2/watchlists/${id}`,
            { name: `${round}-${n}` },
            { ...ann.headers, "if-match": `"${version}"` },
          ),
        ),
      );
      const winners = answers.filter((one) => one.statusCode === 200);
      expect(winners.length).toBe(1);
      expect((await read(id)).name).toBe(winners[0]?.json().data.name);
    }
  });

  test("delete takes the list and its membership, for good [WAT-12] [WAT-13]", async () => {
    const id = await make();
    await add(id, apple.id);
    const deleted = await ask("DELETE", `/v2/watchlists/${id}`);

    expect(deleted.statusCode).toBe(200);
    expect(deleted.json()).toEqual({
      data: { watchlistId: id, deleted: true },
      meta: { timestamp },
    });
    expect((await ask("DELETE", `/v2/watchlists/${id}`)).statusCode).toBe(404);
    const rows = await db.select().from(watchlistEntity).where(eq(watchlistEntity.watchlistId, id));
    expect(rows).toEqual([]);
  });
});

describe("somebody else's list", () => {
  test("is 404 in all five ways, in the words for an unknown one, and untouched [WAT-20] [AUT-23]", async () => {
    const id = await make("Private");
    await add(id, apple.id);
    const ways = (list: string) => [
      get(`/v2/watchlists/${list}`, bob.headers),
      ask("PATCH", `/v2/watchlists/${list}`, { name: "X" }, bob.headers),
      ask("DELETE", `/v2/watchlists/${list}`, undefined, bob.headers),
      add(list, costco.id, bob.headers),
      remove(list, apple.id, bob.headers),
    ];
    const foreign = await Promise.all(ways(id));
    const unknown = await Promise.all(ways(unknownId));

    for (const [at, answer] of foreign.entries()) {
      const { code, message } = answer.json().error;
      expect([answer.statusCode, code]).toEqual([404, "NOT_FOUND"]);
      expect(message).toBe(unknown[at]?.json().error.message);
      expect(answer.body.length).toBe(unknown[at]?.body.length);
    }
    expect(await read(id)).toMatchObject({ name: "Private", entityCount: 1 });
  });

  test("every method without a credential is 401 [WAT-21] [AUT-18]", async () => {
    const id = await make();
    const ways = [
      app.get("/v2/watchlists"),
      ask("POST", "/v2/watchlists", { name: "X" }, {}),
      app.get(`/v2/watchlists/${id}`),
      ask("PATCH", `/v2/watchlists/${id}`, { name: "X" }, {}),
      ask("DELETE", `/v2/watchlists/${id}`, undefined, {}),
      add(id, apple.id, {} as typeof ann.headers),
      remove(id, apple.id, {} as typeof ann.headers),
    ];
    for (const answer of await Promise.all(ways)) expect(answer.statusCode).toBe(401);
  });
});
