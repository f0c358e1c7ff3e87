import { sendDue } from "#api/modules/webhooks/service.ts";
import { sendWebhooks } from "#schemas/tasks/send-webhooks.ts";
import { jobOf } from "../../running/job.ts";

export const sendWebhooksJob = jobOf(sendWebhooks, {
  what: "sends what is due for one webhook; what fails is due again later, for three days",
  retry: {
    // The deliveries say themselves when they are due again, and `spread-changes` looks each minute.
    retryLimit: 1,
    retryDelay: 60,
    expireInSeconds: 300,
    heartbeatSeconds: 15,
    deleteAfterSeconds: 3600,
  },
  // A slow receiver holds one of them.
  concurrency: 4,
  run: ({ platform }, { webhookId }, signal) => sendDue(platform, webhookId, signal),
});
