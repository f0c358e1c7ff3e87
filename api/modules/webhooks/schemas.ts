import { z } from "zod";
import {
  attemptOutcomes,
  deliveryStatuses,
  webhookEvents,
  webhookStatuses,
  webhookStops,
} from "#schemas/shapes/accounts/webhook.ts";
import { changeTypes } from "#schemas/shapes/companies/change.ts";
import { idOf } from "#schemas/shapes/id.ts";
import { pageQuery } from "#schemas/shapes/page.ts";
import { linkText, longTextOrNull } from "#schemas/shapes/text.ts";

export const params = {
  webhookId: idOf("Webhook id"),
  deliveryId: idOf("Delivery id"),
};

const types = z
  .array(z.enum(changeTypes))
  .min(1)
  .max(changeTypes.length)
  .nullable()
  .meta({ description: "Only these kinds of changes; null for all" });

const common = {
  url: linkText.max(2000),
  description: longTextOrNull(500).optional(),
  types: types.optional(),
  watchlistId: idOf("Only companies on this watchlist of yours; null for all")
    .nullable()
    .optional(),
};

export const webhookBody = z
  .object({
    ...common,
    apiKeyId: idOf(
      "The API key of yours that it ends with. A key that makes one is that key itself",
    )
      .nullable()
      .optional(),
  })
  .meta({
    examples: [{ url: "https://example.com/tenk", types: ["filing.stored", "statement.restated"] }],
  });
export type WebhookBody = z.output<typeof webhookBody>;

export const webhookChange = z
  .object({ ...common, url: common.url.optional(), status: z.enum(webhookStatuses).optional() })
  .meta({ examples: [{ status: "active" }] });
export type WebhookChange = z.output<typeof webhookChange>;

export const webhookShape = z
  .object({
    id: z.uuid(),
    url: z.string(),
    description: z.string().nullable(),
    types: z.array(z.enum(webhookEvents)).nullable(),
    watchlistId: z.uuid().nullable(),
    apiKeyId: z.uuid().nullable(),
    status: z.enum(webhookStatuses),
    stopped: z.enum(webhookStops).nullable(),
    failures: z.int(),
    failingSince: z.iso.datetime().nullable(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: "Webhook" });
export type Webhook = z.infer<typeof webhookShape>;

const secret = z
  .string()
  .nullable()
  .meta({ description: "Shown this once; null in a replay by Idempotency-Key" });

export const createdWebhook = webhookShape.extend({ secret }).meta({ id: "CreatedWebhook" });

export const rotatedSecret = z.object({
  webhookId: z.uuid(),
  secret,
  previousSecretEndsAt: z.iso.datetime(),
});

export const webhookDeleted = z.object({ webhookId: z.uuid(), deleted: z.literal(true) });

export const deliveriesQuery = pageQuery.extend({
  status: z
    .enum(deliveryStatuses)
    .optional()
    .meta({ description: "Only deliveries in this state", examples: ["failed"] }),
});
export type DeliveriesQuery = z.output<typeof deliveriesQuery>;

export const deliveryShape = z
  .object({
    id: z.uuid(),
    webhookId: z.uuid(),
    messageId: z.string(),
    type: z.enum(webhookEvents),
    status: z.enum(deliveryStatuses),
    attempts: z.int(),
    dueAt: z.iso.datetime().nullable(),
    deliveredAt: z.iso.datetime().nullable(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: "WebhookDelivery" });
export type Delivery = z.infer<typeof deliveryShape>;

export const deliveryDetail = deliveryShape
  .extend({
    log: z.array(
      z.object({
        number: z.int(),
        at: z.iso.datetime(),
        outcome: z.enum(attemptOutcomes),
        statusCode: z.int().nullable(),
        durationMs: z.int(),
      }),
    ),
    payload: z.record(z.string(), z.unknown()).nullable(),
  })
  .meta({ id: "WebhookDeliveryDetail" });

export const replayBody = z
  .object({
    since: z.union([z.iso.date(), z.iso.datetime({ offset: true })]).meta({
      description: "Changes recorded from this day (UTC) or time on are sent again",
    }),
  })
  .meta({ examples: [{ since: "2026-02-27T22:00:00Z" }] });

export const replayed = z.object({ webhookId: z.uuid(), deliveries: z.int() });
