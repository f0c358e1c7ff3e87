import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import proxyAddress from "@fastify/proxy-addr";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import { hasCredential } from "../auth/authenticate.ts";
import type { CountLookup } from "../cache-counter.ts";
import type { AppOptions } from "../deps.ts";
import { addressKey, type RateLimiter } from "./limits/rate-limit.ts";
import { type AnsweredRequest, answeredOf, type Observe } from "./observe.ts";
import { nameRequest, ofOneRequest, tellLimits } from "./requests/admission.ts";
import type { StoredBytes } from "./requests/handled.ts";

/** Remembers an answer once it is sent, where the same request would get the same bytes again. */
export type Learn = (request: FastifyRequest, reply: FastifyReply, bytes: StoredBytes) => void;

/** An answer of the full path. */
interface Remembered {
  answered: AnsweredRequest;
  /** Names and values in turn, without those of one request. */
  headers: readonly string[];
  /** Which form of the bytes was sent; null for none. */
  form: "identity" | "gzip" | null;
  /** The bytes while they are the stored ones. What is remembered keeps no dropped bytes in memory. */
  find(): StoredBytes | undefined;
}

/** Characters of all that is remembered. */
const charsMax = 32 * 1_048_576;

/**
 * Repeats answers with stored bytes before Fastify routes, validates and runs hooks: status, headers and bytes as the
 * full path sent them to the same request. It is counted, measured and logged by the functions of the full path, which
 * gets every other request.
 */
export function openFastPath(
  app: FastifyInstance,
  { trustedProxies = [] }: Pick<AppOptions, "trustedProxies">,
  { limiter, observe, count }: { limiter: RateLimiter; observe: Observe; count: CountLookup },
): Learn {
  const answers = new LRUCache<string, Remembered>({
    maxSize: charsMax,
    sizeCalculation: ({ headers }, key) => key.length + headers.join().length,
  });
  const trust = proxyAddress.compile(trustedProxies);
  app.addHook("preClose", async () => answers.clear());

  const repeat = (request: IncomingMessage, response: ServerResponse): boolean => {
    const startMs = performance.now();
    const known = request.method === "GET" ? answers.get(keyOf(request)) : undefined;
    const bytes = known?.find();
    if (request.method === "GET") count(bytes !== undefined);
    if (known === undefined || bytes === undefined) return false;
    const hit = limiter.hitAtOnce(addressKey(proxyAddress(request, trust)), "anonymous");
    if (hit === undefined) return false;
    const { form, answered } = known;
    const [requestId, headers] = [randomUUID(), [] as string[]];
    const reply = { header: (name: string, value: string) => headers.push(name, value) };
    nameRequest(reply, requestId);
    tellLimits(reply, [hit]);
    const elapsed = () => performance.now() - startMs;
    response.on("finish", () => observe({ ...answered, requestId, ms: elapsed() }));
    response.writeHead(answered.status, headers.concat(known.headers));
    response.end(form === null ? undefined : bytes[form]);
    return true;
  };

  const [full] = app.server.listeners("request");
  if (full === undefined) throw new Error("Fastify has not attached its listener yet");
  app.server.removeAllListeners("request");
  app.server.on("request", (request, response) => {
    if (!repeat(request, response)) full.call(app.server, request, response);
  });

  return (request, reply, bytes) => {
    const find = findAgain(bytes);
    if (!isRepeatable(request) || find() === undefined) return;
    reply.raw.once("finish", () => {
      const packed = reply.hasHeader("content-encoding") ? "gzip" : "identity";
      const form = reply.statusCode === 304 ? null : packed;
      const answered = answeredOf(request, reply);
      answers.set(keyOf(request.raw), { answered, headers: lasting(reply), form, find });
    });
  };
}

/** How the bytes are found while they are stored. A copy with other content may carry the function of the original. */
function findAgain(bytes: StoredBytes): Remembered["find"] {
  const [of, { again }] = [new WeakRef(bytes), bytes];
  const whileSame = (stored: StoredBytes | undefined) =>
    stored === of.deref() ? stored : undefined;
  return () => whileSame(again?.());
}

/** True for an anonymous read that admission and the handler alone decide. */
function isRepeatable({ raw, caller, routeOptions }: FastifyRequest): boolean {
  const { headers } = raw;
  const { access, flag, bucket, limited, deprecated } = routeOptions.config.endpoint ?? {};
  const isForAll = access === "anyone" || access === "optional";
  const isFree = flag === null && bucket === null && limited === true && deprecated === null;
  const sent = [headers.cookie, headers["content-length"], headers["transfer-encoding"]];
  const isPlain = raw.method === "GET" && sent.every((one) => one === undefined);
  return isForAll && isFree && isPlain && caller === null && !hasCredential(headers);
}

/** Headers that decide no part of an answer. All others are part of a request's key, whatever they mean. */
const unread =
  /^(user-agent|accept-language|connection|cache-control|pragma|referer|sec-.*|x-forwarded-.*)$/i;

function keyOf({ method, url, rawHeaders }: IncomingMessage): string {
  let key = `${method} ${url}`;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? "";
    if (!unread.test(name)) key += `\n${name}: ${rawHeaders[at + 1]}`;
  }
  return key;
}

const lasting = (reply: FastifyReply): string[] =>
  Object.entries(reply.getHeaders())
    .filter(([name]) => !ofOneRequest.includes(name))
    .flatMap(([name, value]) => [value].flat().flatMap((one) => [name, String(one)]));
