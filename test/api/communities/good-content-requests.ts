import { eq } from "drizzle-orm";
import { billingSubscription } from "#schemas/tables/accounts/billing.ts";
import type { MakeRequests } from "../../helpers/good-requests.ts";
import { makeTeamRoom } from "../../helpers/platform/rooms.ts";
import { subscribe } from "../../helpers/platform/subscribe.ts";

export const contentRequests: MakeRequests = ({ app, team }) => {
  const room = async () => ({ parameters: { ...(await makeTeamRoom(app, team)) } });
  const put = async (kind: "messages" | "resources", payload: object) => {
    const { parameters } = await room();
    const made = await app.send({
      method: "POST",
      url: `/v2/messaging/rooms/${parameters.roomId}/${kind}`,
      headers: team.owner.headers,
      payload,
    });
    return { ...parameters, id: made.json().data.id as string };
  };
  const body = { body: "Hello" };
  const link = { kind: "link", title: "Minutes", url: "https://example.com/minutes" };
  const message = async () => {
    const { id: messageId, ...parameters } = await put("messages", body);
    return { parameters: { ...parameters, messageId } };
  };
  const resource = async () => {
    const { id: resourceId, ...parameters } = await put("resources", link);
    return { parameters: { ...parameters, resourceId } };
  };
  const withPayload = (payload: object) => async () => ({ ...(await room()), payload });
  return {
    "GET /v2/messaging/rooms/:roomId/messages": room,
    "GET /v2/messaging/rooms/:roomId/stream": async () => {
      for (const { id } of [team.owner, team.permitted, team.member]) {
        const subscription = await subscribe(app, id, "business");
        // It is paid for but not live: the same people can still open a checkout.
        await app.db
          .update(billingSubscription)
          .set({ status: "canceled" })
          .where(eq(billingSubscription.id, subscription));
      }
      return { ...(await room()), query: "?seconds=1" };
    },
    "POST /v2/messaging/rooms/:roomId/messages": withPayload(body),
    "GET /v2/messaging/rooms/:roomId/messages/:messageId": message,
    "PATCH /v2/messaging/rooms/:roomId/messages/:messageId": async () => ({
      ...(await message()),
      payload: { body: "Hello again" },
    }),
    "DELETE /v2/messaging/rooms/:roomId/messages/:messageId": message,
    "GET /v2/messaging/rooms/:roomId/resources": room,
    "POST /v2/messaging/rooms/:roomId/resources": withPayload(link),
    "GET /v2/messaging/rooms/:roomId/resources/:resourceId": resource,
    "DELETE /v2/messaging/rooms/:roomId/resources/:resourceId": resource,
  };
};
