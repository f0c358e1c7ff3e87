import type { z } from "zod";
import { mailLink } from "#schemas/tasks/mail-link.ts";
import type { Caller } from "../../auth/caller.ts";
import { required } from "../../data/rows.ts";
import type { Deps } from "../../deps.ts";
import { ApiError, badRequest, unauthorized } from "../../http/errors.ts";
import { nameSlug } from "../publication/service.ts";
import {
  awaitFactor,
  deletePending,
  finishPending,
  type Proof,
  type SignedPasskey,
  spendPasskey,
} from "../second-factors/service.ts";
import { checkPassword } from "./check-password.ts";
import { hashPassword } from "./password.ts";
import { clearPasswordGuesses } from "./password-guesses.ts";
import {
  findById,
  insertAccount,
  markVerified,
  type Purpose,
  type SignInAccount,
  setPassword,
  useMailedToken,
  voidMailedTokens,
} from "./queries.ts";
import {
  addressBody,
  type FactorAwaited,
  type RegisterBody,
  registerBody,
  resetBody,
  type SignedIn,
} from "./schemas.ts";
import { refuseWeakPassword } from "./weak-password.ts";

export { checkPassword } from "./check-password.ts";
export { mailLinkTo } from "./mail-link.ts";
export { stepUp } from "./step-up.ts";

/**
 * Registers an address and mails it a link. Answers the same for an address that has an account: its owner
 * learns of it by mail, and nobody else learns that there is one.
 */
export async function register(deps: Deps, { email, password, name }: RegisterBody) {
  await refuseWeakPassword(password, { email, name: name ?? null });
  const passwordHash = await hashPassword(password);
  const createdAt = deps.now().toISOString();
  const values = { email, name: name ?? null, passwordHash, createdAt };
  const userId = await insertAccount(deps.db, values);
  const reason = userId === null ? "already-registered" : "verify-email";
  await deps.enqueue(mailLink, { email, reason });
  return { email, emailVerified: false as const, message: "A mail with a link is on its way" };
}

/** Reads a registration from form fields. Throws 400; its message names the wrong field. */
export const parseRegistration = (fields: unknown) => parsed(registerBody, fields);

/** Throws 400 for a text that is no email address. */
export const parseAddress = (email: string) => parsed(addressBody.shape.email, email);

/** Throws 400 for a password that is too short or too long. */
export const parseNewPassword = (password: string) => parsed(resetBody.shape.password, password);

function parsed<T>(schema: z.ZodType<T>, given: unknown): T {
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const [first] = result.error.issues;
  throw badRequest([first?.path.join("."), first?.message].filter(Boolean).join(": "));
}

/** Mails the link again. Answers the same, after the same work, whatever is known of the address: a job looks it up. */
export async function requestVerification(deps: Deps, email: string) {
  await deps.enqueue(mailLink, { email, reason: "verify-email" });
  return { message: "If the address awaits confirmation, a mail is on its way" };
}

/**
 * Confirms an email address and sets the account's slug from its name. The slug is not set earlier, because anybody can
 * sign up with a foreign address. Throws 400 for a token that is unknown, used or expired.
 */
export async function verifyEmail(deps: Deps, token: string) {
  const email = await deps.transaction(async (within) => {
    const userId = await spendToken(within, token, "verify-email");
    const verified = await markVerified(within.db, userId, deps.now().toISOString());
    await nameSlug(within.db, userId);
    return verified;
  });
  if (email === null) throw staleLink();
  return { email, emailVerified: true as const };
}

/** Mails a link to set a new password. Answers the same, after the same work, like `requestVerification`. */
export async function requestPasswordReset(deps: Deps, email: string) {
  await deps.enqueue(mailLink, { email, reason: "reset-password" });
  return { message: "If the address has an account, a mail is on its way" };
}

/**
 * Sets a password with a mailed token and signs everything out, applications included; API keys stay. Earlier wrong guesses
 * stop counting. The next sign-in asks for the second factor as before. Throws 400 for a token that is unknown, used or too
 * old, and for a weak password, which leaves the token good.
 */
export async function resetPassword(
  deps: Deps,
  { token, password, address }: { token: string; password: string; address: string },
) {
  const passwordHash = await hashPassword(password);
  await deps.transaction(async (within) => {
    const { db, credentials } = within;
    const userId = await spendToken(within, token, "reset-password");
    const account = required(await findById(db, userId), "Account");
    await refuseWeakPassword(password, account);
    const at = deps.now();
    await setPassword(db, userId, passwordHash);
    await markVerified(db, userId, at.toISOString());
    await nameSlug(db, userId);
    await voidMailedTokens(db, { userId, purpose: "reset-password", at: at.toISOString() });
    await clearPasswordGuesses(credentials.guesses, { email: account.email, address });
    await credentials.sessions.endAll(db, userId, at);
    await deletePending(db, userId);
    await credentials.forget([userId]);
  });
  return { message: "The password is set; sign in with it" };
}

/**
 * Signs in with address and password; fails as `checkPassword`. An account with a second factor is asked for it, and has
 * no token before `finishSignIn`.
 */
