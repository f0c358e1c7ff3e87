import { describe, expect, test } from "vitest";
import { findBreak } from "#api/data/hash-chain.ts";
import { testApp } from "../../helpers/app.ts";
import { makeTeam, makeTeamEntity } from "../../helpers/people.ts";

const now = new Date("2026-02-20T12:00:00Z");
const app = await testApp({ now: () => now });
const team = await makeTeam(app);
const { owner: ann, stranger: bob, member, permitted } = team;
const E = await makeTeamEntity(app, team);
const unknownId = "0b7c1a58-1c39-4c0e-9a3f-6f0f0d2f4a11";

const ask = (
  method: "GET" | "POST" | "PATCH" | "DELETE",
  url: string,
  payload?: object,
  who = ann,
) => app.send({ method, url, headers: who.headers, ...(payload === undefined ? {} : { payload }) });
const content = { currency: "USD", fields: { revenue: "10", net_income: "-2.50" } };
const body = (more: object = {}, entityId = E) => ({
  ...{ entityId, schemaType: "income_statement", reportingPeriodId: "2024FY", content },
  ...more,
});
const create = (more: object = {}, who = ann) => ask("POST", "/api/v1/filings", body(more), who);
const made = async (more: object = {}) => (await create(more)).json().data;
const read = async (id: string, who = ann) =>
  (await ask("GET", `/api/v1/filings/${id}`, undefined, who)).json().data;
const chain = async (entityId: string, type = "income_statement", query = "") =>
  (await ask("GET", `/api/v1/filings/chain/${entityId}/${type}${query}`)).json();

