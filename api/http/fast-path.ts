import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import proxyAddress from "@fastify/proxy-addr";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import { hasCredential } from "../auth/authenticate.ts";
import type { AppOptions } from "../deps.ts";
import type { Endpoint } from "./endpoint.ts";
import { addressKey, type Hit, type RateLimiter } from "./limits/rate-limit.ts";
import type { Observe } from "./observe.ts";
import { firstHeaders, type HeaderTarget, hostCount, tellLimits } from "./requests/admission.ts";
import { noteBegun } from "./requests/begun.ts";
import { formOf } from "./requests/conditional.ts";
import type { HandlerAnswer, Reload, StoredBytes } from "./requests/handled.ts";
import { json, publicRead, varyOf } from "./responses/send.ts";

/** Learns which requests need no more than stored bytes. */
export interface FastPath {
  /** Remembers the address where the same request would get the bytes that are stored, whatever they are by then. */
  learn(request: FastifyRequest, endpoint: Endpoint, handled: HandlerAnswer): void;
}

/** An address whose answer is stored. */
interface KnownAddress {
  /** The route's pattern. */
  route: string;
  /** The Vary header. */
  vary: string;
  /** The bytes now; undefined when they are no longer in memory. */
  find(): StoredBytes | undefined;
  /** Reads those that are not in memory; undefined where only the handler can. */
  read: Reload["read"] | undefined;
}

/** A request that is counted and gets its answer here. */
interface Admitted {
  request: IncomingMessage;
  response: ServerResponse;
  address: KnownAddress;
  hit: Hit | null;
  observe: Observe;
  startMs: number;
  /** Leaves it to the full path. */
  leave: () => void;
}

const addressesMax = 20_000;

/**
 * Answers requests for finished public documents before Fastify routes, validates and runs hooks. Such an answer is the
 * one that the full path gives, header by header, and is counted, measured and logged like it. What the fast path
 * cannot decide it leaves to the full path: a credential, a query, a body, an origin, a refusal, a document that is
 * gone or cannot be read.
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

  interceptRequests(app, (request, response, leave) => {
    const startMs = performance.now();
    const address = isOpen && isPlainRead(request) ? known.get(request.url ?? "") : undefined;
    if (address === undefined) return leave();
    const bytes = address.find();
    const isHere = bytes === undefined ? address.read !== undefined : bytes.visibility === "public";
    if (!isHere) return leave();
    const hit = limiter.hitAtOnce(addressKey(addressOf(request)), "anonymous");
    if (hit === undefined) return leave();
    const admitted = { request, response, address, hit, observe, startMs, leave };
    if (bytes === undefined) void readAndAnswer(admitted);
    else answer(admitted, bytes);
  });

  return {
    learn(request, endpoint, handled) {
      if (handled.kind !== "bytes" || request.caller !== null) return;
      const { again, reload } = handled.bytes;
      if (again === undefined || !isPlainRead(request.raw) || !isFastEndpoint(endpoint)) return;
      // A copy with other content may carry the functions of the original.
      if (reload?.of !== handled.bytes && again() !== handled.bytes) return;
      known.set(request.raw.url ?? "", {
        route: request.routeOptions.url ?? "",
        vary: varyOf(endpoint),
        find: again,
        read: reload?.read,
      });
    },
  };
}

/** Passes requests to `answer` first, and to Fastify those that it leaves. */
function interceptRequests(
  { server }: FastifyInstance,
  answer: (request: IncomingMessage, response: ServerResponse, leave: () => void) => void,
): void {
  const [full] = server.listeners("request");
  if (full === undefined) throw new Error("Fastify has not attached its listener yet");
  server.removeAllListeners("request");
  server.on("request", (request, response) => {
    answer(request, response, () => full.call(server, request, response));
  });
}

/** Answers with bytes that must be read first. */
async function readAndAnswer(admitted: Admitted): Promise<void> {
  let bytes: StoredBytes | null | undefined;
  try {
    bytes = await admitted.address.read?.();
  } catch (error) {
    handOver(admitted, error as Error);
    return;
  }
  if (bytes?.visibility === "public") answer(admitted, bytes);
  else handOver(admitted);
}

function answer(admitted: Admitted, bytes: StoredBytes): void {
  const { request, response, address } = admitted;
  const headers = new HeaderList();
  const requestId = randomUUID();
  firstHeaders(headers, requestId);
  tellLimits(headers, [admitted.hit]);
  headers.header("vary", address.vary);
  let made: MadeAnswer;
  try {
    made = makeAnswer(request, headers.list, bytes);
  } catch (error) {
    handOver(admitted, error as Error);
    return;
  }
  observeAnswer(admitted, requestId);
  response.writeHead(made.status, headers.list).end(made.body);
}

/** Leaves a counted request to the full path, which answers that its document is gone or cannot be read. */
function handOver({ request, hit, leave }: Admitted, failure?: Error): void {
  noteBegun(request, { hit, failure });
  leave();
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

interface MadeAnswer {
  status: 200 | 304;
  body?: Buffer;
}

/** The bytes in the form that the request asks for, whose headers are added. Throws where they cannot be unpacked. */
function makeAnswer(request: IncomingMessage, headers: string[], bytes: StoredBytes): MadeAnswer {
  const { etag, packed, isUnchanged } = formOf(bytes, request.headers);
  headers.push("etag", etag, "cache-control", publicRead);
  if (isUnchanged) return { status: 304 };
  const body = packed ?? bytes.identity;
  headers.push("content-type", bytes.type ?? json);
  for (const [name, value] of Object.entries(bytes.headers ?? {})) headers.push(name, value);
  if (packed !== null) headers.push("content-encoding", "gzip");
  headers.push("content-length", String(body.length));
  return { status: 200, body };
}

/** Observes the answer when it has been handed to the system, as Fastify does. */
function observeAnswer(
  { request, response, address, observe, startMs }: Admitted,
  requestId: string,
): void {
  const { method = "", url = "" } = request;
  response.on("finish", () => {
    const ms = performance.now() - startMs;
    const status = response.statusCode;
    observe({ requestId, method, route: address.route, path: url, status, ms, userId: undefined });
  });
}

/** The client's address, as Fastify finds it: X-Forwarded-For counts where a trusted proxy sent it. */
function clientAddress(trustedProxies: string[]): (request: IncomingMessage) => string {
  if (trustedProxies.length === 0) return ({ socket }) => socket.remoteAddress ?? "";
  const trust = proxyAddress.compile(trustedProxies);
  return (request) => proxyAddress(request, trust);
}
