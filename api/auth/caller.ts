import type { HeldPlan } from "#schemas/config/plans.ts";
import type { Scope } from "#schemas/shapes/accounts/scope.ts";

/** Who is calling, as verified by a credential. */
export interface Caller {
  /** The account. Null for a valid token of an external issuer when its user has no account here. */
  userId: string | null;
  /** The principal that rate limits are counted for: the account id, or the external issuer and its subject. */
  subject: string;
  /** An administrator whose credential may act as one. */
  isAdmin: boolean;
  /** What the credential allows; never more than its account does. */
  scopes: readonly Scope[];
  /** The account's plan, even if it has ended. `entitlementsAt` decides what it still allows. */
  plan: HeldPlan | null;
  credential: Credential;
}

type Credential =
  /** A person's own token. `sessionId` is null for a token of an external issuer or of `npm run token`. */
  | { kind: "token"; sessionId: string | null }
  | { kind: "apiKey"; keyId: string; rateLimit: number }
  /** An OAuth application acting for a person. */
  | { kind: "application"; sessionId: string };

/** All scopes of an account. A person's own token has all of them. */
export const fullScopes = (account: { isAdmin: boolean }): Scope[] =>
  account.isAdmin ? ["admin"] : ["write"];

/**
 * The credential's own quota, which applies in addition to its account's. For an API key it is `rateLimit`: requests a
 * minute, reads and writes together (O-10). Null for other credentials.
 */
export function limitOf({ credential }: Caller): { key: string; perMinute: number } | null {
  if (credential.kind !== "apiKey") return null;
  return { key: credential.keyId, perMinute: credential.rateLimit };
}
