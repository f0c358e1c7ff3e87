import { z } from "zod";
import { reconcile } from "#api/modules/billing/service.ts";
import { job } from "../../running/job.ts";
import { listRetry } from "../../running/retry.ts";

export const reconcileBillingJob = job({
  name: "reconcile-billing",
  data: z.object({}),
  key: () => "all",
  what: "reads every subscription back from the payment provider, which finds lost events",
  retry: listRetry,
  schedule: { cron: "20 3 * * *", why: "lost events of payments", data: () => ({}) },
  async run({ platform }) {
    const { read, failed } = await reconcile(platform);
    if (failed > 0) throw new Error(`${failed} of ${read + failed} customers could not be read`);
    return { read };
  },
});
