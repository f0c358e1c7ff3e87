import { z } from "zod";
import { marketState, number, price, stateReason, warnings } from "../schema-parts.ts";
import { disclaimer, given, member, priceDate } from "./schemas.ts";

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

export const simulation = z
  .strictObject({
    templateKey: z.string(),
    state: z.enum(["computed", "insufficient_data"]),
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
    draws: z.int(),
    valued: z.int(),
    mean: number,
    percentiles: z.array(z.strictObject({ percentile: z.number(), value: number })),
    bars: z.array(z.strictObject({ from: z.number(), to: z.number(), count: z.int() })),
    price: price.nullable(),
    comparedWith: number,
    shareAbove: number,
    warnings,
    market: marketState,
    disclaimer,
  })
  .meta({ id: "ModelSimulation" });
