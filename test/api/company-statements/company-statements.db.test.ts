import { describe, expect, test } from "vitest";
import { testApp } from "../../helpers/app.ts";
import { makeCompany, makeFact, makeFacts, makeStatement } from "../../helpers/make.ts";

const { db, get } = await testApp();
const unknownId = "0b7c1a58-1c39-4c0e-9a3f-6f0f0d2f4a11";

const apple = await makeCompany(db, { name: "Apple Inc.", company: { companyKey: "0000320193" } });
const hidden = await makeCompany(db, { published: false, company: null });
await makeStatement(db, apple.cik);
await makeStatement(db, apple.cik, {
  statementType: "balance_sheet",
  fields: { total_assets: "352583000000", inventory: null, minority_interest: "0" },
  missingFields: ["inventory"],
  reasons: { inventory: "not_reported" },
  status: "incomplete",
});
await makeStatement(db, apple.cik, {
  periodKey: "2023Q4",
  fiscalPeriod: "Q4",
  periodStart: "2023-07-02",
  fields: { revenue: "89498000000.25" },
  source: "audited",
  sources: ["audited", "regulator"],
});
await makeStatement(db, apple.cik, {
  periodKey: "2022FY",
  fiscalYear: 2022,
  periodStart: "2021-09-26",
  periodEnd: "2022-09-24",
});

const statements = (query = "", id = apple.id) => get(`/v2/entities/${id}/sfrs-statements${query}`);
const keys = (answer: { json(): { data: { periods: Record<string, string>[] } } }) =>
  answer.json().data.periods.map((one) => `${one.periodKey} ${one.statementType}`);

