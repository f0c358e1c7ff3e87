import { z } from "zod";
import { priceCompany, priceScreen, priceScreenDeps } from "#api/modules/screen/service.ts";
import type { Config } from "#schemas/config/config.ts";
import { type Enqueuer, type JobContext, job } from "../../running/job.ts";
import { listRetry } from "../../running/retry.ts";

export const priceScreenJob = job({
  name: "price-screen",
  data: z.object({ cik: z.string().nullable() }),
  key: ({ cik }) => cik ?? "all",
  what: "figures of screens that take a price, where the close or the company has changed; nothing without `PRICES_URL`",
  retry: { ...listRetry, retryLimit: 1 },
  schedule: {
    cron: "50 5 * * *",
    why: "new closes for screens",
    data: () => ({ cik: null }),
  },
  run: async (context, { cik }, signal) => {
    const deps = depsOf(context);
    if (deps === null) return { companies: 0, written: 0 };
    return { ...(await (cik === null ? priceScreen(deps, signal) : priceCompany(deps, cik))) };
  },
});

/** Has the screen follow a company that was built, where there are prices. */
export async function priceBuilt(
  { config, queue }: { config: Pick<Config, "prices">; queue: Enqueuer },
  cik: string,
): Promise<void> {
  if (config.prices) await queue.enqueue(priceScreenJob, { cik });
}

const depsOf = ({ config, ingest, platform }: JobContext) =>
  config.prices && priceScreenDeps(config.prices, { ...platform, registry: ingest.registry });
