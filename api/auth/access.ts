import type { Standing, TeamPermission, TeamRole } from "#schemas/shapes/accounts/team.ts";
import type { Caller } from "./caller.ts";
import type { Decide, RowReader, RuleAccess, Via } from "./rules.ts";

/**
 * Who may call an endpoint. Admission checks the credential before validation. A rule about an entity, an
 * organization or a row is checked after validation.
 */
export type Access = "anyone" | "optional" | "user" | "client" | RuleAccess;

/** No credential is needed; an invalid one is ignored. */
export const anyone = "anyone" as const;
/** No credential is needed; one that is sent must be valid. */
export const optional = "optional" as const;
/** A valid credential of an account is required. */
export const user = "user" as const;
/** An OAuth application, whose secret the handler checks. An API key is optional and must be valid. */
export const client = "client" as const;

/** Applies the rule to the row that a path parameter names, instead of to the entity or organization itself. */
export const via = <R>(row: RowReader<R>, on: string): Via<R> => ({ row, on });

type On<R> = string | Via<R>;
type AccountRule<R, S> = RuleAccess<R, S> & { asks: "user" };

/** Any member of the entity's team. */
export const member = <R = undefined>(on: On<R>) => rule<R, Standing>("team", "member", on);
/** An owner or admin of the entity's team. */
export const manager = <R = undefined>(on: On<R>) => rule<R, Standing>("team", "manager", on);
/** The owner of the entity. */
export const owner = <R = undefined>(on: On<R>) => rule<R, Standing>("team", "owner", on);
/** A member of the entity's team who holds the permission; owners and admins hold all of them. */
export const can = <R = undefined>(permission: TeamPermission, on: On<R>) =>
  rule<R, Standing>("team", permission, on);
/** A member of the organization with at least this role. */
export const organization = <R = undefined>(role: TeamRole, on: On<R>) =>
  rule<R, Standing>("organization", role, on);
/** The account that owns the row. */
export const ownerOf = <R>(row: Via<R>) => rule<R, undefined>("own", "owner", row);
/**
 * The account that owns the row, a member of the organization that owns it, or a manager of the entity that owns it.
 */
export const holder = <R>(row: Via<R>) => rule<R, undefined>("holder", "holder", row);
/** An account that may see the row, as its reader's `isVisible` says. */
export const viewer = <R>(row: Via<R>) => rule<R, undefined>("viewer", "viewer", row);
/** Everybody who may see the row. A credential is optional; one that is sent must be valid. */
export const optionalViewer = <R>(
  row: Via<R>,
): RuleAccess<R, undefined> & { asks: "optional" } => ({
  ...rule<R, undefined>("viewer", "viewer", row),
  asks: "optional",
});
/**
 * An account for which `decide` returns "yes". Use it for rules that the other words cannot express. `needs` names the
 * rule.
 */
export const allowed = <R = undefined>(
  needs: string,
  decide: Decide<R>,
  row?: Via<R>,
): AccountRule<R, undefined> => ({ ...rule<R, undefined>("custom", needs, row ?? ""), decide });

function rule<R, S>(kind: RuleAccess["rule"], needs: string, on: On<R>): AccountRule<R, S> {
  const target = typeof on === "string" ? { on, row: null } : on;
  return { rule: kind, needs, ...target, asks: "user" };
}

export const isRule = (access: Access): access is RuleAccess => typeof access === "object";

/** True when a credential of an account is required. */
export const needsAccount = (access: Access) =>
  access === "user" || (isRule(access) && access.asks === "user");

/** True when a credential is optional but must be valid if it is sent. */
export const takesCredential = (access: Access) =>
  access === "optional" || (isRule(access) && access.asks === "optional");

/** The rule as OpenAPI shows it: "user", "listing.manage on :entityId", "owner of Watchlist :watchlistId". */
export function accessText(access: Access): string {
  if (!isRule(access)) return access;
  const { rule: kind, needs, on, row } = access;
  if (row !== null) return `${needs} of ${row.name} :${on}`;
  if (kind === "organization") return `${needs} of organization :${on}`;
  return on === "" ? needs : `${needs} on :${on}`;
}

/** The type of the caller that a handler gets under each access word. */
export type CallerOf<A extends Access> = A extends "anyone"
  ? null
  : A extends "optional" | "client" | { asks: "optional" }
    ? Caller | null
    : Caller & { userId: string };

/** The type of the row that the access word loads; undefined when it names none. */
export type SubjectOf<A extends Access> = A extends RuleAccess ? Types<A>[0] : undefined;

/** The type of the caller's role in the team or organization; undefined when the access word does not check one. */
export type StandingOf<A extends Access> = A extends RuleAccess ? Types<A>[1] : undefined;

type Types<A extends RuleAccess> = NonNullable<A["types"]>;
