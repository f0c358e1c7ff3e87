import { allowed, ownerOf, user, via } from "#api/auth/access.ts";
import { created, list, one } from "#api/http/answers.ts";
import { moduleOf } from "#api/http/module.ts";
import { v2 } from "#api/http/responses/families.ts";
import { pageQuery } from "#schemas/shapes/page.ts";
import { invitationMoves } from "../members/moves.ts";
import { findInvitation, type InvitationRow, listInvitations } from "../members/queries.ts";
import { invitationAnswer, invitationBody, invitationShape, params } from "../members/schemas.ts";
import { answerInvitation, invite, presentInvitation } from "../members/service.ts";
import { isAtLeast, roomRole } from "../rooms/access.ts";
import { findSeenRoom } from "../rooms/queries.ts";

const { endpoint } = moduleOf({
  tag: "Communities",
  family: v2,
  access: user,
  extension: true,
  params,
});

type Invitation = NonNullable<InvitationRow>;
const invitation = via(
  {
    name: "Invitation",
    find: (db, id, _params, caller) => findInvitation(db, id, caller?.userId ?? null),
    userIdOf: ({ userId }: Invitation) => userId,
  },
  "invitationId",
);
const reader = allowed<Invitation>(
  "invited person, or admin of the room",
  async (db, caller, { roomId, userId }) => {
    if (userId === caller.userId) return "yes";
    const room = await findSeenRoom(db, { id: roomId }, caller.userId);
    return isAtLeast(room?.role ?? null, "admin") ? "yes" : "hidden";
  },
  invitation,
);

export const invitationEndpoints = [
  endpoint({
    at: "POST /messaging/rooms/:roomId/invitations",
    name: "inviteToRoom",
    summary: "Invite a person to a room",
    description:
      "For owners and admins. The person sees the invitation in their own list and accepts or declines it. A repeat answers with the open one.",
    access: roomRole("admin"),
    body: invitationBody,
    refuses: [404, 409],
    answers: created(invitationShape, "/v2/messaging/invitations/:id"),
    handle: ({ params: { roomId }, body: { userId }, caller, deps }) =>
      invite(deps, { roomId, userId }, caller.userId),
  }),

  endpoint({
    at: "GET /messaging/rooms/:roomId/invitations",
    name: "listRoomInvitations",
    summary: "List open invitations to a room",
    description: "For owners and admins, newest first.",
    access: roomRole("admin"),
    query: pageQuery,
    answers: list(invitationShape),
    handle: async ({ params: { roomId }, query, deps }) => {
      const { rows, ...rest } = await listInvitations(deps.db, { roomId }, query);
      return { ...rest, rows: rows.map(presentInvitation) };
    },
  }),

  endpoint({
    at: "GET /messaging/invitations",
    name: "listOwnRoomInvitations",
    summary: "List your open invitations to rooms",
    description: "Those that the caller has not answered yet, newest first.",
    query: pageQuery,
    answers: list(invitationShape),
    handle: async ({ query, caller: { userId }, deps }) => {
      const { rows, ...rest } = await listInvitations(deps.db, { userId }, query);
      return { ...rest, rows: rows.map(presentInvitation) };
    },
  }),

  endpoint({
    at: "GET /messaging/invitations/:invitationId",
    name: "getRoomInvitation",
    summary: "Get an invitation to a room",
    description: "For the invited person, and for owners and admins of the room.",
    access: reader,
    answers: one(invitationShape),
    handle: ({ subject }) => presentInvitation(subject),
  }),

  endpoint({
    at: "POST /messaging/invitations/:invitationId/response",
    name: "answerRoomInvitation",
    summary: "Accept or decline an invitation to a room",
    description: `For the invited person, who becomes a member on accepting. ${invitationMoves.text("accept")}`,
    access: ownerOf(invitation),
    body: invitationAnswer,
    refuses: [409],
    answers: one(invitationShape),
    handle: ({ subject: { id, roomId }, body: { decision }, caller: { userId }, deps }) =>
      answerInvitation(deps, { id, roomId, userId }, decision),
  }),
];
