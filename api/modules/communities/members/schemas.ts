import { z } from "zod";
import { pageQuery } from "#schemas/shapes/page.ts";
import { requestStatus } from "#schemas/shapes/platform/room.ts";
import { personShape, requestShape, roomId, roomParams } from "../rooms/schemas.ts";

const uuid = (description: string) =>
  z
    .uuid()
    .toLowerCase()
    .meta({ description, examples: ["2f0c5b0e-8f0b-4a55-9a55-6d3c1a0f7b11"] });
const role = z.enum(["owner", "admin", "member"]);

export { requestShape, roomParams };
export const memberParams = z.object({ roomId, userId: uuid("Account id of the member") });
export const requestParams = z.object({ requestId: uuid("Id of the request to join") });
export const invitationParams = z.object({ invitationId: uuid("Id of the invitation") });

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
