import { z } from "zod";
import { listDue, spreadChanges } from "#api/modules/webhooks/service.ts";
import { job } from "../../running/job.ts";
import { listRetry } from "../../running/retry.ts";
import { sendWebhooksJob } from "./send-webhooks.ts";

export const spreadChangesJob = job({
  name: "spread-changes",
  data: z.object({}),
  key: () => "all",
  what: "makes deliveries of what is new for each webhook, and sends those that are due",
  retry: listRetry,
  schedule: {
    cron: "* * * * *",
    why: "what is new for webhooks, and deliveries to be tried again",
    data: () => ({}),
  },
  async run({ platform, queue }) {
    const deliveries = await spreadChanges(platform);
    const due = await listDue(platform);
    await queue.enqueueAll(
      sendWebhooksJob,
      due.map((webhookId) => ({ webhookId })),
    );
    return { deliveries, webhooks: due.length };
  },
});
