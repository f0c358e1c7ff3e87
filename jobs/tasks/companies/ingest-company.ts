import { z } from "zod";
import { tellFilings } from "#api/modules/notifications/service.ts";
import { ingestCompany } from "#ingest/pipeline.ts";
import type { JobContext } from "../../running/job.ts";
import { job } from "../../running/job.ts";
import { companyRetry } from "../../running/retry.ts";
import { priceBuilt } from "./price-screen.ts";

export const ingestCompanyJob = job({
  name: "ingest-company",
  data: z.object({ cik: z.string() }),
  key: ({ cik }) => cik,
  what: "fetches one company and builds it",
  retry: companyRetry,
  // While one company is built, others are fetched.
  concurrency: 3,
  async run({ ingest, platform, config, queue }, { cik }) {
    const done = await ingestCompany(cik, ingest);
    // After a crash in between the job runs again, and tells then.
    await tellFilings(platform, cik);
    await priceBuilt({ config, queue }, cik);
    return { ...done };
  },
});

/** Enqueues the ingest of each company and returns their number. */
export async function ingestAll({ queue }: JobContext, ciks: readonly string[]) {
  await queue.enqueueAll(
    ingestCompanyJob,
    ciks.map((cik) => ({ cik })),
  );
  return { companies: ciks.length };
}