describe("a filing", () => {
  test("is created as a draft, at its Location, and submitted by three ways [FIL-01] [FIL-02] [FIL-04] [FIL-06] [FIL-07] [FIL-13] [A-36] [O-28]", async () => {
    const answer = await create();
    const { data } = answer.json();
    expect([answer.statusCode, answer.headers.location]).toEqual([
      201,
      `/api/v1/filings/${data.id}`,
    ]);
    expect(data).toEqual({
      ...{ ...body(), id: expect.any(String), status: "draft", verificationTier: "L0" },
      isPublic: false,
      ...{ version: null, previousFilingId: null, contentHash: null, previousHash: null },
      ...{ issues: [], submittedAt: null },
      ...{ createdAt: expect.stringMatching(/Z$/), updatedAt: expect.stringMatching(/Z$/) },
    });
    expect(await read(data.id)).toEqual({ ...data, checks: null });
    const submitted = (await ask("POST", `/api/v1/filings/${data.id}/submit`)).json().data;
    const byStatus = await made({ reportingPeriodId: "2023FY" });
    const patched = await ask("PATCH", `/api/v1/filings/${byStatus.id}`, { status: "submitted" });
    const atOnce = await made({ reportingPeriodId: "2022FY", submit: true });
    for (const one of [submitted, patched.json().data, atOnce]) {
      expect(one).toMatchObject({
        ...{ status: "submitted", verificationTier: "L1", issues: [] },
        ...{ submittedAt: now.toISOString(), contentHash: expect.stringMatching(/^[0-9a-f]{64}$/) },
      });
    }
  });

  test.each([
    "income_statement",
    "balance_sheet",
    "cash_flow_statement",
    "company_facts",
    "financial_supplement",
  ])("of the type %s is taken [FIL-05]", async (schemaType) => {
    const answer = await create({ schemaType, content: {} });
    expect([answer.statusCode, answer.json().data.schemaType]).toEqual([201, schemaType]);
  });

  test.each([
    { schemaType: "novel" },
    { schemaType: "" },
    { schemaType: null },
    { schemaType: "INCOME_STATEMENT" },
    { schemaType: "__proto__" },
  ])("%j is 400 [FIL-05]", async (more) => expect((await create(more)).statusCode).toBe(400));

  test.each([
    { content: [] },
    { content: [content] },
    { content: "text" },
    { content: null },
    { content: 5 },
    { content: true },
    { content: undefined },
  ])("%j is 400 [FIL-08]", async (more) => expect((await create(more)).statusCode).toBe(400));

  test.each([
    { reportingPeriodId: "" },
    { reportingPeriodId: "  " },
    { reportingPeriodId: "a".repeat(65) },
    { reportingPeriodId: 2024 },
    { reportingPeriodId: "a\u0000b" },
    { entityId: "x" },
  ])("%j is 400 [FIL-10]", async (more) => expect((await create(more)).statusCode).toBe(400));

  test.each([
    "2024FY",
    "2024Q3",
    "Spring of ’24 🌱",
    "a".repeat(64),
    "'; drop table entity_filing",
  ])("keeps the period id %j [FIL-10]", async (reportingPeriodId) => {
    const { id } = await made({ reportingPeriodId });
    expect((await read(id)).reportingPeriodId).toBe(reportingPeriodId);
  });

  test("is for holders of the permission only: 404 of a hidden entity, 403 of a published one [FIL-09]", async () => {
    const published = await makeTeamEntity(app, team, { published: true });
    const status = async (entityId: string, who: typeof ann) =>
      (await create({ entityId }, who)).statusCode;
    expect([await status(E, bob), await status(unknownId, ann)]).toEqual([404, 404]);
    expect([await status(published, bob), await status(published, member)]).toEqual([403, 403]);
    expect(await status(published, permitted)).toBe(201);
    expect((await chain(published)).data).toEqual([]);
    const list = await ask("GET", `/api/v1/filings?entityId=${published}`);
    expect(list.json().meta.total).toBe(1);
  });

  test("of a published entity is read by others once it is public and submitted, never as a draft [FIL-02] [FIL-09]", async () => {
    const entityId = await makeTeamEntity(app, team, { published: true });
    const { id } = await made({ entityId, isPublic: true });
    const status = async (who: typeof ann) =>
      (await ask("GET", `/api/v1/filings/${id}`, undefined, who)).statusCode;
    expect([await status(bob), await status(member)]).toEqual([404, 200]);
    await ask("POST", `/api/v1/filings/${id}/submit`);
    expect(await status(bob)).toBe(200);
    expect((await ask("PATCH", `/api/v1/filings/${id}`, {}, bob)).statusCode).toBe(403);
  });

  test("with issues stays a draft that names them, and cannot be submitted [FIL-13] [FIL-14] [O-28]", async () => {
    const bad = { currency: "US", fields: { revenue: "1e5", novel: "1" } };
    const answer = await create({ content: bad, submit: true });
    const { data } = answer.json();
    expect([answer.statusCode, data.status]).toEqual([201, "draft"]);
    const members = data.issues.map((one: { path: string[] }) => one.path.join("."));
    expect(members).toEqual(expect.arrayContaining(["currency", "fields.revenue"]));
    const refused = await ask("POST", `/api/v1/filings/${data.id}/submit`);
    expect([refused.statusCode, (await read(data.id)).status]).toEqual([400, "draft"]);
    const mended = await ask("PATCH", `/api/v1/filings/${data.id}`, {
      ...{ content, status: "submitted" },
    });
    expect(mended.json().data).toMatchObject({ status: "submitted", issues: [], content });
  });

  test.each([
    ["2024FY", { period: { fiscalYear: 2023, fiscalPeriod: "FY" } }],
    ["2024FY", { period: { periodStart: "2024-02-30", periodEnd: "2025-01-31" } }],
    ["spring", {}],
    ["spring", { period: { fiscalYear: 2024, fiscalPeriod: "FY" } }],
    ["2024Q5", {}],
    ["2024FY", { period: { periodStart: "2024-12-31", periodEnd: "2024-01-01" } }],
  ])("%s with %j has issues [FIL-14]", async (reportingPeriodId, more) => {
    const filing = await made({
      reportingPeriodId,
      content: { ...content, ...more },
      submit: true,
    });
    expect([filing.status, filing.issues.length > 0]).toEqual(["draft", true]);
  });

  test("with a named period, or with days of its own, is submitted [FIL-10] [FIL-14]", async () => {
    const named = { key: "Spring", fiscalYear: 2024, fiscalPeriod: "Q1" };
    const days = { start: "2024-02-01", end: "2024-04-30" };
    const url = `/v2/entities/${E}/reporting-periods`;
    expect((await ask("POST", url, { ...named, ...days })).statusCode).toBe(201);
    expect((await ask("POST", url, { ...named, ...days })).statusCode).toBe(409);
    const swapped = { key: "X", start: days.end, end: days.start };
    expect((await ask("POST", url, { ...named, ...swapped })).statusCode).toBe(400);
    const period = { fiscalYear: 2024, fiscalPeriod: "Q2" };
    const own = { ...period, periodStart: "2024-05-01", periodEnd: "2024-07-31" };
    for (const more of [
      { reportingPeriodId: "Spring" },
      { reportingPeriodId: "Summer", content: { ...content, period: own } },
    ]) {
      expect((await made({ ...more, submit: true })).status).toBe("submitted");
    }
  });
});

