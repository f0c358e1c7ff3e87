import { z } from "zod";
import { breakdownKinds, reconciliations } from "#schemas/shapes/companies/segments.ts";
import { marketValue, number, stateReason, triple, warnings, when } from "../schema-parts.ts";
import { disclaimer, given, priceDate } from "./schemas.ts";

/** What parts are valued by. */
export const partMetrics = ["operating_income", "revenue"] as const;

const multiple = z.number().positive().max(1000);

export const partsBody = z
  .object({
    ...given,
    priceDate,
    by: z.enum(breakdownKinds).optional().meta({
      description:
        "What the parts are; default the first that filings have, segments before products",
    }),
    metric: z.enum(partMetrics).optional().meta({
      description: "What the multiples are of; default operating income where the parts have it",
    }),
    multiples: z
      .record(z.string().max(300), multiple)
      .optional()
      .meta({ description: "By the id of a part; the others take the mean of the industry" }),
    restMultiple: multiple.optional().meta({
      description: "Of what belongs to no part; default the mean of the parts",
    }),
  })
  .nullish()
  .transform((body) => body ?? {})
  .meta({
    description:
      "Multiples of the parts; without any, all parts take the mean of the company's industry.",
    examples: [{ by: "business", multiples: { "own:EuropeSegment": 20 }, price: 240 }],
  });

export type PartsBody = z.infer<typeof partsBody>;

const valued = {
  value: z.number(),
  multiple: z.number(),
  isDefault: z.boolean(),
  enterpriseValue: z.number(),
};

export const partsValue = z
  .strictObject({
    state: z.enum(["computed", "insufficient_data"]),
    stateReason,
    currency: z.string().nullable(),
    by: z.enum(breakdownKinds).nullable(),
    metric: z.enum(partMetrics).nullable(),
    period: z
      .strictObject({
        key: z.string(),
        end: when,
        accession: z.string(),
        form: z.string(),
        filed: when.nullable(),
        reconciliation: z.enum(reconciliations),
      })
      .nullable()
      .meta({ description: "The fiscal year and the filing whose parts these are" }),
    parts: z.array(z.strictObject({ id: z.string(), label: z.string(), ...valued })),
    rest: z
      .strictObject(valued)
      .nullable()
      .meta({ description: "The company's figure less its parts; null where it is not stated" }),
    defaultMultiple: z.strictObject({ value: z.number(), note: z.string().nullable() }).nullable(),
    balanceSheetDate: when.nullable(),
    enterpriseValue: number,
    netDebt: number,
    equityValue: number,
    fairValuePerShare: triple,
    market: marketValue,
    warnings,
    disclaimer,
  })
  .meta({ id: "SumOfParts" });

export type PartsAnswer = z.infer<typeof partsValue>;
