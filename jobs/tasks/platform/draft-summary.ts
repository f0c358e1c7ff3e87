import { draftByService } from "#api/modules/startups/service.ts";
import { draftSummary } from "#schemas/tasks/draft-summary.ts";
import { jobOf } from "../../running/job.ts";
import { listRetry } from "../../running/retry.ts";

export const draftSummaryJob = jobOf(draftSummary, {
  what: "asks the text service (AI_BASE_URL) for the summary of a baseline; without one it does nothing",
  retry: { ...listRetry, retryLimit: 0, expireInSeconds: 180 },
  async run({ config, platform }, data, signal) {
    const { texts } = config;
    if (texts === null) return { outcome: "no text service" };
    const { openTextService } = await import("#api/clients/text-service.ts");
    return { outcome: await draftByService(platform, data, openTextService(texts), signal) };
  },
});
