import type { FastifyReply, FastifyRequest } from "fastify";
import { entitlementsAt } from "#schemas/config/plans.ts";
import { covers } from "#schemas/shapes/accounts/scope.ts";
import { needsAccount, takesCredential } from "../../auth/access.ts";
import { type Authenticator, hasCredential } from "../../auth/authenticate.ts";
import type { Caller } from "../../auth/caller.ts";
import { limitOf } from "../../auth/caller.ts";
import type { Endpoint } from "../endpoint.ts";
import {
  ApiError,
  badRequest,
  forbidden,
  insufficientScope,
  invalid,
  unauthorized,
} from "../errors.ts";
import { addressKey, type Hit, type RateLimiter } from "../limits/rate-limit.ts";
import { tellDeprecation } from "../responses/deprecation.ts";
import { refuseLongQuery } from "./bounds.ts";
import { answerCors } from "./cors.ts";
import { refuseForeignOrigin } from "./origin.ts";

declare module "fastify" {
  interface FastifyRequest {
    caller: Caller | null;
  }
}

type HookCallback = (error?: Error) => void;

interface Limiters {
  limiter: RateLimiter;
  /** Limits unknown API keys, because each costs a database look-up. Counted by this process alone. */
  lookups: RateLimiter;
}

interface Origins {
  /** Origins whose pages may read answers; `*` means any. */
  allowed: ReadonlySet<string>;
  /** Public base URL of this service. */
  publicUrl: string;
}

/**
 * The first hook of every request: sets the headers, authenticates, and counts against the rate limit. Validation and
 * existence are checked later.
 */
export function admission(
  authenticator: Authenticator,
  { limiter, lookups }: Limiters,
  origins: Origins,
  now: () => Date,
) {
  return (request: FastifyRequest, reply: FastifyReply, done: HookCallback): void => {
    nameRequest(reply, request.id);
    safetyHeaders(reply);
    if (answerCors(request, reply, origins.allowed)) return;
    tellDeprecation(request, reply);
    // Counted even when the credential is invalid: such requests count against the client's address.
    const pass = (refused?: Error) =>
      count(request, reply, { limiter, now }, (overLimit) =>
        admit(request, origins, done, overLimit ?? refused),
      );
    if (!hasCredential(request.headers)) pass();
    else identify(request, reply, { authenticator, lookups }, pass);
  };
}

/** Refuses requests that must be refused before the body is read and validated. */
function admit(
  request: FastifyRequest,
  origins: Origins,
  done: HookCallback,
  refused?: Error,
): void {
  try {
    if (refused !== undefined) throw refused;
    const { endpoint } = request.routeOptions.config;
    if (endpoint?.ownOrigins) refuseForeignOrigin(request.headers, origins);
    if (endpoint !== undefined) checkAccess(endpoint, request.caller);
    refuseAddress(request);
    refuseTwoHosts(request);
  } catch (error) {
    done(error as Error);
    return;
  }
  done();
}

/** Header of an answer whose request had an invalid credential that was ignored. */
export const ignoredHeader = "credential-ignored";

/**
 * Sets the caller. An invalid credential is refused; on an endpoint for anyone it is ignored and a header says so
 * (A-25).
 */
function identify(
  request: FastifyRequest,
  reply: FastifyReply,
  { authenticator, lookups }: Pick<Limiters, "lookups"> & { authenticator: Authenticator },
  done: HookCallback,
): void {
  const access = request.routeOptions.config.endpoint?.access ?? "anyone";
  // On these endpoints Authorization carries the application's secret, which the handler checks.
  const headers =
    access === "client" ? { ...request.headers, authorization: undefined } : request.headers;
  const refuse = (error: Error) => {
    const isRefused = error instanceof ApiError && error.status === 401;
    if (access !== "anyone" || !isRefused) return done(error);
    reply.header(ignoredHeader, "true");
    done();
  };
  const accept = (caller: Caller | null) => {
    request.caller = caller;
    done();
  };
  let caller: Caller | null | Promise<Caller>;
  try {
    // This limiter counts in memory, so the result is never a promise.
    if (authenticator.isNewKey(headers)) void lookups.hit(addressKey(request.ip), "anonymous");
    caller = hasCredential(headers) ? authenticator.authenticate(headers) : null;
  } catch (error) {
    refuse(error as Error);
    return;
  }
  if (caller instanceof Promise) caller.then(accept, refuse);
  else accept(caller);
}

