import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { savedScreen } from "#schemas/tables/companies/saved-screen.ts";
import { testApp } from "../../helpers/app.ts";
import { makePerson } from "../../helpers/people.ts";

const app = await testApp();
const { db, get } = app;
const ann = await makePerson(app, "ann@example.com");
const bob = await makePerson(app, "bob@example.com");
const url = "/v2/screens";
const where = "revenue > 10b and net_margin >= 15%";

const ask = (method: "POST" | "PATCH" | "DELETE", at: string, payload?: object, by = ann) =>
  app.send({
    ...{ method, url: at, headers: by.headers },
    ...(payload === undefined ? {} : { payload }),
  });
const save = async (payload: object, by = ann) =>
  (await ask("POST", url, payload, by)).json().data as { id: string };
const stored = async () =>
  (await db.execute(sql`select * from saved_screen order by created_at, id`)).rows;

describe("saving a screen", () => {
  test("keeps each part, the currency in capitals, and gives the page's address", async () => {
    const sent = { name: "  Large ", where: ` ${where} `, currency: "usd", sort: "-revenue" };
    const answer = await ask("POST", url, { ...sent, columns: "roic,revenue.cagr5" });
    expect(answer.statusCode).toBe(201);
    const { data } = answer.json();
    expect(answer.headers.location).toBe(`${url}/${data.id}`);
    expect(data).toMatchObject({
      ...{ name: "Large", where, currency: "USD", sort: "-revenue" },
      columns: "roic,revenue.cagr5",
    });
    const { pathname, searchParams } = new URL(data.address, "http://x");
    expect(pathname).toBe("/screen");
    expect(Object.fromEntries(searchParams)).toEqual({
      ...{ currency: "USD", where, sort: "-revenue", columns: "roic,revenue.cagr5" },
    });
    expect((await get(data.address, { accept: "text/html" })).statusCode).toBe(200);
    expect((await get(`${url}/${data.id}`, ann.headers)).json().data).toEqual(data);
  });

  test("without conditions is of all companies in all currencies", async () => {
    const data = await save({ name: "All", where: " ", currency: null, columns: "" });
    expect(data).toMatchObject({ where: null, currency: null, sort: null, columns: null });
    expect(data).toMatchObject({ address: "/screen?currency=" });
  });

  test.each([
    [{ where: "revenu > 1" }, 'There is no metric "revenu"; did you mean'],
    [{ where: "revenue" }, "it has none of"],
    [{ where: "revenue > much" }, '"much" is no number'],
    [{ where: "revenue > 1\u0000" }, "NUL character"],
    [{ where: Array(13).fill("revenue > 1").join(" and ") }, "at most 12 conditions"],
    [{ sort: "-guess" }, 'There is no metric "guess"'],
    [{ sort: "revenue,roic,net_income,net_margin,eps_diluted" }, "sort takes at most 4"],
    [{ columns: "revenue,'; drop table saved_screen" }, "There is no metric"],
    [{ currency: "dollars" }, "currency"],
    [{ where: "x".repeat(1001) }, "where"],
    [{ where: 5 }, "where"],
    [{ name: " " }, "name"],
    [{ name: "A\u202Eb" }, "name"],
    [{ colums: "revenue" }, "colums"],
  ])(
    "%j is refused with 400 by a new and by a stored one, and changes nothing",
    async (part, said) => {
      const { id } = await save({ name: "Stays", where });
      const before = await stored();
      for (const answer of [
        await ask("POST", url, { name: "Bad", ...part }),
        await ask("PATCH", `${url}/${id}`, part),
      ]) {
        expect(answer.statusCode).toBe(400);
        expect(answer.json().error.message).toContain(said);
      }
      expect(await stored()).toEqual(before);
    },
  );

  test("a screen that GET /v2/screen refuses is refused with the same sentence", async () => {
    const bad = "net_margn > 1%";
    const asked = await get(`/v2/screen?${new URLSearchParams({ where: bad })}`);
    const sent = await ask("POST", url, { name: "Bad", where: bad });
    expect(sent.json().error.message).toBe(asked.json().error.message);
  });

  test("ends at 200 screens of an account, also at once, and a deletion makes room", async () => {
    const full = await makePerson(app);
    const values = Array.from({ length: 198 }, () => ({ userId: full.id, name: "One of many" }));
    await db.insert(savedScreen).values(values);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => ask("POST", url, { name: "At once" }, full)),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 201, 409, 409, 409]);
    const refused = answers.find(({ statusCode }) => statusCode === 409);
    expect(refused?.json().error.message).toMatch(/at most 200 saved screens/);
    const made = answers.find(({ statusCode }) => statusCode === 201)?.json().data.id;
    await ask("DELETE", `${url}/${made}`, undefined, full);
    expect((await ask("POST", url, { name: "Room" }, full)).statusCode).toBe(201);
  });

  test("a repeat with the key saves once", async () => {
    const headers = { ...ann.headers, "idempotency-key": randomUUID() };
    const request = { method: "POST" as const, url, headers, payload: { name: "Once" } };
    const before = await db.$count(savedScreen);
    const [first, second] = [await app.send(request), await app.send(request)];
    expect(second.body).toBe(first.body);
    expect(await db.$count(savedScreen)).toBe(before + 1);
  });
});

