import { z } from "zod";
import { sweepReceipts } from "#api/modules/reports/service.ts";
import { job } from "../../running/job.ts";
import { listRetry } from "../../running/retry.ts";

export const sweepReceiptsJob = job({
  name: "sweep-receipts",
  data: z.object({}),
  key: () => "all",
  what: "removes receipts of report deliveries that were not acknowledged in time",
  retry: listRetry,
  schedule: { cron: "50 2 * * *", why: "receipts that have ended", data: () => ({}) },
  run: async ({ platform }) => ({ removed: await sweepReceipts(platform) }),
});
