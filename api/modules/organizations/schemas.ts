import { z } from "zod";
import { memberRecord, teamRole } from "#schemas/shapes/accounts/team.ts";
import { idOf } from "#schemas/shapes/id.ts";
import { nameText } from "#schemas/shapes/text.ts";

export const params = { id: idOf("Organization id"), userId: idOf("User id") };

export const organizationBody = z.object({ name: nameText(200) });

export const organizationShape = z
  .object({
    id: z.uuid(),
    name: z.string(),
    slug: z.string(),
    status: z.enum(["active", "archived"]),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: "Organization" });

export type Organization = z.infer<typeof organizationShape>;

export const organizationMemberShape = memberRecord.meta({ id: "OrganizationMember" });

export type OrganizationMember = z.infer<typeof organizationMemberShape>;

export const organizationMemberChange = z.object({ role: teamRole });

export const memberRemoved = z.object({ userId: z.uuid(), removed: z.literal(true) });
