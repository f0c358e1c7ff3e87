import type { TeamPermission } from "#schemas/shapes/team.ts";
import type { Caller } from "./caller.ts";

/**
 * Who may call an endpoint. The gate asks for the credential before validation; what somebody is to an
 * entity is looked up after it.
 */
export type Access = "anyone" | "optional" | "user" | "client" | TeamAccess;

/** An account that is something to the entity which the path parameter `on` names. */
export interface TeamAccess {
  needs: "member" | "manager" | "owner" | TeamPermission;
  on: string;
}

/** No credential is needed; a bad one is ignored. */
export const anyone = "anyone" as const;
/** Works without a credential; one that is sent must be valid. */
export const optional = "optional" as const;
/** A valid credential of an account is required. */
export const user = "user" as const;
/** An OAuth application, which the handler knows by its secret; an API key is optional and must be valid. */
export const client = "client" as const;
/** Anybody of the entity's team. */
export const member = (on: string): TeamAccess => ({ needs: "member", on });
/** An owner or admin of the team. */
export const manager = (on: string): TeamAccess => ({ needs: "manager", on });
export const owner = (on: string): TeamAccess => ({ needs: "owner", on });
/** A member who holds the permission; owners and admins hold all of them. */
export const can = (permission: TeamPermission, on: string): TeamAccess => ({
  needs: permission,
  on,
});

export const isTeamAccess = (access: Access): access is TeamAccess => typeof access === "object";

/** True where a credential of an account is required. */
export const needsAccount = (access: Access) => access === "user" || isTeamAccess(access);

/** As the description says it: "user", "listing.manage on :entityId". */
export const accessText = (access: Access) =>
  isTeamAccess(access) ? `${access.needs} on :${access.on}` : access;

/** What a handler knows of its caller under each access word. */
export type CallerOf<A extends Access> = A extends "anyone"
  ? null
  : A extends "optional" | "client"
    ? Caller | null
    : Caller & { userId: string };
