import { z } from "zod";
import { newestQuarters } from "#ingest/fetch/data-sets/quarters.ts";
import { takeQuarters } from "#ingest/fetch/data-sets/take-quarters.ts";
import { isSampleVia } from "#ingest/sample/companies.ts";
import { listUnbuilt, markBuilt } from "#ingest/store/data-set-quarters.ts";
import { resultOfQuarters } from "../../data-sets/quarters-told.ts";
import { job } from "../../running/job.ts";
import { listRetry, universeSeconds } from "../../running/retry.ts";
import { followedCompanies } from "../../terminal/scope.ts";
import { rebuildCompanyJob } from "./rebuild-company.ts";

/** Two years for every company; named companies have their packages. */
const quartersOfAll = 8;
const quartersOfNamed = 1;

export const fetchDataSetsJob = job({
  name: "fetch-data-sets",
  data: z.object({}),
  key: () => "all",
  what: "the newest quarters of the Financial Statement Data Sets, each once, and enqueues the companies concerned",
  retry: { ...listRetry, expireInSeconds: universeSeconds },
  schedule: {
    cron: "30 5 * * 6",
    why: "quarters that were published or issued anew",
    data: () => ({}),
  },
  async run({ config, ingest, queue }, _, signal) {
    if (isSampleVia(ingest.via)) return { quarters: 0 };
    const isAll = config.companies === "all";
    const asked = newestQuarters(isAll ? quartersOfAll : quartersOfNamed, ingest.now());
    const outcome = await takeQuarters(
      {
        quarters: asked.quarters,
        ciks: isAll ? null : new Set(await followedCompanies(config, ingest)),
        folder: config.dataDir,
        isStopped: () => signal.aborted,
      },
      ingest,
    );
    const result = resultOfQuarters(outcome, asked);
    if (result.problem) ingest.log.warn({ problem: result.problem }, "data sets are missing");
    const { pool } = ingest.database;
    const { quarters, ciks } = await listUnbuilt(pool);
    await queue.enqueueAll(
      rebuildCompanyJob,
      ciks.map((cik) => ({ cik })),
    );
    await markBuilt(pool, quarters, ingest.now().toISOString());
    return { ...result, companies: ciks.length };
  },
});
