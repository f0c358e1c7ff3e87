import { z } from "zod";
import type { ModelResult } from "#schemas/shapes/models/result.ts";
import { computeCompanyModel, listCompanyModels } from "../models/service.ts";
import { asOfText, companyText, entityIdOf, said, tool, valueShape } from "./tool.ts";

export const listValuationModels = tool({
  name: "list_models",
  title: "List valuation models",
  description:
    "The valuation models and whether a company's filings give what each needs. Their keys are for run_model.",
  input: z.object({ company: companyText, asOf: asOfText }),
  output: said({ models: z.array(said({ key: z.string(), state: z.string() })) }),
  run: async (context, { company, asOf }) => {
    const entityId = await entityIdOf(context, company);
    const models = await listCompanyModels(context.deps, {
      entityId,
      asOf,
      viewer: context.viewer,
    });
    return {
      models: models.map(({ key, name, family, state, missingMetricKeys }) => ({
        key,
        name,
        family,
        state,
        missing: missingMetricKeys,
      })),
    };
  },
});

export const runValuationModel = tool({
  name: "run_model",
  title: "Compute a valuation model",
  description:
    "Computes a model from filings, with own assumptions where given. Ratios are fractions: 0.12 is 12 percent. The answer " +
    "names each assumption, its source and its bounds. It is analysis, not investment advice.",
  input: z.object({
    company: companyText,
    model: z
      .string()
      .min(1)
      .max(80)
      .describe("Key of list_models, such as dcf_5_year_terminal_growth"),
    assumptions: z
      .record(z.string(), z.number())
      .optional()
      .describe("Numbers by assumption key, such as { discount_rate: 0.09 }"),
    drivers: z
      .record(z.string(), z.record(z.string(), z.number()))
      .optional()
      .describe("Numbers by driver and fiscal year, such as { revenue_growth: { 2027: 0.1 } }"),
    asOf: asOfText,
  }),
  output: said({
    model: z.string(),
    state: z.string(),
    reason: z.string().nullable(),
    assumptions: z.array(said({ key: z.string(), value: valueShape })),
  }),
  run: async (context, { company, model, assumptions = {}, drivers = {}, asOf }) => {
    const entityId = await entityIdOf(context, company);
    const of = {
      entityId,
      asOf,
      viewer: context.viewer,
      templateKey: model,
      body: { assumptions, drivers },
    };
    const result = JSON.parse(await computeCompanyModel(context.deps, of)) as ModelResult;
    const { templateKey, state, stateReason, valuation, valuationRange, warnings, disclaimer } =
      result;
    return {
      model: templateKey,
      state,
      reason: stateReason?.message ?? null,
      valuation,
      range: valuationRange,
      missing: result.missingMetricKeys,
      assumptions: result.assumptions.map(({ key, label, value, unit, source, min, max }) => ({
        key,
        label,
        value,
        unit,
        source,
        min,
        max,
      })),
      warnings: warnings.map(({ message }) => message),
      disclaimer,
    };
  },
});
