import { z } from "zod";
import { number } from "./figures.ts";

export const assumptionSource = z.enum(["prefilled_from_filings", "default", "user"]);

const provenanceInput = z.strictObject({
  metricKey: z.string(),
  value: z.number(),
  periodEnd: z.string(),
  accessionNumber: z.string(),
});
export type ProvenanceInput = z.infer<typeof provenanceInput>;

/** Where a value comes from, down to the filing (models.md 5.1). */
const provenance = z.strictObject({
  basis: z.enum(["FY", "TTM", "instant", "cover", "computed"]),
  metricKey: z.string(),
  periodEnd: z.string(),
  /** "us-gaap", "ifrs-full", "dei"; "sfrs" for a value computed from several facts, whose newest filing is named. */
  taxonomy: z.string(),
  concept: z.string(),
  form: z.string(),
  accessionNumber: z.string(),
  filedDate: z.string(),
  inputs: z.array(provenanceInput).optional(),
});
export type Provenance = z.infer<typeof provenance>;

/** One input of a model as it is shown (models.md 5.1); `value` null: needed, and known to nobody. */
export const assumption = z.strictObject({
  key: z.string(),
  label: z.string(),
  /** A ratio is a fraction, a date is a number yyyymmdd. */
  value: number,
  unit: z.enum(["ratio", "multiple", "currency", "per_share", "shares", "date", "flag", "years"]),
  source: assumptionSource,
  editable: z.boolean(),
  provenance: provenance.nullable(),
  note: z.string().nullable(),
  min: number,
  max: number,
});
export type Assumption = z.infer<typeof assumption>;
export type Unit = Assumption["unit"];
export type AssumptionSource = Assumption["source"];
