import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { testApp } from "../../helpers/app.ts";
import { makePerson, makeTeam, makeTeamEntity } from "../../helpers/people.ts";
import { bind, days, goalBody } from "./plans.ts";

const now = new Date("2026-02-12T12:00:00Z");
const app = await testApp({ now: () => now });
const team = await makeTeam(app);
const { owner: ann, stranger: bob, member } = team;
const { ask, data, makeCycle, makeGoal } = bind(app, ann);
const E = await makeTeamEntity(app, team);
const X = `/v2/entities/${E}/execution`;
const unknownId = "0b7c1a58-1c39-4c0e-9a3f-6f0f0d2f4a11";
const status = async (...[method, url, payload, who]: Parameters<typeof ask>) =>
  (await ask(method, url, payload, who)).statusCode;

describe("cycles", () => {
  test("are created active on both paths and listed on both, a hundred by default, newest first [CNV-24] [EXE-01] [EXE-02] [EXE-03] [EXE-04] [EXE-12] [A-41]", async () => {
    const entityId = await makeTeamEntity(app, team);
    const [v1, v2] = [`/api/v1/execution`, `/v2/entities/${entityId}/execution`];
    const first = await ask("POST", `${v1}/cycles`, { entityId, label: "First", ...days });
    const second = await ask("POST", `${v2}/cycles`, { label: "Second", ...days }, member);

    const made = first.json().data;
    expect([first.statusCode, second.statusCode]).toEqual([201, 201]);
    expect(made).toEqual({
      ...{ id: expect.any(String), entityId, label: "First", status: "active", ...days },
      ...{ createdAt: expect.stringMatching(/Z$/), updatedAt: expect.stringMatching(/Z$/) },
    });
    expect(first.headers.location).toBe(`${v2}/cycles/${made.id}`);
    expect((await app.get(`${first.headers.location}`, ann.headers)).json().data).toEqual(made);
    const old = (await app.get(`${v1}/${entityId}/cycles`, ann.headers)).json();
    const canonical = (await app.get(`${v2}/cycles`, member.headers)).json();
    expect(old.data).toEqual([second.json().data, made]);
    expect(old.meta).toEqual({ total: 2, limit: 100, offset: 0, hasMore: false });
    expect(canonical.data).toEqual(old.data);
  });

  test.each([
    { ...days, endDate: "2025-12-31" },
    { ...days, startDate: "2026-02-30" },
    { ...days, startDate: "1700-01-01" },
    { ...days, startDate: 5 },
    { startDate: days.startDate },
    { ...days, label: " " },
    { ...days, label: "a".repeat(201) },
    { ...days, label: "a\u202eb" },
  ])("%j is 400 on both paths [EXE-05]", async (body) => {
    const whole = { entityId: E, label: "Q1", ...body };
    expect([
      await status("POST", "/api/v1/execution/cycles", whole),
      await status("POST", `${X}/cycles`, whole),
    ]).toEqual([400, 400]);
  });

  test("of one day is taken, and a time counts as its day [EXE-05]", async () => {
    const body = { startDate: "2026-01-31T23:30:00-05:00", endDate: "2026-01-31" };
    const made = (await ask("POST", `${X}/cycles`, { label: "Day", ...body })).json().data;
    expect([made.startDate, made.endDate]).toEqual(["2026-01-31", "2026-01-31"]);
  });

  test("move by their states, are audited, and take no goal unless active [EXE-04]", async () => {
    const { id } = await makeCycle(E);
    const to = async (wanted: string) => {
      const answer = await ask("PATCH", `${X}/cycles/${id}`, { status: wanted });
      return answer.statusCode === 200 ? answer.json().data.status : answer.statusCode;
    };
    expect([
      await to("active"),
      await to("completed"),
      await to("completed"),
      await to("archived"),
      await to("completed"),
      await to("gone"),
    ]).toEqual(["active", "completed", "completed", "archived", 409, 400]);
    expect(await status("POST", `${X}/cycles/${id}/goals`, goalBody)).toBe(409);
    const before = (await app.get(`${X}/cycles/${id}`, ann.headers)).json();
    const half = { label: "Half", status: "completed" };
    expect(await status("PATCH", `${X}/cycles/${id}`, half)).toBe(409);
    expect(await status("PATCH", `${X}/cycles/${id}`, { endDate: "2025-01-01" })).toBe(400);
    expect((await app.get(`${X}/cycles/${id}`, ann.headers)).json().data).toEqual(before.data);
    const { rows } = await app.db.execute(
      sql`select action from audit_event where detail ->> 'id' = ${id} order by id`,
    );
    expect(rows).toEqual([{ action: "cycle.completed" }, { action: "cycle.archived" }]);
  });
});

