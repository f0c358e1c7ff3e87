import { roomInvitation, roomRequest } from "#schemas/tables/platform/room.ts";
import type { MakeRequests } from "../../helpers/good-requests.ts";
import { makeUser } from "../../helpers/make.ts";
import { makePerson } from "../../helpers/people.ts";
import { addToRoom, makeRoom, makeTeamRoom } from "../../helpers/platform/rooms.ts";

export const memberRequests: MakeRequests = ({ app, team }) => {
  const { db } = app;
  const room = async () => ({ parameters: { ...(await makeTeamRoom(app, team)) } });
  const withMember = async () => {
    const { parameters } = await room();
    const other = await makePerson(app);
    // A second owner, so that the first one may leave.
    await addToRoom(app, parameters, [[other, "owner"]]);
    const third = await makePerson(app);
    await addToRoom(app, parameters, [[third, "member"]]);
    return { parameters: { ...parameters, userId: third.id } };
  };
  /** A room of another account that anyone may ask to join. */
  const reviewed = async () => {
    const settings = { discovery: "discoverable", joining: "request" };
    return { parameters: { ...(await makeRoom(app, await makePerson(app), settings)) } };
  };
  const request = async () => {
    const { roomId } = await makeTeamRoom(app, team);
    const { id: userId } = await makeUser(db);
    const [row] = await db
      .insert(roomRequest)
      .values({ roomId, userId })
      .returning({ id: roomRequest.id });
    return { parameters: { requestId: row?.id ?? "" } };
  };
  const invitation = async () => {
    const { roomId } = await makeRoom(app, await makePerson(app));
    const [row] = await db
      .insert(roomInvitation)
      .values({ roomId, userId: team.owner.id })
      .returning({ id: roomInvitation.id });
    return { parameters: { invitationId: row?.id ?? "" } };
  };
  return {
    "GET /v2/messaging/rooms/:roomId/members": room,
    "PATCH /v2/messaging/rooms/:roomId/members/:userId": async () => ({
      ...(await withMember()),
      payload: { role: "admin" },
    }),
    "DELETE /v2/messaging/rooms/:roomId/members/:userId": withMember,
    "POST /v2/messaging/rooms/:roomId/leave": withMember,
    "GET /v2/messaging/rooms/:roomId/join-requests": room,
    "POST /v2/messaging/rooms/:roomId/join-requests": reviewed,
    "GET /v2/messaging/join-requests/:requestId": request,
    "GET /v2/messaging/invitations/:invitationId": invitation,
    "POST /v2/messaging/join-requests/:requestId/response": async () => ({
      ...(await request()),
      payload: { decision: "approve" },
    }),
    "POST /v2/messaging/rooms/:roomId/invitations": async () => ({
      ...(await room()),
      payload: { userId: (await makeUser(db)).id },
    }),
    "GET /v2/messaging/rooms/:roomId/invitations": room,
    "POST /v2/messaging/invitations/:invitationId/response": async () => ({
      ...(await invitation()),
      payload: { decision: "accept" },
    }),
  };
};
