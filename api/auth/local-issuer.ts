import { randomUUID } from "node:crypto";
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, SignJWT } from "jose";
import { z } from "zod";
import type { Db } from "#schemas/database/db.ts";
import type { Scope } from "#schemas/shapes/accounts/scope.ts";
import { findSetting, insertSettingOnce, replaceSetting, storeAccount } from "./queries.ts";
import { openSealed, seal } from "./sealed-setting.ts";

/** The claims and settings of local tokens; `token.ts` checks them. */
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

/** Where the issuer's key is stored. `secretKey` (SECRET_KEY) encrypts it there; null stores it unencrypted. */
export interface KeyStore {
  db: Db;
  secretKey: string | null;
}

/**
 * Loads the key pair that signs local tokens. It is made on first use and kept in the database, so tokens survive a
 * restart and every process accepts them. With `secretKey`, the key is stored encrypted; a key stored unencrypted
 * before is encrypted now. Throws ConfigError when the stored key is encrypted and `secretKey` is wrong or missing.
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

/** Replaces the signing key. Access tokens signed before become invalid. */
export async function renewIssuerKey(store: KeyStore): Promise<void> {
  const stored = await findSetting(store.db, settingKey);
  if (stored === null) await createKey(store);
  else await replaceSetting(store.db, settingKey, { from: stored, to: await newKey(store) });
}

const createKey = async (store: KeyStore): Promise<string> =>
  insertSettingOnce(store.db, settingKey, await newKey(store));

/** Makes a new key in its stored form. */
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

/** The content of an access token. */
interface TokenClaims {
  userId: string;
  /** The session that the token belongs to; revoking it revokes the token. Null for a token that only expires. */
  sessionId: string | null;
  /** The scopes granted to an application. Null for a person's own token, which allows everything the person may do. */
  scopes: readonly Scope[] | null;
  lifetimeSeconds: number;
}

export type SignToken = (claims: TokenClaims, now: Date) => Promise<string>;

/** Makes a function that signs access tokens of the local issuer (RFC 9068). The key is read once. */
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

const address = z.email("give an email address, for example --email ann@example.com");

/**
 * Issues a token of the local issuer for this email address, valid for one hour. Creates the account if there is none.
 * Throws ZodError for anything that is not an email address.
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
