import { z } from "zod";
import { askedText, pageNumber } from "../asked.ts";
import { formFields } from "../member-form.ts";

export const scenariosAsked = z.object({ page: pageNumber });
export type ScenariosAsked = z.output<typeof scenariosAsked>;

const set = "Inputs as the address of the model's page has them";

export const newAsked = z.object({
  company: askedText("Slug, ticker or CIK of a company", "apple-inc"),
  model: askedText("Key or alias of a model", "wacc"),
  set: z
    .string()
    .max(4000)
    .optional()
    .meta({ description: set, examples: ["beta:1.3"] }),
});
export type NewAsked = z.output<typeof newAsked>;

/** Longer than what is taken, so that the page says what is too long, beside what was typed. */
const typed = z.string().max(20_000).default("");

export const newFields = z.object({
  ...formFields,
  company: z.string().max(500),
  model: z.string().max(500),
  set: z.string().max(4000),
  name: typed,
});

export const copyFields = z.object({ ...formFields, name: typed });

export const scenarioFields = copyFields.extend({
  act: z.enum(["rename", "copy", "share", "unshare", "delete"]),
});
export type ScenarioFields = z.output<typeof scenarioFields>;
