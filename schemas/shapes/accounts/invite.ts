import { z } from "zod";
import { teamPermission } from "./team.ts";

/** The invited address and the role. Only an owner can make a member an owner. */
export const inviteBody = z
  .object({
    email: z.email().max(254).toLowerCase().optional(),
    userId: z.uuid().toLowerCase().optional(),
    role: z.enum(["admin", "member"]).default("member"),
    permissions: z.array(teamPermission).max(10).default([]),
  })
  .refine(({ email, userId }) => (email === undefined) !== (userId === undefined), {
    error: "Give either email or userId",
  });

export type InviteBody = z.output<typeof inviteBody>;
