import type { HeldPlan } from "#schemas/plans.ts";
import type { Scope } from "#schemas/shapes/scope.ts";

/** Who is calling, proved by a credential. */
export interface Caller {
  /** The account here; null for a valid token of an external issuer whose user has no account yet. */
  userId: string | null;
  /** The issuer's own name for the caller: what rate limits count by. */
  subject: string;
  /** An administrator whose credential may act as one. */
  isAdmin: boolean;
  /** What the credential may do; never more than its account. */
  scopes: readonly Scope[];
  /** What the account paid for, ended or not: `entitlementsAt` judges. */
  plan: HeldPlan | null;
  credential: Credential;
}

export type Credential =
  /** A person's own token; null for one of an external issuer or of `npm run token`. */
  | { kind: "token"; sessionId: string | null }
  | { kind: "apiKey"; keyId: string; rateLimit: number }
  /** An OAuth application acting for a person. */
  | { kind: "application"; sessionId: string };

/** Everything that an account may do: what a person's own token is good for. */
export const fullScopes = (account: { isAdmin: boolean }): Scope[] =>
  account.isAdmin ? ["admin"] : ["write"];
