import { z } from "zod";
import { task } from "./task.ts";

/** Builds one company again from the archive. */
export const rebuildCompanyTask = task({
  name: "rebuild-company",
  data: z.object({ cik: z.string() }),
  key: ({ cik }) => cik,
});
