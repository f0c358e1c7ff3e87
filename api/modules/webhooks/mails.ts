import type { WebhookStop } from "#schemas/shapes/accounts/webhook.ts";
import type { Mail } from "#schemas/tasks/send-mail.ts";
import { letter } from "../../mails/letter.ts";

const reasons = {
  failures: "Every attempt of the last three days failed.",
  gone: "The receiver answered 410 Gone, which asks us to stop.",
} as const satisfies Record<Exclude<WebhookStop, "owner">, string>;

/** Tells the owner that a webhook is stopped, and how it goes on. */
export const stoppedMail = (of: {
  to: string;
  webhookId: string;
  url: string;
  stopped: keyof typeof reasons;
  publicUrl: string;
}): Mail =>
  letter({
    to: of.to,
    kind: "security",
    subject: "A webhook was stopped",
    says: [
      `We no longer send changes to ${of.url}.`,
      reasons[of.stopped],
      "Nothing is lost: what happens meanwhile is sent once the webhook is active again. " +
        `PATCH ${of.publicUrl}/v2/webhooks/${of.webhookId} with {"status":"active"} starts it. ` +
        `GET ${of.publicUrl}/v2/webhooks/${of.webhookId}/deliveries shows each attempt.`,
    ],
  });
