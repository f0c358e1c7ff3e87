import { randomUUID } from "node:crypto";
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, SignJWT } from "jose";
import { z } from "zod";
import type { Db } from "#schemas/db.ts";
import type { Scope } from "#schemas/shapes/scope.ts";
import { findSetting, insertSettingOnce, replaceSetting, storeAccount } from "./queries.ts";
import { openSealed, seal } from "./sealed-setting.ts";

/** Who issues, for whom, and how: what `token.ts` checks of a local token. */
export const localIssuer = {
  issuer: "urn:tenk:local",
  audience: "urn:tenk:api",
  algorithm: "EdDSA",
  type: "at+jwt",
  lifetimeSeconds: 3600,
} as const;

const settingKey = "local-issuer-key";

const privateJwk = z.object({
  kty: z.literal("OKP"),
  crv: z.literal("Ed25519"),
  x: z.string(),
  d: z.string(),
});

export interface IssuerKey {
  kid: string;
  privateKey: CryptoKey;
  publicKey: CryptoKey;
}

/** What the issuer's key is kept in, and what it is encrypted with there: SECRET_KEY, or null for not at all. */
export interface KeyStore {
  db: Db;
  secretKey: string | null;
}

/**
 * The key pair that signs local tokens, made on first use and kept in the database, so that tokens outlive a restart
 * and every process accepts them. With a secret it is stored encrypted, also one that was stored as it is before.
 * Throws ConfigError where it is stored encrypted with another secret, or encrypted and none is set.
 */
export async function loadIssuerKey({ db, secretKey }: KeyStore): Promise<IssuerKey> {
  const stored = (await findSetting(db, settingKey)) ?? (await createKey({ db, secretKey }));
  const { text, isSealed } = await openSealed(stored, secretKey);
  if (secretKey !== null && !isSealed) {
    await replaceSetting(db, settingKey, { from: stored, to: await seal(text, secretKey) });
  }
  const { d, ...open } = privateJwk.parse(JSON.parse(text));
  const [privateKey, publicKey] = await Promise.all([
    importJWK({ ...open, d }, localIssuer.algorithm),
    importJWK(open, localIssuer.algorithm),
  ]);
  return {
    kid: await calculateJwkThumbprint(open),
    privateKey: asKey(privateKey),
    publicKey: asKey(publicKey),
  };
}

/** Puts a new key in the place of the one that signs: access tokens given out before are worth nothing then. */
export async function renewIssuerKey(store: KeyStore): Promise<void> {
  const stored = await findSetting(store.db, settingKey);
  if (stored === null) await createKey(store);
  else await replaceSetting(store.db, settingKey, { from: stored, to: await newKey(store) });
}

const createKey = async (store: KeyStore): Promise<string> =>
  insertSettingOnce(store.db, settingKey, await newKey(store));

/** A new key as it is stored. */
async function newKey({ secretKey }: KeyStore): Promise<string> {
  const { privateKey } = await generateKeyPair(localIssuer.algorithm, {
    crv: "Ed25519",
    extractable: true,
  });
  const { kty, crv, x, d } = await exportJWK(privateKey);
  const text = JSON.stringify({ kty, crv, x, d });
  return secretKey === null ? text : seal(text, secretKey);
}

function asKey(key: CryptoKey | Uint8Array): CryptoKey {
  if (key instanceof Uint8Array) throw new Error("the issuer's key must be asymmetric");
  return key;
}

/** What an access token says. */
export interface TokenClaims {
  userId: string;
  /** What it ends with; null for a token that only expires. */
  sessionId: string | null;
  /** Only what an application was granted is said; a person's own token is good for all that the person may do. */
  scopes: readonly Scope[] | null;
  lifetimeSeconds: number;
}

export type SignToken = (claims: TokenClaims, now: Date) => Promise<string>;

/** Signs access tokens of the local issuer (RFC 9068). The key is read once. */
export function createTokenSigner(store: KeyStore): SignToken {
  let key: Promise<IssuerKey> | null = null;
  return async ({ userId, sessionId, scopes, lifetimeSeconds }, now) => {
    key ??= loadIssuerKey(store).catch((error) => {
      key = null;
      throw error;
    });
    const { privateKey, kid } = await key;
    const issuedAt = Math.floor(now.getTime() / 1000);
    return new SignJWT({
      ...(sessionId === null ? {} : { sid: sessionId }),
      ...(scopes === null ? {} : { scope: scopes.join(" ") }),
    })
      .setProtectedHeader({ alg: localIssuer.algorithm, typ: localIssuer.type, kid })
      .setIssuer(localIssuer.issuer)
      .setAudience(localIssuer.audience)
      .setSubject(userId)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + lifetimeSeconds)
      .setJti(randomUUID())
      .sign(privateKey);
  };
}

const address = z.email("give an e-mail address, for example --email ann@example.com");

/**
 * A token of the local issuer for this address, good for one hour; the account is created when it is new.
 * Throws ZodError on anything that is not an e-mail address.
 */
export async function issueToken(
  store: KeyStore,
  { email, now }: { email: string; now: Date },
): Promise<{ token: string; userId: string; expiresAt: Date }> {
  const { userId } = await storeAccount(store.db, address.parse(email.trim()).toLowerCase());
  const { lifetimeSeconds } = localIssuer;
  const claims = { userId, sessionId: null, scopes: null, lifetimeSeconds };
  const token = await createTokenSigner(store)(claims, now);
  const expires = Math.floor(now.getTime() / 1000) + lifetimeSeconds;
  return { token, userId, expiresAt: new Date(expires * 1000) };
}
