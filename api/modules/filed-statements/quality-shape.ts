import { z } from "zod";
import { fedStatements } from "#ingest/faces/measured/unfed-lines.ts";

const share = z.number().min(0).max(100).nullable();

/** How a company's figures stand on its printed statements. */
export const statementQuality = z
  .object({
    entityId: z.uuid(),
    entityName: z.string(),
    cik: z.string().nullable(),
    /** Why nothing was measured; null when something was. */
    reason: z.enum(["not_fetched", "not_known_on_day"]).nullable(),
    /** Filings whose printed statements are at hand. */
    reports: z.int(),
    values: z.object({
      measured: z.int(),
      onStatement: z.int(),
      inNotes: z.int(),
      elsewhere: z.int(),
      percentOnStatement: share,
    }),
    lines: z.object({
      printed: z.int(),
      asLine: z.int(),
      asPart: z.int(),
      asSubtotal: z.int(),
      unused: z.int(),
      percentUsed: share,
    }),
    totals: z.object({ checked: z.int(), addUp: z.int(), percentAddUp: share }),
    /** Each list has 200 entries at most. */
    notOnStatement: z.array(
      z.object({
        periodKey: z.string(),
        concept: z.string(),
        value: z.string(),
        accessionNumber: z.string(),
        where: z.enum(["note", "elsewhere"]),
      }),
    ),
    unusedLines: z.array(
      z.object({
        accessionNumber: z.string(),
        statement: z.enum(fedStatements),
        element: z.string(),
        label: z.string(),
        printed: z.string(),
        unit: z.string(),
        periodEnd: z.iso.date(),
      }),
    ),
    openTotals: z.array(
      z.object({ periodKey: z.string(), concept: z.string(), difference: z.string().nullable() }),
    ),
  })
  .meta({ id: "StatementQuality" });
