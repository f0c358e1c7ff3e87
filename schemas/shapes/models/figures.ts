import { z } from "zod";

export const number = z.number().nullable();
export const numbers = z.record(z.string(), number);
export const when = z.iso.date();

/** One number per scenario; null where the model has none. */
export const triple = z.strictObject({ low: number, mid: number, high: number });

export const tripleOf = <T extends z.ZodType>(of: T) =>
  z.strictObject({ low: of, mid: of, high: of });

const knownReason = z.strictObject({
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
});
export const stateReason = knownReason.nullable();
export type StateReason = z.infer<typeof knownReason>;
export type StateCode = StateReason["code"];

/** Whether a model has a value. */
export const resultState = z.enum(["computed", "insufficient_data"]);

const warning = z.strictObject({ code: z.string(), message: z.string() });
/** What to be careful about, for programs and for people. */
export const warnings = z.array(warning);
export type Warning = z.infer<typeof warning>;

export const disclaimer = z.string().min(1);
