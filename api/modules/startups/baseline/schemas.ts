import { z } from "zod";
import { step } from "#schemas/shapes/platform/startup.ts";
import { linkText, longText, longTextOrNull, nameText } from "#schemas/shapes/text.ts";
import { contextShape, evidenceShape } from "../listings/schemas.ts";

const evidence = z
  .object({
    documentKey: z.string().min(1).max(100).nullish(),
    url: linkText.nullish(),
    note: longTextOrNull(500).optional(),
  })
  .refine(({ documentKey, url }) => documentKey != null || url != null, {
    error: "Evidence names a document or an address",
  });

const said = {
  value: nameText(500),
  unit: nameText(40).nullish(),
  asOf: z.iso.date().nullish(),
  evidence: z.array(evidence).min(1).max(20),
};

const key = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,59}$/, "Lower-case letters, digits and _, a letter first")
  .meta({ examples: ["monthly_revenue"] });

const field = z.object({ key, label: nameText(120), ...said });
export const fieldBody = field.extend({
  audience: step.default("diligence"),
  custom: z.boolean().default(false),
});
export type FieldBody = z.output<typeof fieldBody>;

export const fieldChange = field
  .partial()
  .extend({ audience: step.optional(), custom: z.boolean().optional() });
export type FieldChange = z.output<typeof fieldChange>;

const statements = z.array(longText(1000)).max(50);
export const contextBody = z.object({
  constraints: statements,
  assumptions: statements,
  audience: step.optional(),
});
export type ContextBody = z.output<typeof contextBody>;

export const baselineBody = z.object({ strategicContext: contextBody.optional() });
export type BaselineBody = z.output<typeof baselineBody>;

export const correctionBody = z.object({
  fieldId: z.uuid().toLowerCase(),
  reason: longText(1000).refine((text) => text.trim() !== "", { error: "Must not be empty" }),
  ...said,
  value: said.value.optional(),
});
export type CorrectionBody = z.output<typeof correctionBody>;

const saidShape = {
  value: z.string(),
  unit: z.string().nullable(),
  asOf: z.string().nullable(),
  evidence: z.array(evidenceShape),
};

export const baselineShape = z
  .object({
    id: z.uuid(),
    startupListingId: z.uuid(),
    entityId: z.uuid(),
    status: z.enum(["draft", "locked"]),
    fields: z.array(
      z.object({
        id: z.uuid(),
        key: z.string(),
        label: z.string(),
        ...saidShape,
        /** The least audience; null for all but the startup's team, as `custom` is. */
        audience: step.nullable(),
        custom: z.boolean().nullable(),
      }),
    ),
    strategicContext: contextShape.nullable(),
    contextAudience: step.nullable(),
    lockedAt: z.iso.datetime().nullable(),
    corrections: z.array(
      z.object({
        id: z.uuid(),
        fieldId: z.uuid(),
        reason: z.string(),
        from: z.object(saidShape),
        to: z.object(saidShape),
        version: z.int(),
        hash: z.string(),
        createdAt: z.iso.datetime(),
      }),
    ),
    summary: z
      .object({
        status: z.enum(["pending", "confirmed"]),
        text: z.string(),
        method: z.string(),
        generatedAt: z.iso.datetime(),
        confirmedAt: z.iso.datetime().nullable(),
      })
      .nullable(),
  })
  .meta({ id: "StartupBaseline" });
export type Baseline = z.infer<typeof baselineShape>;
