import { z } from "zod";
import { idOf } from "#schemas/shapes/id.ts";
import { alertTrigger, digest } from "#schemas/shapes/platform/investor.ts";
import { nameText } from "#schemas/shapes/text.ts";
import { startupCard, startupParams } from "../../startups/service.ts";

export const itemParams = z.object({
  watchlistId: idOf("Watchlist id"),
  id: startupParams.id.meta({ examples: ["acme"] }),
});

export const watchlistBody = z.object({ name: nameText(120) });
export const watchlistChange = watchlistBody.extend({
  version: z.int().min(1).max(2_147_483_647).optional(),
});
export const startupBody = z.object({ startupListingId: z.string().min(1).max(200).toLowerCase() });

export const watchlistShape = z
  .object({
    id: z.uuid(),
    name: z.string(),
    itemCount: z.int(),
    version: z.int(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: "StartupWatchlist" });
export const watchlistDetail = watchlistShape
  .extend({
    items: z.array(z.object({ startup: startupCard, addedAt: z.iso.datetime() })),
    /** They can be taken off, and come back with the next publication. */
    noLongerPublished: z
      .array(z.object({ startupListingId: z.uuid(), addedAt: z.iso.datetime() }))
      .meta({
        description:
          "Startups that were unpublished since: the ids of their listings, and nothing else of them",
      }),
  })
  .meta({ id: "StartupWatchlistDetail" });
export type WatchlistDetail = z.infer<typeof watchlistDetail>;

export const itemShape = z.object({
  watchlistId: z.uuid(),
  startupListingId: z.uuid(),
  onWatchlist: z.boolean(),
});

export const saveShape = z
  .object({ id: z.uuid(), startup: startupCard, createdAt: z.iso.datetime() })
  .meta({ id: "StartupSave" });
export type Save = z.infer<typeof saveShape>;
export const saveDeleted = z.object({ id: z.uuid(), deleted: z.literal(true) });

export const alertBody = z.object({
  triggers: z.array(alertTrigger).max(3),
  digest,
});
export type AlertBody = z.output<typeof alertBody>;
export const alertShape = z
  .object({ triggers: z.array(alertTrigger), digest, updatedAt: z.iso.datetime().nullable() })
  .meta({ id: "StartupAlertPreferences" });
