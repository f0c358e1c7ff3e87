import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
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

const cwd = join(import.meta.dirname, "../../..");

/** Starts what `npm run mcp` starts, and connects the SDK's own client to its input and output. */
async function connect(args: string[]) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: ["--import", "./jobs/runtime-check.mjs", "api/mcp.ts", ...args],
    cwd,
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

test.for([
  ["does not answer", null],
  ["is a page of something else", "<html>Bad gateway</html>"],
] as const)("a service that %s is an error of the request, not a wait", async ([, page]) => {
  const server = createServer((_, answer) => void answer.end(page)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  if (page === null) await new Promise((closed) => server.close(closed));
  const url = `http://127.0.0.1:${port}`;

  const message = page === null ? `${url} does not answer` : "The answer is not one of Tenk";
  await expect(connect(["--url", url])).rejects.toThrow(message);
  server.close();
});

test.for([["--url", "nonsense"], ["--url", "file:///tmp"], ["--nope"]])(
  "%s %s is wrong usage: one line and exit code 2",
  (args) => {
    const argv = ["--import", "./jobs/runtime-check.mjs", "api/mcp.ts", ...args];
    const { status, stderr } = spawnSync(process.execPath, argv, { cwd, encoding: "utf8" });

    expect(status).toBe(2);
    expect(stderr).toMatch(/^error: .*\n$/);
  },
);
