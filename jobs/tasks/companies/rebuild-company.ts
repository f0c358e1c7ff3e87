import { z } from "zod";
import { refetchMissing } from "#ingest/fetch/fetch-lost.ts";
import { rebuildCompany } from "#ingest/pipeline.ts";
import { job } from "../../running/job.ts";
import { companyRetry } from "../../running/retry.ts";
import { priceBuilt } from "./price-screen.ts";

export const rebuildCompanyJob = job({
  name: "rebuild-company",
  data: z.object({ cik: z.string() }),
  key: ({ cik }) => cik,
  what: "builds one company again from the archive",
  retry: companyRetry,
  run: async ({ ingest, config, queue }, { cik }) => {
    const done = await refetchMissing(cik, ingest, () => rebuildCompany(cik, ingest));
    await priceBuilt({ config, queue }, cik);
    return { ...done };
  },
});
