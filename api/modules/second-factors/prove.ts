import type { Deps } from "../../deps.ts";
import { ApiError, badRequest, conflict } from "../../http/errors.ts";
import { countFactorGuess, type FactorAttempt, rememberFactorAddress } from "./factor-guesses.ts";
import { spendPasskey } from "./passkeys/webauthn.ts";
import * as queries from "./queries.ts";
import { plainCode } from "./recovery-codes.ts";
import type { SignedPasskey } from "./schemas.ts";
import { tellFactor } from "./tell-factor.ts";
import { stepOfCode } from "./totp.ts";

type Parts = Pick<Deps, "db" | "now" | "credentials">;

/** What a person proves a second factor with. */
export interface Proof {
  /** Of the authenticator app, or a recovery code, as it was typed. */
  code?: string | undefined;
  /** What a passkey has signed. It counts before a code. */
  passkey?: SignedPasskey | undefined;
}

/**
 * Runs `work` with the check of a factor. Guesses are counted before, outside its transaction, and a right one is
 * uncounted after it. Throws 429 after too many wrong ones.
 */
export async function counted<T>(
  deps: Deps,
  attempt: FactorAttempt,
  work: (within: Deps) => Promise<T>,
): Promise<T> {
  const { guesses } = deps.credentials;
  const takeBack = await countFactorGuess(guesses, attempt);
  const done = await deps.transaction(work);
  await takeBack();
  await rememberFactorAddress(guesses, attempt);
  return done;
}

/**
 * Uses up what proves the second factor. Throws 400 for nothing, 401 for what is wrong, was used before or is too old.
 */
export async function spendProof(
  deps: Deps,
  userId: string,
  { code, passkey }: Proof,
): Promise<void> {
  if (passkey !== undefined) {
    await spendPasskey(deps, userId, passkey);
    return;
  }
  if (code === undefined) throw badRequest("Enter a code or use a passkey");
  const digits = code.replace(/\s/g, "");
  const isRight = /^\d{6}$/.test(digits)
    ? await spendTotp(deps, userId, digits)
    : await spendRecovery(deps, userId, code);
  if (!isRight) throw wrongCode();
}

async function spendTotp(deps: Parts, userId: string, code: string): Promise<boolean> {
  const factor = await queries.findTotp(deps.db, userId);
  if (factor === null || factor.confirmedAt === null) return false;
  return takeCode(deps, userId, { stored: factor.secret, code });
}

/** True when the code is of a step that is accepted now and was not taken before. */
export async function takeCode(
  { db, now, credentials }: Parts,
  userId: string,
  { stored, code }: { stored: string; code: string },
): Promise<boolean> {
  const secret = await credentials.open(stored);
  if (secret === null) {
    throw conflict("The authenticator app can no longer be verified: use a recovery code");
  }
  const step = stepOfCode(secret, code, now());
  return step !== null && queries.takeStep(db, userId, step);
}

async function spendRecovery(deps: Deps, userId: string, typed: string): Promise<boolean> {
  const codeHash = deps.credentials.hashSecret(plainCode(typed));
  const at = deps.now().toISOString();
  if (!(await queries.useRecoveryCode(deps.db, { userId, codeHash, at }))) return false;
  await tellFactor(deps, userId, { state: "used", label: "a recovery code" });
  return true;
}

export const wrongCode = () =>
  new ApiError(401, "UNAUTHORIZED", "The code is invalid, expired or already used", {
    headers: { "www-authenticate": "Bearer" },
  });
