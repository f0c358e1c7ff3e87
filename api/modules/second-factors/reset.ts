import { notifyAccess } from "../../auth/queries.ts";
import { endAll } from "../../auth/sessions.ts";
import { required } from "../../data/rows.ts";
import { notFound } from "../../http/errors.ts";
import type { Platform } from "../../platform.ts";
import { hasFactor } from "../../proof.ts";
import { recordDone } from "../audit-log/service.ts";
import * as passkeyQueries from "./passkeys/queries.ts";
import * as queries from "./queries.ts";
import { tellFactor } from "./tell-factor.ts";

/**
 * Removes all second factors of the account with this address, for an operator who knows its person. All its sessions
 * end, so that a thief of the session is signed out, too. Throws 404 for an unknown address and an account without a factor.
 */
export async function resetFactors(platform: Platform, email: string): Promise<void> {
  await platform.transaction(async (within) => {
    const { db, now } = within;
    const userId = required(await queries.lockByEmail(db, email.trim().toLowerCase()), "Account");
    if (!(await hasFactor(db, userId))) throw notFound("Second factor");
    await queries.deleteTotp(db, userId);
    await passkeyQueries.deletePasskeys(db, userId);
    await queries.replaceRecoveryCodes(db, userId, { hashes: [], at: now().toISOString() });
    await queries.deletePending(db, userId);
    await endAll(db, userId, now());
    await recordDone(db, {
      ...({ subjectType: "person", subjectId: userId, actorId: null } as const),
      action: "factors.reset",
    });
    await tellFactor(within, userId, { state: "removed", label: "all, by the operator" });
    within.afterCommit(() => notifyAccess(db, [userId]));
  });
}
