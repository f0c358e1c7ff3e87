import { changeTypes } from "../companies/change.ts";

/** Kinds of events that webhooks tell. */
export const webhookEvents = [...changeTypes, "webhook.test"] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

export const webhookStatuses = ["active", "disabled"] as const;
export type WebhookStatus = (typeof webhookStatuses)[number];

/** Who or what stopped a webhook: its owner, failures for days, or the receiver by 410 Gone. */
export const webhookStops = ["owner", "failures", "gone"] as const;
export type WebhookStop = (typeof webhookStops)[number];

/** "failed": given up after the last attempt. */
export const deliveryStatuses = ["pending", "delivered", "failed"] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** What came of a request to a receiver. */
export const attemptOutcomes = [
  "delivered",
  /** A status that is no success. */
  "refused",
  /** A redirect, which is not followed. */
  "redirected",
  "timeout",
  /** The connection could not be made, or broke. */
  "unreachable",
  /** The address leads into a network that webhooks may not reach. */
  "forbidden_address",
  /** SECRET_KEY has changed, so that the secret cannot be read: a new one helps. */
  "secret_unreadable",
] as const;
export type AttemptOutcome = (typeof attemptOutcomes)[number];
