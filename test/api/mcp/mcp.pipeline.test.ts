import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, describe, expect, test } from "vitest";
import { ingestCompany } from "#ingest/pipeline.ts";
import { entityIdOf } from "#ingest/store/identity.ts";
import { testApp } from "../../helpers/app.ts";
import { apple, openTestPipeline } from "../../helpers/pipeline.ts";

const kraftHeinz = "0001637459";
const { context } = await openTestPipeline({ ciks: [apple, kraftHeinz] });
for (const cik of [apple, kraftHeinz]) await ingestCompany(cik, context);
const { app, send } = await testApp({
  database: context.database,
  now: () => new Date("2026-03-01T12:00:00.000Z"),
});
const address = await app.listen({ port: 0, host: "127.0.0.1" });
const client = new Client({ name: "tests", version: "1.0.0" });
await client.connect(new StreamableHTTPClientTransport(new URL(`${address}/mcp`)));
afterAll(() => client.close());

interface Said {
  isError?: boolean;
  content: { text: string }[];
}

async function call(name: string, input: Record<string, unknown>) {
  const { isError = false, content } = (await client.callTool({ name, arguments: input })) as Said;
  const text = content[0]?.text ?? "";
  return { isError, text, said: isError ? null : JSON.parse(text) };
}

describe("over HTTP, by the SDK's own client", () => {
  test("every tool says what it does, what it takes and that it changes nothing", async () => {
    const { tools } = await client.listTools();

    expect(tools.map(({ name }) => name)).toEqual([
      "find_company",
      "company_summary",
      "get_statement",
      "get_per_share",
      "get_figures",
      "get_filed_statement",
      "get_segments",
      "find_concept",
      "trace_value",
      "value_at_time",
      "screen_companies",
      "list_models",
      "run_model",
      "query_sql",
    ]);
    for (const { description, inputSchema, outputSchema, annotations } of tools) {
      expect(Object.keys(outputSchema?.properties ?? {})).not.toEqual([]);
      expect(description?.length).toBeGreaterThan(40);
      expect(Object.keys(inputSchema.properties ?? {})).not.toEqual([]);
      expect(annotations?.readOnlyHint).toBe(true);
    }
  });

  test("a company is found by a misspelt name and summarized by its ticker", async () => {
    const { said } = await call("find_company", { query: "aple" });
    expect(said.companies[0]).toMatchObject({ entityId: entityIdOf(apple), ticker: "AAPL" });

    const summary = (await call("company_summary", { company: "aapl" })).said;
    expect(summary).toMatchObject({ name: "Apple Inc.", cik: apple });
    expect(summary.metrics.length).toBeGreaterThan(3);
    expect(summary.filings).toHaveLength(5);
  });

  test("a statement has its lines by key, and counts what is missing by reason", async () => {
    const statement = { company: "AAPL", statement: "income_statement" };
    const { said } = await call("get_statement", { ...statement, asOf: "2023-12-31" });
    expect(said.periods).toHaveLength(4);
    expect(said.periods[0]).toMatchObject({
      period: "2023FY",
      currency: "USD",
      lines: { revenue: "383285000000" },
    });
    expect(said.periods[0].missing.not_reported).toBeGreaterThan(0);

    const trailing = (await call("get_statement", { ...statement, period: "ttm", periods: 1 }))
      .said;
    expect(trailing.periods).toHaveLength(1);
    expect(trailing.periods[0].lines.revenue).toBeGreaterThan(383_285_000_000);
  });

  test("a value is traced to its filing, under any spelling of the period", async () => {
    const { said } = await call("trace_value", {
      company: apple,
      concept: "revenue",
      period: "FY2023",
    });

    expect(said).toMatchObject({ period: "2023FY", value: "383285000000", unit: "USD" });
    expect(said.how.tag).toMatch(/^us-gaap:/);
    expect(said.filings[0].url).toMatch(/^https:\/\/www\.sec\.gov\//);
  });

  test("a restated value is told as known on a day, as first reported and now", async () => {
    const { said } = await call("value_at_time", {
      ...{ company: "KHC", concept: "net_income", period: "2017FY", asOf: "2018-12-31" },
    });

    expect(said.asOf).toMatchObject({ day: "2018-12-31", value: "10999000000" });
    expect(said.firstReported.value).toBe("10999000000");
    expect(said.now.value).toBe("10941000000");
    const before = await call("value_at_time", {
      ...{ company: "KHC", concept: "net_income", period: "2017FY", asOf: "2017-06-30" },
    });
    expect(before.said.asOf.value).toBeNull();
  });

  test("a model is computed with own assumptions", async () => {
    const model = "dcf_5_year_terminal_growth";
    const { said } = await call("list_models", { company: "AAPL" });
    expect(said.models.map(({ key }: { key: string }) => key)).toContain(model);

    const usual = (await call("run_model", { company: "AAPL", model })).said;
    const dearer = (
      await call("run_model", { company: "AAPL", model, assumptions: { discount_rate: 0.2 } })
    ).said;
    expect(dearer.state).toBe("computed");
    expect(dearer.valuation.enterpriseValue).toBeLessThan(usual.valuation.enterpriseValue);
  });

  test("companies are screened by their figures, in the order asked for", async () => {
    const { said } = await call("screen_companies", {
      ...{ where: "revenue.fy > 1b and currency = USD", sort: "-revenue.fy", limit: 1 },
      columns: "revenue.fy",
    });

    expect(said.total).toBe(2);
    expect(said.companies).toEqual([
      expect.objectContaining({ ticker: "AAPL", figures: { "revenue.fy": 416_161_000_000 } }),
    ]);
  });

  test("an answer is small enough to read", async () => {
    const asked: [string, object][] = [
      ["find_company", { query: "a", limit: 20 }],
      ["company_summary", { company: "AAPL" }],
      ["get_statement", { company: "AAPL", statement: "balance_sheet" }],
      ["trace_value", { company: "AAPL", concept: "revenue", period: "TTM" }],
      ["list_models", { company: "AAPL" }],
      ["run_model", { company: "AAPL", model: "dcf_5_year_terminal_growth" }],
    ];
    for (const [name, input] of asked) {
      const { text } = await call(name, input as Record<string, unknown>);
      expect([name, text.length < 16_000]).toEqual([name, true]);
    }
  });

  test("a line is found by a part of its name", async () => {
    const { said } = await call("find_concept", { query: "operating income" });
    expect(said.concepts[0]).toMatchObject({
      key: "operating_income",
      statement: "income_statement",
    });
  });

  test.each([
    ["company_summary", { company: "APPL" }, "did you mean AAPL"],
    ["company_summary", { company: "AAPL", asOf: "2030-01-01" }, "asOf must not be in the future"],
    [
      "trace_value",
      { company: "AAPL", concept: "revenu", period: "2023FY" },
      "did you mean revenue",
    ],
    ["screen_companies", { where: "revenu > 1b" }, "did you mean revenue"],
    ["run_model", { company: "AAPL", model: "no_such_model" }, "Unknown model template"],
    ["get_statement", { company: "AAPL", statement: "equity" }, "statement"],
  ])("%s of %j is refused with a sentence", async (name, input, sentence) => {
    const { isError, text } = await call(name, input);
    expect([isError, text]).toEqual([true, expect.stringContaining(sentence)]);
  });
});

test("a notification is taken without an answer, an unknown method is an error of JSON-RPC", async () => {
  const post = (payload: object) => send({ method: "POST", url: "/mcp", payload });
  const quiet = await post({ jsonrpc: "2.0", method: "notifications/initialized" });
  expect([quiet.statusCode, quiet.body]).toEqual([202, ""]);

  const unknown = await post({ jsonrpc: "2.0", id: 7, method: "no/such" });
  expect(unknown.json()).toMatchObject({ id: 7, error: { code: -32_601 } });
});

test("messages count against the caller's limit as other requests do", async () => {
  const payload = { jsonrpc: "2.0", id: 1, method: "ping" };
  const limited = await testApp({
    database: context.database,
    limits: { anonymous: 2, read: 9, write: 9 },
  });
  const statuses = [];
  for (let n = 0; n < 3; n += 1) {
    statuses.push((await limited.send({ method: "POST", url: "/mcp", payload })).statusCode);
  }
  expect(statuses).toEqual([200, 200, 429]);
});
