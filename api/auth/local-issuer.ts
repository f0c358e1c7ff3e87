import { randomUUID } from "node:crypto";
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, SignJWT } from "jose";
import { z } from "zod";
import type { Db } from "#schemas/db.ts";
import type { Scope } from "#schemas/shapes/scope.ts";
import { findSetting, insertSettingOnce, storeAccount } from "./queries.ts";

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

/**
 * The key pair that signs local tokens, made on first use and kept in the database, so that
 * tokens outlive a restart and every process accepts them.
 */
export async function loadIssuerKey(db: Db): Promise<IssuerKey> {
  const text = (await findSetting(db, settingKey)) ?? (await createKey(db));
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

async function createKey(db: Db): Promise<string> {
  const { privateKey } = await generateKeyPair(localIssuer.algorithm, {
    crv: "Ed25519",
    extractable: true,
  });
  const { kty, crv, x, d } = await exportJWK(privateKey);
  return insertSettingOnce(db, settingKey, JSON.stringify({ kty, crv, x, d }));
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
export function createTokenSigner(db: Db): SignToken {
  let key: Promise<IssuerKey> | null = null;
  return async ({ userId, sessionId, scopes, lifetimeSeconds }, now) => {
    key ??= loadIssuerKey(db).catch((error) => {
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
  db: Db,
  { email, now }: { email: string; now: Date },
): Promise<{ token: string; userId: string; expiresAt: Date }> {
  const { userId } = await storeAccount(db, address.parse(email.trim()).toLowerCase());
  const { lifetimeSeconds } = localIssuer;
  const claims = { userId, sessionId: null, scopes: null, lifetimeSeconds };
  const token = await createTokenSigner(db)(claims, now);
  const expires = Math.floor(now.getTime() / 1000) + lifetimeSeconds;
  return { token, userId, expiresAt: new Date(expires * 1000) };
}
