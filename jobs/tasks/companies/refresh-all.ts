import { z } from "zod";
import { refreshTickerList } from "#ingest/fetch/ticker-list.ts";
import { job } from "../../running/job.ts";
import { listRetry } from "../../running/retry.ts";
import { followedCompanies } from "../../terminal/scope.ts";
import { ingestAll } from "./ingest-company.ts";

export const refreshAllJob = job({
  name: "refresh-all",
  data: z.object({}),
  key: () => "all",
  what: "the ticker list, and every company again by conditional requests",
  retry: listRetry,
  schedule: {
    cron: "15 3 * * *",
    why: "every company again, by conditional requests",
    data: () => ({}),
  },
  async run(context) {
    const { config, ingest } = context;
    const gone = await refreshTickerList(ingest);
    const done = await ingestAll(context, await followedCompanies(config, ingest));
    if (gone) throw gone;
    return done;
  },
});
