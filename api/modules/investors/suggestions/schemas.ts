import { z } from "zod";
import { idOf } from "#schemas/shapes/id.ts";
import { criterion } from "#schemas/shapes/platform/investor.ts";
import { startupParams } from "../../startups/service.ts";

export { startupParams };
export const founderParams = startupParams.extend({ suggestionId: idOf("Suggestion id") });
export const providerParams = z.object({
  capitalProviderListingId: idOf("Listing id of the capital provider, as its mandates name it"),
});
export const providerSuggestionParams = providerParams.extend({
  suggestionId: idOf("Suggestion id"),
});

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
