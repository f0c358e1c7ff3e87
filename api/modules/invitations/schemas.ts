import { z } from "zod";
import { teamPermission } from "#schemas/shapes/accounts/team.ts";
import { idOf } from "#schemas/shapes/id.ts";

export const params = { id: idOf("Invitation id") };

export const ownInvitation = z
  .object({
    id: z.uuid(),
    organization: z.object({ id: z.uuid(), name: z.string() }).nullable(),
    entity: z.object({ id: z.uuid(), name: z.string() }).nullable(),
    role: z.enum(["owner", "admin", "member"]),
    permissions: z.array(teamPermission),
    invitedBy: z.object({ id: z.uuid(), name: z.string() }),
    createdAt: z.iso.datetime(),
    expiresAt: z.iso.datetime(),
  })
  .meta({ id: "Invitation" });

export type OwnInvitation = z.infer<typeof ownInvitation>;

export const invitationAnswered = z.object({
  invitationId: z.uuid(),
  status: z.enum(["accepted", "declined", "withdrawn"]),
});
