import type { FastifyReply, FastifyRequest } from "fastify";
import { covers } from "#schemas/shapes/scope.ts";
import { needsAccount } from "../auth/access.ts";
import { type Authenticator, hasCredential } from "../auth/authenticate.ts";
import type { Caller } from "../auth/caller.ts";
import { limitOf } from "../auth/limit-of.ts";
import { answerCors } from "./cors.ts";
import type { Endpoint } from "./endpoint.ts";
import { ApiError, forbidden, insufficientScope, invalid, unauthorized } from "./errors.ts";
import { addressKey, type Hit, type RateLimiter } from "./rate-limit.ts";

declare module "fastify" {
  interface FastifyRequest {
    caller: Caller | null;
  }
}

type Done = (error?: Error) => void;

/** First on every request: headers, then who calls, then how often. Validation and existence come after. */
export function gate(
  authenticator: Authenticator,
  limiter: RateLimiter,
  origins: ReadonlySet<string>,
) {
  return (request: FastifyRequest, reply: FastifyReply, done: Done): void => {
    reply.header("x-request-id", request.id);
    safetyHeaders(reply);
    if (answerCors(request, reply, origins)) return;
    // Counted even when the credential was bad: guessing is counted against the address.
    const pass = (refused?: Error) =>
      count(request, reply, limiter, (overLimit) => admit(request, done, overLimit ?? refused));
    if (!hasCredential(request.headers)) pass();
    else identify(request, authenticator, pass);
  };
}

/** Refuses what must be refused before anything is read or validated. */
function admit(request: FastifyRequest, done: Done, refused?: Error): void {
  try {
    if (refused !== undefined) throw refused;
    const { endpoint } = request.routeOptions.config;
    if (endpoint !== undefined) checkAccess(endpoint, request.caller);
    refuseNul(request);
  } catch (error) {
    done(error as Error);
    return;
  }
  done();
}

/** Sets the caller. A bad credential is refused, except where none is asked for. */
function identify(request: FastifyRequest, authenticator: Authenticator, done: Done): void {
  const access = request.routeOptions.config.endpoint?.access ?? "anyone";
  // There, Authorization carries the application's own secret, which is its handler's to check.
  const headers =
    access === "client" ? { ...request.headers, authorization: undefined } : request.headers;
  const refuse = (error: Error) => {
    const isRefused = error instanceof ApiError && error.status === 401;
    done(access === "anyone" && isRefused ? undefined : error);
  };
  const accept = (caller: Caller | null) => {
    request.caller = caller;
    done();
  };
  let caller: Caller | null | Promise<Caller>;
  try {
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
  const isAsked = needsAccount(access) || access === "optional";
  if (isAsked && caller !== null && !covers(caller.scopes, scope)) throw insufficientScope(scope);
}

/** Calls back at once wherever it can: a cached read must not wait for a turn of the event loop. */
function count(
  request: FastifyRequest,
  reply: FastifyReply,
  limiter: RateLimiter,
  done: Done,
): void {
  const { endpoint, isDocumentation } = request.routeOptions.config;
  if (endpoint?.limited === false || isDocumentation === true) {
    done();
    return;
  }
  try {
    const hits = hitsOf(request, limiter);
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

function hitsOf({ caller, method, ip }: FastifyRequest, limiter: RateLimiter) {
  const isRead = method === "GET" || method === "HEAD" || method === "OPTIONS";
  const own = caller && limitOf(caller);
  return [
    caller === null
      ? limiter.hit(addressKey(ip), "anonymous")
      : limiter.hit(caller.subject, isRead ? "read" : "write"),
    own && limiter.hit(own.key, "key", own.perMinute),
  ];
}

function tellLimits(reply: FastifyReply, all: (Hit | null)[]): void {
  const hits = all.filter((hit) => hit !== null);
  if (hits.length === 0) return;
  reply.header("ratelimit", hits.map((hit) => hit.rateLimit).join(", "));
  reply.header("ratelimit-policy", hits.map((hit) => hit.rateLimitPolicy).join(", "));
}

/** PostgreSQL refuses NUL in text. */
function refuseNul(request: FastifyRequest): void {
  const { url } = request.raw;
  if (url?.includes("%00")) throw invalid("The address holds a NUL character");
}

export function safetyHeaders(reply: FastifyReply): void {
  reply.header("x-content-type-options", "nosniff");
  reply.header("x-frame-options", "DENY");
  reply.header("content-security-policy", "default-src 'none'; frame-ancestors 'none'");
  reply.header("referrer-policy", "no-referrer");
}
