import { z } from "zod";
import { idOf } from "#schemas/shapes/id.ts";
import { pageQuery } from "#schemas/shapes/page.ts";
import { longTextOrNull, nameText } from "#schemas/shapes/text.ts";

const watchlistId = idOf("Watchlist id");

export const params = { watchlistId, entityId: idOf("Entity id") };

export const watchlistsQuery = pageQuery.extend({
  entityId: idOf("Adds `containsEntity` for this entity to each list").optional(),
});

export type WatchlistsQuery = z.output<typeof watchlistsQuery>;

export const watchlistBody = z.object({
  name: nameText(120),
  description: longTextOrNull(500).optional(),
});

export const watchlistChange = watchlistBody.partial();

export const membershipBody = z.object({ entityId: idOf("Entity id") });

const shape = z.object({
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
});

export const watchlistShape = shape.meta({ id: "Watchlist" });
export type Watchlist = z.infer<typeof watchlistShape>;

export const watchlistDetail = shape
  .extend({
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

export const watchlistDeleted = z.object({ watchlistId: z.uuid(), deleted: z.literal(true) });
const membership = z.object({ watchlistId: z.uuid(), entityId: z.uuid() });
export const entityAdded = membership.extend({ added: z.literal(true) });
export const entityRemoved = membership.extend({ removed: z.literal(true) });
