import { forgetCustomer } from "#api/modules/billing/service.ts";
import { forgetPayer } from "#schemas/tasks/forget-payer.ts";
import { jobOf } from "../../running/job.ts";
import { listRetry } from "../../running/retry.ts";

export const forgetPayerJob = jobOf(forgetPayer, {
  what: "ends what a deleted account pays for, and has the payment provider forget it",
  retry: { ...listRetry, retryLimit: 20, retryDelayMax: 3600 },
  async run({ platform }, { customerId }) {
    await forgetCustomer(platform, customerId);
    return {};
  },
});
