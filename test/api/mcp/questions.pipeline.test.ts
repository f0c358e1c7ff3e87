import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, describe, expect, test } from "vitest";
import { openExtracts } from "#api/clients/extracts.ts";
import { writeExtract } from "#ingest/extracts/write-extract.ts";
import { ingestCompany } from "#ingest/pipeline.ts";
import { readSampleReports } from "#ingest/sample/reports/sample-reports.ts";
import { testApp } from "../../helpers/app.ts";
import { makeReport } from "../../helpers/make.ts";
import { apple, openTestPipeline } from "../../helpers/pipeline.ts";

const program = fileURLToPath(new URL("../../../jobs/extracts/query-program.ts", import.meta.url));
const kraftHeinz = "0001637459";
const { context, extractStore } = await openTestPipeline({ ciks: [apple, kraftHeinz] });
for (const cik of [apple, kraftHeinz]) await ingestCompany(cik, context);
for (const report of await readSampleReports()) {
  if (report.cik === apple && report.period === "2024-09-28")
    await makeReport(context.database.db, apple, report, { filed: "2024-11-01" });
}
const out = await mkdtemp(join(tmpdir(), "tenk-agents-"));
afterAll(() => rm(out, { recursive: true, force: true }));
await writeExtract(extractStore, { out, format: "both", since: null, onCompany: () => true });
const { app } = await testApp({
  database: context.database,
  now: () => new Date("2026-03-01T12:00:00.000Z"),
  extracts: openExtracts(program, { dataDir: out, extractUrl: out }),
});
const address = await app.listen({ port: 0, host: "127.0.0.1" });
const client = new Client({ name: "tests", version: "1.0.0" });
await client.connect(new StreamableHTTPClientTransport(new URL(`${address}/mcp`)));
afterAll(() => client.close());
// With the list the client holds each answer to the schema of its tool.
await client.listTools();

type Answer = ReturnType<typeof JSON.parse>;

async function ask(name: string, input: Record<string, unknown>): Promise<Answer> {
  const answer = await client.callTool({ name, arguments: input });
  const [first] = answer.content as { text: string }[];
  if (answer.isError === true) throw new Error(first?.text);
  expect(answer.structuredContent).toEqual(JSON.parse(first?.text ?? ""));
  return answer.structuredContent;
}

describe("ten questions of finance, answered by tools", () => {
  test("1. what did Apple sell and keep in each year?", async () => {
    const { rows } = await ask("get_figures", {
      ...{ companies: ["AAPL"], metrics: ["revenue", "net_income"], periods: "2022FY..2024FY" },
    });
    const shown = rows.map(({ period, values }: Answer) => [period, ...Object.values(values)]);
    expect(shown).toEqual([
      ["2022FY", 394_328e6, 99_803e6],
      ["2023FY", 383_285e6, 96_995e6],
      ["2024FY", 391_035e6, 93_736e6],
    ]);
  });

  test("2. which of two companies has the higher operating margin?", async () => {
    const { rows } = await ask("get_figures", {
      ...{ companies: ["AAPL", "0001637459"], metrics: ["operating_margin"], periods: "2023FY" },
    });
    expect(rows[0].values.operating_margin).toBeCloseTo(114_301 / 383_285, 10);
    expect(rows[1].values.operating_margin).toBeCloseTo(4_572 / 26_640, 10);
  });

  test("3. what was known of net income at the end of 2018, and what is it now?", async () => {
    const of = { company: "KHC", concept: "net_income", period: "2017FY" };
    const said = await ask("value_at_time", { ...of, asOf: "2018-12-31" });
    expect([said.asOf.value, said.now.value]).toEqual(["10999000000", "10941000000"]);
  });

  test("4. how did earnings per share grow over a split?", async () => {
    const of = { company: "AAPL", period: "annual", periods: 8, asOf: "2023-12-31" };
    const lineOf = (answer: Answer, key: string) =>
      answer.periods.find(({ period }: Answer) => period === key).lines.eps_diluted;
    const adjusted = await ask("get_per_share", of);
    expect(lineOf(adjusted, "2023FY")).toBe(6.13);
    // 11.91 in the 10-K for 2018, before four shares came of one.
    expect(lineOf(adjusted, "2018FY")).toBeCloseTo(11.91 / 4, 2);
    const [newest] = adjusted.periods;
    expect(newest.period).toBe("2023FY");
    const silent = Object.keys(newest.reasons);
    expect(silent.length).toBeGreaterThan(0);
    expect(silent.filter((key) => key in newest.lines)).toEqual([]);
  });

  test("5. how much free cash flow came in over the last twelve months?", async () => {
    const { rows } = await ask("get_figures", {
      ...{ companies: ["AAPL"], metrics: ["free_cash_flow"], periods: "TTM" },
    });
    expect(rows[0]).toMatchObject({ periodEnd: "2025-12-27", currency: "USD" });
    expect(rows[0].values.free_cash_flow).toBe(123_324e6);
  });

  test("6. which companies sell for more than 100 billion?", async () => {
    const { companies } = await ask("screen_companies", { where: "revenue > 100b" });
    expect(companies.map(({ ticker }: Answer) => ticker)).toEqual(["AAPL"]);
  });

  test("7. what did Apple sell in the Americas?", async () => {
    const { members } = await ask("get_segments", { company: "AAPL", by: "business" });
    const americas = members.find(({ label }: Answer) => label.startsWith("Americas"));
    expect(Number(americas.values["2024FY"])).toBe(167_045e6);
  });

  test("8. how does the filing print its sales?", async () => {
    const { statements } = await ask("get_filed_statement", { company: "AAPL" });
    const lines = statements.flatMap(({ lines: own }: Answer) => own);
    const sales = lines.find(({ feeds, of }: Answer) => feeds?.includes("revenue") && !of);
    expect(sales.label).toBe("Net sales");
    expect(Object.values(sales.values)).toContain("391035000000");
  });

  test("9. what is a share worth by a model of a past day, and with more growth?", async () => {
    const of = { company: "AAPL", model: "terminal_growth", asOf: "2023-11-03" };
    const usual = await ask("run_model", of);
    expect(JSON.stringify(usual.valuation)).toContain("90.39");
    const drivers = { revenue_growth: { 2024: 0.3 } };
    const grown = await ask("run_model", { ...of, drivers });
    expect(grown.valuation.enterpriseValue).toBeGreaterThan(usual.valuation.enterpriseValue);
  });

  test("10. who grew, over all companies, in SQL?", async () => {
    const sql = `select ticker, revenue from statements_wide
      where fiscal_period = 'FY' and fiscal_year = 2023 order by revenue desc`;
    const { columns, rows } = await ask("query_sql", { sql });
    expect([columns, ...rows]).toEqual([
      ["ticker", "revenue"],
      ["AAPL", 383_285e6],
      ["KHC", 26_640e6],
    ]);
  });
});

