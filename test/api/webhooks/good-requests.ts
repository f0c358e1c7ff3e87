import { eq } from "drizzle-orm";
import { webhook, webhookDelivery } from "#schemas/tables/accounts/webhook.ts";
import type { MakeRequests } from "../../helpers/good-requests.ts";

export const requests: MakeRequests = ({ app: { db }, owner }) => {
  const url = "https://example.com/tenk";
  // Rows of the database: a receiver that does not answer would take its time.
  const ofNew = async () => {
    const values = { userId: owner.id, url, secret: "whsec_AAAA", position: 0 };
    const [made] = await db.insert(webhook).values(values).returning({ id: webhook.id });
    return { parameters: { webhookId: made?.id ?? "" } };
  };
  const ofDelivery = async () => {
    const { parameters } = await ofNew();
    const delivery = { ...parameters, type: "webhook.test" as const, status: "failed" as const };
    const added = db.insert(webhookDelivery).values(delivery);
    const [made] = await added.returning({ id: webhookDelivery.id });
    return { parameters: { ...parameters, deliveryId: made?.id ?? "" } };
  };
  /** Held, so that the act's job sends nothing. */
  const ofHeld = async (make: typeof ofNew | typeof ofDelivery) => {
    const made = await make();
    const isMade = eq(webhook.id, made.parameters.webhookId);
    await db.update(webhook).set({ heldUntil: "2999-01-01T00:00:00Z" }).where(isMade);
    return made;
  };
  return {
    // An account has twenty at most.
    "POST /v2/webhooks": async () => {
      await db.delete(webhook).where(eq(webhook.userId, owner.id));
      return { payload: { url } };
    },
    "GET /v2/webhooks": ofNew,
    "GET /v2/webhooks/:webhookId": ofNew,
    "PATCH /v2/webhooks/:webhookId": async () => ({
      ...(await ofNew()),
      payload: { description: "For the desk" },
    }),
    "DELETE /v2/webhooks/:webhookId": ofNew,
    "POST /v2/webhooks/:webhookId/rotate-secret": ofNew,
    "POST /v2/webhooks/:webhookId/test": () => ofHeld(ofNew),
    "POST /v2/webhooks/:webhookId/replay": async () => ({
      ...(await ofHeld(ofNew)),
      payload: { since: "2026-01-01" },
    }),
    "GET /v2/webhooks/:webhookId/deliveries": ofDelivery,
    "GET /v2/webhooks/:webhookId/deliveries/:deliveryId": ofDelivery,
    "POST /v2/webhooks/:webhookId/deliveries/:deliveryId/replay": () => ofHeld(ofDelivery),
  };
};
