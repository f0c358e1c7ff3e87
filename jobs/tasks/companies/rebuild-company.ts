import { refetchMissing } from "#ingest/fetch/fetch-lost.ts";
import { rebuildCompany } from "#ingest/pipeline.ts";
import { rebuildCompanyTask } from "#schemas/tasks/rebuild-company.ts";
import { jobOf } from "../../running/job.ts";
import { companyRetry } from "../../running/retry.ts";
import { priceBuilt } from "./price-screen.ts";

export const rebuildCompanyJob = jobOf(rebuildCompanyTask, {
  what: "builds one company again from the archive",
  retry: companyRetry,
  run: async ({ ingest, config, queue }, { cik }) => {
    const done = await refetchMissing(cik, ingest, () => rebuildCompany(cik, ingest));
    await priceBuilt({ config, queue }, cik);
    return { ...done };
  },
});
