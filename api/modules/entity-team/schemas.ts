import { z } from "zod";
import { memberRecord, teamPermission } from "#schemas/shapes/accounts/team.ts";
import { idOf } from "#schemas/shapes/id.ts";

export const params = { id: idOf("Entity id"), userId: idOf("User id") };

export const teamMemberShape = memberRecord
  .extend({ permissions: z.array(teamPermission) })
  .meta({ id: "TeamMember" });

export type TeamMember = z.infer<typeof teamMemberShape>;

export const teamMemberChange = z.object({
  role: z.enum(["admin", "member"]).optional(),
  permissions: z.array(teamPermission).max(10).optional(),
});

export const teamMemberRemoved = z.object({ userId: z.uuid(), removed: z.literal(true) });
