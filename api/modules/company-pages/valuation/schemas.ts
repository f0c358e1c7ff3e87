import { z } from "zod";
import { dayQuery } from "../schemas.ts";

/** The price of a page's form as it is sent: an empty field counts as absent. */
export const priceQuery = dayQuery.extend({
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

export const valuationQuery = priceQuery.extend({
  // The form sends one part for each model, an address has them as one text.
  blend: z
    .string()
    .max(2000)
    .or(z.array(z.string().max(200)).max(40))
    .transform((sent) => (typeof sent === "string" ? sent : sent.join(";")))
    .optional()
    .meta({
      description:
        "Weights of the models whose weighted mean is shown: template and weight with a colon, parted by semicolons; the id of one of your saved scenarios may follow with another colon",
      examples: ["dcf_5_year_terminal_growth:2;ev_ebitda_multiples:1"],
    }),
});

const several = (description: string, example: string) =>
  z
    .string()
    .max(300)
    .or(z.array(z.string().max(300)).max(60))
    .transform((sent) => (typeof sent === "string" ? [sent] : sent))
    .optional()
    .meta({ description, examples: [example] });

export const partsQuery = priceQuery.extend({
  part: several("Ids of parts, each with the multiple at its place", "own:EuropeSegment"),
  multiple: several("Multiples of the parts; an empty one keeps what is usual", "12"),
  restMultiple: z
    .string()
    .max(40)
    .optional()
    .meta({ description: "The multiple of what belongs to no part", examples: ["10"] }),
});

export type PartsQuery = z.output<typeof partsQuery>;
export type PriceQuery = z.output<typeof priceQuery>;
export type ValuationQuery = z.output<typeof valuationQuery>;