describe("a submitted filing", () => {
  test("is never altered: change, submit and delete are 409 and change nothing [FIL-12]", async () => {
    const { id } = await made({ submit: true });
    const before = await read(id);
    const url = `/api/v1/filings/${id}`;
    for (const answer of [
      await ask("PATCH", url, { content: {} }),
      await ask("PATCH", url, { reportingPeriodId: "2020FY" }),
      await ask("PATCH", url, { status: "submitted" }),
      await ask("POST", `${url}/submit`),
      await ask("DELETE", url),
    ]) {
      expect([answer.statusCode, answer.json().code]).toEqual([409, "CONFLICT"]);
    }
    expect(await read(id)).toEqual(before);
    const forged = { verificationTier: "L3", contentHash: "0".repeat(64), version: 9 };
    expect((await ask("PATCH", url, forged)).statusCode).toBe(200);
    expect(await read(id)).toEqual(before);
  });

  test("is followed by its correction in one chain, each linked to the one before [FIL-03] [FIL-11] [FIL-12] [FIL-14] [O-28]", async () => {
    const entityId = await makeTeamEntity(app, team);
    const first = await made({ entityId, submit: true });
    const other = await made({ entityId, reportingPeriodId: "2023FY", submit: true });
    const corrected = { currency: "USD", fields: { revenue: "11" } };
    const second = await made({ entityId, content: corrected, submit: true });
    await made({ entityId });
    await made({ entityId, schemaType: "balance_sheet", submit: true });

    const { data, meta } = await chain(entityId);
    expect(meta).toEqual({ total: 3, limit: 100, offset: 0, hasMore: false });
    expect(data.map((one: { id: string }) => one.id)).toEqual([first.id, other.id, second.id]);
    expect(data.map((one: { version: number }) => one.version)).toEqual([1, 2, 3]);
    expect(data.map((one: { status: string }) => one.status)).toEqual([
      ...["superseded", "submitted", "submitted"],
    ]);
    for (const [n, one] of data.entries()) {
      expect(one.previousFilingId).toBe(data[n - 1]?.id ?? null);
      expect(one.previousHash).toBe(data[n - 1]?.contentHash ?? null);
    }
    expect(findBreak(data.map(linkOf))).toBeNull();
    const forged = structuredClone(data);
    forged[1].content.fields.revenue = "10.01";
    expect(findBreak(forged.map(linkOf))).toBe(2);
    expect((await chain(entityId, "income_statement", "?limit=1&offset=2")).data).toEqual([
      data[2],
    ]);
    expect((await chain(entityId, "cash_flow_statement")).data).toEqual([]);
  });

  test("an unknown chain is 404, an unknown type 400 [FIL-03]", async () => {
    const status = async (path: string, who = ann) =>
      (await ask("GET", `/api/v1/filings/chain/${path}`, undefined, who)).statusCode;
    expect([
      await status(`${unknownId}/income_statement`),
      await status(`${E}/income_statement`, bob),
      await status(`${E}/novel`),
      await status("x/income_statement"),
    ]).toEqual([404, 404, 400, 400]);
  });
});

