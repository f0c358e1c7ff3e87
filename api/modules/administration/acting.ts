import type { Caller } from "../../auth/caller.ts";
import type { Deps } from "../../deps.ts";
import { checkFactorProof } from "../../proof.ts";
import type { Operator } from "../audit-log/service.ts";

export type Administrator = Caller & { userId: string };
export type ActDeps = Pick<Deps, "db" | "now" | "auth" | "transaction">;

/**
 * The administrator as the actor of an act. Throws 403 where the account has a second factor that the session has not
 * proved within ten minutes: an act changes what belongs to others, and outlasts a stolen session.
 */
export async function operatorOf(
  deps: ActDeps,
  admin: Administrator,
  reason?: string,
): Promise<Operator> {
  await checkFactorProof(deps, admin);
  return { adminId: admin.userId, reason };
}
