import { z } from "zod";
import { memberRecord, teamRole } from "#schemas/shapes/team.ts";
import { nameText } from "#schemas/shapes/text.ts";

const id = (description: string) =>
  z
    .uuid()
    .toLowerCase()
    .meta({ description, examples: ["9b2f6a31-0c57-4a9e-8d51-6f3e2b1a7c44"] });

export const organizationParams = z.object({ id: id("Organization id") });

export const organizationMemberParams = z.object({
  id: id("Organization id"),
  userId: id("User id"),
});

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
