import { z } from "zod";
import { sweepCovers } from "#api/modules/covers/service.ts";
import { sweepDocuments } from "#api/modules/documents/service.ts";
import { job } from "../../running/job.ts";
import { listRetry } from "../../running/retry.ts";

export const sweepDocumentsJob = job({
  name: "sweep-documents",
  data: z.object({}),
  key: () => "all",
  what: "removes bytes of documents and cover images that nothing names any more",
  retry: listRetry,
  schedule: {
    cron: "40 2 * * *",
    why: "bytes of removed documents and of interrupted uploads",
    data: () => ({}),
  },
  run: async ({ platform }, _, signal) => ({
    ...(await sweepDocuments(platform, signal)),
    covers: await sweepCovers(platform, signal),
  }),
});
