import { z } from "zod";
import { evidenceKinds } from "#ingest/faces/shown/evidence-of.ts";
import { filedStatementKinds } from "#schemas/shapes/companies/filed-report.ts";
import { adjustedReason } from "#schemas/shapes/companies/financials.ts";
import { nullReasons, statementTypes } from "#schemas/shapes/companies/statement.ts";
import { queryInteger } from "#schemas/shapes/page.ts";
import { periodText } from "../../http/requests/params.ts";
import { perShareQuery, versionedViewQuery, viewMetaShape } from "../../views/view-query.ts";

export const statementsQuery = versionedViewQuery.extend({
  ...perShareQuery,
  period: z
    .enum(["annual", "quarterly"])
    .optional()
    .meta({
      description:
        "Fiscal years only, or only quarters (half years where the company reports no quarters)",
      examples: ["annual"],
    }),
  limit: queryInteger(1, 1000, {
    description: "At most this many entries, newest first; all when absent",
    examples: [8],
  }),
  statementType: z
    .enum(statementTypes)
    .optional()
    .meta({ description: "One statement only", examples: ["income_statement"] }),
});

const sourceName = z.enum(["audited", "regulator", "connector", "manual"]);

const decimalText = z.string().regex(/^-?\d+(\.\d+)?$/);

/**
 * One statement of one period (O-41); `periodKey`, `currency`, `template`, `registryVersion`, `reasons` are additive.
 */
const statementEntry = z.object({
  fiscalYear: z.int(),
  fiscalPeriod: z.string(),
  periodStart: z.iso.date(),
  periodEnd: z.iso.date(),
  statementType: z.enum(statementTypes),
  status: z.enum(["converted", "incomplete"]),
  sfrsSchemaId: z.string(),
  sfrsVersion: z.string(),
  fields: z.record(z.string(), decimalText.nullable()),
  missingFields: z.array(z.string()),
  source: sourceName.nullable(),
  sources: z.array(sourceName),
  filings: z.array(
    z.object({
      accessionNumber: z.string(),
      form: z.string(),
      filedDate: z.iso.date().nullable(),
    }),
  ),
  periodKey: z.string(),
  currency: z.string().nullable(),
  template: z.string(),
  registryVersion: z.string(),
  /** The one reason of each null line. */
  reasons: z.record(z.string(), z.enum(nullReasons)),
  /** With `perShare=adjusted` only: per-share figures and share counts of the statement on today's basis of shares. */
  perShareAdjusted: z
    .record(
      z.string(),
      z.object({
        value: decimalText.nullable(),
        factor: z.string().nullable(),
        reason: adjustedReason,
      }),
    )
    .optional(),
});

export const statements = z
  .object({
    entityId: z.uuid(),
    entityName: z.string(),
    cik: z.string().nullable(),
    /** Of the newest period; each period also carries its own. */
    currency: z.string().nullable(),
    periods: z.array(statementEntry),
  })
  .meta({ id: "SfrsStatements" });

/** "computed" only where a view was asked for that is not stored. */
export const statementsMeta = viewMetaShape.extend({
  dataPath: z.enum(["persisted", "computed"]),
  count: z.int(),
});

export type StatementsMeta = z.infer<typeof statementsMeta>;

export type Statements = z.infer<typeof statements>;

export const lineageQuery = versionedViewQuery.extend({
  concept: z
    .string()
    .min(1)
    .max(100)
    .meta({ description: "snakeKey of a concept", examples: ["revenue"] }),
  period: periodText(20).meta({
    description:
      "Key of a period (2023FY, 2023Q4, 2024H1) or of twelve months (TTM2023Q4, TTM for the newest); FY2023 is 2023FY",
    examples: ["2023FY", "TTM"],
  }),
});

/** A line in a total: `weight` is 1 or -1. */
const summand = z.object({ weight: z.int(), concept: z.string() }).meta({ id: "Summand" });

const fact = z.object({
  kind: z.literal("fact"),
  value: z.string(),
  tag: z.string(),
  unit: z.string(),
  periodStart: z.string().nullable(),
  periodEnd: z.string(),
  dimensions: z.string().nullable(),
  accessionNumber: z.string(),
  form: z.string(),
  filedDate: z.string().nullable(),
  filingIndexUrl: z.string().nullable(),
  printed: z
    .object({
      accessionNumber: z.string(),
      form: z.string(),
      statement: z.enum(filedStatementKinds),
      title: z.string().nullable(),
      statementOrder: z.int(),
      order: z.int(),
      label: z.string(),
      printed: z.string(),
    })
    .nullable()
    .optional()
    .meta({
      description:
        "The line of a statement on which a filing printed it; null where no statement at hand does",
    }),
});

export type FactNode = z.infer<typeof fact>;

interface RuleNode {
  kind: "rule";
  rule: string;
  operands: { weight: number; label: string; value: string; of: LineageNode }[];
}

export type LineageNode = FactNode | RuleNode;

const rule: z.ZodType<RuleNode> = z
  .object({
    kind: z.literal("rule"),
    rule: z.string(),
    operands: z.array(
      z.object({
        weight: z.number(),
        label: z.string(),
        value: z.string(),
        get of(): z.ZodType<LineageNode> {
          return lineageNode;
        },
      }),
    ),
  })
  .meta({ id: "LineageRule" });

const lineageNode: z.ZodType<LineageNode> = z.union([fact, rule]).meta({ id: "LineageNode" });

export const tracedValue = z
  .object({
    entityId: z.uuid(),
    concept: z.string(),
    label: z.string(),
    period: z.string(),
    periodStart: z.iso.date(),
    periodEnd: z.iso.date(),
    statementType: z.enum(statementTypes),
    value: z.string().nullable(),
    /** Why there is no value; null when there is one. */
    reason: z.enum(nullReasons).nullable(),
    unit: z.string().nullable(),
    source: sourceName.nullable(),
    /** Rank of the mapping that resolved, 0 first; null for computed values. */
    mappingRank: z.int().nullable(),
    flags: z.array(z.string()),
    registryVersion: z.string(),
    registrySha256: z.string(),
    lineage: lineageNode.nullable(),
    evidence: z.enum(evidenceKinds).nullable(),
    /** The rules of the registry that decided the value, its sign or scope, or why there is none. */
    rules: z.array(z.object({ id: z.string(), title: z.string().nullable() })),
    /** Facts of the same period that the concept's mappings also name and that did not become the value. */
    rejected: z.array(
      fact.extend({
        because: z.enum(["other_version", "lower_preference", "guard_or_scope"]),
        /** The guard that refused the tag for the fiscal year; null for the other reasons. */
        guard: z.string().nullable(),
      }),
    ),
    /** Tags that a guard refused for the concept in the period's fiscal year. */
    refused: z.array(z.object({ tag: z.string(), guard: z.string(), rule: z.string().optional() })),
    /** How a total adds up, as the printed statement has it; null for other lines, and where no statement says. */
    sum: z.array(summand).nullable(),
    successor: z.string().optional().meta({
      description:
        "Where the line is deprecated (reason deprecated): the key of the line that took its place",
    }),
  })
  .meta({ id: "TracedValue" });

export type TracedValue = z.infer<typeof tracedValue>;
