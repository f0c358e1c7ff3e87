import { z } from "zod";
import { pageQuery } from "#schemas/shapes/page.ts";
import { longText, nameText } from "#schemas/shapes/text.ts";

const id = (description: string) =>
  z
    .uuid()
    .toLowerCase()
    .meta({ description, examples: ["60341305-790b-5069-9516-704f56d33c21"] });

export const watchlistParams = z.object({ watchlistId: id("Watchlist id") });

export const membershipParams = z.object({
  watchlistId: id("Watchlist id"),
  entityId: id("Entity id"),
});

export const watchlistsQuery = pageQuery.extend({
  entityId: id("Adds `containsEntity` for this entity to each list").optional(),
});

export type WatchlistsQuery = z.output<typeof watchlistsQuery>;

export const watchlistBody = z.object({
  name: nameText(120),
  description: longText(500).nullish(),
});

export type WatchlistBody = z.output<typeof watchlistBody>;

export const watchlistChange = z.object({
  name: nameText(120).optional(),
  description: longText(500).nullish(),
});

export type WatchlistChange = z.output<typeof watchlistChange>;

export const membershipBody = z.object({ entityId: z.uuid().toLowerCase() });

const watchlistFields = {
  id: z.uuid(),
  name: z.string(),
  description: z.string().nullable(),
  isActive: z.boolean(),
  entityCount: z.int(),
  /** Only when the list was requested with `entityId`. */
  containsEntity: z.boolean().optional(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  /** One more with each change, of its companies too; the ETag says it. */
  version: z.int(),
};

export const watchlistShape = z.object(watchlistFields).meta({ id: "Watchlist" });
export type Watchlist = z.infer<typeof watchlistShape>;

export const watchlistDetail = z
  .object({
    ...watchlistFields,
    entities: z.array(
      z.object({
        entityId: z.uuid(),
        name: z.string(),
        slug: z.string(),
        logoUrl: z.string().nullable(),
        entityType: z.string(),
        primaryExchange: z.string().nullable(),
        primaryTicker: z.string().nullable(),
        serviceTicker: z.string().nullable(),
        addedAt: z.iso.datetime(),
      }),
    ),
  })
  .meta({ id: "WatchlistDetail" });
export type WatchlistDetail = z.infer<typeof watchlistDetail>;

export const watchlistDeleted = z.object({ watchlistId: z.uuid(), deleted: z.literal(true) });
export const entityAdded = z.object({
  watchlistId: z.uuid(),
  entityId: z.uuid(),
  added: z.literal(true),
});
export const entityRemoved = z.object({
  watchlistId: z.uuid(),
  entityId: z.uuid(),
  removed: z.literal(true),
});