describe("GET /v2/entities/:id/sfrs-statements", () => {
  test("each entry has the documented fields, decimals as text [SFR-20] [SFR-23] [SFR-24] [SFR-25] [SFR-31] [A-42] [O-41]", async () => {
    const answer = await statements("?statementType=balance_sheet");

    expect(answer.statusCode).toBe(200);
    expect(answer.json().data).toEqual({
      entityId: apple.id,
      entityName: "Apple Inc.",
      cik: "0000320193",
      currency: "USD",
      periods: [
        {
          fiscalYear: 2023,
          fiscalPeriod: "FY",
          periodStart: "2022-09-25",
          periodEnd: "2023-09-30",
          statementType: "balance_sheet",
          status: "incomplete",
          sfrsSchemaId: "urn:tenk:sfrs:income_statement:1.0.0",
          sfrsVersion: "1.0.0",
          fields: { total_assets: "352583000000", inventory: null, minority_interest: "0" },
          missingFields: ["inventory"],
          source: "regulator",
          sources: ["regulator"],
          filings: [
            { accessionNumber: "0000320193-23-000106", form: "10-K", filedDate: "2023-11-03" },
          ],
          periodKey: "2023FY",
          currency: "USD",
          template: "industrial",
          registryVersion: "1.0.0",
          reasons: { inventory: "not_reported" },
        },
      ],
    });
  });

  test("meta says persisted, how many, and when [SFR-26] [VER-11]", async () => {
    const { meta } = (await statements()).json();

    expect(meta).toEqual({ dataPath: "persisted", count: 4, timestamp: expect.any(String) });
    expect(new Date(meta.timestamp).toISOString()).toBe(meta.timestamp);
  });

  test("newest first, the year before its last quarter, statements in reading order [CNV-28]", async () => {
    expect(keys(await statements())).toEqual([
      "2023FY income_statement",
      "2023FY balance_sheet",
      "2023Q4 income_statement",
      "2022FY income_statement",
    ]);
  });

  test("period, limit and statementType narrow the answer", async () => {
    expect(keys(await statements("?period=annual&statementType=income_statement"))).toEqual([
      "2023FY income_statement",
      "2022FY income_statement",
    ]);
    expect(keys(await statements("?period=quarterly"))).toEqual(["2023Q4 income_statement"]);
    expect(keys(await statements("?limit=1"))).toEqual(["2023FY income_statement"]);
  });

  test("the winning source and all contributing ones are named [SFR-27]", async () => {
    const [period] = (await statements("?period=quarterly")).json().data.periods;

    expect(period).toMatchObject({ source: "audited", sources: ["audited", "regulator"] });
    expect(period.fields.revenue).toBe("89498000000.25");
  });

  test("an unchanged answer is 304 although its timestamp moves", async () => {
    const first = await statements();
    const again = await get(`/v2/entities/${apple.id}/sfrs-statements`, {
      "if-none-match": String(first.headers.etag),
    });

    expect(first.headers.etag).toMatch(/^W\/"/);
    expect(again.statusCode).toBe(304);
    expect((await statements("?limit=1")).headers.etag).not.toBe(first.headers.etag);
  });

  test("an entity that files nowhere has no periods, which is an answer", async () => {
    const startup = await makeCompany(db, { name: "Startup", company: null });

    expect((await statements("", startup.id)).json().data).toEqual({
      entityId: startup.id,
      entityName: "Startup",
      cik: null,
      currency: null,
      periods: [],
    });
  });

  test.each([
    "?limit=0",
    "?limit=-1",
    "?limit=1.5",
    "?limit=abc",
    "?limit=",
    "?limit=1001",
    "?limit=1e2",
    "?limit=%205",
    "?limit=0x10",
    "?limit=Infinity",
    "?limit=1&limit=2",
    "?limit=99999999999999999999",
    "?period=monthly",
    "?statementType=equity",
  ])("%s is 400, never everything [CNV-26] [ERR-03]", async (query) => {
    const answer = await statements(query);

    expect(answer.statusCode).toBe(400);
    expect(answer.json().error.code).toBe("FST_ERR_VALIDATION");
  });

  test("unknown query parameters are ignored and named in a header [CNV-29]", async () => {
    const { statusCode, headers } = await statements("?privateBrowsing=x&s%C3%B6urce=y&limit=1");

    expect(statusCode).toBe(200);
    expect(headers["unknown-parameters"]).toBe("privateBrowsing, s%C3%B6urce");
    expect((await statements("?limit=1")).headers["unknown-parameters"]).toBeUndefined();
  });

  test.each([
    ["/sfrs-statements?as_of=2020-01-01", "as_of here; did you mean asOf?"],
    [
      "/sfrs-statements?statmentType=income_statement",
      "statmentType here; did you mean statementType?",
    ],
    ["/company-terminal?registryVersion=1.0.0", "registryVersion here"],
    ["/models?perShare=adjusted", "perShare here"],
  ])("%s, which would change the figures, is refused", async (path, said) => {
    const answer = await get(`/v2/entities/${apple.id}${path}`);

    expect(answer.statusCode).toBe(400);
    expect(answer.json().error).toMatchObject({
      code: "BAD_REQUEST",
      message: `There is no parameter ${said}`,
    });
  });

  test("unknown and unpublished entities are 404 [ERR-11]", async () => {
    expect((await statements("", unknownId)).statusCode).toBe(404);
    expect((await statements("", hidden.id)).statusCode).toBe(404);
  });
});

describe("GET /v2/entities/:id/lineage", async () => {
  const tag = "RevenueFromContractWithCustomerExcludingAssessedTax";
  const traced = await makeCompany(db, { name: "Traced", company: { companyKey: "0000320194" } });
  await makeFacts(db, traced.cik, [
    makeFact(),
    makeFact({ accession: "0000320193-24-000123", filed: "2024-11-01", value: "383285000001" }),
    makeFact({ tag: "SalesRevenueNet", value: "1" }),
    makeFact({ tag: "Assets", start: null, value: "352583000000" }),
    makeFact({ start: "2022-09-25", end: "2023-07-01", value: "293787000000" }),
  ]);
  await makeStatement(db, traced.cik, {
    periodKey: "2021FY",
    fiscalYear: 2021,
    periodEnd: "2021-09-25",
    periodStart: "2020-09-27",
    fields: { revenue: "383285000000", net_income: null, gross_profit: "89498000000" },
    reasons: { net_income: "not_reported" },
    lineage: {
      revenue: 0,
      gross_profit: [
        "fy_less_nine_months",
        [1, "revenue@2022-09-25/2023-09-30", "383285000000", 0],
        [-1, "revenue@2022-09-25/2023-07-01", "293787000000", 4],
      ],
    },
    notes: { revenue: { unit: "USD", source: null, rank: 0, flags: ["scope:exact"] } },
  });
  const trace = (concept: string, period = "2021FY", id = traced.id) =>
    get(`/v2/entities/${id}/lineage?concept=${concept}&period=${period}`);

  test("a reported value ends in its fact and filing", async () => {
    const { data } = (await trace("revenue")).json();

    expect(data).toMatchObject({
      entityId: traced.id,
      concept: "revenue",
      period: "2021FY",
      statementType: "income_statement",
      value: "383285000000",
      reason: null,
      unit: "USD",
      source: "regulator",
      mappingRank: 0,
      flags: ["scope:exact"],
      lineage: {
        kind: "fact",
        value: "383285000000",
        tag: `us-gaap:${tag}`,
        unit: "USD",
        periodStart: "2022-09-25",
        periodEnd: "2023-09-30",
        accessionNumber: "0000320193-23-000106",
        form: "10-K",
        filedDate: "2023-11-03",
        filingIndexUrl:
          "https://www.sec.gov/Archives/edgar/data/320194/000032019323000106/0000320193-23-000106-index.htm",
      },
    });
  });

  test("other versions and less preferred tags of the period are listed with the reason", async () => {
    const { rejected } = (await trace("revenue")).json().data;

    expect(
      rejected.map((one: Record<string, string>) => [one.tag, one.value, one.because]),
    ).toEqual([
      [`us-gaap:${tag}`, "383285000001", "other_version"],
      ["us-gaap:SalesRevenueNet", "1", "lower_preference"],
    ]);
  });

  test("a computed value is a rule with weighted operands", async () => {
    const { data } = (await trace("gross_profit")).json();

    expect(data.value).toBe("89498000000");
    expect(data.rejected).toEqual([]);
    expect(data.lineage).toEqual({
      kind: "rule",
      rule: "fy_less_nine_months",
      operands: [
        {
          weight: 1,
          label: "revenue@2022-09-25/2023-09-30",
          value: "383285000000",
          of: expect.objectContaining({ kind: "fact", value: "383285000000" }),
        },
        {
          weight: -1,
          label: "revenue@2022-09-25/2023-07-01",
          value: "293787000000",
          of: expect.objectContaining({ kind: "fact", periodEnd: "2023-07-01" }),
        },
      ],
    });
  });

  test("a null has a reason instead of a lineage", async () => {
    expect((await trace("net_income")).json().data).toMatchObject({
      value: null,
      reason: "not_reported",
      source: null,
      lineage: null,
      rejected: [],
    });
  });

  test("unknown entities, concepts and periods are 404; keys of every object are no concepts [ERR-11]", async () => {
    for (const answer of [
      await trace("revenue", "2021FY", unknownId),
      await trace("revenue", "2021FY", hidden.id),
      await trace("no_such_concept"),
      await trace("toString"),
      await trace("__proto__"),
      await trace("revenue", "1999FY"),
    ]) {
      expect(answer.statusCode).toBe(404);
      expect(answer.json().error.code).toBe("NOT_FOUND");
    }
  });

  test("what is not found is named, and how periods are written", async () => {
    const said = async (...of: Parameters<typeof trace>) =>
      (await trace(...of)).json().error.message;

    expect(await said("revenu")).toBe(
      'Concept "revenu" not found; did you mean revenue, cost_of_revenue, deferred_revenue_current?',
    );
    expect(await said("OperatingIncome")).toBe(
      'Concept "OperatingIncome" not found; did you mean operating_income?',
    );
    expect(await said("xyzzy")).toBe('Concept "xyzzy" not found; GET /v2/sfrs/concepts lists them');
    expect(await said("revenue", "1999")).toBe(
      'Period "1999FY" not found; periods are written like 2023FY, 2023Q4, T2022-03-31 (a transition period) and TTM',
    );
  });

  test("a period may be typed as FY2021, 2021-FY or 2021", async () => {
    for (const typed of ["FY2021", "2021-fy", "2021"]) {
      expect((await trace("revenue", typed)).json().data.period).toBe("2021FY");
    }
  });

  test("a ticker instead of an entity id is told where tickers are taken", async () => {
    const { statusCode, body } = await statements("", "BRK.B");

    expect(statusCode).toBe(400);
    expect(body).toContain("GET /v2/entities/public/by-ticker/BRK.B gives the entityId");
  });

  test("concept and period are required [ERR-03]", async () => {
    expect((await get(`/v2/entities/${traced.id}/lineage?concept=revenue`)).statusCode).toBe(400);
    expect((await get(`/v2/entities/${traced.id}/lineage?period=2021FY`)).statusCode).toBe(400);
  });

  test("a lineage that names a fact which is not there is an error, never a wrong tree [ERR-14]", async () => {
    await makeStatement(db, traced.cik, {
      periodKey: "2020FY",
      fiscalYear: 2020,
      lineage: { revenue: 99 },
    });

    const answer = await trace("revenue", "2020FY");

    expect(answer.statusCode).toBe(500);
    expect(answer.json().error).toMatchObject({
      code: "INTERNAL_SERVER_ERROR",
      message: "Something went wrong on our side",
    });
  });
});
