import { type Agent, request as httpRequest, type IncomingMessage } from "node:http";
import type { LightMyRequestResponse } from "fastify";
import type { Endpoint } from "#api/http/endpoint.ts";

/** An answer as it came: each header with all its values. */
export interface Received {
  status: number;
  headers: Record<string, string[]>;
  body: string;
}

interface Asking {
  method?: string;
  headers?: Record<string, string>;
  agent: Agent;
}

/** Asks over a socket, where answers may be repeated from memory. */
export function askOver(
  url: string,
  { method = "GET", headers = {}, agent }: Asking,
): Promise<Received> {
  return new Promise((resolve, reject) => {
    const asked = httpRequest(url, { method, headers, agent }, (answer) =>
      receive(answer).then(resolve, reject),
    );
    asked.on("error", reject).end();
  });
}

async function receive(answer: IncomingMessage): Promise<Received> {
  const parts: Buffer[] = [];
  for await (const part of answer) parts.push(part as Buffer);
  const headers: Record<string, string[]> = {};
  const { rawHeaders } = answer;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = (rawHeaders[at] ?? "").toLowerCase();
    headers[name] = [...(headers[name] ?? []), rawHeaders[at + 1] ?? ""];
  }
  const body = Buffer.concat(parts).toString("latin1");
  return { status: answer.statusCode ?? 0, headers, body };
}

/** An answer to `inject`, which takes the full path. */
export const injected = ({
  statusCode,
  headers,
  rawPayload,
}: LightMyRequestResponse): Received => ({
  status: statusCode,
  headers: Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, [value ?? ""].flat().map(String)]),
  ),
  body: rawPayload.toString("latin1"),
});

/** Headers that differ between two answers to one request, and why. */
const headersOfOne: Readonly<Record<string, string>> = {
  date: "the time of the answer",
  "x-request-id": "the name of the request",
  ratelimit: "what is left after the request",
  connection: "of the connection, which inject does not have",
  "keep-alive": "of the connection, which inject does not have",
  "transfer-encoding": "of the connection, which inject does not have",
};

/** Parts of headers and bodies that differ so, and why. */
const partsOfOne: readonly (readonly [RegExp, why: string])[] = [
  [/(?<=tenk-form=)[\w-]+/g, "the secret of a form"],
  [/(?<="form_token" value=")[\w-]+/g, "the secret of a form"],
  [/(?<=callback\?code=)[\w-]+/g, "a code that is used once"],
  [/(?<=challenge&quot;:&quot;)[\w-]+/g, "what a passkey signs once"],
];

/** Operations whose answers differ as a whole, and why: their headers are compared. */
const bodiesOfOne: Readonly<Record<string, string>> = {
  getMetrics: "counts the requests before this one",
};

/** How the second answer differs from the first one, apart from what belongs to one request. */
export function differences({ name: of }: Endpoint, first: Received, second: Received): string[] {
  const isLasting = (name: string) =>
    !Object.hasOwn(headersOfOne, name) &&
    !(Object.hasOwn(bodiesOfOne, of) && name === "content-length");

  const names = [...new Set([...Object.keys(first.headers), ...Object.keys(second.headers)])];
  const headers = names
    .filter(isLasting)
    .map((name) => [name, lasting(first.headers[name]), lasting(second.headers[name])] as const);
  const compared = [
    ["status", String(first.status), String(second.status)] as const,
    ...headers,
    ...(Object.hasOwn(bodiesOfOne, of)
      ? []
      : [["body", ...excerpts(bodyOf(first), bodyOf(second))] as const]),
  ];
  return compared.flatMap(([what, one, other]) =>
    one === other ? [] : [`${what}: ${one} | ${other}`],
  );
}

const bodyOf = ({ headers, body }: Received) =>
  lasting(body.replaceAll(headers["x-request-id"]?.[0] ?? "", ""));

const lasting = (text: unknown) =>
  partsOfOne.reduce((rest, [part]) => rest.replace(part, ""), String(text));

/** Where two texts begin to differ; twice the same for equal ones. */
function excerpts(one: string, other: string): readonly [string, string] {
  if (one === other) return ["", ""];
  const at = [...one].findIndex((character, n) => character !== other[n]);
  const from = Math.max(0, (at === -1 ? one.length : at) - 60);
  return [one.slice(from, from + 120), other.slice(from, from + 120)];
}
