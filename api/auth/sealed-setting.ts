import { hkdfSync } from "node:crypto";
import { CompactEncrypt, compactDecrypt, errors } from "jose";
import { ConfigError } from "#schemas/config/config.ts";

const algorithm = { alg: "dir", enc: "A256GCM" } as const;
/** The purpose that the encryption key is derived for. Another purpose gets another key from the same SECRET_KEY. */
const purpose = "tenk stored settings";
const keyBytes = 32;

const keyOf = (secretKey: string) =>
  new Uint8Array(hkdfSync("sha256", secretKey, "", purpose, keyBytes));

/** Encrypts a text for storage as a compact JWE (RFC 7516), with a key derived from SECRET_KEY. */
export async function seal(text: string, secretKey: string): Promise<string> {
  return new CompactEncrypt(new TextEncoder().encode(text))
    .setProtectedHeader(algorithm)
    .encrypt(keyOf(secretKey));
}

const isJwe = (stored: string) => stored.split(".").length === 5 && !stored.startsWith("{");

/**
 * Returns the plain text of a stored value, and whether it was encrypted. A value stored unencrypted is returned
 * unchanged. Throws ConfigError when the secret is wrong, or is needed and not set.
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

/** The plain text of a stored value. Null where SECRET_KEY is not the one that it was stored with. */
export async function openStored(stored: string, secretKey: string | null): Promise<string | null> {
  try {
    return (await openSealed(stored, secretKey)).text;
  } catch (error) {
    if (error instanceof ConfigError) return null;
    throw error;
  }
}