describe("goals", () => {
  test("are created and listed on both paths [EXE-06] [EXE-07] [EXE-08] [EXE-12] [EXE-17] [O-29]", async () => {
    const { id: cycleId } = await makeCycle(E);
    const v1 = { entityId: E, cycleId, title: "Sell", category: "revenue", goalType: "manual" };
    const first = await ask("POST", "/api/v1/execution/goals", v1);
    const second = await ask("POST", `${X}/cycles/${cycleId}/goals`, {
      ...goalBody,
      ...{ startValue: "-0.5", targetValue: 100, currentValue: "12.50", unit: "EUR" },
      ownerId: member.id,
    });

    const none = { targetValue: null, currentValue: null, unit: null };
    expect([first.statusCode, first.json().data]).toEqual([
      201,
      {
        ...{ ...v1, id: expect.any(String), status: "active", startValue: "0", ...none },
        ...{ progress: { value: null, reason: "no_target" }, ownerId: ann.id },
        ...{ createdAt: expect.any(String), updatedAt: expect.any(String) },
      },
    ]);
    expect(second.json().data).toMatchObject({
      ...{ startValue: "-0.5", targetValue: "100", currentValue: "12.50", ownerId: member.id },
      progress: { value: "0.1293", reason: null },
    });
    const old = await app.get(`/api/v1/execution/cycles/${cycleId}/goals`, member.headers);
    const canonical = await app.get(`${X}/cycles/${cycleId}/goals`, ann.headers);
    expect(old.json().data).toEqual([second.json().data, first.json().data]);
    expect(canonical.json().data).toEqual(old.json().data);
    expect((await app.get(`${second.headers.location}`, ann.headers)).json().data).toEqual(
      second.json().data,
    );
  });

  test.each([
    { category: "novel" },
    { goalType: "wish" },
    { title: "" },
    { targetValue: 0 },
    { targetValue: "0.00" },
    { startValue: "7", targetValue: "7.0" },
    { targetValue: "1e5" },
    { targetValue: 1e300 },
    { targetValue: "9".repeat(31) },
    { targetValue: "NaN" },
    { currentValue: 0.123_456_789_012 },
    { currentValue: [] },
    { ownerId: unknownId },
    { ownerId: bob.id },
  ])("%j is 400 [EXE-08] [EXE-17]", async (more) => {
    const { id } = await makeCycle(E);
    const body = { ...goalBody, ...more };
    expect(await status("POST", `${X}/cycles/${id}/goals`, body)).toBe(400);
    const v1 = { ...body, entityId: E, cycleId: id };
    expect(await status("POST", "/api/v1/execution/goals", v1)).toBe(400);
  });

  test("a cycle of another own entity is 400, one of strangers 404 like an unknown one [EXE-09] [EXE-11]", async () => {
    const own = await makeCycle(await makeTeamEntity(app, team));
    const foreign = bind(app, bob);
    const made = await foreign.ask("POST", "/api/v1/entities", { name: "Bob's" });
    const theirs = await foreign.makeCycle(made.json().id);
    const create = (cycleId: string) =>
      ask("POST", "/api/v1/execution/goals", { ...goalBody, entityId: E, cycleId });

    expect((await create(own.id)).statusCode).toBe(400);
    const [hidden, unknown] = [await create(theirs.id), await create(unknownId)];
    expect([hidden.statusCode, unknown.statusCode]).toEqual([404, 404]);
    expect(hidden.json().message).toBe(unknown.json().message);
    expect(await status("GET", `${X}/cycles/${own.id}`)).toBe(404);
    expect(await status("GET", `${X}/cycles/${own.id}/goals`)).toBe(404);
  });

  test("unknown entities, cycles and goals are 404 [EXE-11]", async () => {
    const body = { label: "Q", ...days };
    expect([
      await status("GET", `/api/v1/execution/${unknownId}/cycles`),
      await status("POST", "/api/v1/execution/cycles", { entityId: unknownId, ...body }),
      await status("GET", `/api/v1/execution/cycles/${unknownId}/goals`),
      await status("POST", `/v2/entities/${unknownId}/execution/cycles`, body),
      await status("GET", `${X}/cycles/${unknownId}`),
      await status("PATCH", `${X}/goals/${unknownId}`, {}),
      await status("DELETE", `${X}/goals/${unknownId}`),
    ]).toEqual([404, 404, 404, 404, 404, 404, 404]);
  });

  test("of a published entity stay with its team [EXE-10]", async () => {
    const entityId = await makeTeamEntity(app, team, { published: true });
    const { id: cycleId } = await makeCycle(entityId);
    const { id } = await makeGoal(entityId, cycleId);
    const of = `/v2/entities/${entityId}/execution`;
    const create = { entityId, label: "Q", ...days };
    const as = (who: typeof ann) =>
      Promise.all([
        status("GET", `/api/v1/execution/${entityId}/cycles`, undefined, who),
        status("POST", "/api/v1/execution/cycles", create, who),
        status("GET", `${of}/calendar`, undefined, who),
        status("GET", `${of}/commitments`, undefined, who),
        status("GET", `/api/v1/execution/cycles/${cycleId}/goals`, undefined, who),
        status("GET", `${of}/goals/${id}`, undefined, who),
        status("POST", "/api/v1/execution/goals", { ...goalBody, entityId, cycleId }, who),
      ]);
    expect(await as(bob)).toEqual([403, 403, 403, 403, 404, 404, 403]);
    expect(await as(member)).toEqual([200, 201, 200, 200, 200, 200, 201]);
  });

  test("change all or nothing, and go for good [EXE-17]", async () => {
    const { id: cycleId } = await makeCycle(E);
    const { id } = await makeGoal(E, cycleId, { targetValue: "10" });
    const url = `${X}/goals/${id}`;
    const change = async (body: object) => (await ask("PATCH", url, body)).json();

    expect((await change({ currentValue: 4 })).data.progress).toEqual({
      value: "0.4",
      reason: null,
    });
    expect((await change({ status: "achieved" })).data.status).toBe("achieved");
    expect((await ask("PATCH", url, { title: "X", status: "missed" })).statusCode).toBe(409);
    expect((await ask("PATCH", url, { startValue: "10" })).statusCode).toBe(400);
    expect((await data(url)).title).toBe(goalBody.title);
    expect(await change({ status: "active", id: unknownId, entityId: unknownId })).toMatchObject({
      data: { id, entityId: E, status: "active" },
    });
    const week = await ask("POST", `${X}/commitments`, { title: "Call", goalId: id });
    expect((await ask("DELETE", url)).json().data).toEqual({ id, deleted: true });
    expect([await status("GET", url), await status("DELETE", url)]).toEqual([404, 404]);
    expect((await data(`${week.headers.location}`)).goalId).toBeNull();
  });

  test("a milestone progresses by its commitments [EXE-17]", async () => {
    const { id: cycleId } = await makeCycle(E);
    const { id } = await makeGoal(E, cycleId, { goalType: "milestone" });
    const progress = async () => (await data(`${X}/goals/${id}`)).progress;
    expect(await progress()).toEqual({ value: null, reason: "no_commitments" });
    const made = [];
    for (const title of ["A", "B", "C", "D"]) {
      made.push((await ask("POST", `${X}/commitments`, { title, goalId: id })).json().data.id);
    }
    await ask("PATCH", `${X}/commitments/${made[0]}`, { status: "done" });
    await ask("PATCH", `${X}/commitments/${made[1]}`, { status: "dropped" });
    expect(await progress()).toEqual({ value: "0.3333", reason: null });
    expect((await data(`${X}/cycles/${cycleId}/goals`))[0].progress.value).toBe("0.3333");
    await ask("PATCH", `${X}/goals/${id}`, { status: "achieved" });
    expect(await progress()).toEqual({ value: "1", reason: null });
  });
});

