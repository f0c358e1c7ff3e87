import { z } from "zod";
import { criterion } from "#schemas/shapes/platform/investor.ts";

export const suggestionShape = z
  .object({
    id: z.uuid(),
    startupListingId: z.uuid(),
    capitalProviderListingId: z.uuid(),
    startup: z.object({ name: z.string(), slug: z.string() }),
    provider: z.object({ name: z.string(), type: z.enum(["person", "firm"]) }),
    /** Why: each with a public fact of the startup and where it stands. */
    reasons: z.array(z.object({ criterion, evidence: z.string(), source: z.string() })),
    createdAt: z.iso.datetime(),
    dismissedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: "MatchSuggestion" });