describe("own screens", () => {
  test("are listed newest first, and each person's only for them", async () => {
    const dora = await makePerson(app);
    const [first, second] = [
      await save({ name: "First" }, dora),
      await save({ name: "Second" }, dora),
    ];
    await save({ name: "Bob's" }, bob);
    const { data, meta } = (await get(`${url}?limit=1`, dora.headers)).json();
    expect([data[0].id, meta.total, meta.hasMore]).toEqual([second.id, 2, true]);
    const rest = (await get(`${url}?offset=1`, dora.headers)).json().data;
    expect(rest.map((one: { id: string }) => one.id)).toEqual([first.id]);
  });

  test("are renamed and changed part by part, and null removes a part", async () => {
    const { id } = await save({ name: "Before", where, currency: "USD", sort: "-revenue" });
    const change = async (payload: object) => (await ask("PATCH", `${url}/${id}`, payload)).json();
    expect((await change({ name: "After" })).data).toMatchObject({ name: "After", where });
    const { data } = await change({ where: "roic > 20%", currency: null });
    expect(data).toMatchObject({ name: "After", where: "roic > 20%", currency: null });
    expect(data.sort).toBe("-revenue");
    expect((await change({})).data).toEqual(data);
  });

  test("one that cannot be read any more is still listed, renamed and deleted", async () => {
    const values = { userId: ann.id, name: "Old", where: "metric_of_before > 1" };
    const [row] = await db.insert(savedScreen).values(values).returning({ id: savedScreen.id });
    const at = `${url}/${row?.id}`;
    expect((await get(url, ann.headers)).json().data[0]).toMatchObject({ id: row?.id });
    expect((await ask("PATCH", at, { name: "Older" })).json().data.name).toBe("Older");
    expect((await ask("PATCH", at, { sort: "-revenue" })).statusCode).toBe(400);
    expect((await ask("DELETE", at)).statusCode).toBe(200);
  });

  test("of another person are as unknown ones, and stay as they are", async () => {
    const { id } = await save({ name: "Private", where });
    const before = await stored();
    for (const at of [`${url}/${id}`, `${url}/${randomUUID()}`]) {
      const answers = [
        await get(at, bob.headers),
        await ask("PATCH", at, { name: "Taken" }, bob),
        await ask("DELETE", at, undefined, bob),
      ];
      for (const answer of answers) {
        expect([answer.statusCode, answer.json().error.message]).toEqual([
          404,
          "Saved screen not found",
        ]);
      }
    }
    expect(await stored()).toEqual(before);
  });

  test("are gone after a deletion, and a repeat is 404", async () => {
    const { id } = await save({ name: "Gone" });
    const others = (await stored()).filter((row) => row.id !== id);
    const first = await ask("DELETE", `${url}/${id}`);
    expect(first.json().data).toEqual({ screenId: id, deleted: true });
    expect((await ask("DELETE", `${url}/${id}`)).statusCode).toBe(404);
    expect(await stored()).toEqual(others);
  });

  test("are in the export of the account", async () => {
    const eve = await makePerson(app);
    await save({ name: "Mine", where }, eve);
    const { rows } = (await get("/api/v1/users/me/export", eve.headers)).json().data;
    expect(rows.saved_screen).toMatchObject([{ name: "Mine", conditions: where }]);
  });
});
