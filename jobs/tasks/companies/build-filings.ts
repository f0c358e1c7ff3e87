import { takeFilings } from "#ingest/fetch/take-filings.ts";
import { rebuildCompany } from "#ingest/pipeline.ts";
import { buildFilings } from "#schemas/tasks/build-filings.ts";
import { jobOf } from "../../running/job.ts";
import { companyRetry } from "../../running/retry.ts";
import { priceBuilt } from "./price-screen.ts";

export const buildFilingsJob = jobOf(buildFilings, {
  what: "archives the submitted filings of an entity, and builds its statements",
  retry: companyRetry,
  async run({ ingest, config, queue }, { entityId }) {
    const { keys, ...taken } = await takeFilings(entityId, ingest);
    const outcomes: string[] = [];
    for (const key of keys) {
      outcomes.push((await rebuildCompany(key, ingest)).kind);
      await priceBuilt({ config, queue }, key);
    }
    return { ...taken, outcomes };
  },
});
