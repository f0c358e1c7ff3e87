import { z } from "zod";
import { endOverdueAccess } from "#api/modules/access-packages/service.ts";
import { job } from "../../running/job.ts";
import { listRetry } from "../../running/retry.ts";

export const endPackageAccessJob = job({
  name: "end-package-access",
  data: z.object({}),
  key: () => "all",
  what: "ends accesses to packages whose end has come",
  retry: listRetry,
  schedule: { cron: "30 2 * * *", why: "accesses that have ended", data: () => ({}) },
  run: async ({ platform }) => ({ ended: await endOverdueAccess(platform) }),
});