describe("the baseline", () => {
  const body = { asOf: "2026-01-01", metrics: [{ name: "Revenue", value: 10.5, unit: "USD" }] };

  test("is set in versions that hold the hash of the one before [EXE-13] [EXE-18] [O-30] [A-14]", async () => {
    const entityId = await makeTeamEntity(app, team);
    const url = `/v2/entities/${entityId}/execution/baseline`;
    expect(await status("GET", url)).toBe(404);
    const first = await ask("PUT", url, body);
    const repeat = await ask("PUT", url, body, member);
    const second = await ask("PUT", url, { ...body, summary: "Corrected" }, member);

    expect([first.statusCode, first.headers.etag]).toEqual([200, '"1"']);
    expect(first.json().data).toEqual({
      ...{ entityId, version: 1, asOf: "2026-01-01", summary: null, previousHash: null },
      metrics: [{ name: "Revenue", value: "10.5", unit: "USD" }],
      ...{ hash: expect.stringMatching(/^[0-9a-f]{64}$/), setBy: ann.id },
      createdAt: expect.stringMatching(/Z$/),
    });
    expect(repeat.json().data).toEqual(first.json().data);
    expect(second.json().data).toMatchObject({
      ...{ version: 2, previousHash: first.json().data.hash, setBy: member.id },
    });
    expect(await data(url)).toEqual(second.json().data);
    expect(await data(`${url}/versions`)).toEqual([second.json().data, first.json().data]);
  });

  test("follows only the version that If-Match names [EXE-13]", async () => {
    const url = `/v2/entities/${await makeTeamEntity(app, team)}/execution/baseline`;
    const put = async (summary: string, version: string) => {
      const headers = { ...ann.headers, "if-match": version };
      const payload = { ...body, summary };
      return (await app.send({ method: "PUT", url, headers, payload })).statusCode;
    };
    expect([await put("a", '"1"'), await put("a", "*"), await put("b", '"1"')]).toEqual([
      412, 200, 200,
    ]);
    expect([await put("c", '"1"'), await put("c", 'W/"2"')]).toEqual([412, 412]);
    expect((await data(url)).summary).toBe("b");
  });

  test.each([
    {},
    { asOf: "2026-02-30" },
    { ...body, metrics: [...body.metrics, ...body.metrics] },
    { ...body, metrics: Array.from({ length: 101 }, (_, n) => ({ name: `m${n}` })) },
    { ...body, metrics: [{ name: "m", value: "1e3" }] },
    { ...body, metrics: {} },
    { ...body, summary: "a".repeat(5001) },
  ])("%# is 400 [EXE-18]", async (bad) => {
    expect(await status("PUT", `${X}/baseline`, bad)).toBe(400);
  });
});

