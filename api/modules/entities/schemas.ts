import { z } from "zod";
import { idOf } from "#schemas/shapes/id.ts";
import { pageQuery } from "#schemas/shapes/page.ts";
import { linkText, longTextOrNull, nameText } from "#schemas/shapes/text.ts";

export const entityTypes = ["company", "fund", "organization", "nonprofit", "other"] as const;
const entityType = z.enum(entityTypes);

export const entitiesQuery = pageQuery.extend({
  entityType: entityType.optional().meta({ description: "Only of this kind", examples: ["fund"] }),
  // Both spellings of no parent: the literal null and an empty value (ENT-10).
  parentId: z
    .string()
    .regex(/^(null|[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12})?$/, "Invalid UUID")
    .optional()
    .meta({
      description: "Only with this parent; `null` or empty: only those without one",
      examples: ["null"],
    }),
  ownerId: idOf("Only of this owner").optional(),
  search: z
    .string()
    .trim()
    .max(200)
    .optional()
    .meta({ description: "Part of the name, in any case", examples: ["apple"] }),
  sortBy: z
    .enum(["name", "createdAt", "updatedAt"])
    .default("createdAt")
    .meta({ description: "Order", examples: ["name"] }),
  sortOrder: z
    .enum(["asc", "desc"])
    .default("desc")
    .meta({ description: "Direction of the order", examples: ["asc"] }),
});

export type EntitiesQuery = z.output<typeof entitiesQuery>;

export const params = { id: idOf("Entity id") };

export const entityBody = z.object({
  name: nameText(200),
  entityType: entityType.default("company"),
  collectionId: z.uuid().toLowerCase().nullish(),
  parentId: z.uuid().toLowerCase().nullish(),
  description: longTextOrNull(5000).optional(),
});

export type EntityBody = z.output<typeof entityBody>;

const change = entityBody
  .omit({ parentId: true })
  .extend({ entityType, logoUrl: linkText.nullish() })
  .partial();

export type EntityChange = z.output<typeof change>;

/** The fields themselves, or under `data`: PUT and PATCH take either. */
export const entityChange = change.extend({ data: change.optional() });

export const entityShape = z
  .object({
    id: z.uuid(),
    name: z.string(),
    slug: z.string(),
    entityType: z.string(),
    /** Null for a reference entity that nobody has claimed. */
    ownerId: z.uuid().nullable(),
    description: z.string().nullable(),
    logoUrl: z.string().nullable(),
    parentId: z.uuid().nullable(),
    /** For its owner only; null for others. */
    collectionId: z.uuid().nullable(),
    status: z.enum(["active"]),
    claimStatus: z.enum(["not_claimable", "claimed", "claim_pending", "unclaimed"]),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: "Entity" });

export type Entity = z.infer<typeof entityShape>;

export const entityDeleted = z.object({ success: z.literal(true) });
