import type { Deps } from "../../deps.ts";
import { ApiError, forbidden } from "../../http/errors.ts";
import { isPassword } from "./password.ts";
import { type Attempt, countPasswordGuess, rememberAddress } from "./password-guesses.ts";
import { findByEmail, type SignInAccount } from "./queries.ts";

/**
 * The account that address and password prove. Throws 401 for a wrong pair, in the same words and time for an
 * address without account, 403 for an address not yet confirmed, 429 after too many wrong guesses.
 */
export async function checkPassword(
  deps: Deps,
  { password, ...attempt }: Attempt & { password: string },
): Promise<SignInAccount> {
  const { email } = attempt;
  const { guesses } = deps.credentials;
  const takeBack = await countPasswordGuess(guesses, attempt);
  const account = await findByEmail(deps.db, email);
  const isRight = await isPassword(password, account?.passwordHash ?? null);
  if (account === null || !isRight || account.status !== "active") throw wrongPassword();
  await takeBack();
  if (account.emailVerifiedAt === null) {
    const where = deps.mailFolder === null ? "" : `. Mails are files in ${deps.mailFolder}`;
    throw forbidden(`Confirm your email address first: a link was mailed to it${where}`);
  }
  await rememberAddress(guesses, attempt);
  return account;
}

const wrongPassword = () =>
  new ApiError(401, "UNAUTHORIZED", "Incorrect email address or password", {
    headers: { "www-authenticate": "Bearer" },
  });
