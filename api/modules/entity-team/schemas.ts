import { z } from "zod";
import { memberRecord, teamPermission } from "#schemas/shapes/team.ts";

const id = (description: string) =>
  z
    .uuid()
    .toLowerCase()
    .meta({ description, examples: ["60341305-790b-5069-9516-704f56d33c21"] });

export const teamParams = z.object({ id: id("Entity id") });
export const teamMemberParams = z.object({ id: id("Entity id"), userId: id("User id") });

export const teamMemberShape = memberRecord
  .extend({ permissions: z.array(teamPermission) })
  .meta({ id: "TeamMember" });

export type TeamMember = z.infer<typeof teamMemberShape>;

export const teamMemberChange = z.object({
  role: z.enum(["admin", "member"]).optional(),
  permissions: z.array(teamPermission).max(10).optional(),
});

export const teamMemberRemoved = z.object({ userId: z.uuid(), removed: z.literal(true) });
