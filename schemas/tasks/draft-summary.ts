import { z } from "zod";
import { task } from "./task.ts";

/** Asks the text service for a draft that replaces the template's draft while that is pending. */
export const draftSummary = task({
  name: "startups.draft-summary",
  data: z.object({ startupListingId: z.uuid(), userId: z.uuid() }),
  persons: ["userId"],
  key: ({ startupListingId }) => startupListingId,
});
