import { gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { ingestCompany } from "#ingest/pipeline.ts";
import { entityIdOf } from "#ingest/store/identity.ts";
import * as decimal from "#schemas/decimal.ts";
import { testApp } from "../../helpers/app.ts";
import { makeCompany } from "../../helpers/make.ts";
import { apple, nikola, openTestPipeline } from "../../helpers/pipeline.ts";

const kraftHeinz = "0001637459";
const ciks = [apple, kraftHeinz, nikola];
const { context } = await openTestPipeline({ ciks });
for (const cik of ciks) await ingestCompany(cik, context);
const { get } = await testApp({
  database: context.database,
  now: () => new Date("2026-03-01T12:00:00.000Z"),
});
const today = "2026-03-01";

type Query = Record<string, string>;
const address = (cik: string, what: string, query: Query = {}) =>
  `/v2/entities/${entityIdOf(cik)}/${what}?${new URLSearchParams(query)}`;
const financials = (cik: string, query: Query = {}) => get(address(cik, "financials/full", query));
const statements = (cik: string, query: Query = {}) => get(address(cik, "sfrs-statements", query));
const lineage = (cik: string, query: Query) => get(address(cik, "lineage", query));

interface Entry {
  periodKey: string;
  statementType: string;
  fields: Record<string, string | null>;
  filings: { form: string; filedDate: string }[];
}

/** A line of a statement in a view. */
async function field(cik: string, periodKey: string, key: string, query: Query) {
  const { periods } = (await statements(cik, query)).json().data as { periods: Entry[] };
  return periods.find((one) => one.periodKey === periodKey && key in one.fields)?.fields[key];
}

interface Node {
  kind: "fact" | "rule";
  value: string;
  rule: string;
  operands: { weight: number; label: string; value: string; of: Node }[];
}

/** Every rule of the tree: what its operands come to, and what it is said to be. */
function checkSums({ operands = [] }: Node): void {
  for (const { value, of } of operands) {
    const said = of.kind === "fact" ? of.value : sumOf(of);
    expect(said).toBe(value);
    checkSums(of);
  }
}

const sumOf = ({ operands }: Node) =>
  decimal.sum(operands.map(({ weight, value }) => (weight < 0 ? decimal.negate(value) : value)));

describe("as the filings stood, and as first reported", () => {
  test("Kraft Heinz FY2017 net income is 10,999 million as first reported and as of 2018, 10,941 since [PIP-04]", async () => {
    const ask = (query: Query) => field(kraftHeinz, "2017FY", "net_income", query);

    expect(await ask({})).toBe("10941000000");
    expect(await ask({ view: "latest" })).toBe("10941000000");
    expect(await ask({ view: "original" })).toBe("10999000000");
    expect(await ask({ asOf: "2018-12-31" })).toBe("10999000000");
    expect(await ask({ asOf: "2019-06-06" })).toBe("10999000000");
    expect(await ask({ asOf: "2019-06-07" })).toBe("10941000000");
  });

  test("Nikola FY2020 loses 384.3 million in the 10-K and 370.9 million since the 10-K/A [PIP-04] [PIP-06]", async () => {
    const ask = (query: Query) => field(nikola, "2020FY", "net_income", query);

    expect(await ask({ asOf: "2021-03-31" })).toBe("-384314000");
    expect(await ask({ view: "original" })).toBe("-384314000");
    expect(await ask({})).toBe("-370866000");
  });

  test("Apple's earnings per share of 2019 are before the split what was filed then [PIP-04]", async () => {
    const ask = (query: Query) => field(apple, "2019FY", "eps_diluted", query);

    expect(await ask({ asOf: "2019-12-31" })).toBe("11.89");
    expect(await ask({ view: "original" })).toBe("11.89");
    expect(await ask({})).toBe("2.97");
  });

  test("nothing that was filed later is in an answer: periods, values, filings", async () => {
    for (const cik of ciks) {
      const { periods } = (await statements(cik, { asOf: "2022-06-30" })).json().data as {
        periods: Entry[];
      };
      expect(periods.length).toBeGreaterThan(20);
      for (const { filings } of periods) {
        expect(filings.filter(({ filedDate }) => filedDate > "2022-06-30")).toEqual([]);
      }
    }
    const { quarters } = (await financials(apple, { asOf: "2022-06-30" })).json().data;
    expect(quarters[0].periodEnd).toBe("2022-03-26");
  });

  test.each(ciks)("as of today %s is exactly what is stored", async (cik) => {
    const [stored, computed] = [await financials(cik), await financials(cik, { asOf: today })];
    expect(computed.json().data).toEqual(stored.json().data);

    const persisted = (await statements(cik)).json();
    const then = (await statements(cik, { asOf: today })).json();
    expect(then.data).toEqual(persisted.data);
    expect(persisted.meta.dataPath).toBe("persisted");
    expect(then.meta).toEqual({
      dataPath: "computed",
      count: persisted.meta.count,
      asOf: today,
      view: "latest",
      timestamp: "2026-03-01T12:00:00.000Z",
    });
  });

  test("period, limit and statementType narrow a computed answer as a persisted one", async () => {
    for (const query of [
      { period: "annual", statementType: "income_statement" },
      { period: "quarterly", limit: "7" },
      { limit: "1" },
    ] as Query[]) {
      const computed = (await statements(nikola, { ...query, asOf: today })).json().data;
      expect(computed).toEqual((await statements(nikola, query)).json().data);
    }
  });

  test("twelve months of a view are the sum of its quarters [FIN-04] [FIN-11]", async () => {
    const { ttm, quarters } = (await financials(apple, { asOf: "2023-12-31" })).json().data;
    const four = quarters.slice(0, 4).map((one: { income: Query }) => Number(one.income.revenue));

    expect(ttm[0].periodEnd).toBe("2023-09-30");
    expect(ttm[0].income.revenue).toBe(383_285_000_000);
    expect(four.reduce((a: number, b: number) => a + b)).toBe(ttm[0].income.revenue);
  });

  test("before the first filing there are no periods, which is an answer", async () => {
    for (const asOf of ["1993-01-01", "0001-01-01"]) {
      const tables = await financials(apple, { asOf });
      expect([tables.statusCode, tables.json().data]).toEqual([200, { ttm: [], quarters: [] }]);
      const { data, meta } = (await statements(apple, { asOf })).json();
      expect(data).toMatchObject({ cik: apple, currency: null, periods: [] });
      expect(meta).toMatchObject({ dataPath: "computed", count: 0, asOf });
      expect((await lineage(apple, { concept: "revenue", period: "TTM", asOf })).statusCode).toBe(
        404,
      );
    }
  });
});

describe("the stored answer", () => {
  test("stays what it was without a view, and with the default one [PIP-07]", async () => {
    const plain = await financials(apple);
    const latest = await financials(apple, { view: "latest" });

    expect(latest.body).toBe(plain.body);
    expect(latest.headers.etag).toBe(plain.headers.etag);
    expect(Object.keys(plain.json().meta)).toEqual(["timestamp"]);
  });
});

describe("a computed answer", () => {
  test.each([
    ["financials/full", {}],
    ["financials/full", { perShare: "adjusted" }],
    ["company-terminal", {}],
    ["sfrs-statements", {}],
    ["lineage", { concept: "revenue", period: "TTM" }],
  ] as [string, Query][])(
    "%s has an ETag, is 304 when unchanged, and comes as gzip",
    async (what, query) => {
      const url = address(kraftHeinz, what, { ...query, view: "original" });
      const first = await get(url);
      const etag = String(first.headers.etag);
      const again = await get(url, { "if-none-match": etag });
      const packed = await get(url, { "accept-encoding": "gzip" });

      expect(first.statusCode).toBe(200);
      expect(etag).toMatch(/^"[0-9a-f]{32}"$/);
      expect(first.headers["cache-control"]).toBe("public, max-age=60");
      expect([again.statusCode, again.body]).toEqual([304, ""]);
      expect(packed.headers["content-encoding"]).toBe("gzip");
      expect(gunzipSync(packed.rawPayload).toString()).toBe(first.body);
    },
  );

  test("many at once are all the same", async () => {
    const asked = Array.from({ length: 12 }, () => financials(nikola, { asOf: "2021-12-30" }));
    const bodies = new Set((await Promise.all(asked)).map(({ body }) => body));

    expect(bodies.size).toBe(1);
  });
});

describe("a question that makes no sense", () => {
  const paths: [string, Query][] = [
    ["financials/full", {}],
    ["company-terminal", {}],
    ["sfrs-statements", {}],
    ["lineage", { concept: "revenue", period: "2023FY" }],
  ];

  test.each(paths)(
    "%s refuses impossible dates and other views [A-17] [ERR-03]",
    async (what, query) => {
      for (const wrong of [
        "2023-02-29",
        "2023-13-01",
        "2023-1-1",
        "20230101",
        "2023-01-01T00:00:00Z",
        " 2023-01-01",
        "today",
        "",
        "-2023-01-01",
        "12023-01-01",
        "2023-01-01' or 1=1",
      ]) {
        const answer = await get(address(apple, what, { ...query, asOf: wrong }));
        expect([wrong, answer.statusCode, answer.json().error.code]).toEqual([
          wrong,
          400,
          "FST_ERR_VALIDATION",
        ]);
      }
      for (const wrong of ["as_first_reported", "LATEST", "asFirstReported", ""]) {
        const answer = await get(address(apple, what, { ...query, view: wrong }));
        expect([answer.statusCode, answer.json().error.code]).toEqual([400, "FST_ERR_VALIDATION"]);
      }
      const twice = `${address(apple, what, query)}&asOf=2020-01-01&asOf=2021-01-01`;
      expect((await get(twice)).statusCode).toBe(400);
    },
  );

  test.each(paths)(
    "%s refuses days to come, and a day with first reports [A-17]",
    async (what, query) => {
      const past = { asOf: "2020-01-01", view: "original" };
      for (const wrong of [{ asOf: "2026-03-02" }, { asOf: "9999-12-31" }, past] as Query[]) {
        const answer = await get(address(apple, what, { ...query, ...wrong }));
        expect([answer.statusCode, answer.json().error.code]).toEqual([400, "BAD_REQUEST"]);
      }
      const both = { ...query, asOf: "2024-01-01", view: "latest" };
      expect((await get(address(apple, what, both))).statusCode).toBe(200);
    },
  );

  test("unknown and unpublished companies are 404 in every view, one without filings has no periods [ERR-11]", async () => {
    const { db } = context.database;
    const hidden = await makeCompany(db, { published: false, company: null });
    const startup = await makeCompany(db, { name: "Startup", company: null });
    const unknown = "0b7c1a58-1c39-4c0e-9a3f-6f0f0d2f4a11";

    for (const id of [hidden.id, unknown]) {
      for (const [what, query] of paths) {
        const all = new URLSearchParams({ ...query, asOf: "2020-01-01" });
        expect((await get(`/v2/entities/${id}/${what}?${all}`)).statusCode).toBe(404);
      }
    }
    const answer = await get(`/v2/entities/${startup.id}/sfrs-statements?asOf=2020-01-01`);
    expect(answer.json()).toMatchObject({
      data: { entityName: "Startup", cik: null, periods: [] },
      meta: { dataPath: "computed", count: 0, asOf: "2020-01-01", view: "latest" },
    });
    const tables = await get(`/v2/entities/${startup.id}/financials/full?asOf=2020-01-01`);
    expect([tables.statusCode, tables.json().data]).toEqual([200, { ttm: [], quarters: [] }]);
  });
});

describe("lineage", () => {
  test("the newest twelve months expand to quarters, a derived one to its year, all to facts [FIN-04] [FIN-07] [PIP-05]", async () => {
    const { data, meta } = (await lineage(apple, { concept: "revenue", period: "TTM" })).json();

    expect(data).toMatchObject({
      concept: "revenue",
      period: "TTM2026Q1",
      periodEnd: "2025-12-27",
      unit: "USD",
      source: "regulator",
      mappingRank: null,
    });
    expect(meta.view).toBe("latest");
    const { rule, operands } = data.lineage as Node;
    expect(rule).toBe("sum_of_quarters");
    expect(operands.map(({ label }) => label)).toEqual([
      "revenue@2024-12-29/2025-03-29",
      "revenue@2025-03-30/2025-06-28",
      "revenue@2025-06-29/2025-09-27",
      "revenue@2025-09-28/2025-12-27",
    ]);
    expect(sumOf(data.lineage)).toBe(data.value);
    expect(operands[2]?.of.rule).toBe("fy_less_nine_months");
    expect(operands[3]?.of).toMatchObject({ kind: "fact", form: "10-Q" });
    checkSums(data.lineage);
    const { ttm } = (await financials(apple)).json().data;
    expect(Number(data.value)).toBe(ttm[0].income.revenue);
  });

  test("any column of twelve months is named by its key; balances and filed years stand as they are [FIN-06] [FIN-10]", async () => {
    const trace = async (concept: string) =>
      (await lineage(apple, { concept, period: "TTM2023Q4" })).json().data;

    expect((await trace("net_income")).value).toBe("96995000000");
    expect((await trace("total_assets")).lineage).toMatchObject({
      kind: "fact",
      tag: "us-gaap:Assets",
      periodEnd: "2023-09-30",
    });
    expect((await trace("eps_diluted")).lineage).toMatchObject({ kind: "fact", value: "6.13" });
    const sums = (await trace("operating_cash_flow")).lineage as Node;
    expect(sums.rule).toBe("sum_of_quarters");
    checkSums(sums);
  });

  test("a view is traced to the filings that it knew [PIP-04] [PIP-05]", async () => {
    const trace = async (query: Query) =>
      (await lineage(kraftHeinz, { concept: "net_income", period: "2017FY", ...query })).json()
        .data;
    const then = await trace({ asOf: "2018-12-31" });
    const now = await trace({});

    expect(then.lineage).toMatchObject({ value: "10999000000", form: "10-K" });
    expect(then.rejected.filter((one: Query) => (one.filedDate ?? "") > "2018-12-31")).toEqual([]);
    expect(now.lineage).toMatchObject({ value: "10941000000", filedDate: "2019-06-07" });
    expect(now.rejected).toContainEqual(
      expect.objectContaining({ value: "10999000000", because: "other_version", guard: null }),
    );
    expect((await trace({ view: "original" })).lineage).toEqual(then.lineage);
  });

  test("a quarter in another view has its operands of that view", async () => {
    const query = { concept: "net_income", period: "2021Q4", asOf: "2021-12-31" };
    const { data } = (await lineage(apple, query)).json();

    expect([data.value, data.flags]).toEqual(["20551000000", ["derived_q4"]]);
    expect(sumOf(data.lineage)).toBe(data.value);
    checkSums(data.lineage);
  });

  test("a usual line says its unit, source and rank, without a note in the table", async () => {
    const query = { concept: "total_assets", period: "2023FY" };
    expect((await lineage(apple, query)).json().data).toMatchObject({
      value: "352583000000",
      unit: "USD",
      source: "regulator",
      mappingRank: 0,
      refused: [],
    });
  });

  test("periods and concepts that are not there are 404 [ERR-11]", async () => {
    for (const [concept, period] of [
      ["revenue", "TTM1999Q4"],
      ["revenue", "TTM2023FY"],
      ["revenue", "TTMX"],
      ["__proto__", "TTM"],
      ["no_such_concept", "TTM"],
    ] as const) {
      const answer = await lineage(apple, { concept, period });
      expect([period, answer.statusCode]).toEqual([period, 404]);
    }
  });
});

test("the queries are described, and marked for programs [VER-14]", async () => {
  const { paths } = (await get("/api/openapi")).json();
  for (const what of ["financials/full", "sfrs-statements", "lineage", "company-terminal"]) {
    const { parameters } = paths[`/v2/entities/{id}/${what}`].get as {
      parameters: { name: string; schema: object; description: string }[];
    };
    for (const name of ["asOf", "view"]) {
      const found = parameters.find((one) => one.name === name);
      expect(JSON.stringify(found)).toContain('"x-extension":true');
      expect(found?.description).toMatch(/^(Uses only filings|Values as the newest)/);
    }
  }
});
