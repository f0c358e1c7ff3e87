import type { JobContext } from "../../running/job.ts";
import { ingestCompanyJob } from "./ingest-company.ts";

/** Enqueues the ingest of each company and returns their number. */
export async function ingestAll({ queue }: JobContext, ciks: readonly string[]) {
  await queue.enqueueAll(
    ingestCompanyJob,
    ciks.map((cik) => ({ cik })),
  );
  return { companies: ciks.length };
}
