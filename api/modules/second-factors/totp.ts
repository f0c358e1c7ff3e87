import { Secret, TOTP } from "otpauth";

/** What authenticator apps take without being told: RFC 6238 with its defaults. */
const form = { algorithm: "SHA1", digits: 6, period: 30 } as const;
/** A code of the step before or after is accepted, because clocks differ and people type slowly. */
const windowSteps = 1;
/** 160 bits, as RFC 4226 recommends. */
const secretBytes = 20;

/** A new secret in base32. */
export const makeTotpSecret = (): string => new Secret({ size: secretBytes }).base32;

const open = (secret: string) => new TOTP({ ...form, secret: Secret.fromBase32(secret) });

/** The otpauth address that an authenticator app takes, as text or as a QR code. */
export function totpAddress(
  secret: string,
  { email, publicUrl }: { email: string; publicUrl: string },
): string {
  const issuer = `Tenk (${new URL(publicUrl).hostname})`;
  return new TOTP({ ...form, secret: Secret.fromBase32(secret), issuer, label: email }).toString();
}

/** The time step that a code is of, counted in 30 s from 1970. Null for a code of none that is accepted now. */
export function stepOfCode(secret: string, code: string, at: Date): number | null {
  const totp = open(secret);
  const timestamp = at.getTime();
  const delta = totp.validate({ token: code, timestamp, window: windowSteps });
  return delta === null ? null : totp.counter({ timestamp }) + delta;
}
