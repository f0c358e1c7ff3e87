import type { Bound, Guesses, Target } from "../../auth/guesses.ts";

/** Who tries to sign in, and from where. */
export interface Attempt {
  email: string;
  address: string;
  /** True when the sender already has a session of the account. */
  hasSession?: boolean;
}

const advice = "A mailed link lets you in at once: POST /auth/request-password-reset";
const knownSeconds = 90 * 86_400;

/** Counted for each account and address: one address alone never reaches the limits of the account. */
const ofAddress = ({ email, address }: Attempt): Bound[] =>
  [
    { of: `password of the hour ${email} ${address}`, max: 30, seconds: 3600 },
    { of: `password ${email} ${address}`, max: 10, seconds: 60 },
  ].map((bound) => ({ ...bound, persons: [email], advice }));

/**
 * Counted for each account, over all addresses that it does not know: the more guesses, the longer the wait, and the
 * longest one is told. The owner signs in from a known address, with a session, or by a mailed link.
 */
const ofAccount = ({ email }: Attempt): Bound[] =>
  [
    { of: `password of the hour ${email}`, max: 100, seconds: 3600 },
    { of: `password of ten minutes ${email}`, max: 50, seconds: 600 },
    { of: `password ${email}`, max: 20, seconds: 60 },
  ].map((bound) => ({ ...bound, persons: [email], advice }));

const knownAddress = ({ email, address }: Attempt): Target => ({
  of: `known address ${email} ${address}`,
  persons: [email],
});

/** Counts a guess at a password. Throws 429 after too many wrong ones. The answer uncounts a right one. */
export async function countPasswordGuess(guesses: Guesses, attempt: Attempt) {
  const isKnown = attempt.hasSession || (await guesses.remembers(knownAddress(attempt).of));
  const bounds = [...ofAddress(attempt), ...(isKnown ? [] : ofAccount(attempt))];
  return guesses.count(bounds);
}

/** Remembers an address from which the account has signed in. */
export const rememberAddress = (guesses: Guesses, attempt: Attempt): Promise<void> =>
  guesses.remember(knownAddress(attempt), knownSeconds);

/** After a password reset by mail, the owner may sign in from this address at once. */
export async function clearPasswordGuesses(guesses: Guesses, attempt: Attempt): Promise<void> {
  await guesses.clear([...ofAddress(attempt), ...ofAccount(attempt)].map(({ of }) => of));
  await rememberAddress(guesses, attempt);
}
