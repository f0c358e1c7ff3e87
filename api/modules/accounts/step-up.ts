import type { Caller } from "../../auth/caller.ts";
import { required } from "../../data/rows.ts";
import type { Deps } from "../../deps.ts";
import { badRequest, forbidden } from "../../http/errors.ts";
import { hasFactor, proofSeconds } from "../../proof.ts";
import { counted, type Proof, spendProof } from "../second-factors/service.ts";
import { checkPassword } from "./check-password.ts";
import { findById } from "./queries.ts";

interface Given extends Proof {
  password?: string | undefined;
  address: string;
}

/**
 * The caller's session proves its person again: by the second factor or, for an account without one, by the
 * password. Throws 400 where the one that is asked for is missing, 401 for a wrong one, 403 for a caller without a session
 * of its own, 429 after too many wrong ones.
 */
export async function stepUp(
  deps: Deps,
  { userId, credential }: Caller & { userId: string },
  { password, address, ...proof }: Given,
): Promise<{ provedUntil: string }> {
  const sessionId = credential.kind === "token" ? credential.sessionId : null;
  if (sessionId === null) throw forbidden("Only a person's own sign-in can prove who it is");
  if (await hasFactor(deps.db, userId)) {
    await counted(deps, { userId, address }, async (within) => {
      await spendProof(within, userId, proof);
      await within.credentials.sessions.prove(within.db, sessionId, deps.now());
    });
  } else {
    if (password === undefined) throw badRequest("Give the password");
    const { email } = required(await findById(deps.db, userId), "Account");
    await checkPassword(deps, { email, password, address, hasSession: true });
    await deps.credentials.sessions.prove(deps.db, sessionId, deps.now());
  }
  return { provedUntil: new Date(deps.now().getTime() + proofSeconds * 1000).toISOString() };
}
