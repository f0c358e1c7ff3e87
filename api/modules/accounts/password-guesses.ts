import type { Bound, Guesses, Target } from "../../auth/guesses.ts";

/** Who tries to sign in, and from where. */
interface Attempt {
  email: string;
  address: string;
}

const advice = "A mailed link lets you in at once: POST /auth/request-password-reset";
const knownSeconds = 90 * 86_400;

/** Counted for each account and address: nobody keeps the owner of an account out by guessing from elsewhere. */
const ofAddress = ({ email, address }: Attempt): Bound[] => [
  { of: `password ${email} ${address}`, persons: [email], max: 10, seconds: 60, advice },
  {
    ...{ of: `password of the hour ${email} ${address}`, persons: [email] },
    ...{ max: 100, seconds: 3600, advice },
  },
];

/** A limit on guesses from many addresses. Addresses from which the account has signed in do not count. */
const ofAccount = ({ email }: Attempt): Bound[] => [
  { of: `password ${email}`, persons: [email], max: 1000, seconds: 3600, advice },
];

const knownAddress = ({ email, address }: Attempt): Target => ({
  of: `known address ${email} ${address}`,
  persons: [email],
});

/** Counts a guess at a password. Throws 429 after too many wrong ones. The answer uncounts a right one. */
export async function countPasswordGuess(guesses: Guesses, attempt: Attempt) {
  const isKnown = await guesses.remembers(knownAddress(attempt).of);
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
