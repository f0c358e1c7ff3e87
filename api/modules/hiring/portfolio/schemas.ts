import { z } from "zod";
import { pageQuery } from "#schemas/shapes/page.ts";
import { portfolioItemKind } from "#schemas/shapes/platform/hiring.ts";
import { linkText, longText, nameText } from "#schemas/shapes/text.ts";

const title = nameText(200);

/** Items of one person. */
export const itemsMax = 200;

export const itemBody = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("link"), title, url: linkText }),
  z.object({
    kind: z.literal("text"),
    title,
    text: longText(20_000)
      .refine((text) => text.trim() !== "", { error: "Must not be empty" })
      .meta({ description: "What the item says" }),
  }),
  z.object({
    kind: z.literal("document"),
    title,
    documentKey: z.string().min(1).max(200).meta({ description: "Key of an own document" }),
  }),
]);
export type ItemBody = z.output<typeof itemBody>;

export const itemsQuery = pageQuery;

export const itemShape = z
  .object({
    id: z.uuid(),
    kind: portfolioItemKind,
    title: z.string(),
    /** Null for other kinds than `link`. */
    url: z.string().nullable(),
    text: z.string().nullable().meta({ description: "Null for other kinds than `text`" }),
    document: z
      .object({ name: z.string(), mediaType: z.string(), size: z.int() })
      .nullable()
      .meta({ description: "The document; null for other kinds than `document`" }),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: "PortfolioItem" });
export type Item = z.infer<typeof itemShape>;

export const itemDeleted = z.object({ id: z.uuid(), deleted: z.literal(true) });
