import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { afterAll, expect, test } from "vitest";
import { tools } from "#api/modules/mcp/service.ts";
import { ingestCompany } from "#ingest/pipeline.ts";
import { testApp } from "../../helpers/app.ts";
import { newDataFolder } from "../../helpers/data-folder.ts";
import { apple, openTestPipeline } from "../../helpers/pipeline.ts";
import { programEnv } from "../../helpers/program-env.ts";

const { path: folder, remove } = await newDataFolder();
afterAll(remove);

/** Starts what `npm run mcp` starts, and connects the SDK's own client to its input and output. */
async function connect(args: string[]) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: ["--import", "./jobs/runtime-check.mjs", "api/mcp.ts", ...args],
    cwd: join(import.meta.dirname, "../../.."),
    env: { DATA_DIR: folder, NODE_COMPILE_CACHE: programEnv.NODE_COMPILE_CACHE ?? "" },
    stderr: "pipe",
  });
  const client = new Client({ name: "tests", version: "1.0.0" });
  await client.connect(transport);
  const call = async (name: string, input: Record<string, unknown>) => {
    const said = await client.callTool({ name, arguments: input });
    const [{ text }] = said.content as [{ text: string }];
    return { isError: said.isError === true, text };
  };
  return { client, call, pid: transport.pid ?? 0 };
}

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test("the configured database is asked in the program's own process, which ends with its input", async () => {
  const { client, call, pid } = await connect([]);

  const listed = await client.listTools();
  expect(listed.tools.map(({ name }) => name)).toEqual(tools.map(({ name }) => name));
  const { text } = await call("find_company", { query: "apple" });
  expect(JSON.parse(text)).toEqual({ companies: [], total: 0 });
  const unknown = await call("company_summary", { company: "AAPL" });
  expect([unknown.isError, unknown.text]).toEqual([
    true,
    expect.stringContaining("Ticker not found"),
  ]);

  expect(isAlive(pid)).toBe(true);
  await client.close();
  await expect.poll(() => isAlive(pid)).toBe(false);
});

test("with --url a running service is asked", async () => {
  const { context } = await openTestPipeline();
  await ingestCompany(apple, context);
  const { app } = await testApp({ database: context.database });
  const url = await app.listen({ port: 0, host: "127.0.0.1" });
  const { client, call } = await connect(["--url", url]);

  const { text } = await call("trace_value", {
    ...{ company: "AAPL", concept: "revenue", period: "2023FY" },
  });
  expect(JSON.parse(text)).toMatchObject({ value: "383285000000", unit: "USD" });
  await client.close();
});
