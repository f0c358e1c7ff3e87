import { z } from "zod";
import { priceMax } from "#registry/models/market/price.ts";
import { breakdownKinds } from "#schemas/shapes/companies/segments.ts";
import { when } from "#schemas/shapes/models/figures.ts";
import { partMetrics, unknownKeys } from "#schemas/shapes/models/valuation.ts";
import { modelQuery, overrideExample, overrideProperties } from "../schemas.ts";

const positive = z.number().positive().max(priceMax);
const given = {
  price: positive
    .optional()
    .meta({ description: "Price of one share or receipt, instead of the provider's" }),
  priceOf: z
    .enum(["share", "receipt"])
    .optional()
    .meta({ description: "What the price is of; default share. A receipt is an ADS or ADR" }),
  priceCurrency: z
    .string()
    .regex(/^[A-Z]{3}$/, "must be three capital letters")
    .optional()
    .meta({ description: "Default: the currency of the statements, or of the receipt" }),
};

const priceDate = when.optional().meta({
  description: "Day of the given price; without one it counts as of the day of the values",
});

const member = (description: string) =>
  z.unknown().optional().meta({ type: "object", description, additionalProperties: true });

/** Documented here, checked by the models, as compute bodies are. */
export const reverseBody = z.unknown().meta({
  type: "object",
  description: "A price, what is solved for, and overrides of everything else as for compute.",
  properties: {
    price: {
      type: "number",
      description: "Price of one share or receipt; default the provider's close",
    },
    priceOf: {
      type: "string",
      enum: ["share", "receipt"],
      description: "What the price is of; default share",
    },
    priceCurrency: { type: "string", description: "Three letters" },
    priceDate: {
      type: "string",
      format: "date",
      description: "Day of the given price; without one it counts as of the day of the values",
    },
    solveFor: {
      type: "string",
      enum: [...unknownKeys],
      description: "What is solved for; default revenue_growth",
    },
    ...overrideProperties,
  },
  examples: [
    {
      price: 240,
      priceDate: "2026-01-30",
      solveFor: "revenue_growth",
      assumptions: overrideExample.assumptions,
    },
  ],
});

export const historyBody = z
  .object({
    ...given,
    prices: z
      .record(z.string().regex(/^\d{4}$/, "must be a fiscal year"), positive)
      .optional()
      .meta({ description: "Prices by fiscal year, each at the year's end" }),
    asTraded: z
      .boolean()
      .optional()
      .meta({ description: "True: `prices` still have the splits that came later; default false" }),
  })
  .nullish()
  .transform((body) => body ?? {})
  .meta({
    description: "Without prices those of the provider are taken.",
    examples: [{ price: 240, prices: { "2023": 171.21, "2024": 227.79 } }],
  });

export type HistoryBody = z.infer<typeof historyBody>;

export const earningsQuery = modelQuery.omit({ asOf: true });

export const blendBody = z
  .object({
    ...given,
    priceDate,
    models: z
      .array(
        z.object({
          templateKey: z
            .string()
            .min(1)
            .max(80)
            .meta({ description: "Key or alias of a template" }),
          weight: z.number().positive().max(1e6),
          scenario: z
            .string()
            .trim()
            .min(1)
            .max(80)
            .optional()
            .meta({ description: "Name of a scenario; one template may be there once for each" }),
          scenarioId: z.uuid().optional().meta({
            description:
              "One of your saved scenarios of this company and template, in place of assumptions and drivers; its name stands unless `scenario` is given",
          }),
          assumptions: member("Numbers keyed by assumption key"),
          drivers: member("DCF templates only: numbers keyed by driver, then by fiscal year"),
        }),
      )
      .min(1)
      .max(12),
  })
  .meta({
    description: "Weights need not add up to 1. Overrides of each model are those of compute.",
    examples: [
      {
        models: [
          { templateKey: "dcf_5_year_terminal_growth", weight: 2 },
          { templateKey: "ev_ebitda_multiples", weight: 1, assumptions: { multiple: 14 } },
        ],
        price: 240,
        priceDate: "2026-01-30",
      },
      {
        models: [
          { templateKey: "terminal_growth", scenario: "Base", weight: 0.6 },
          {
            templateKey: "terminal_growth",
            scenario: "Bear",
            weight: 0.4,
            assumptions: { discount_rate: 0.11 },
          },
        ],
      },
    ],
  });

export type BlendBody = z.infer<typeof blendBody>;

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

const drawsMax = 5000;
const rangesMax = 12;

const drawRange = z
  .object({ min: z.number(), mode: z.number().optional(), max: z.number() })
  .refine(({ min, mode = min, max }) => min <= mode && mode <= max, {
    message: "min must not exceed mode, nor mode max",
  });

export const simulateBody = z
  .object({
    ...given,
    priceDate,
    draws: z.int().min(100).max(drawsMax).default(1000),
    seed: z.int().min(0).max(0x7fffffff).default(1),
    ranges: z
      .record(z.string().min(1).max(80), drawRange)
      .refine((ranges) => Object.keys(ranges).length <= rangesMax, {
        message: `at most ${rangesMax} ranges`,
      })
      .optional()
      .meta({
        description:
          "Ranges keyed by assumption key; without `mode` the middle. Without ranges those that the model states",
      }),
    assumptions: member("Numbers keyed by assumption key"),
    drivers: member("DCF templates only: numbers keyed by driver, then by fiscal year"),
  })
  .nullish()
  .transform((body) => body ?? { draws: 1000, seed: 1 })
  .meta({
    description: "What is drawn, and overrides of everything else as for compute.",
    examples: [
      {
        ranges: {
          ebitda_margin: { min: 0.28, mode: 0.32, max: 0.34 },
          discount_rate: { min: 0.08, max: 0.11 },
        },
        price: 240,
        draws: 500,
      },
    ],
  });

export type SimulateBody = z.infer<typeof simulateBody>;
