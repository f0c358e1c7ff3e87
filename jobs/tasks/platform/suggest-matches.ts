import { z } from "zod";
import { makeSuggestions } from "#api/modules/investors/service.ts";
import { job } from "../../running/job.ts";
import { listRetry } from "../../running/retry.ts";

export const suggestMatchesJob = job({
  name: "suggest-matches",
  data: z.object({}),
  key: () => "all",
  what: "suggests startups and capital providers to each other, from mandates and public facts",
  retry: listRetry,
  schedule: { cron: "30 3 * * *", why: "a night's new startups and mandates", data: () => ({}) },
  run: ({ platform }) => makeSuggestions(platform),
});
