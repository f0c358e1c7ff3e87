import { z } from "zod";

const teamRoles = ["owner", "admin", "member"] as const;
export type TeamRole = (typeof teamRoles)[number];
export const teamRole = z.enum(teamRoles);

/** The permissions of an entity's team member beyond reading (O-06). Owners and admins have all of them. */
export const teamPermissions = [
  "manage_hiring_roles",
  "review_applications",
  "listing.manage",
] as const;
export type TeamPermission = (typeof teamPermissions)[number];
export const teamPermission = z.enum(teamPermissions);

/** A member of a team or an organization, or a person invited to it. */
export const memberRecord = z.object({
  /** Of the membership, or of the invitation while it is open. */
  id: z.uuid(),
  /** Null for a person invited by address. */
  userId: z.uuid().nullable(),
  name: z.string().nullable(),
  /** For owners and admins only, and of an account only once it accepted; else null. */
  email: z.string().nullable().meta({
    description:
      "For owners and admins only. An account that is invited by its id shows its address when it accepts",
  }),
  avatar: z.string().nullable(),
  role: teamRole,
  status: z.enum(["active", "invited"]),
  joinedAt: z.iso.datetime().nullable(),
});

/** The standing of an account in an entity's team. */
export interface Standing {
  role: TeamRole;
  permissions: readonly TeamPermission[];
}

/** True when the standing carries the permission. */
export function permits({ role, permissions }: Standing, wanted: TeamPermission): boolean {
  return role !== "member" || permissions.includes(wanted);
}
