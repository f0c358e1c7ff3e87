import { z } from "zod";
import { marketValue, number, stateReason, triple, warnings } from "../schema-parts.ts";
import { disclaimer, given, member, priceDate } from "./schemas.ts";

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

export const blendResult = z
  .strictObject({
    state: z.enum(["computed", "partial", "insufficient_data"]),
    stateReason,
    currency: z.string().nullable(),
    parts: z.array(
      z.strictObject({
        templateKey: z.string(),
        name: z.string(),
        scenario: z.string().nullable(),
        weight: z.number(),
        share: number,
        state: z.enum(["computed", "insufficient_data"]),
        stateReason,
        fairValuePerShare: triple,
        warnings,
      }),
    ),
    fairValuePerShare: triple,
    range: z.strictObject({ low: z.number(), high: z.number() }).nullable(),
    market: marketValue,
    disclaimer,
  })
  .meta({ id: "ModelBlend" });
