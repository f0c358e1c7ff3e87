import type { Readable } from "node:stream";
import type { Agent, Dispatcher } from "undici";
import type { Limits } from "./kinds.ts";

/** The head of an answer, with its body still on the way. */
export interface Answer {
  status: number;
  /** The single value of a header, or null. */
  header(name: string): string | null;
  body: Readable;
}

/** One request; whatever goes wrong on the way to the answer's head is thrown as undici gives it. */
export interface Exchange {
  /** `signal` ends the exchange at any moment, the body included. */
  send(url: URL, headers: Record<string, string>, signal: AbortSignal): Promise<Answer>;
  close(): Promise<void>;
}

/** Without redirects, cookies or retries, and one request at a time on a connection: what is sent is what was granted. */
export function openExchange(limits: Limits): Exchange {
  let opened: Promise<Agent> | null = null;
  return {
    async send(url, headers, signal) {
      opened ??= openAgent(limits);
      const agent = await opened;
      const { origin } = url;
      const path = url.pathname + url.search;
      return answerOf(await agent.request({ origin, path, method: "GET", headers, signal }));
    },
    async close() {
      await (await opened)?.destroy();
    },
  };
}

/** The library is loaded with the first request: a start that fetches nothing does without it. */
async function openAgent(limits: Limits): Promise<Agent> {
  const { Agent } = await import("undici");
  return new Agent({
    connect: { timeout: limits.connectMs },
    headersTimeout: limits.firstByteMs,
    bodyTimeout: limits.wholeMs,
    pipelining: 1,
  });
}

function answerOf({ statusCode, headers, body }: Dispatcher.ResponseData): Answer {
  // A body that fails before anybody reads it must not end the process; its reader gets the error.
  body.on("error", () => {});
  return {
    status: statusCode,
    header(name) {
      const value = headers[name];
      return (Array.isArray(value) ? value[0] : value) ?? null;
    },
    body,
  };
}

/** True for the failures that undici reports when time ran out. */
export function isTimeout(error: unknown): boolean {
  const { name, code } = error as { name?: string; code?: string };
  return name === "TimeoutError" || name === "AbortError" || /TIMEOUT|ETIMEDOUT/.test(code ?? "");
}