/** What the hash of an element covers, from its JSON alone. */
const linkOf = (one: Record<string, unknown>) => {
  const { entityId, schemaType, reportingPeriodId, content: said } = one;
  return {
    version: Number(one.version),
    hash: String(one.contentHash),
    previousHash: one.previousHash as string | null,
    content: { entityId, schemaType, reportingPeriodId, content: said },
  };
};

describe("hostile content", () => {
  const send = (text: string) =>
    app.send({
      ...{ method: "POST", url: "/api/v1/filings", payload: text },
      headers: { ...ann.headers, "content-type": "application/json" },
    });
  const whole = (said: string) => JSON.stringify(body()).replace(JSON.stringify(content), said);

  test("nested 10,000 deep is answered in order, and can be read where it is taken [FIL-08]", async () => {
    const deep = `{"currency":"USD","a":${"[".repeat(10_000)}${"]".repeat(10_000)}}`;
    const answer = await send(whole(deep));
    expect([201, 400]).toContain(answer.statusCode);
    if (answer.statusCode === 201) {
      const { data } = answer.json();
      expect((await ask("GET", `/api/v1/filings/${data.id}`)).statusCode).toBe(200);
      expect((await ask("POST", `/api/v1/filings/${data.id}/submit`)).statusCode).toBe(400);
    }
  });

  test("a number that JSON cannot keep is 400, at any depth [FIL-08]", async () => {
    for (const said of [
      '{"a":1e400}',
      '{"fields":{"revenue":-1e999}}',
      '{"a":[[{"b":[1e309]}]]}',
    ]) {
      expect((await send(whole(said))).statusCode).toBe(400);
    }
  });

  test.each([`"${"9".repeat(200)}"`, '"1.2e3"', '"0x10"', '"NaN"', '"１２"', "[1]", '{"value":1}'])(
    "a revenue of %s stays a draft with issues, and nothing fails [FIL-08] [FIL-14]",
    async (value) => {
      const answer = await send(whole(`{"currency":"USD","fields":{"revenue":${value}}}`));
      const { data } = answer.json();
      expect([answer.statusCode, data.status, data.issues.length > 0]).toEqual([
        201,
        "draft",
        true,
      ]);
      expect((await ask("POST", `/api/v1/filings/${data.id}/submit`)).statusCode).toBe(400);
    },
  );

  test("with __proto__, constructor, NUL and lone surrogates changes nobody [FIL-08]", async () => {
    for (const said of [
      '{"__proto__":{"isAdmin":true},"fields":{}}',
      '{"constructor":{"prototype":{"x":1}},"fields":{}}',
      '{"currency":"\\u0000","fields":{"a\\u0000b":"1"}}',
      '{"currency":"\\ud800","fields":{"\\udfff":"1"}}',
    ]) {
      const answer = await send(whole(said));
      expect([201, 400]).toContain(answer.statusCode);
      if (answer.statusCode !== 201) continue;
      const url = `/api/v1/filings/${answer.json().data.id}`;
      expect((await ask("GET", url)).statusCode).toBe(200);
      expect((await ask("POST", `${url}/submit`)).statusCode).toBe(400);
    }
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  });

  test("a token cut by one character is 401 [FIL-09]", async () => {
    const authorization = String(ann.headers.authorization).slice(0, -1);
    const answer = await app.send({
      ...{ method: "POST", url: "/api/v1/filings", payload: body() },
      headers: { authorization },
    });
    expect(answer.statusCode).toBe(401);
  });
});
