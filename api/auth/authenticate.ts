import { hash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { LRUCache } from "lru-cache";
import type { Db } from "#schemas/database/db.ts";
import { covers } from "#schemas/shapes/accounts/scope.ts";
import { badCredential, badKey } from "../http/errors.ts";
import { isApiKey } from "./api-key.ts";
import { type Caller, fullScopes } from "./caller.ts";
import { findKey } from "./queries.ts";
import { hashSecret } from "./secret.ts";
import type { VerifiedToken, VerifyToken } from "./token.ts";
import type { UsageCounter } from "./usage.ts";

export interface Authenticator {
  /**
   * Returns the caller that the request's credentials identify. Throws 401 for an invalid credential, and for two that
   * identify different principals. Call it only when `hasCredential` is true. Returns a promise only when
   * something must be verified, so that a cached read does not wait for another turn of the event loop.
   */
  authenticate(headers: IncomingHttpHeaders): Caller | Promise<Caller>;
  /** The same for a request that is being answered: it counts no further use of a key. */
  verifyAgain(headers: IncomingHttpHeaders): Caller | Promise<Caller>;
  /**
   * True when the request carries an API key that this process has not verified within the last hour. Such a key costs
   * a database look-up.
   */
  isNewKey(headers: IncomingHttpHeaders): boolean;
  /** Drops cached credentials with this id (of an account, key or session); their next use is verified again. */
  forget(id: string): void;
  /** Drops all cached credentials. Call it when notices of revocations may have been missed. */
  forgetAll(): void;
}

export const hasCredential = (headers: IncomingHttpHeaders) =>
  headers.authorization !== undefined || headers["x-api-key"] !== undefined;

const credentialCharsMax = 8192;
// A process that misses a revocation notice must still obey it within a second.
const cacheMs = 1000;
const hourMs = 3_600_000;

/**
 * Makes an authenticator. It caches verified credentials, by digest, for at most a second and never beyond their
 * expiry.
 */
export function createAuthenticator(
  db: Db,
  verifyToken: VerifyToken,
  { usage, now }: { usage: UsageCounter; now: () => Date },
): Authenticator {
  const cache = new LRUCache<string, VerifiedToken>({ max: 10_000 });
  /** Digests of keys that verified within the last hour. They are exempt from the limit on look-ups of unknown keys. */
  const proven = new LRUCache<string, true>({ max: 10_000, ttl: hourMs });
  const verifying = new Map<string, Promise<VerifiedToken>>();

  const verify = (text: string): Caller | Promise<Caller> => {
    const digest = digestOf(text);
    const at = now();
    const cached = cache.get(digest);
    if (cached !== undefined && at.getTime() < cached.expiresAtMs) return cached.caller;
    return (verifying.get(digest) ?? verifyAnew(text, digest, at)).then(({ caller }) => caller);
  };

  /** Concurrent requests with the same credential share one verification. */
  const verifyAnew = (text: string, digest: string, at: Date): Promise<VerifiedToken> => {
    const isCurrent = () => verifying.get(digest) === pending;
    const proved = isApiKey(text) ? verifyKey(db, text, at) : verifyToken(text, at);
    const pending = proved
      .then((verified) => {
        // A revocation during this verification makes its result possibly stale, so the result is not cached.
        const until = Math.min(verified.expiresAtMs, at.getTime() + cacheMs);
        if (isCurrent()) cache.set(digest, { ...verified, expiresAtMs: until });
        if (isApiKey(text)) proven.set(digest, true);
        return verified;
      })
      .finally(() => {
        if (isCurrent()) verifying.delete(digest);
      });
    verifying.set(digest, pending);
    return pending;
  };

  const decide = (byToken: Caller | null, byKey: Caller | null): Caller => {
    // When both are sent, the key decides. It never allows more than its account's token.
    const caller = byKey ?? byToken;
    if (caller === null) throw badCredential();
    if (byToken && byKey && !isSamePrincipal(byToken, byKey)) throw badCredential();
    return caller;
  };

  const verifyAgain = (headers: IncomingHttpHeaders): Caller | Promise<Caller> => {
    const { token, key } = readCredentials(headers);
    const byToken = token === null ? null : verify(token);
    const byKey = key === null ? null : verify(key);
    if (byToken instanceof Promise || byKey instanceof Promise) {
      return Promise.all([byToken, byKey]).then((both) => decide(...both));
    }
    return decide(byToken, byKey);
  };

  const countUse = (caller: Caller): Caller => {
    if (caller.credential.kind === "apiKey") usage.count(caller.credential.keyId, now());
    return caller;
  };

  return {
    authenticate(headers) {
      const caller = verifyAgain(headers);
      return caller instanceof Promise ? caller.then(countUse) : countUse(caller);
    },
    verifyAgain,
    isNewKey: (headers) => keysIn(headers).some((key) => !proven.has(digestOf(key))),
    forget(id) {
      verifying.clear();
      for (const [digest, { caller }] of cache.entries()) {
        if (idsOf(caller).includes(id)) cache.delete(digest);
      }
    },
    forgetAll() {
      verifying.clear();
      cache.clear();
    },
  };
}

const digestOf = (text: string) => hash("sha256", text, "base64");

/** The API keys of a request, from either header. */
function keysIn({ authorization = "", "x-api-key": key }: IncomingHttpHeaders): string[] {
  const credentials = [
    authorization
      .slice(0, credentialCharsMax)
      .replace(/^Bearer +/i, "")
      .trim(),
    key,
  ];
  return credentials.filter((one): one is string => typeof one === "string" && isApiKey(one));
}

const isSamePrincipal = (one: Caller, other: Caller) =>
  one.userId !== null && one.userId === other.userId;

function idsOf({ userId, credential }: Caller): (string | null)[] {
  return [userId, credential.kind === "apiKey" ? credential.keyId : credential.sessionId];
}

/**
 * Verifies an API key. The look-up uses the digest of the whole key, so a known prefix with a wrong rest is treated
 * like any unknown key.
 */
async function verifyKey(db: Db, text: string, at: Date): Promise<VerifiedToken> {
  const key = await findKey(db, hashSecret(text));
  const expiresAtMs = key?.expiresAt == null ? Number.POSITIVE_INFINITY : Date.parse(key.expiresAt);
  if (key === null || expiresAtMs <= at.getTime()) throw badKey();
  const { userId, keyId, permissions, rateLimit, isAdmin, plan } = key;
  // A key never allows more than its account does now, even if the account allowed more when the key was made.
  const scopes = permissions.filter((one) => covers(fullScopes(key), one));
  return {
    caller: {
      userId,
      subject: userId,
      isAdmin: isAdmin && covers(scopes, "admin"),
      scopes,
      plan,
      credential: { kind: "apiKey", keyId, rateLimit },
    },
    expiresAtMs,
  };
}

/** Reads the credentials: Bearer accepts a token or a key, X-API-Key a key. Throws 401 for any other content. */
function readCredentials(headers: IncomingHttpHeaders): {
  token: string | null;
  key: string | null;
} {
  const { authorization, "x-api-key": key = null } = headers;
  if (authorization === undefined) return { token: null, key: checkKey(key) };
  if (authorization.length > credentialCharsMax) throw badCredential();
  const [, token] = /^Bearer +([A-Za-z0-9._~+/=-]+) *$/i.exec(authorization) ?? [];
  if (token === undefined) throw badCredential();
  return { token, key: key === null ? null : checkKey(key) };
}

function checkKey(key: string | string[] | null): string {
  if (typeof key !== "string" || key.length > 200 || !isApiKey(key)) throw badKey();
  return key;
}
