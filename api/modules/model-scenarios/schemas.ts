import { z } from "zod";
import { idOf } from "#schemas/shapes/id.ts";
import { modelResult } from "#schemas/shapes/models/result.ts";
import { nameText, someText } from "#schemas/shapes/text.ts";

const templateKey = z.string().meta({
  description: "Key or alias of a template",
  examples: ["dcf_5_year_terminal_growth", "revenue_exit"],
});

export const params = {
  id: idOf("Entity id"),
  templateKey,
  scenarioId: idOf("Scenario id"),
  shareToken: someText(
    200,
    "The token of a share link",
    "pH8c1Vv0cWm1m0p3p1o8c2m0T4Zs9y3yq0k4bq1aXzE",
  ),
};

// Checked by the models, whose sentences say what is wrong with an override (SCN-11).
const overrides = (what: string) =>
  z.unknown().optional().meta({ type: "object", description: what, additionalProperties: true });
const assumptions = overrides("Numbers keyed by assumption key");
const drivers = overrides("Numbers keyed by driver, then by four-digit fiscal year");
const overrideExample = {
  assumptions: { discount_rate: 0.085 },
  drivers: { revenue_growth: { "2026": 0.1 } },
};

export const settlingQuery = z.object({
  filed: z
    .enum(["use", "override"])
    .default("use")
    .meta({
      description:
        "`use`: an assumption that has been filed since computes with the filed value; `override`: with the scenario's",
      examples: ["override"],
    }),
});

export const compareQuery = settlingQuery.extend({
  ids: z
    .string()
    .meta({
      description: "Ids of own scenarios of this model, separated by commas, at most 8",
      examples: ["0190a1b2-0000-7000-8000-000000000001"],
    })
    .transform((text) => text.split(","))
    .pipe(z.array(z.uuid()).min(1).max(8)),
});

export const forkBody = z.object({ name: nameText(120) }).meta({ examples: [{ name: "Copy" }] });

export const scenarioBody = z
  .object({ name: nameText(120), assumptions, drivers })
  .meta({ examples: [{ name: "Base case", ...overrideExample }] });

export type ScenarioBody = z.infer<typeof scenarioBody>;

export const scenarioChange = z
  .object({
    name: nameText(120).optional(),
    assumptions,
    drivers,
    shared: z.boolean().optional(),
  })
  .meta({
    description: "What is given replaces what was there; `shared` makes or ends the share link.",
    examples: [{ name: "Bull case" }],
  });

export type ScenarioChange = z.infer<typeof scenarioChange>;

const warnings = z
  .array(
    z.strictObject({
      code: z.enum(["scenario_year_expired", "assumption_filed_since", "assumption_lapsed"]),
      message: z.string(),
    }),
  )
  .meta({
    description:
      "Years that newer filings have overtaken, whose overrides are left out, and assumptions that have been filed since",
  });

const told = {
  name: z.string(),
  entityId: z.uuid(),
  templateKey: z.string(),
  assumptions: z.record(z.string(), z.number()),
  drivers: z.record(z.string(), z.record(z.string(), z.number())),
  warnings,
};

export const scenario = z
  .strictObject({
    id: z.uuid(),
    ...told,
    /** Null while it is not shared. */
    shareToken: z.string().nullable(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: "ModelScenario" });

export type Scenario = z.infer<typeof scenario>;

/** Name and overrides, and what they are for; nothing of whose they are (SCN-08). */
export const sharedScenario = z
  .strictObject({ ...told, disclaimer: z.string().min(1) })
  .meta({ id: "SharedModelScenario" });

export type SharedScenario = z.infer<typeof sharedScenario>;

export const scenarioDeleted = z.object({ scenarioId: z.uuid(), deleted: z.literal(true) });

/** One column of a comparison; the first is the model without overrides. */
export const compared = z
  .strictObject({
    /** Null for the defaults. */
    scenarioId: z.uuid().nullable(),
    name: z.string(),
    assumptions: z.record(z.string(), z.number()),
    drivers: z.record(z.string(), z.record(z.string(), z.number())),
    ...modelResult.pick({
      state: true,
      stateReason: true,
      valuation: true,
      valuationRange: true,
      rateResult: true,
      warnings: true,
    }).shape,
  })
  .meta({ id: "ComparedScenario" });

export type ScenarioComparison = z.infer<typeof compared>;
