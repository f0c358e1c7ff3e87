import { z } from "zod";
import { readDailyIndex } from "#ingest/fetch/discovery.ts";
import { job } from "../../running/job.ts";
import { listRetry } from "../../running/retry.ts";
import { localDate } from "../../terminal/local-date.ts";
import { followedScope } from "../../terminal/scope.ts";
import { ingestAll } from "./ingest-company.ts";

export const readDailyIndexJob = job({
  name: "read-daily-index",
  /** An ISO date of the daily index. */
  data: z.object({ date: z.string() }),
  key: ({ date }) => date,
  what: "reads the day's index: what the feed missed",
  retry: listRetry,
  schedule: {
    cron: "30 22 * * 1-5",
    why: "what the feed missed that day",
    data: (slot) => ({ date: localDate(slot) }),
  },
  async run(context, { date }) {
    const { config, ingest } = context;
    const scope = await followedScope(config, ingest);
    return ingestAll(context, await readDailyIndex(date, scope, ingest));
  },
});