describe("seasons", () => {
  test("are created, changed and listed, with the status of the day [EXE-14] [EXE-18] [O-30]", async () => {
    const entityId = await makeTeamEntity(app, team);
    const url = `/v2/entities/${entityId}/execution/seasons`;
    const make = async (startDate: string, endDate: string) =>
      (await ask("POST", url, { label: startDate, startDate, endDate })).json().data;
    const past = await make("2026-01-01", "2026-02-11");
    const current = await make("2026-02-12", "2026-02-12");
    const upcoming = await make("2026-02-13", "2026-03-01");

    expect(past).toEqual({
      ...{ id: expect.any(String), entityId, label: "2026-01-01", focus: null, status: "past" },
      ...{ startDate: "2026-01-01", endDate: "2026-02-11" },
      ...{ createdAt: expect.any(String), updatedAt: expect.any(String) },
    });
    expect([current.status, upcoming.status]).toEqual(["current", "upcoming"]);
    expect(await data(url)).toEqual([upcoming, current, past]);
    const changed = await ask("PATCH", `${url}/${past.id}`, {
      endDate: "2026-12-31",
      focus: "Win",
    });
    expect(changed.json().data).toMatchObject({ status: "current", focus: "Win" });
    expect(await status("PATCH", `${url}/${past.id}`, { endDate: "2025-12-31" })).toBe(400);
    expect(await status("PATCH", `${url}/${past.id}`, { startDate: "2027-01-01" })).toBe(400);
    expect(await data(`${url}/${past.id}`)).toEqual(changed.json().data);
  });
});

