import { pageQuery } from "#schemas/shapes/page.ts";
import { user } from "../../auth/access.ts";
import { created, list, one } from "../../http/answers.ts";
import { moduleOf } from "../../http/module.ts";
import { v2 } from "../../http/responses/families.ts";
import { own } from "./rows.ts";
import * as shapes from "./schemas.ts";
import { params } from "./schemas.ts";
import * as service from "./service.ts";

const { endpoint } = moduleOf({
  tag: "Changes",
  family: v2,
  access: user,
  extension: true,
  strict: true,
  params,
});

export const webhooks = [
  endpoint({
    at: "GET /webhooks",
    name: "listWebhooks",
    summary: "List your webhooks, newest first",
    description: "A key sees those that belong to it. Secrets are not shown.",
    query: pageQuery,
    answers: list(shapes.webhookShape),
    handle: ({ query, caller, deps }) => service.listWebhooks(deps.db, caller, query),
  }),

  endpoint({
    at: "POST /webhooks",
    name: "createWebhook",
    summary: "Create a webhook",
    description:
      "Signed as Standard Webhooks says, with the secret of this answer, which is shown once. Only public addresses with " +
      "https are taken. A webhook that an API key makes ends with the key.",
    body: shapes.webhookBody,
    secrets: ["secret"],
    refuses: [404, 409],
    answers: created(shapes.createdWebhook, "/v2/webhooks/:id"),
    handle: ({ body, caller, deps }) => service.createWebhook(deps, caller, body),
  }),

  endpoint({
    at: "GET /webhooks/:webhookId",
    name: "getWebhook",
    summary: "Get a webhook and its state",
    description: "`failures` counts attempts in a row that failed. The secret is not shown.",
    access: own,
    answers: one(shapes.webhookShape),
    handle: ({ subject }) => service.present(subject),
  }),

  endpoint({
    at: "PATCH /webhooks/:webhookId",
    name: "updateWebhook",
    summary: "Update, pause or resume a webhook",
    description:
      "`status` disabled stops it, active starts it again: what happened meanwhile is sent then, nothing is lost.",
    access: own,
    body: shapes.webhookChange,
    refuses: [404],
    answers: one(shapes.webhookShape),
    handle: ({ subject, body, caller, deps }) => service.updateWebhook(deps, caller, subject, body),
  }),

  endpoint({
    at: "DELETE /webhooks/:webhookId",
    name: "deleteWebhook",
    summary: "Delete a webhook with its deliveries",
    description: "Pending deliveries are not sent.",
    access: own,
    answers: one(shapes.webhookDeleted),
    handle: ({ subject, deps }) => service.deleteWebhook(deps.db, subject.id),
  }),

  endpoint({
    at: "POST /webhooks/:webhookId/rotate-secret",
    name: "rotateWebhookSecret",
    summary: "Rotate the secret of a webhook",
    description:
      "For 24 hours webhooks are signed with both secrets, so that receivers can change over. The secret is returned only in this response.",
    access: own,
    secrets: ["secret"],
    answers: one(shapes.rotatedSecret),
    handle: ({ subject, deps }) => service.rotateSecret(deps, subject.id),
  }),

  endpoint({
    at: "POST /webhooks/:webhookId/test",
    name: "testWebhook",
    summary: "Send a test event",
    description: "An event of type webhook.test. Read the delivery to see what came of it.",
    access: own,
    refuses: [409],
    answers: created(shapes.deliveryShape, "/v2/webhooks/:webhookId/deliveries/:id"),
    handle: ({ subject, deps }) => service.sendTest(deps, subject),
  }),

  endpoint({
    at: "POST /webhooks/:webhookId/replay",
    name: "replayWebhook",
    summary: "Resend all events since a time",
    description:
      "Up to 10,000 changes that the webhook was told or would have been, with the ids that they had.",
    access: own,
    body: shapes.replayBody,
    refuses: [409],
    answers: one(shapes.replayed),
    handle: ({ subject, body, deps }) => service.replaySince(deps, subject, body.since),
  }),

  endpoint({
    at: "GET /webhooks/:webhookId/deliveries",
    name: "listWebhookDeliveries",
    summary: "List the deliveries of a webhook, newest first",
    description: "Deliveries are kept for 30 days.",
    access: own,
    query: shapes.deliveriesQuery,
    answers: list(shapes.deliveryShape),
    handle: ({ subject, query, deps }) => service.listDeliveries(deps.db, subject.id, query),
  }),

  endpoint({
    at: "GET /webhooks/:webhookId/deliveries/:deliveryId",
    name: "getWebhookDelivery",
    summary: "Get a delivery and its attempts",
    description: "`log` has the attempts, oldest first, `payload` what is sent.",
    access: own,
    answers: one(shapes.deliveryDetail),
    handle: ({ subject, params: { deliveryId }, deps }) =>
      service.getDelivery(deps.db, subject.id, deliveryId),
  }),

  endpoint({
    at: "POST /webhooks/:webhookId/deliveries/:deliveryId/replay",
    name: "replayWebhookDelivery",
    summary: "Resend a delivery",
    description: "Sends it with its original id, whatever its outcome was.",
    access: own,
    refuses: [409],
    answers: one(shapes.deliveryShape),
    handle: ({ subject, params: { deliveryId }, deps }) =>
      service.replayDelivery(deps, subject, deliveryId),
  }),
];
