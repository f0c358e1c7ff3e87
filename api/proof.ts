import { and, eq, isNull, sql } from "drizzle-orm";
import type { Db } from "#schemas/database/db.ts";
import { session } from "#schemas/tables/accounts/account.ts";
import { passkey, totpFactor } from "#schemas/tables/accounts/factor.ts";
import type { Caller } from "./auth/caller.ts";
import { findValue } from "./data/rows.ts";
import { ApiError } from "./http/errors.ts";

/** A proof counts for this long. */
export const proofSeconds = 600;

/** True when the account has a second factor that counts. */
const hasFactorOf = (userId: string) =>
  sql<boolean>`(exists (select 1 from ${totpFactor} where user_id = ${userId} and confirmed_at is not null)
    or exists (select 1 from ${passkey} where user_id = ${userId}))`;

export async function hasFactor(db: Db, userId: string): Promise<boolean> {
  const { rows } = await db.execute<{ has: boolean }>(sql`select ${hasFactorOf(userId)} as has`);
  return rows[0]?.has === true;
}

/** Whether the account has a second factor, and when the session has last proved its person; null for never. */
async function findProof(
  db: Db,
  { userId, sessionId }: { userId: string; sessionId: string | null },
): Promise<{ hasFactor: boolean; provedAt: string | null }> {
  const where = and(eq(session.userId, userId), isNull(session.revokedAt));
  const provedAt =
    sessionId === null
      ? null
      : await findValue(db, session, "provedAt", and(where, eq(session.id, sessionId)));
  return { hasFactor: await hasFactor(db, userId), provedAt };
}

interface ProofDeps {
  db: Db;
  now(): Date;
  /** Null where Tenk itself signs people in. */
  auth: object | null;
}

type Person = Caller & { userId: string };

/** What is known of the proof of a caller: of an account's second factor, and of the caller's own session. */
export async function readProof(
  { db, now, auth }: ProofDeps,
  { userId, credential }: Person,
): Promise<{ hasFactor: boolean; isRecent: boolean }> {
  const sessionId = credential.kind === "token" ? credential.sessionId : null;
  const { hasFactor, provedAt } = await findProof(db, { userId, sessionId });
  const since = now().getTime() - proofSeconds * 1000;
  return {
    // An external issuer asks for factors itself.
    hasFactor: hasFactor && auth === null,
    isRecent: provedAt !== null && Date.parse(provedAt) > since,
  };
}

/**
 * Throws 403 unless the caller's own session has proved its person within ten minutes, by the second factor or, where the
 * account has none, by the password. API keys and applications prove nothing.
 */
export async function checkProof(deps: ProofDeps, caller: Person): Promise<void> {
  const { isRecent } = await readProof(deps, caller);
  if (!isRecent) throw stepUp(caller);
}

/** The same for an account with a second factor. Accounts without one pass. */
export async function checkFactorProof(deps: ProofDeps, caller: Person): Promise<void> {
  const { hasFactor, isRecent } = await readProof(deps, caller);
  if (hasFactor && !isRecent) throw stepUp(caller);
}

/** Says how to prove it, in the message and in the challenge of RFC 9470. */
function stepUp({ credential }: Caller): ApiError {
  const isPerson = credential.kind === "token" && credential.sessionId !== null;
  const message = isPerson
    ? "Prove that it is you first (POST /auth/step-up), and repeat this within 10 minutes"
    : "Only a person who has just proved that it is them may do this: sign in, and use the access token of the sign-in";
  const challenge = `Bearer error="insufficient_user_authentication", max_age="${proofSeconds}"`;
  return new ApiError(403, "STEP_UP_REQUIRED", message, {
    headers: { "www-authenticate": challenge },
  });
}
