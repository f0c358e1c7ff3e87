import { z } from "zod";
import { entityParams } from "#api/http/requests/params.ts";
import { driverNames } from "#schemas/shapes/models/dcf.ts";

export const asOfQuery = z.object({
  asOf: z.iso
    .date()
    .optional()
    .meta({
      description: "Compute with what had been filed by the end of this day",
      examples: ["2023-11-03"],
    }),
});

/** The query of a default answer. */
export const modelQuery = asOfQuery.extend({
  earnings: z
    .enum(["normalised", "reported"])
    .default("normalised")
    .meta({
      description:
        "Additive: `reported` adds no one-off charges back and takes means of past years instead of medians",
      examples: ["reported"],
    }),
});

export const params = {
  ...entityParams,
  templateKey: z.string().meta({
    description: "Key or alias of a template",
    examples: ["dcf_5_year_terminal_growth", "revenue_exit"],
  }),
};

export const listingMeta = z.object({ count: z.int() });

export const modelFormula = z
  .strictObject({
    key: z.string(),
    label: z.string(),
    unit: z.string(),
    formula: z.string().min(1),
  })
  .meta({ id: "ModelFormula" });

export const overrideProperties = {
  assumptions: {
    type: "object" as const,
    description: "Numbers keyed by assumption key",
    additionalProperties: { type: "number" as const },
  },
  drivers: {
    type: "object" as const,
    description: "DCF templates only: numbers keyed by driver, then by four-digit fiscal year",
    properties: Object.fromEntries(
      driverNames.map((name) => [
        name,
        { type: "object" as const, additionalProperties: { type: "number" as const } },
      ]),
    ),
  },
};

export const overrideExample = {
  assumptions: { discount_rate: 0.085 },
  drivers: { revenue_growth: { "2026": 0.1 } },
};

/**
 * Documented here, checked by the models themselves: every refusal of a compute body is BAD_REQUEST with its
 * own sentence, so no shape is refused before.
 */
export const computeBody = z.unknown().meta({
  type: "object",
  description:
    "Overrides. Ratios are fractions: 0.12 is 12 percent. An empty body computes the defaults.",
  properties: overrideProperties,
  examples: [overrideExample],
});

/** A compute body plus the format of the file, checked where that is checked. */
export const exportBody = z.unknown().meta({
  type: "object",
  description: "Overrides as for compute, and the format of the file.",
  required: ["format"],
  properties: { format: { type: "string", enum: ["csv", "xlsx"] }, ...overrideProperties },
  examples: [{ format: "xlsx", ...overrideExample }],
});
