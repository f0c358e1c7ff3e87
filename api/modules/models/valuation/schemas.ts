import { z } from "zod";
import { multipleKeys } from "#registry/models/market/metrics-priced.ts";
import { measureKeys } from "#registry/models/market/peers.ts";
import { priceMax } from "#registry/models/market/price.ts";
import { unknownKeys } from "#registry/models/market/unknowns.ts";
import {
  carry,
  datedPrice,
  marketState,
  number,
  price,
  stateReason,
  triple,
  warnings,
  when,
} from "../schema-parts.ts";
import { modelQuery, overrideExample, overrideProperties } from "../schemas.ts";

const positive = z.number().positive().max(priceMax);
export const given = {
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

export const priceDate = when.optional().meta({
  description: "Day of the given price; without one it counts as of the day of the values",
});

export const member = (description: string) =>
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

export const disclaimer = z.string().min(1);
const range = z.strictObject({ min: z.number(), max: z.number() });

export const reverseResult = z
  .strictObject({
    templateKey: z.string(),
    state: z.enum(["solved", "no_solution", "insufficient_data"]),
    stateReason,
    price,
    pricePerShare: number,
    carried: carry.nullable(),
    currency: z.string().nullable(),
    solvedFor: z.enum(unknownKeys),
    label: z.string(),
    value: number.meta({
      description: "What the price needs, as a fraction; null without a solution",
    }),
    defaultValue: number.meta({
      description: "What the model takes otherwise; null without a default",
    }),
    otherValues: z.array(z.number()).meta({ description: "Further solutions in the range" }),
    range: range.meta({ description: "Where solutions were looked for" }),
    fairValuePerShare: number,
    attained: z.strictObject({ least: z.number(), greatest: z.number() }).nullable().meta({
      description:
        "Values per share that the range gives, on the day of the price; null where it gives none",
    }),
    overrides: z
      .strictObject({
        assumptions: z.record(z.string(), z.number()),
        drivers: z.record(z.string(), z.record(z.string(), z.number())),
      })
      .nullable()
      .meta({
        description:
          "The compute body whose value, carried to its day, is the price; null without a solution",
      }),
    impliedFairValuePerShare: number.meta({
      description: "What compute gives with it, on the day of the values; null without a solution",
    }),
    warnings,
    market: marketState,
    disclaimer,
  })
  .meta({ id: "ReverseModel" });

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

const multiples = z.strictObject(
  Object.fromEntries(multipleKeys.map((key) => [key, number])) as Record<
    (typeof multipleKeys)[number],
    typeof number
  >,
);
const reasons = z
  .partialRecord(z.enum(multipleKeys), z.string())
  .meta({ description: "Why a multiple is null" });
const distribution = z
  .strictObject({
    count: z.int(),
    lowerQuartile: z.number(),
    median: z.number(),
    upperQuartile: z.number(),
    mean: z.number(),
  })
  .nullable();
const earnings = z.enum(["normalised", "reported"]);
const perMultiple = <T extends z.ZodType>(of: T) => z.record(z.enum(multipleKeys), of);

export const history = z
  .strictObject({
    currency: z.string().nullable(),
    earnings,
    rows: z.array(
      z.strictObject({
        fiscalYear: z.int().nullable(),
        periodEnd: when,
        basis: z.enum(["FY", "TTM"]),
        price: datedPrice.nullable(),
        pricePerShare: number,
        shares: z
          .strictObject({
            value: z.number(),
            filed: z.number(),
            splitFactor: z.number(),
            on: z.string(),
            filedDate: z.string(),
          })
          .nullable(),
        marketValue: number,
        netDebt: number,
        multiples,
        reasons,
      }),
    ),
    usual: perMultiple(distribution),
    splits: z.array(
      z.strictObject({ ratio: z.number(), lastOld: z.string(), firstNew: z.string() }),
    ),
    market: marketState,
    disclaimer,
  })
  .meta({ id: "MultiplesHistory" });

const compared = {
  balanceSheetDate: when.nullable(),
  revenue: number,
  measures: z.record(z.enum(measureKeys), number),
  price: datedPrice.nullable(),
  multiples,
  reasons,
};

const size = z
  .strictObject({ measure: z.enum(["revenue", "total_assets"]), value: z.number() })
  .nullable();

export const peers = z
  .strictObject({
    state: z.enum(["computed", "insufficient_data"]),
    stateReason,
    currency: z.string().nullable(),
    earnings,
    rule: z.string(),
    sic: z.string().nullable(),
    size,
    company: z.strictObject(compared),
    peers: z.array(
      z.strictObject({
        entityId: z.uuid(),
        name: z.string(),
        slug: z.string(),
        ticker: z.string().nullable(),
        sic: z.string(),
        size: z.number(),
        sicDigits: z.int(),
        sizeRatio: z.number(),
        why: z.string(),
        ...compared,
      }),
    ),
    usualMeasures: z.record(z.enum(measureKeys), distribution),
    usualMultiples: perMultiple(distribution),
    implied: perMultiple(
      z
        .strictObject({
          templateKey: z.string(),
          fairValuePerShare: triple,
          fairValueAtMean: z.number(),
        })
        .nullable(),
    ),
    reasons,
    market: marketState,
    disclaimer,
  })
  .meta({ id: "Peers" });
