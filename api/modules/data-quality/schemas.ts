import { z } from "zod";
import { outcomes, qualityLabels, severities } from "#schemas/shapes/companies/quality.ts";
import { periodText } from "../../http/requests/params.ts";

export const qualityQuery = z.object({
  severity: z
    .enum(severities)
    .optional()
    .meta({ description: "Only failures of this severity", examples: ["A"] }),
  check: z
    .string()
    .min(1)
    .max(10)
    .optional()
    .meta({ description: "Only failures of this check", examples: ["BS-01"] }),
  period: periodText(30)
    .optional()
    .meta({
      description: "Only failures of this period; FY2023 is 2023FY",
      examples: ["2023FY"],
    }),
});

/** Passed means exact or within rounding; what differs by less than 0.1 % is small and not passed. */
const tally = {
  passedExact: z.int(),
  passedRounding: z.int(),
  small: z.int(),
  failed: z.int(),
  run: z.int(),
  notRun: z.int(),
  /** Percent of what ran, with two decimals; null where nothing ran. */
  passRate: z.number().min(0).max(100).nullable(),
  /** Why there is no pass rate; null when there is one. */
  reason: z.string().nullable(),
};

const checkSummary = z.object({
  id: z.string(),
  severity: z.enum(severities),
  title: z.string(),
  ...tally,
  /** How often it was not run, by reason, the most frequent first. */
  notRunReasons: z.array(z.object({ reason: z.string(), count: z.int() })),
});

export const dataQuality = z
  .object({
    entityId: z.uuid(),
    entityName: z.string(),
    cik: z.string().nullable(),
    /** As in the company terminal. */
    dataQualityLabel: z.enum(qualityLabels),
    /** Why nothing was checked; null when something was. */
    reason: z.string().nullable(),
    registryVersion: z.string().nullable(),
    engineVersion: z.string().nullable(),
    /** Lines of all persisted statements; null where there are none. */
    lines: z
      .object({
        values: z.int(),
        nulls: z.int(),
        nullsByReason: z.record(z.string(), z.int()),
        nullsWithoutReason: z.int(),
        valuesWithoutLineage: z.int(),
      })
      .nullable(),
    severities: z.array(z.object({ severity: z.enum(severities), ...tally })),
    checks: z.array(checkSummary),
    /** Newest first; checks of twelve months, filings and the company as a whole are in the other summaries only. */
    periods: z.array(
      z.object({
        periodKey: z.string(),
        fiscalYear: z.int(),
        fiscalPeriod: z.string(),
        periodEnd: z.iso.date(),
        /** Share of the applicable universal lines that have a value; null where none applies. */
        coveragePercent: z.number().nullable(),
        ...tally,
      }),
    ),
    failures: z.array(
      z.object({
        check: z.string(),
        severity: z.enum(severities),
        title: z.string(),
        outcome: z.enum(outcomes).extract(["small", "fail"]),
        /** Key of a period or of twelve months, an accession number, or "company". */
        subject: z.string(),
        concept: z.string().nullable(),
        reason: z.string(),
        difference: z.string().nullable(),
        operands: z.array(
          z.object({
            label: z.string(),
            value: z.string(),
            accessionNumber: z.string().nullable(),
            filingIndexUrl: z.string().nullable(),
          }),
        ),
      }),
    ),
    /** Checks of the standard that the sources at hand cannot answer, and why. */
    unanswered: z.array(z.object({ id: z.string(), reason: z.string() })),
  })
  .meta({ id: "DataQuality" });

export type DataQuality = z.infer<typeof dataQuality>;
