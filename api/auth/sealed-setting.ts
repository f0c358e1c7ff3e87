import { hkdfSync } from "node:crypto";
import { CompactEncrypt, compactDecrypt, errors } from "jose";
import { ConfigError } from "#schemas/config.ts";

const algorithm = { alg: "dir", enc: "A256GCM" } as const;
/** Names what the key is for, so that the same SECRET_KEY gives another key for another purpose. */
const purpose = "tenk stored settings";
const keyBytes = 32;

const keyOf = (secretKey: string) =>
  new Uint8Array(hkdfSync("sha256", secretKey, "", purpose, keyBytes));

/** A text encrypted for storage: a compact JWE (RFC 7516), with a key derived from SECRET_KEY. */
export async function seal(text: string, secretKey: string): Promise<string> {
  return new CompactEncrypt(new TextEncoder().encode(text))
    .setProtectedHeader(algorithm)
    .encrypt(keyOf(secretKey));
}

const isJwe = (stored: string) => stored.split(".").length === 5 && !stored.startsWith("{");

/**
 * A stored text as it was before `seal`, and whether it was sealed. One that was stored as it is comes back as it is.
 * Throws ConfigError for a wrong secret, or where one is needed and none is set.
 */
export async function openSealed(
  stored: string,
  secretKey: string | null,
): Promise<{ text: string; isSealed: boolean }> {
  if (!isJwe(stored)) return { text: stored, isSealed: false };
  if (secretKey === null) {
    throw new ConfigError(
      "SECRET_KEY is needed: the signing key in the database is encrypted with it. Set it as it was, or take a new signing key (npm run admin -- renew-signing-key).",
    );
  }
  try {
    const { plaintext } = await compactDecrypt(stored, keyOf(secretKey), {
      keyManagementAlgorithms: [algorithm.alg],
      contentEncryptionAlgorithms: [algorithm.enc],
    });
    return { text: new TextDecoder().decode(plaintext), isSealed: true };
  } catch (error) {
    if (!(error instanceof errors.JOSEError)) throw error;
    throw new ConfigError(
      "SECRET_KEY is not the one that the signing key in the database is encrypted with. Set it as it was, or take a new signing key (npm run admin -- renew-signing-key).",
      { cause: error },
    );
  }
}
