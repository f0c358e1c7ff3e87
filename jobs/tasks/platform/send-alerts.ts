import { z } from "zod";
import { sendAlerts } from "#api/modules/investors/service.ts";
import { job } from "../../running/job.ts";
import { listRetry } from "../../running/retry.ts";

export const sendAlertsJob = job({
  name: "send-alerts",
  data: z.object({}),
  key: () => "all",
  what: "mails digests of news about startups to those who asked for them and are due",
  retry: listRetry,
  schedule: { cron: "0 7 * * *", why: "news about startups since yesterday", data: () => ({}) },
  run: ({ platform }) => sendAlerts(platform),
});
