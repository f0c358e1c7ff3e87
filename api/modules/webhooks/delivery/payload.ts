import type { Db } from "#schemas/database/db.ts";
import type { webhookDelivery } from "#schemas/tables/accounts/webhook.ts";
import { getChange } from "../../changes/service.ts";

type DeliveryRow = Pick<
  typeof webhookDelivery.$inferSelect,
  "position" | "type" | "webhookId" | "createdAt"
>;

/** What a webhook sends: the kind of event, when it happened, and the change as `GET /v2/changes` has it. */
export interface Payload extends Record<string, unknown> {
  type: string;
  timestamp: string;
  data: object;
}

/** The id of a message, which receivers know repeats by. */
export const messageIdOf = (deliveryId: string) => `msg_${deliveryId}`;

/** What a delivery says. Null for a change that is no longer kept. */
export async function payloadOf(
  db: Db,
  { position, type, webhookId, createdAt }: DeliveryRow,
): Promise<Payload | null> {
  if (position === null) {
    return { type, timestamp: createdAt, data: { webhookId, message: "This is a test." } };
  }
  const change = await getChange(db, position);
  return change === null ? null : { type, timestamp: change.recordedAt, data: change };
}
