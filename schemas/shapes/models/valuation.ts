import { z } from "zod";
import { breakdownKinds, reconciliations } from "../companies/segments.ts";
import { disclaimer, number, resultState, stateReason, triple, warnings, when } from "./figures.ts";
import { carry, marketState, marketValue, price } from "./price.ts";

export const unknownKeys = [
  "revenue_growth",
  "constant_revenue_growth",
  "ebitda_margin",
  "terminal_growth",
  "discount_rate",
] as const;

export const reverseResult = z
  .strictObject({
    templateKey: z.string(),
    state: z.enum(["solved", "no_solution", "insufficient_data"]),
    stateReason,
    price,
    /** The price per share in the currency of the statements; null where it cannot be told. */
    pricePerShare: number,
    /** From the day of the values to that of the price; null where they count as of one day. */
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
    range: z
      .strictObject({ min: z.number(), max: z.number() })
      .meta({ description: "Where solutions were looked for" }),
    /** At the defaults, on the day of the values. */
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
export type ReverseAnswer = z.infer<typeof reverseResult>;

/** What draws say together; every figure null without a value. */
const drawSummary = z.strictObject({
  draws: z.int(),
  /** Draws that have a value. */
  valued: z.int(),
  mean: number,
  percentiles: z.array(z.strictObject({ percentile: z.number(), value: number })),
  /** Twenty bars of one width from the least value to the greatest; empty without a value. */
  bars: z.array(z.strictObject({ from: z.number(), to: z.number(), count: z.int() })),
  /** Part of the valued draws above a number; null without one. */
  shareAbove: number,
});
export type DrawSummary = z.infer<typeof drawSummary>;
const { shareAbove, ...drawn } = drawSummary.shape;

export const simulation = z
  .strictObject({
    templateKey: z.string(),
    state: resultState,
    stateReason,
    currency: z.string().nullable(),
    seed: z.int(),
    ranges: z.array(
      z.strictObject({
        key: z.string(),
        label: z.string(),
        min: z.number(),
        mode: z.number(),
        max: z.number(),
      }),
    ),
    ...drawn,
    price: price.nullable(),
    comparedWith: number,
    shareAbove,
    warnings,
    market: marketState,
    disclaimer,
  })
  .meta({ id: "ModelSimulation" });
export type Simulation = z.infer<typeof simulation>;

/** One model of a blend with what it says. */
const blendPart = z.strictObject({
  templateKey: z.string(),
  name: z.string(),
  /** What the caller calls its overrides; null without a name. */
  scenario: z.string().nullable(),
  /** As it was given. */
  weight: z.number(),
  /** Of those that have a value, together 1; null for a model without one. */
  share: number,
  state: resultState,
  stateReason,
  fairValuePerShare: triple,
  /** What compute warns of. */
  warnings,
});
export type BlendPart = z.infer<typeof blendPart>;

export const blendResult = z
  .strictObject({
    state: z.enum(["computed", "partial", "insufficient_data"]),
    stateReason,
    currency: z.string().nullable(),
    parts: z.array(blendPart),
    /** The weighted mean of the parts' low, mid and high; null without any value. */
    fairValuePerShare: triple,
    /** From the least low to the greatest high of the parts; null without any value. */
    range: z.strictObject({ low: z.number(), high: z.number() }).nullable(),
    market: marketValue,
    disclaimer,
  })
  .meta({ id: "ModelBlend" });
export type BlendAnswer = z.infer<typeof blendResult>;

/** What parts are valued by. */
export const partMetrics = ["operating_income", "revenue"] as const;

const valued = {
  value: z.number(),
  multiple: z.number(),
  /** True if the caller gave no multiple. */
  isDefault: z.boolean(),
  enterpriseValue: z.number(),
};
const valuedPart = z.strictObject({ id: z.string(), label: z.string(), ...valued });
export type ValuedPart = z.infer<typeof valuedPart>;

export const partsValue = z
  .strictObject({
    state: resultState,
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
    parts: z.array(valuedPart),
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
