import { z } from "zod";
import { writeExtracts } from "../../extracts/write-extracts.ts";
import { job } from "../../running/job.ts";
import { listRetry, universeSeconds } from "../../running/retry.ts";

export const writeExtractsJob = job({
  name: "write-extracts",
  data: z.object({}),
  key: () => "all",
  what: "what analysts read, to `EXTRACT_URL`, where anything has changed",
  // One retry is enough: the job runs again the next morning.
  retry: { ...listRetry, retryLimit: 1, expireInSeconds: universeSeconds },
  schedule: {
    cron: "15 6 * * *",
    why: "what analysts read, where anything has changed",
    data: () => ({}),
  },
  run: ({ config, ingest }, _, signal) => writeExtracts(config, ingest.database.pool, signal),
});
