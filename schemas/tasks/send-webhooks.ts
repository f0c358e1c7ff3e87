import { z } from "zod";
import { task } from "./task.ts";

/** Sends what is due for one webhook. */
export const sendWebhooks = task({
  name: "webhooks.send",
  data: z.object({ webhookId: z.uuid() }),
  key: ({ webhookId }) => webhookId,
});