describe("weekly commitments", () => {
  test("belong to ISO weeks [EXE-15] [EXE-18] [O-30]", async () => {
    const entityId = await makeTeamEntity(app, team);
    const url = `/v2/entities/${entityId}/execution/commitments`;
    const make = async (body: object, query = "") =>
      (await ask("POST", `${url}${query}`, { title: "Call", ...body })).json().data;
    const now7 = await make({});
    const first = await make({ week: "2026-W01" });
    const last = await make({}, "?week=2026-W53");

    expect(now7).toMatchObject({
      ...{ week: "2026-W07", startDate: "2026-02-09", endDate: "2026-02-15" },
      ...{ status: "open", goalId: null, ownerId: ann.id },
    });
    expect([first.startDate, first.endDate]).toEqual(["2025-12-29", "2026-01-04"]);
    expect([last.startDate, last.endDate]).toEqual(["2026-12-28", "2027-01-03"]);
    expect(await data(url)).toEqual([last, now7, first]);
    expect(await data(`${url}?week=2026-W01`)).toEqual([first]);
    expect(await data(`${url}?week=2026-W02`)).toEqual([]);
    const both = await ask("POST", `${url}?week=2026-W01`, { title: "C", week: "2026-W02" });
    expect(both.statusCode).toBe(400);
    const moved = (await ask("PATCH", `${url}/${first.id}`, { week: "2026-W08" })).json().data;
    expect(moved).toMatchObject({ week: "2026-W08", startDate: "2026-02-16" });
  });

  test.each([
    "2026-W00",
    "2026-W54",
    "2025-W53",
    "2026-7",
    "2026-W7",
    "2026-w07",
    "W07",
    "",
    "0000-W01",
  ])("week %j is 400 [EXE-15]", async (week) => {
    expect(await status("POST", `${X}/commitments`, { title: "Call", week })).toBe(400);
    expect(await status("GET", `${X}/commitments?week=${week}`)).toBe(400);
  });

  test("name goals and people of the entity only, and move by their states [EXE-15]", async () => {
    const other = await makeTeamEntity(app, team);
    const { id: foreign } = await makeGoal(other, (await makeCycle(other)).id);
    for (const body of [{ goalId: foreign }, { goalId: unknownId }, { ownerId: bob.id }]) {
      expect(await status("POST", `${X}/commitments`, { title: "Call", ...body })).toBe(400);
    }
    const { id } = (await ask("POST", `${X}/commitments`, { title: "Call" })).json().data;
    const to = (wanted: string) => status("PATCH", `${X}/commitments/${id}`, { status: wanted });
    expect([await to("done"), await to("done"), await to("dropped"), await to("open")]).toEqual([
      200, 200, 409, 200,
    ]);
  });
});

