import type { Bound, Guesses, Target } from "../../auth/guesses.ts";

/** Whose factor is tried, and from where. */
export interface FactorAttempt {
  userId: string;
  address: string;
}

const knownSeconds = 90 * 86_400;

/** Counted for each account and address. */
const ofAddress = ({ userId, address }: FactorAttempt): Bound[] =>
  [
    { of: `factor of the hour ${userId} ${address}`, max: 20, seconds: 3600 },
    { of: `factor ${userId} ${address}`, max: 5, seconds: 60 },
  ].map((bound) => ({ ...bound, persons: [userId] }));

/**
 * Counted for each account over all addresses from which its factor was never proved. A code of three steps is guessed
 * with 3 in a million: 60 guesses a day need years.
 */
const ofAccount = ({ userId }: FactorAttempt): Bound[] =>
  [
    { of: `factor of the day ${userId}`, max: 60, seconds: 86_400 },
    { of: `factor of all ${userId}`, max: 10, seconds: 60 },
  ].map((bound) => ({ ...bound, persons: [userId] }));

const provedAddress = ({ userId, address }: FactorAttempt): Target => ({
  of: `factor proved ${userId} ${address}`,
  persons: [userId],
});

/** Counts a guess at a code. Throws 429 after too many wrong ones. The answer uncounts a right one. */
export async function countFactorGuess(guesses: Guesses, attempt: FactorAttempt) {
  const isKnown = await guesses.remembers(provedAddress(attempt).of);
  return guesses.count([...ofAddress(attempt), ...(isKnown ? [] : ofAccount(attempt))]);
}

/** Remembers an address from which the factor was proved. */
export const rememberFactorAddress = (guesses: Guesses, attempt: FactorAttempt): Promise<void> =>
  guesses.remember(provedAddress(attempt), knownSeconds);