function checkAccess({ access, scope }: Endpoint, caller: Caller | null): void {
  if (needsAccount(access)) {
    if (caller === null) throw unauthorized();
    if (caller.userId === null) throw forbidden("There is no account for this user yet");
  }
  const isAsked = needsAccount(access) || takesCredential(access);
  if (isAsked && caller !== null && !covers(caller.scopes, scope)) throw insufficientScope(scope);
}

interface Counting {
  limiter: RateLimiter;
  now: () => Date;
}

/** Calls back synchronously when it can, so that a cached read does not wait for another turn of the event loop. */
function count(
  request: FastifyRequest,
  reply: FastifyReply,
  counting: Counting,
  done: HookCallback,
): void {
  const { endpoint, isDocumentation } = request.routeOptions.config;
  if (endpoint?.limited === false || isDocumentation === true) {
    done();
    return;
  }
  try {
    const hits = hitsOf(request, counting);
    if (hits.some((hit) => hit instanceof Promise)) {
      Promise.all(hits).then((all) => {
        tellLimits(reply, all);
        done();
      }, done);
      return;
    }
    tellLimits(reply, hits as (Hit | null)[]);
  } catch (error) {
    done(error as Error);
    return;
  }
  done();
}

function hitsOf(request: FastifyRequest, { limiter, now }: Counting) {
  const { caller, method, ip } = request;
  const isRead = method === "GET" || method === "HEAD" || method === "OPTIONS";
  const act = isRead ? "read" : "write";
  const usual = caller === null ? "anonymous" : act;
  const bucket = request.routeOptions.config.endpoint?.bucket ?? usual;
  const own = caller && limitOf(caller);
  const paid = caller && entitlementsAt(caller.plan, now()).requestsPerMinute[act];
  return [
    limiter.hit(caller?.subject ?? addressKey(ip), bucket, paid ?? 0),
    own && limiter.hit(own.key, { name: "key", quota: own.perMinute }),
  ];
}

/** Tells the client what is left of its limits. */
export function tellLimits(reply: HeaderTarget, all: readonly (Hit | null)[]): void {
  const hits = all.filter((hit) => hit !== null);
  if (hits.length === 0) return;
  reply.header("ratelimit", hits.map((hit) => hit.rateLimit).join(", "));
  reply.header("ratelimit-policy", hits.map((hit) => hit.rateLimitPolicy).join(", "));
}

/** Refuses NUL in the URL, because PostgreSQL does not accept it in text, and a query of too many parameters. */
function refuseAddress(request: FastifyRequest): void {
  const { url } = request.raw;
  if (url?.includes("%00")) throw invalid("The address holds a NUL character");
  const tooLong = refuseLongQuery(url ?? "");
  if (tooLong !== null) throw tooLong;
}

/** Refuses more than one Host header (RFC 9112): a proxy may have used another one than we do. */
function refuseTwoHosts({ raw }: FastifyRequest): void {
  const names = raw.rawHeaders.filter((_, at) => at % 2 === 0);
  const hosts = names.filter((name) => name.toLowerCase() === "host");
  if (hosts.length > 1) throw badRequest("The request has more than one Host header");
}

/** What takes headers: the reply of Fastify, or that of the fast path. */
interface HeaderTarget {
  header(name: string, value: string): unknown;
}

/** Headers that are made for each request; all others of a repeated answer stay as they were. */
export const ofOneRequest: readonly string[] = ["x-request-id", "ratelimit", "ratelimit-policy"];

/** Says which request is answered. */
export function nameRequest(reply: HeaderTarget, requestId: string): void {
  reply.header("x-request-id", requestId);
}

export function safetyHeaders(reply: HeaderTarget): void {
  reply.header("x-content-type-options", "nosniff");
  reply.header("x-frame-options", "DENY");
  reply.header("content-security-policy", "default-src 'none'; frame-ancestors 'none'");
  reply.header("referrer-policy", "no-referrer");
}