describe("the calendar", () => {
  test("merges cycles, seasons, commitments and filings in order of date [EXE-16] [EXE-18] [O-30]", async () => {
    const entityId = await makeTeamEntity(app, team);
    const url = `/v2/entities/${entityId}/execution`;
    const { id: cycleId } = await makeCycle(entityId);
    const season = { label: "Spring", startDate: "2026-02-12", endDate: "2026-05-13" };
    await ask("POST", `${url}/seasons`, season);
    await ask("POST", `${url}/commitments`, { title: "Call" });
    const filing = {
      ...{ entityId, schemaType: "income_statement", reportingPeriodId: "2024FY" },
      content: { currency: "USD", fields: { revenue: "10" } },
    };
    const filed = (await ask("POST", "/api/v1/filings", { ...filing, submit: true })).json().data;
    await ask("POST", "/api/v1/filings", filing);
    const events = async (query: string, who = ann) =>
      (await app.get(`${url}/calendar${query}`, who.headers)).json();

    const all = await events("?from=2026-01-01&to=2026-12-31");
    expect(
      all.data.map((one: { date: string; kind: string }) => `${one.date} ${one.kind}`),
    ).toEqual([
      "2026-01-01 cycle_start",
      "2026-02-12 filing_submitted",
      "2026-02-12 season_start",
      "2026-02-15 commitment_due",
      "2026-03-31 cycle_end",
      "2026-05-13 season_end",
    ]);
    expect(all.data[0]).toMatchObject({ id: cycleId, title: "Q1", status: "active" });
    expect(all.data[1]).toMatchObject({ id: filed.id, title: "income_statement 2024FY" });
    expect(all.meta).toEqual({ total: 6, limit: 100, offset: 0, hasMore: false });
    const pages = [];
    for (let offset = 0; offset < 6; offset += 2) {
      const page = await events(`?from=2026-01-01&to=2026-12-31&limit=2&offset=${offset}`);
      expect(page.meta).toEqual({ total: 6, limit: 2, offset, hasMore: offset < 4 });
      pages.push(...page.data);
    }
    expect(pages).toEqual(all.data);
    const usual = await events("", member);
    expect(usual.data.map((one: { date: string }) => one.date)).toEqual([
      ...["2026-02-12", "2026-02-12", "2026-02-15", "2026-03-31", "2026-05-13"],
    ]);
    expect((await events("?from=2026-05-14&to=2026-05-14")).data).toEqual([]);
  });

  test.each([
    "?from=2026-02-02&to=2026-02-01",
    "?from=2020-01-01&to=2026-02-01",
    "?from=2026-02-30",
    "?from=yesterday",
    "?to=2026-01-01",
  ])("%s is 400 [EXE-16]", async (query) => {
    expect(await status("GET", `${X}/calendar${query}`)).toBe(400);
  });
});

test("everything of an entity goes with it [EXE-10]", async () => {
  const carl = await makePerson(app);
  const own = bind(app, carl);
  const entityId = (await own.ask("POST", "/api/v1/entities", { name: "Short" })).json().id;
  const { id } = await own.makeCycle(entityId);
  const of = `/v2/entities/${entityId}/execution`;
  await own.makeGoal(entityId, id);
  await own.ask("PUT", `${of}/baseline`, { asOf: "2026-01-01" });
  await own.ask("POST", `${of}/seasons`, { label: "S", ...days });
  await own.ask("POST", `${of}/commitments`, { title: "Call" });
  expect((await own.ask("DELETE", `/api/v1/entities/${entityId}`)).statusCode).toBe(200);
  for (const part of ["cycle", "goal", "baseline", "season", "commitment"]) {
    const table = sql.raw(`execution_${part}`);
    const { rows } = await app.db.execute(
      sql`select 1 from ${table} where entity_id = ${entityId}`,
    );
    expect([part, rows.length]).toEqual([part, 0]);
  }
});
