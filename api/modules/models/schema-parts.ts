import { z } from "zod";

export const number = z.number().nullable();
export const numbers = z.record(z.string(), number);
export const when = z.iso.date();

/** One number per scenario; null where the model has none. */
export const triple = z.strictObject({ low: number, mid: number, high: number });

export const tripleOf = <T extends z.ZodType>(of: T) =>
  z.strictObject({ low: of, mid: of, high: of });

export const stateReason = z
  .strictObject({
    code: z.enum([
      "missing_core_metric",
      "financial_institution",
      "terminal_metric_not_positive",
      "metric_not_positive",
      "securities_unknown",
      "not_a_reit",
      "input_needed",
      "no_annual_periods",
      "price_not_comparable",
      "no_value_in_range",
      "no_solution_in_range",
      "no_model_computed",
      "models_left_out",
      "too_few_peers",
      "no_size",
      "no_parts",
    ]),
    message: z.string(),
  })
  .nullable();

/** What to be careful about, for programs and for people. */
export const warnings = z.array(z.strictObject({ code: z.string(), message: z.string() }));

export const marketState = z.enum(["available", "unavailable", "not_configured"]);

const priceShape = {
  value: z.number(),
  currency: z.string().nullable(),
  of: z.enum(["share", "receipt"]),
  date: when.nullable(),
  ageDays: z.int().nullable(),
  jump: z.strictObject({ date: when, factor: z.number() }).nullable(),
  source: z.string(),
};

export const price = z.strictObject(priceShape);
export const datedPrice = z.strictObject({ ...priceShape, isAdjusted: z.boolean() });

const carryShape = { days: z.int(), costOfEquity: z.number(), factor: z.number() };

/** From the day of a value to the day of a price. */
export const carry = z.strictObject({ valueDate: when, priceDate: when, ...carryShape });

/** The market's price beside a value. */
export const marketValue = z.strictObject({
  state: marketState,
  reason: z.string().nullable(),
  price: price.nullable(),
  pricePerShare: number,
  carried: z
    .strictObject({
      valueDate: when.nullable(),
      priceDate: when,
      days: z.int().nullable(),
      costOfEquity: number,
      factor: number,
      fairValuePerShare: triple,
    })
    .nullable(),
  upside: triple.nullable(),
});
