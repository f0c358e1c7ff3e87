import {
  createRemoteJWKSet,
  decodeJwt,
  errors,
  type JWTPayload,
  type JWTVerifyOptions,
  type JWTVerifyResult,
  jwtVerify,
} from "jose";
import type { Config } from "#schemas/config/config.ts";
import type { Db } from "#schemas/database/db.ts";
import { covers, parseScopes } from "#schemas/shapes/accounts/scope.ts";
import { pick } from "../data/rows.ts";
import { badCredential, unavailable } from "../http/errors.ts";
import { type Caller, fullScopes } from "./caller.ts";
import { type IssuerKey, type KeyStore, loadIssuerKey, localIssuer } from "./local-issuer.ts";
import { type Account, findAccount, findAccountByEmail, findSession } from "./queries.ts";

export interface VerifiedToken {
  caller: Caller;
  /** Epoch milliseconds. */
  expiresAtMs: number;
}

/** Verifies a JWT. Throws 401 for any token that is not valid now, and 503 when the issuer's keys cannot be read. */
export type VerifyToken = (token: string, now: Date) => Promise<VerifiedToken>;

/**
 * Makes a verifier for the configured issuer, or for the local one if none is configured. Grants to OAuth applications
 * are always signed by the local key.
 */
export function createTokenVerifier(store: KeyStore, auth: Config["auth"]): VerifyToken {
  if (auth === null) return localVerifier(store, "everybody");
  const applications = localVerifier(store, "applications");
  const external = externalVerifier(store.db, auth);
  return (token, now) =>
    issuerOf(token) === localIssuer.issuer ? applications(token, now) : external(token, now);
}

/** The issuer that an unverified token names. It is used only to choose the verifier. */
function issuerOf(token: string): string | null {
  try {
    return decodeJwt(token).iss ?? null;
  } catch {
    return null;
  }
}

function localVerifier(store: KeyStore, whose: "everybody" | "applications"): VerifyToken {
  let key: Promise<IssuerKey> | null = null;
  const options: JWTVerifyOptions = {
    issuer: localIssuer.issuer,
    audience: localIssuer.audience,
    algorithms: [localIssuer.algorithm],
    typ: localIssuer.type,
    requiredClaims: ["exp", "sub", "iat"],
  };
  return async (token, now) => {
    key ??= loadIssuerKey(store).catch((error) => {
      key = null;
      throw error;
    });
    const { kid, publicKey } = await key;
    const { payload } = await verified(
      jwtVerify(
        token,
        (header) => {
          if (header.kid !== kid) throw new errors.JWKSNoMatchingKey();
          return publicKey;
        },
        { ...options, currentDate: now },
      ),
    );
    const caller = await localCaller(store.db, payload, now);
    // A token is invalid when its account is deleted or suspended or its session has ended.
    if (caller === null) throw badCredential();
    if (whose === "applications" && caller.credential.kind !== "application") throw badCredential();
    return { caller, expiresAtMs: expiry(payload) };
  };
}

async function localCaller(db: Db, payload: JWTPayload, now: Date): Promise<Caller | null> {
  const { sub, sid } = payload;
  if (!isUuid(sub)) return null;
  if (sid === undefined) {
    const account = await findAccount(db, sub);
    return account && accountCaller(account, null);
  }
  const session = isUuid(sid) ? await findSession(db, sid) : null;
  if (session === null || session.userId !== sub || !isUuid(sid)) return null;
  if (Date.parse(session.expiresAt) <= now.getTime()) return null;
  if (session.kind !== "application") return accountCaller(session, sid);
  const granted = typeof payload.scope === "string" ? parseScopes(payload.scope) : null;
  const all = fullScopes(session);
  const scopes = (granted ?? []).filter((one) => covers(session.scopes, one) && covers(all, one));
  return {
    userId: session.userId,
    subject: session.userId,
    isAdmin: session.isAdmin && covers(scopes, "admin"),
    scopes,
    plan: session.plan,
    credential: { kind: "application", sessionId: sid },
  };
}

const accountCaller = (account: Account, sessionId: string | null): Caller => ({
  userId: account.userId,
  subject: account.userId,
  isAdmin: account.isAdmin,
  scopes: fullScopes(account),
  plan: account.plan,
  credential: { kind: "token", sessionId },
});

function externalVerifier(db: Db, auth: NonNullable<Config["auth"]>): VerifyToken {
  const keys = createRemoteJWKSet(new URL(auth.jwksUrl), { timeoutDuration: 5000 });
  const options: JWTVerifyOptions = {
    ...pick(auth, "issuer", "audience", "algorithms"),
    requiredClaims: ["exp", "sub"],
    clockTolerance: 5,
  };
  return async (token, now) => {
    const { payload, protectedHeader } = await verified(
      jwtVerify(token, keys, { ...options, currentDate: now }),
    );
    if (!isAccessToken(payload, protectedHeader.typ)) throw badCredential();
    const email = payload.email_verified === true ? payload.email : null;
    const account =
      typeof email === "string" ? await findAccountByEmail(db, email.toLowerCase()) : null;
    if (account?.status === "suspended") throw badCredential();
    const isAdmin = account?.isAdmin ?? false;
    return {
      caller: {
        userId: account?.userId ?? null,
        subject: account?.userId ?? `${auth.issuer} ${payload.sub}`,
        isAdmin,
        scopes: fullScopes({ isAdmin }),
        plan: account?.plan ?? null,
        credential: { kind: "token", sessionId: null },
      },
      expiresAtMs: expiry(payload),
    };
  };
}

/**
 * Whether it is an access token. Identity providers sign ID and refresh tokens with the same keys and mark them in one
 * of these ways.
 */
function isAccessToken(payload: JWTPayload, headerType: string | undefined): boolean {
  const uses = [headerType, payload.typ, payload.token_use];
  const isOther = uses.some((use) => typeof use === "string" && /^(id|refresh|logout)/i.test(use));
  return !isOther && payload.nonce === undefined && payload.at_hash === undefined;
}

async function verified(result: Promise<JWTVerifyResult>): Promise<JWTVerifyResult> {
  try {
    return await result;
  } catch (error) {
    if (isKeySetAway(error)) throw unavailable("The token issuer is not responding", error);
    if (error instanceof errors.JOSEError || error instanceof TypeError) throw badCredential(error);
    throw error;
  }
}

function isKeySetAway(error: unknown): boolean {
  if (error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid) return true;
  if (error instanceof errors.JOSEError) return error.code === "ERR_JOSE_GENERIC";
  return error instanceof TypeError && error.message === "fetch failed";
}

const isUuid = (text: unknown): text is string =>
  typeof text === "string" && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

const expiry = (payload: JWTPayload) => (payload.exp ?? 0) * 1000;
