import { z } from "zod";
import { idOf } from "#schemas/shapes/id.ts";
import { pageQuery } from "#schemas/shapes/page.ts";
import { requestStatus } from "#schemas/shapes/platform/room.ts";
import { personShape, requestShape, roomId } from "../rooms/schemas.ts";

const role = z.enum(["owner", "admin", "member"]);

export { requestShape };
export const params = {
  roomId,
  userId: idOf("Account id of the member"),
  requestId: idOf("Id of the request to join"),
  invitationId: idOf("Id of the invitation"),
};

export const requestsQuery = pageQuery.extend({
  status: requestStatus
    .default("pending")
    .meta({ description: "Only requests in this state", examples: ["pending"] }),
});
export const requestAnswer = z.object({ decision: z.enum(["approve", "decline"]) });
export const invitationBody = z.object({ userId: z.uuid().toLowerCase() });
export const invitationAnswer = z.object({ decision: z.enum(["accept", "decline"]) });
export const memberChange = z.object({ role });

export const memberShape = z
  .object({ person: personShape, role, joinedAt: z.iso.datetime() })
  .meta({ id: "RoomMember" });

export const memberRemoved = z.object({
  roomId: z.uuid(),
  userId: z.uuid(),
  removed: z.literal(true),
});

export const invitationShape = z
  .object({
    id: z.uuid(),
    roomId: z.uuid(),
    roomName: z.string(),
    handle: z.string(),
    person: personShape,
    status: z.enum(["pending", "accepted", "declined", "withdrawn"]),
    createdAt: z.iso.datetime(),
    decidedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: "RoomInvitation" });
export type Invitation = z.infer<typeof invitationShape>;