export async function signIn(
  deps: Deps,
  given: { email: string; password: string; address: string },
): Promise<SignedIn | FactorAwaited> {
  const account = await checkPassword(deps, given);
  const secondFactor = await awaitFactor(deps, account.id);
  return secondFactor === null ? startSession(deps, account) : { secondFactor };
}

/** Finishes a sign-in with the second factor; fails as `finishPending`. */
export const finishSignIn = (
  deps: Deps,
  given: Proof & { token: string; address: string },
): Promise<SignedIn> =>
  finishPending(deps, given, async (within, userId) =>
    startSession(within, await activeAccount(within, userId)),
  );

/** Signs in with a passkey alone, whose authenticator has verified its user. Throws 401 as `spendPasskey`. */
export const signInWithPasskey = (deps: Deps, passkey: SignedPasskey): Promise<SignedIn> =>
  deps.transaction(async (within) => {
    const userId = await spendPasskey(within, null, passkey);
    return startSession(within, await activeAccount(within, userId));
  });

/** The account that a factor was proved for. Throws 401 for one that is gone or suspended. */
export async function activeAccount(
  { db }: Pick<Deps, "db">,
  userId: string,
): Promise<SignInAccount> {
  const account = await findById(db, userId);
  if (account?.status !== "active") throw unauthorized();
  return account;
}

async function startSession(deps: Deps, account: SignInAccount): Promise<SignedIn> {
  const at = deps.now();
  const { sessionId, refreshToken } = await deps.credentials.sessions.start(deps.db, {
    userId: account.id,
    kind: "token",
    applicationId: null,
    scopes: [],
    startedAt: at,
    lifetimeSeconds: deps.tokens.refreshSeconds,
  });
  const expiresAt = new Date(at.getTime() + deps.tokens.refreshSeconds * 1000);
  return present(deps, account, { sessionId, refreshToken, expiresAt });
}

/**
 * The next pair of tokens. Throws 401 for a refresh token that is not good; one that comes a second time also
 * ends its session, because somebody has a copy.
 */
export async function refresh(deps: Deps, given: string): Promise<SignedIn> {
  const { sessions } = deps.credentials;
  const at = deps.now();
  const session = await sessions.findRefresh(deps.db, given);
  if (session?.kind !== "token") throw badRefresh();
  const { sessionId } = session;
  if (!(await sessions.redeemRefreshToken(deps.db, given, at))) {
    await endSession(deps, sessionId);
    throw badRefresh();
  }
  const account = await findById(deps.db, session.userId);
  const expiresAt = new Date(session.expiresAt);
  if (!session.isLive || account === null || expiresAt <= at) throw badRefresh();
  const refreshToken = await sessions.renewRefresh(deps.db, sessionId, at);
  return present(deps, account, { sessionId, refreshToken, expiresAt });
}

/**
 * Ends the session of the refresh token or of the caller's own access token. An unknown refresh token is as
 * signed out as can be. Throws 401 when there is neither.
 */
export async function signOut(deps: Deps, caller: Caller | null, refreshToken: string | undefined) {
  const own = caller?.credential.kind === "token" ? caller.credential.sessionId : null;
  if (own === null && refreshToken === undefined) throw unauthorized();
  if (own !== null) await endSession(deps, own);
  const session =
    refreshToken && (await deps.credentials.sessions.findRefresh(deps.db, refreshToken));
  if (session && session.kind === "token") await endSession(deps, session.sessionId);
  return { signedOut: true as const };
}

async function endSession(deps: Deps, sessionId: string): Promise<void> {
  await deps.credentials.sessions.end(deps.db, sessionId, deps.now());
  await deps.credentials.forget([sessionId]);
}

async function present(
  deps: Deps,
  { id, email, name }: SignInAccount,
  session: { sessionId: string; refreshToken: string; expiresAt: Date },
): Promise<SignedIn> {
  const lifetimeSeconds = deps.tokens.accessSeconds;
  const { sessionId, refreshToken, expiresAt } = session;
  const claims = { userId: id, sessionId, scopes: null, lifetimeSeconds };
  return {
    accessToken: await deps.credentials.sign(claims, deps.now()),
    refreshToken,
    tokenType: "Bearer",
    expiresIn: lifetimeSeconds,
    refreshExpiresAt: expiresAt.toISOString(),
    user: { id, email, name },
  };
}

async function spendToken(
  deps: Pick<Deps, "db" | "now" | "credentials">,
  token: string,
  purpose: Purpose,
): Promise<string> {
  const secretHash = deps.credentials.hashSecret(token);
  const at = deps.now().toISOString();
  const userId = await useMailedToken(deps.db, { secretHash, purpose, at });
  if (userId === null) throw staleLink();
  return userId;
}

const staleLink = () => badRequest("This link is invalid, expired or already used");

const badRefresh = () =>
  new ApiError(401, "UNAUTHORIZED", "Missing or invalid refresh token", {
    headers: { "www-authenticate": 'Bearer error="invalid_token"' },
  });
