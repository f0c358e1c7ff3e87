import { z } from "zod";
import { pollFeed } from "#ingest/fetch/discovery.ts";
import { job } from "../../running/job.ts";
import { listRetry } from "../../running/retry.ts";
import { followedScope } from "../../terminal/scope.ts";
import { ingestAll } from "./ingest-company.ts";

export const pollFeedJob = job({
  name: "poll-feed",
  data: z.object({}),
  key: () => "all",
  what: "reads the feed of new filings, enqueues the companies concerned",
  retry: { ...listRetry, retryLimit: 1 },
  schedule: {
    cron: "* 6-22 * * 1-5",
    why: "new filings, every minute while the regulator accepts them",
    data: () => ({}),
  },
  async run(context) {
    const { config, ingest } = context;
    return ingestAll(context, await pollFeed(await followedScope(config, ingest), ingest));
  },
});
