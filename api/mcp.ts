import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import { Command } from "commander";
import { Registry } from "prom-client";
import { loadRegistry } from "#registry/current/load.ts";
import { readConfig } from "#schemas/config/config.ts";
import { startFailure } from "#schemas/config/start-fault.ts";
import { requestLimits } from "#schemas/config/wait-limits.ts";
import { migrateDatabase, openDatabase } from "#schemas/database/db.ts";
import { openLog } from "#schemas/log.ts";
import { buildApp } from "./app.ts";
import { appOptionsOf } from "./app-options.ts";

/** Sends one message to /mcp; the text of the answer, empty for a notification. */
type Post = (message: JSONRPCMessage) => Promise<string>;

interface Service {
  post: Post;
  close(): Promise<void>;
}

const key = process.env.TENK_API_KEY;
const headers = {
  "content-type": "application/json",
  accept: "application/json, text/event-stream",
  ...(key === undefined ? {} : { "x-api-key": key }),
};

/** A service that runs somewhere. */
const remote = (url: string): Service => ({
  post: async (message) => {
    const body = JSON.stringify(message);
    const answer = await fetch(new URL("/mcp", url), { method: "POST", headers, body });
    return answer.text();
  },
  close: async () => {},
});

/** The API in this process, over the configured database and without a socket. */
async function local(): Promise<Service> {
  const config = readConfig(process.env);
  const database = await openDatabase({ ...config, limits: requestLimits });
  await migrateDatabase(database);
  const app = buildApp({
    database,
    registry: loadRegistry(),
    ...appOptionsOf(config, openLog(config.logLevel, process.stderr)),
    now: () => new Date(),
    metrics: new Registry(),
  });
  await app.ready();
  return {
    post: async (message) => {
      const payload = JSON.stringify(message);
      return (await app.inject({ method: "POST", url: "/mcp", headers, payload })).body;
    },
    close: async () => {
      await app.close();
      await database.close();
    },
  };
}

/** What answers a message when /mcp refused the request itself (a limit, a credential): an error of JSON-RPC. */
function messageOf(text: string, asked: JSONRPCMessage): JSONRPCMessage | null {
  if (text === "" || !("id" in asked)) return null;
  const answer = JSON.parse(text) as JSONRPCMessage | { error: { message: string } };
  if ("jsonrpc" in answer) return answer;
  return { jsonrpc: "2.0", id: asked.id, error: { code: -32_000, message: answer.error.message } };
}

/** `npm run mcp`: the Model Context Protocol on standard input and output. Ends with its input. */
async function main(): Promise<void> {
  const program = new Command("npm run --silent mcp --")
    .description(
      "Tools for agents over the Model Context Protocol, on standard input and output. TENK_API_KEY is sent as API key.",
    )
    .option("--url <address>", "ask a service that runs, instead of the configured database")
    .parse();
  const { url } = program.opts<{ url?: string }>();
  const service = url === undefined ? await local() : remote(url);
  const transport = new StdioServerTransport();
  let last: Promise<unknown> = Promise.resolve();
  transport.onmessage = (message) => {
    const answer = service.post(message).then(async (text) => {
      const reply = messageOf(text, message);
      if (reply !== null) await transport.send(reply);
    });
    last = Promise.allSettled([last, answer]);
    answer.catch((error: unknown) => process.stderr.write(`${startFailure(error)}\n`));
  };
  process.stdin.on("end", () => void last.then(() => service.close()));
  await transport.start();
}

main().catch((error: unknown) => {
  process.stderr.write(`${startFailure(error)}\n`);
  process.exitCode = 1;
});
