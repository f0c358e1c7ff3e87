import { z } from "zod";
import { pageQuery } from "#schemas/shapes/page.ts";

export const searchQuery = pageQuery.extend({
  search: z
    .string()
    .trim()
    .max(200)
    .optional()
    .meta({
      description:
        "Name, former name, ticker (one slip is forgiven) or CIK. Without it all are listed.",
      examples: ["aple"],
    }),
});

export const foundEntity = z
  .object({
    id: z.uuid(),
    name: z.string(),
    slug: z.string(),
    entityType: z.string(),
    cik: z.string().nullable(),
    ticker: z.string().nullable(),
    exchange: z.string().nullable(),
    /** What the search text met; null without a search. */
    matchedBy: z.enum(["cik", "ticker", "name", "similar"]).nullable(),
  })
  .meta({ id: "FoundEntity" });
