import { z } from "zod";
import { expireFollows } from "#api/modules/startups/service.ts";
import { job } from "../../running/job.ts";
import { listRetry } from "../../running/retry.ts";

export const expireFollowsJob = job({
  name: "expire-follows",
  data: z.object({}),
  key: () => "all",
  what: "marks follows of startups that are over; they count no longer already",
  retry: listRetry,
  schedule: { cron: "55 2 * * *", why: "follows that have ended", data: () => ({}) },
  run: async ({ platform }) => ({ expired: await expireFollows(platform) }),
});