describe("SQL of an agent", () => {
  test.each([
    ["reads no file", "select * from read_csv('/etc/passwd')"],
    ["reaches no network", "select * from read_parquet('https://example.com/a.parquet')"],
    ["sets nothing", "set memory_limit = '64GB'"],
    ["writes nothing", "copy (select 1) to 'out.csv'"],
    ["takes no more rows than it may", "select * from facts limit 2000"],
  ])("%s", async (_, sql) => {
    await expect(ask("query_sql", { sql })).rejects.toThrow("The question is not answered");
  });
});

describe("what a tool cannot answer", () => {
  test.each([
    ["company_summary", { company: "ZZZZ" }],
    ["trace_value", { company: "AAPL", concept: "xyzzyx", period: "2023FY" }],
    ["get_filed_statement", { company: "KHC", filing: "0001637459-24-000001" }],
    ["get_figures", { companies: ["AAPL"], metrics: ["revenu"] }],
    ["query_sql", { sql: "from fact" }],
  ])("%s says what to do in words of tools", async (name, input) => {
    const answer = await client.callTool({ name, arguments: input });
    const [first] = answer.content as { text: string }[];
    expect(answer.isError).toBe(true);
    expect(first?.text).not.toMatch(/npm run|GET \/|--\w/);
    expect(first?.text.length).toBeGreaterThan(20);
  });
});

test("resources say what keys mean and which tags a line takes, and prompts start a question", async () => {
  const { resources } = await client.listResources();
  expect(resources.map(({ uri }) => uri)).toEqual(["tenk://lines", "tenk://metrics"]);
  const read = async (uri: string): Promise<Answer> => {
    const [content] = (await client.readResource({ uri })).contents as { text: string }[];
    return JSON.parse(content?.text ?? "");
  };
  const { lines } = await read("tenk://lines");
  expect(lines.find(({ key }: Answer) => key === "revenue").statement).toBe("income_statement");
  const { metrics } = await read("tenk://metrics");
  expect(metrics.find(({ key }: Answer) => key === "pe").formula).toContain("net_income_to_common");
  const revenue = await read("tenk://lines/revenue");
  expect(revenue.mappings.map(({ xbrlConcept }: Answer) => xbrlConcept)).toContain("Revenues");
  const { prompts } = await client.listPrompts();
  expect(prompts).toHaveLength(3);
  const { messages } = await client.getPrompt({
    ...{ name: "company_brief", arguments: { company: "AAPL" } },
  });
  expect(JSON.stringify(messages)).toContain("brief on AAPL");
});
