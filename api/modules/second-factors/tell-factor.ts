import { randomUUID } from "node:crypto";
import type { Deps } from "../../deps.ts";
import { tell } from "../notifications/service.ts";

/** What has happened to the second factors of an account. */
export interface FactorEvent {
  state: "added" | "removed" | "used" | "replaced";
  /** The factor in words: "an authenticator app", "the passkey Phone". */
  label: string;
}

/** Stores the job that tells the account itself, by notification and mail, in the transaction of the act. */
export const tellFactor = (
  deps: Pick<Deps, "enqueue">,
  userId: string,
  { state, label }: FactorEvent,
): Promise<void> =>
  tell(deps, {
    ...({ kind: "security", subjectType: "account" } as const),
    state,
    label,
    userId,
    subjectId: userId,
    sourceId: `factor:${randomUUID()}`,
  });
