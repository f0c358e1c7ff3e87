import { hash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { LRUCache } from "lru-cache";
import type { Db } from "#schemas/db.ts";
import { covers } from "#schemas/shapes/scope.ts";
import { badCredential, badKey } from "../http/errors.ts";
import { isApiKey } from "./api-key.ts";
import { type Caller, fullScopes } from "./caller.ts";
import { findKey } from "./queries.ts";
import { hashSecret } from "./secret.ts";
import type { VerifiedToken, VerifyToken } from "./token.ts";
import type { UsageCounter } from "./usage.ts";

export interface Authenticator {
  /**
   * The caller that a request's credentials prove. Throws 401 for one that is not valid, and for two that
   * name different principals. Only for requests with a credential (`hasCredential`). A promise only when
   * something has to be verified: a cached read must not wait for a turn of the event loop.
   */
  authenticate(headers: IncomingHttpHeaders): Caller | Promise<Caller>;
  /** True for an API key that proved nothing here within the last hour: it costs a look into the database. */
  isNewKey(headers: IncomingHttpHeaders): boolean;
  /** What was verified with this id (of an account, a key or a session) is verified again from now on. */
  forget(id: string): void;
}

export const hasCredential = (headers: IncomingHttpHeaders) =>
  headers.authorization !== undefined || headers["x-api-key"] !== undefined;

const credentialCharsMax = 8192;
// A revocation that is not heard of must hold within a second, in every process.
const cacheMs = 1000;
const hourMs = 3_600_000;

/** Remembers verified credentials, by digest, for at most a second and never past their expiry. */
export function createAuthenticator(
  db: Db,
  verifyToken: VerifyToken,
  { usage, now }: { usage: UsageCounter; now: () => Date },
): Authenticator {
  const cache = new LRUCache<string, VerifiedToken>({ max: 10_000 });
  /** Digests of keys that were good: for these a flood of others holds nobody up. */
  const proven = new LRUCache<string, true>({ max: 10_000, ttl: hourMs });
  const verifying = new Map<string, Promise<VerifiedToken>>();

  const verify = (text: string): Caller | Promise<Caller> => {
    const digest = digestOf(text);
    const at = now();
    const known = cache.get(digest);
    if (known !== undefined && at.getTime() < known.expiresAtMs) return known.caller;
    return (verifying.get(digest) ?? verifyAnew(text, digest, at)).then(({ caller }) => caller);
  };

  /** Those who come meanwhile with the same credential wait for the same answer. */
  const verifyAnew = (text: string, digest: string, at: Date): Promise<VerifiedToken> => {
    const isCurrent = () => verifying.get(digest) === pending;
    const proved = isApiKey(text) ? verifyKey(db, text, at) : verifyToken(text, at);
    const pending = proved
      .then((verified) => {
        // What was read while something was revoked may be from before it: not kept.
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
    // With both, the key decides what may be done: it never allows more than its account's token.
    const caller = byKey ?? byToken;
    if (caller === null) throw badCredential();
    if (byToken && byKey && !isSamePrincipal(byToken, byKey)) throw badCredential();
    if (caller.credential.kind === "apiKey") usage.count(caller.credential.keyId, now());
    return caller;
  };

  return {
    authenticate(headers) {
      const { token, key } = readCredentials(headers);
      const byToken = token === null ? null : verify(token);
      const byKey = key === null ? null : verify(key);
      if (byToken instanceof Promise || byKey instanceof Promise) {
        return Promise.all([byToken, byKey]).then((both) => decide(...both));
      }
      return decide(byToken, byKey);
    },
    isNewKey: (headers) => keysIn(headers).some((key) => !proven.has(digestOf(key))),
    forget(id) {
      verifying.clear();
      for (const [digest, { caller }] of cache.entries()) {
        if (idsOf(caller).includes(id)) cache.delete(digest);
      }
    },
  };
}

const digestOf = (text: string) => hash("sha256", text, "base64");

/** The API keys of a request, wherever they are. */
function keysIn({ authorization = "", "x-api-key": key }: IncomingHttpHeaders): string[] {
  const given = [
    authorization
      .slice(0, credentialCharsMax)
      .replace(/^Bearer +/i, "")
      .trim(),
    key,
  ];
  return given.filter((one): one is string => typeof one === "string" && isApiKey(one));
}

const isSamePrincipal = (one: Caller, other: Caller) =>
  one.userId !== null && one.userId === other.userId;

function idsOf({ userId, credential }: Caller): (string | null)[] {
  return [userId, credential.kind === "apiKey" ? credential.keyId : credential.sessionId];
}

/** Keys are looked up by the digest of the whole key: a right prefix with a wrong rest is as unknown as any other. */
async function verifyKey(db: Db, text: string, at: Date): Promise<VerifiedToken> {
  const key = await findKey(db, hashSecret(text));
  const expiresAtMs = key?.expiresAt == null ? Number.POSITIVE_INFINITY : Date.parse(key.expiresAt);
  if (key === null || expiresAtMs <= at.getTime()) throw badKey();
  const { userId, keyId, permissions, rateLimit, isAdmin, plan } = key;
  // An account that may do less than when it made the key takes the key down with it.
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

/** Bearer takes a token or a key, X-API-Key a key. Throws 401 for anything else in either. */
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
