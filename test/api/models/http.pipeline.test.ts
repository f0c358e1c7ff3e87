import { describe, expect, test } from "vitest";
import { ingestCompany } from "#ingest/pipeline.ts";
import { entityIdOf } from "#ingest/store/identity.ts";
import { testApp } from "../../helpers/app.ts";
import { makeCompany } from "../../helpers/make.ts";
import { apple, openTestPipeline } from "../../helpers/pipeline.ts";

const { context, setTime } = await openTestPipeline();
await ingestCompany(apple, context);
const { app, db, get, send } = await testApp({ database: context.database });
const origin = await app.listen({ port: 0, host: "127.0.0.1" });
const id = entityIdOf(apple);
const base = `/v2/entities/${id}/models`;
const empty = await makeCompany(db, { slug: "empty-inc", company: { sic: "3559" } });
const hidden = await makeCompany(db, { slug: "hidden-inc", published: false, company: null });
const unknown = "0b7c1a58-1c39-4c0e-9a3f-6f0f0d2f4a11";

const post = (url: string, payload?: unknown) =>
  send({
    method: "POST",
    url,
    ...(payload === undefined
      ? {}
      : {
          payload: typeof payload === "string" ? payload : JSON.stringify(payload),
          headers: { "content-type": "application/json" },
        }),
  });

describe("GET /v2/entities/:id/models", () => {
  test("lists all templates, the same as the terminal [MOD-01] [MOD-02]", async () => {
    const answer = await get(base);
    expect(answer.statusCode).toBe(200);
    const { data, meta } = answer.json();
    expect(meta.count).toBe(21);
    expect(data[2]).toMatchObject({ key: "dcf_5_year_revenue_exit", aliases: ["revenue_exit"] });
    const terminal = (await get(`/v2/entities/${id}/company-terminal`)).json();
    expect(terminal.data.models.state).toBe("partial");
    expect(
      terminal.data.models.templates.map((one: Record<string, unknown>) => [
        one.key,
        one.state,
        one.prefilledMetricKeys,
        one.missingMetricKeys,
      ]),
    ).toEqual(
      data.map((one: Record<string, unknown>) => [
        one.key,
        one.state,
        one.prefilledMetricKeys,
        one.missingMetricKeys,
      ]),
    );
  });

  test("a company without filings has none available [MOD-55]", async () => {
    const { data } = (await get(`/v2/entities/${empty.id}/models`)).json();
    expect(new Set(data.map((one: { state: string }) => one.state))).toEqual(
      new Set(["unavailable"]),
    );
    const model = (await get(`/v2/entities/${empty.id}/models/epv`)).json();
    expect(model.data).toMatchObject({
      state: "insufficient_data",
      stateReason: { code: "no_annual_periods" },
      historicals: [],
      projections: [],
    });
  });

  test.each([unknown, hidden.id])("%s is not found [MOD-54]", async (entityId) => {
    for (const path of ["", "/epv"]) {
      const answer = await get(`/v2/entities/${entityId}/models${path}`);
      expect(answer.statusCode).toBe(404);
      expect(answer.json().error.code).toBe("NOT_FOUND");
    }
    expect((await post(`/v2/entities/${entityId}/models/epv/compute`, {})).statusCode).toBe(404);
  });
});

describe("GET /v2/entities/:id/models/:templateKey", () => {
  test("computes from persisted statements, and a client that has it gets 304 [MOD-08] [MOD-09]", async () => {
    const answer = await get(`${base}/revenue_exit`);
    expect(answer.statusCode).toBe(200);
    const { data, meta } = answer.json();
    expect(data).toMatchObject({
      templateKey: "dcf_5_year_revenue_exit",
      state: "computed",
      rateResult: null,
      balanceSheetDate: "2025-12-27",
    });
    expect(meta.timestamp).toBe("2026-03-01T12:00:00.000Z");
    const again = await get(`${base}/dcf_5_year_revenue_exit`);
    expect(again.body).toBe(answer.body);
    const etag = String(answer.headers.etag);
    expect(etag).toMatch(/^"[0-9a-f]{32}"$/);
    const unchanged = await get(`${base}/revenue_exit`, { "if-none-match": etag });
    expect(unchanged.statusCode).toBe(304);
    expect(answer.headers["cache-control"]).toContain("public");
  });

  test("asOf computes with what was filed by then, with the rates of that year", async () => {
    const answer = await get(`${base}/terminal_growth?asOf=2023-11-03`);
    const { data } = answer.json();
    expect(data.balanceSheetDate).toBe("2023-09-30");
    // At the unlevered beta of January 2023, 1.227.
    expect(data.valuation.fairValuePerShare).toBeCloseTo(90.391, 4);
    const before = await get(`${base}/terminal_growth?asOf=2023-11-02`);
    expect(before.json().data.balanceSheetDate).toBe("2023-07-01");
    const posted = await post(`${base}/terminal_growth/compute?asOf=2023-11-03`, {
      assumptions: { discount_rate: 0.085 },
    });
    expect(posted.json().data.valuation.fairValuePerShare).toBeCloseTo(126.7501, 4);
    expect((await get(`${base}?asOf=1990-01-01`)).json().data[0].state).toBe("unavailable");
    expect((await get(`${base}?asOf=soon`)).statusCode).toBe(400);
  });

  test("asOf of the newest day is what is persisted", async () => {
    const latest = (await get(`${base}/dcf_10_year_ebitda_exit`)).json().data;
    const then = (await get(`${base}/dcf_10_year_ebitda_exit?asOf=2026-03-01`)).json().data;
    expect(then).toEqual(latest);
  });

  test.each(["nothing", "__proto__", "toString", "DCF_5_YEAR_TERMINAL_GROWTH"])(
    "%s is no template [MOD-54]",
    async (key) => {
      for (const answer of [
        await get(`${base}/${key}`),
        await post(`${base}/${key}/compute`, {}),
      ]) {
        expect(answer.statusCode).toBe(404);
        expect(answer.json().error).toMatchObject({
          code: "NOT_FOUND",
          message: expect.stringMatching(`^Unknown model template "${key}"`),
        });
      }
    },
  );
});

