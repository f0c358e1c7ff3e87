import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import { Registry } from "prom-client";
import { loadRegistry } from "#registry/current/load.ts";
import { readConfig } from "#schemas/config/config.ts";
import { startFailure } from "#schemas/config/start-fault.ts";
import { requestLimits } from "#schemas/config/wait-limits.ts";
import { migrateDatabase, openDatabase } from "#schemas/database/db.ts";
import { messageOf, openLog } from "#schemas/log.ts";
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
    try {
      const answer = await fetch(new URL("/mcp", url), { method: "POST", headers, body });
      return await answer.text();
    } catch (error) {
      throw new Error(`${url} does not answer`, { cause: error });
    }
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

/** An error of JSON-RPC. Null for a notification, which gets no answer. */
function refusal(asked: JSONRPCMessage, message: string): JSONRPCMessage | null {
  if (!("id" in asked)) return null;
  return { jsonrpc: "2.0", id: asked.id, error: { code: -32_000, message } };
}

/**
 * The service's answer to a message: an error of JSON-RPC where it refused the request itself (a limit, a credential),
 * sent no answer of ours, or none at all. Null for a notification.
 */
async function answerOf({ post }: Service, asked: JSONRPCMessage): Promise<JSONRPCMessage | null> {
  try {
    const text = await post(asked);
    if (text === "" || !("id" in asked)) return null;
    const answer = JSON.parse(text) as JSONRPCMessage | { error: { message: string } };
    return "jsonrpc" in answer ? answer : refusal(asked, answer.error.message);
  } catch (error) {
    const said = error instanceof SyntaxError ? "The answer is not one of Tenk" : messageOf(error);
    process.stderr.write(`${said}\n`);
    return refusal(asked, said);
  }
}

/**
 * Answers the messages on standard input on standard output, by the service at `url` or, without one, by the configured
 * database. Ends with its input.
 */
export async function serveMessages(url: string | undefined): Promise<void> {
  const service = url === undefined ? await local() : remote(url);
  const transport = new StdioServerTransport();
  let last: Promise<unknown> = Promise.resolve();
  transport.onmessage = (message) => {
    const answer = answerOf(service, message).then(async (reply) => {
      if (reply !== null) await transport.send(reply);
    });
    last = Promise.allSettled([last, answer]);
    answer.catch((error: unknown) => process.stderr.write(`${startFailure(error)}\n`));
  };
  process.stdin.on("end", () => void last.then(() => service.close()));
  await transport.start();
}
