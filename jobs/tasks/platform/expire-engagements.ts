import { z } from "zod";
import { expireEngagements } from "#api/modules/engagements/service.ts";
import { job } from "../../running/job.ts";
import { listRetry } from "../../running/retry.ts";

export const expireEngagementsJob = job({
  name: "expire-engagements",
  data: z.object({}),
  key: () => "all",
  what: "ends engagement requests that nobody has answered for 60 days",
  retry: listRetry,
  schedule: { cron: "56 2 * * *", why: "requests without an answer", data: () => ({}) },
  run: async ({ platform }) => ({ expired: await expireEngagements(platform) }),
});