test.each([
  ["dcf", "dcf_5_year_ebitda_exit, dcf_10_year_ebitda_exit, "],
  ["terminal_growt", "terminal_growth, "],
  ["WACC", "wacc?"],
])("a template called %s is told what may be meant [MOD-54]", async (key, near) => {
  const { message } = (await get(`${base}/${key}`)).json().error;
  expect(message).toContain(`Unknown model template "${key}"; did you mean ${near}`);
});

describe("POST /v2/entities/:id/models/:templateKey/compute", () => {
  test("no body, an empty one and the GET are one answer [MOD-10] [MOD-11]", async () => {
    const standard = (await get(`${base}/wacc`)).json().data;
    for (const body of [undefined, {}, { assumptions: {}, drivers: {} }]) {
      const answer = await post(`${base}/wacc/compute`, body);
      expect(answer.statusCode).toBe(200);
      expect(answer.json().data).toEqual(standard);
      expect(answer.headers["cache-control"]).toBe("no-store");
    }
  });

  test("an override comes back as the user's [MOD-15] [MOD-40]", async () => {
    const answer = await post(`${base}/terminal_growth/compute`, {
      assumptions: { discount_rate: 0.12 },
      drivers: { ebitda_margin: { "2026": 0.3 } },
    });
    const { data } = answer.json();
    expect(
      data.assumptions.find((one: { key: string }) => one.key === "discount_rate"),
    ).toMatchObject({ value: 0.12, source: "user", editable: true, provenance: null });
    expect(data.dcfDetail.drivers.ebitda_margin[0]).toEqual({
      fiscalYear: 2026,
      value: 0.3,
      source: "user",
    });
  });

  test.each([
    [
      '{"assumptions":{"discount_rate":1e400}}',
      'Assumption "discount_rate" must be a finite number.',
    ],
    [
      '{"assumptions":{"discount_rate":"0.1"}}',
      'Assumption "discount_rate" must be a finite number.',
    ],
    ["[]", "assumptions must be an object keyed by assumption key."],
    ['"x"', "assumptions must be an object keyed by assumption key."],
    [
      '{"assumptions":{"base_revenue":1}}',
      'Assumption "base_revenue" comes from filings and cannot be overridden.',
    ],
    [
      '{"assumptions":{"discount_rate":0.02}}',
      "discount_rate (2.00%) must be greater than terminal_growth (2.50%) in a perpetuity model.",
    ],
  ])(
    "%s is refused with its sentence [MOD-42] [MOD-43] [MOD-44] [MOD-45] [ERR-20]",
    async (body, message) => {
      const answer = await post(`${base}/terminal_growth/compute`, body);
      expect(answer.statusCode).toBe(400);
      expect(answer.json().error).toMatchObject({ code: "BAD_REQUEST", message });
    },
  );

  test.each(['{"assumptions":{"discount_rate":NaN}}', "{", '{"__proto__":{"x":1}}'])(
    "%s is refused as well [MOD-43]",
    async (body) => {
      const answer = await post(`${base}/terminal_growth/compute`, body);
      expect(answer.statusCode).toBe(400);
      expect(answer.json().error.code).toBe("BAD_REQUEST");
    },
  );
});

test("a rebuilt company is computed anew, also where its answer came from memory", async () => {
  const before = await get(`${base}/epv`);
  const fromMemory = async () => (await fetch(`${origin}${base}/epv`)).text();
  expect([await fromMemory(), await fromMemory()]).toEqual([before.body, before.body]);
  setTime("2026-03-02T12:00:00.000Z");
  await context.database.pool.query("update company set sic = '7372' where company_key = $1", [
    apple,
  ]);
  await context.database.pool.query("select pg_notify('tenk_company', $1)", [id]);
  await expect
    .poll(async () => (await get(`${base}/epv`)).headers.etag)
    .not.toBe(before.headers.etag);
  expect(await fromMemory()).toBe((await get(`${base}/epv`)).body);
  expect(await fromMemory()).not.toBe(before.body);
});
