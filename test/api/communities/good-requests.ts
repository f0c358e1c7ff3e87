import { randomUUID } from "node:crypto";
import type { MakeRequests } from "../../helpers/good-requests.ts";
import { makeTeamRoom } from "../../helpers/platform/rooms.ts";
import { contentRequests } from "./good-content-requests.ts";
import { memberRequests } from "./good-member-requests.ts";

export const requests: MakeRequests = (world) => {
  const { app, team } = world;
  const room = async () => ({ parameters: { ...(await makeTeamRoom(app, team)) } });
  return {
    ...memberRequests(world),
    ...contentRequests(world),
    "GET /v2/messaging/communities/:handle": room,
    "POST /v2/messaging/communities/:handle/join": room,
    "POST /v2/messaging/rooms": () => ({
      payload: { name: "Example", handle: `example-${randomUUID().slice(0, 13)}` },
    }),
    "GET /v2/messaging/rooms/:roomId": room,
    "GET /v2/messaging/rooms/:roomId/community": room,
    "PUT /v2/messaging/rooms/:roomId/community": async () => ({
      ...(await room()),
      payload: { summary: "About" },
    }),
    "POST /v2/messaging/rooms/:roomId/close": room,
    "POST /v2/messaging/rooms/:roomId/reopen": room,
  };
};
