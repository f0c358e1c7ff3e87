import { z } from "zod";
import { dayQuery } from "../schemas.ts";

/** The fields of the page's form as they are sent: an empty one counts as absent. */
export const valuationQuery = dayQuery.extend({
  price: z
    .string()
    .max(100)
    .optional()
    .meta({
      description:
        "A price that stands beside the values instead of the newest close, as of the day of the page",
      examples: ["250"],
    }),
  priceOf: z
    .enum(["", "share", "receipt"])
    .optional()
    .meta({
      description: "What the price is of; usually a share. A receipt is an ADS or ADR",
      examples: ["share"],
    }),
});

export type ValuationQuery = z.output<typeof valuationQuery>;
