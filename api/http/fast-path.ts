import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import proxyAddress from "@fastify/proxy-addr";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import { hasCredential } from "../auth/authenticate.ts";
import type { AppOptions } from "../deps.ts";
import type { Endpoint } from "./endpoint.ts";
import { addressKey, type RateLimiter } from "./limits/rate-limit.ts";
import type { Observe } from "./observe.ts";
import { firstHeaders, type HeaderTarget, hostCount, tellLimits } from "./requests/admission.ts";
import { formOf } from "./requests/conditional.ts";
import type { HandlerAnswer, StoredBytes } from "./requests/handled.ts";
import { json, publicRead, varyOf } from "./responses/send.ts";

/** Learns which requests need no more than bytes from memory. */
export interface FastPath {
  /** Remembers the address where the same request would get the same bytes for as long as they are in memory. */
  learn(request: FastifyRequest, endpoint: Endpoint, handled: HandlerAnswer): void;
}

/** An address whose answer is in memory. */
interface KnownAddress {
  /** The route's pattern. */
  route: string;
  /** The Vary header. */
  vary: string;
  /** The bytes now; undefined when they are no longer in memory. */
  find(): StoredBytes | undefined;
}

const addressesMax = 20_000;

/**
 * Answers requests for finished public documents before Fastify routes, validates and runs hooks. Such an answer is the
 * one that the full path gives, header by header, and is counted, measured and logged like it. What the fast path
 * cannot decide at once it leaves to the full path: a credential, a query, a body, an origin, a refusal.
 */
export function openFastPath(
  app: FastifyInstance,
  { trustedProxies = [], corsOrigins = [] }: Pick<AppOptions, "trustedProxies" | "corsOrigins">,
  { limiter, observe }: { limiter: RateLimiter; observe: Observe },
): FastPath {
  const known = new LRUCache<string, KnownAddress>({ max: addressesMax });
  const addressOf = clientAddress(trustedProxies);
  // An answer to another origin depends on its name.
  let isOpen = corsOrigins.length === 0;
  app.addHook("preClose", async () => {
    isOpen = false;
  });

  const answer = (request: IncomingMessage, response: ServerResponse): boolean => {
    const address = isOpen && isPlainRead(request) ? known.get(request.url ?? "") : undefined;
    const bytes = address?.find();
    if (address === undefined || bytes?.visibility !== "public") return false;
    const hit = limiter.hitAtOnce(addressKey(addressOf(request)), "anonymous");
    if (hit === undefined) return false;
    const headers = new HeaderList();
    const requestId = randomUUID();
    firstHeaders(headers, requestId);
    tellLimits(headers, [hit]);
    headers.header("vary", address.vary);
    observeAnswer(request, response, { observe, requestId, route: address.route });
    sendBytes(request, response, headers.list, bytes);
    return true;
  };
  interceptRequests(app, answer);

  return {
    learn(request, endpoint, handled) {
      if (handled.kind !== "bytes" || request.caller !== null) return;
      const { again } = handled.bytes;
      if (again === undefined || !isPlainRead(request.raw) || !isFastEndpoint(endpoint)) return;
      // A copy with other content may carry the function of the original.
      if (again() !== handled.bytes) return;
      known.set(request.raw.url ?? "", {
        route: request.routeOptions.url ?? "",
        vary: varyOf(endpoint),
        find: again,
      });
    },
  };
}

/** Passes requests to `answer` first, and to Fastify those that it does not answer. */
function interceptRequests(
  { server }: FastifyInstance,
  answer: (request: IncomingMessage, response: ServerResponse) => boolean,
): void {
  const [full] = server.listeners("request");
  if (full === undefined) throw new Error("Fastify has not attached its listener yet");
  server.removeAllListeners("request");
  server.on("request", (request, response) => {
    if (!answer(request, response)) full.call(server, request, response);
  });
}

/** True for a read without a query and a body whose headers cannot change more than the form of the answer. */
function isPlainRead(request: IncomingMessage): boolean {
  const { method, url = "", headers } = request;
  return (
    method === "GET" &&
    !hasCredential(headers) &&
    headers.cookie === undefined &&
    headers["content-length"] === undefined &&
    headers["transfer-encoding"] === undefined &&
    !url.includes("?") &&
    hostCount(request) === 1
  );
}

/** True where only admission and the handler decide the answer. */
const isFastEndpoint = ({ access, flag, bucket, limited, deprecated }: Endpoint) =>
  (access === "anyone" || access === "optional") &&
  flag === null &&
  bucket === null &&
  limited &&
  deprecated === null;

class HeaderList implements HeaderTarget {
  readonly list: string[] = [];

  header(name: string, value: string): void {
    this.list.push(name, value);
  }
}

/** Sends the bytes in the form that the request asks for. */
function sendBytes(
  request: IncomingMessage,
  response: ServerResponse,
  headers: string[],
  bytes: StoredBytes,
): void {
  const { etag, packed, isUnchanged } = formOf(bytes, request.headers);
  headers.push("etag", etag, "cache-control", publicRead);
  if (isUnchanged) {
    response.writeHead(304, headers).end();
    return;
  }
  const body = packed ?? bytes.identity;
  headers.push("content-type", bytes.type ?? json);
  for (const [name, value] of Object.entries(bytes.headers ?? {})) headers.push(name, value);
  if (packed !== null) headers.push("content-encoding", "gzip");
  headers.push("content-length", String(body.length));
  response.writeHead(200, headers).end(body);
}

/** Observes the answer when it has been handed to the system, as Fastify does. */
function observeAnswer(
  { method = "", url = "" }: IncomingMessage,
  response: ServerResponse,
  { observe, requestId, route }: { observe: Observe; requestId: string; route: string },
): void {
  const startMs = performance.now();
  response.on("finish", () => {
    const ms = performance.now() - startMs;
    const status = response.statusCode;
    observe({ requestId, method, route, path: url, status, ms, userId: undefined });
  });
}

/** The client's address, as Fastify finds it: X-Forwarded-For counts where a trusted proxy sent it. */
function clientAddress(trustedProxies: string[]): (request: IncomingMessage) => string {
  if (trustedProxies.length === 0) return ({ socket }) => socket.remoteAddress ?? "";
  const trust = proxyAddress.compile(trustedProxies);
  return (request) => proxyAddress(request, trust);
}
