import type { Deps } from "../../deps.ts";
import { ApiError } from "../../http/errors.ts";
import { hasFactor } from "../../proof.ts";
import { listPasskeys } from "./passkeys/queries.ts";
import { requestOptions } from "./passkeys/webauthn.ts";
import { counted, type Proof, spendProof } from "./prove.ts";
import * as queries from "./queries.ts";

/** A sign-in whose password was right and whose second factor is awaited. */
export interface PendingSignIn {
  /** Names the sign-in. It opens nothing without the factor. */
  token: string;
  expiresAt: string;
  /** What the account has to prove it with. */
  methods: FactorMethod[];
}

export type FactorMethod = "totp" | "passkey" | "recovery-code";

const lifetimeMs = 10 * 60_000;

/** Begins to await the second factor. Null for an account without one: the password is enough. */
export async function awaitFactor(deps: Deps, userId: string): Promise<PendingSignIn | null> {
  if (!(await hasFactor(deps.db, userId))) return null;
  const { secret: token, secretHash } = deps.credentials.makeSecret();
  const expiresAt = new Date(deps.now().getTime() + lifetimeMs).toISOString();
  await queries.insertPending(deps.db, { secretHash, userId, expiresAt });
  return { token, expiresAt, methods: await readMethods(deps, userId) };
}

/** What an account can prove its second factor with; empty without one. */
export async function readMethods({ db }: Pick<Deps, "db">, userId: string) {
  const totp = await queries.findTotp(db, userId);
  const has: Record<FactorMethod, boolean> = {
    totp: totp !== null && totp.confirmedAt !== null,
    passkey: (await listPasskeys(db, userId)).length > 0,
    "recovery-code": (await queries.countRecoveryCodes(db, userId)) > 0,
  };
  return (Object.keys(has) as FactorMethod[]).filter((method) => has[method]);
}

/** The same for a sign-in that awaits its factor; empty for one that is unknown, finished or too old. */
export async function findPendingMethods(deps: Deps, token: string): Promise<FactorMethod[]> {
  const at = deps.now().toISOString();
  const userId = await queries.findPending(deps.db, deps.credentials.hashSecret(token), at);
  return userId === null ? [] : readMethods(deps, userId);
}

/** What a passkey of an account must sign to finish its sign-in. Throws 401 as `finishPending`. */
export async function pendingPasskey(deps: Deps, token: string) {
  const at = deps.now().toISOString();
  const userId = await queries.findPending(deps.db, deps.credentials.hashSecret(token), at);
  if (userId === null) throw staleSignIn();
  return requestOptions(deps, userId);
}

/**
 * Finishes a sign-in with its factor: `start` makes its session in the same transaction. Throws 401 for a sign-in that is
 * unknown, finished or too old, and for a wrong code, which leaves the sign-in waiting; 429 after too many wrong ones.
 */
export async function finishPending<T>(
  deps: Deps,
  { token, address, ...proof }: Proof & { token: string; address: string },
  start: (within: Deps, userId: string) => Promise<T>,
): Promise<T> {
  const secretHash = deps.credentials.hashSecret(token);
  const at = deps.now().toISOString();
  const userId = await queries.findPending(deps.db, secretHash, at);
  if (userId === null) throw staleSignIn();
  return counted(deps, { userId, address }, async (within) => {
    if ((await queries.usePending(within.db, secretHash, at)) === null) throw staleSignIn();
    await spendProof(within, userId, proof);
    return start(within, userId);
  });
}

const staleSignIn = () =>
  new ApiError(401, "UNAUTHORIZED", "This sign-in is invalid, expired or already completed", {
    headers: { "www-authenticate": "Bearer" },
  });
