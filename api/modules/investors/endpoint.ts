import { user } from "#api/auth/access.ts";
import { moduleOf } from "#api/http/module.ts";
import { v2 } from "#api/http/responses/families.ts";
import { idOf } from "#schemas/shapes/id.ts";
import { startupParams } from "../startups/service.ts";

/** An endpoint of the investor side of the marketplace: for accounts only, with strict bodies. */
export const { endpoint } = moduleOf({
  tag: "Investors",
  family: v2,
  access: user,
  strict: true,
  params: {
    ...startupParams,
    watchlistId: idOf("Watchlist id"),
    saveId: idOf("Id of the save"),
    noteId: idOf("Id of the note"),
    mandateId: idOf("Mandate id"),
    suggestionId: idOf("Suggestion id"),
    capitalProviderListingId: idOf("Listing id of the capital provider, as its mandates name it"),
  },
});
