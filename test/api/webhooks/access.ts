import { ownRead, ownWrite, privateWrite } from "../kernel/access-words.ts";

/** A key sees only what belongs to it, and what the owner made belongs to the account. */
const ownerRead = "401 404 404 404 ok 404";

export const access: Record<string, string> = {
  "GET /v2/webhooks": ownRead,
  "POST /v2/webhooks": ownWrite,
  "GET /v2/webhooks/:webhookId": ownerRead,
  "PATCH /v2/webhooks/:webhookId": privateWrite,
  "DELETE /v2/webhooks/:webhookId": privateWrite,
  "POST /v2/webhooks/:webhookId/rotate-secret": privateWrite,
  "POST /v2/webhooks/:webhookId/test": privateWrite,
  "POST /v2/webhooks/:webhookId/replay": privateWrite,
  "GET /v2/webhooks/:webhookId/deliveries": ownerRead,
  "GET /v2/webhooks/:webhookId/deliveries/:deliveryId": ownerRead,
  "POST /v2/webhooks/:webhookId/deliveries/:deliveryId/replay": privateWrite,
};
