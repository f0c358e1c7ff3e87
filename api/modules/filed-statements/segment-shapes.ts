import { z } from "zod";
import {
  type BreakdownSummary,
  breakdownKinds,
  reconciliations,
  type SegmentSeries,
  segmentRoles,
} from "#schemas/shapes/companies/segments.ts";

const decimalText = z.string();
const filing = z.object({
  accession: z.string(),
  form: z.string(),
  filed: z.iso.date().nullable(),
});

const period = z.object({
  key: z.string(),
  start: z.iso.date().nullable(),
  end: z.iso.date(),
  unit: z.string(),
  element: z.string(),
  axis: z.string(),
  acrossAxes: z.array(z.string()),
  filing,
  total: z.object({ element: z.string(), value: decimalText }).nullable(),
  sum: decimalText,
  difference: decimalText.nullable(),
  reconciliation: z.enum(reconciliations),
  isRecast: z.boolean(),
  filings: z.int(),
});

const value = z.object({
  value: decimalText,
  weight: z.union([z.literal(1), z.literal(-1), z.literal(0)]),
  role: z.enum(segmentRoles),
  decimals: z.int().nullable(),
  source: z.object({ statement: z.int(), line: z.int(), fact: z.string().nullable() }).nullable(),
  otherVintages: z.array(z.object({ value: decimalText, filing })),
});

const member = z.object({
  id: z.string(),
  member: z.string(),
  axis: z.string().nullable(),
  label: z.string(),
  otherLabels: z.array(z.string()),
  role: z.enum(segmentRoles),
  parent: z.string().nullable(),
  values: z.record(z.string(), value),
});

/**
 * `not_fetched` without any report at hand, `not_known_on_day` where none at hand was filed by the day of `asOf`,
 * `not_broken_down` where none of them has such a breakdown.
 */
const emptyReason = z.enum(["not_fetched", "not_known_on_day", "not_broken_down"]).nullable();

const series = z.object({
  by: z.enum(breakdownKinds),
  metric: z.string(),
  view: z.enum(["latest", "original"]),
  asOf: z.iso.date().nullable(),
  periods: z.array(period),
  members: z.array(member),
}) satisfies z.ZodType<SegmentSeries>;

/** One metric of a company by the members of an axis. */
export const segments = series
  .extend({ entityId: z.uuid(), entityName: z.string(), reason: emptyReason })
  .meta({ id: "SegmentSeries" });
export type Segments = z.infer<typeof segments>;

const summary = z.object({
  by: z.enum(breakdownKinds),
  metric: z.string(),
  periods: z.array(z.string()),
  reconciled: z.int(),
  members: z.int(),
}) satisfies z.ZodType<BreakdownSummary>;

/** What the filings of a company break down, and by what. */
export const breakdowns = z
  .object({
    entityId: z.uuid(),
    entityName: z.string(),
    reason: emptyReason,
    breakdowns: z.array(summary),
  })
  .meta({ id: "Breakdowns" });
export type Breakdowns = z.infer<typeof breakdowns>;
