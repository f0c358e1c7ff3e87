import { z } from "zod";
import {
  filingStatuses,
  filingTypes,
  verificationTiers,
} from "#schemas/shapes/companies/filing.ts";
import { fiscalPeriods } from "#schemas/shapes/companies/statement.ts";
import { idOf } from "#schemas/shapes/id.ts";
import { longPageQuery, pageQuery } from "#schemas/shapes/page.ts";
import { nameText } from "#schemas/shapes/text.ts";

const schemaType = z
  .enum(filingTypes)
  .meta({ description: "Type of the filing", examples: ["income_statement"] });
/** False for a number that JSON's own reader could not keep, such as 1e400. */
const isKept = (value: unknown): boolean =>
  typeof value === "number"
    ? Number.isFinite(value)
    : typeof value !== "object" || value === null || Object.values(value).every(isKept);

const content = z.record(z.string(), z.unknown()).refine(isKept, "A number is too large");

export const params = { id: idOf("Filing id"), entityId: idOf("Entity id"), schemaType };
export const chainQuery = longPageQuery;
export const filingsQuery = pageQuery.extend({ entityId: idOf("Entity whose filings are listed") });

const isPublic = z.boolean().meta({
  "x-extension": true,
  description:
    "Whether all who may know of the entity may read the filing once it is submitted. Without it a filing has the audience of the one that it corrects, and is private otherwise",
});

export const filingBody = z.object({
  entityId: idOf("Entity that files"),
  schemaType,
  reportingPeriodId: nameText(64),
  content,
  submit: z.boolean().default(false),
  isPublic: isPublic.optional(),
});
export type FilingBody = z.output<typeof filingBody>;

export const filingChange = z.object({
  content: content.optional(),
  reportingPeriodId: nameText(64).optional(),
  status: z.literal("submitted").optional(),
  isPublic: isPublic.optional(),
});
export type FilingChange = z.output<typeof filingChange>;

const issue = z.object({ path: z.array(z.string()), code: z.string(), message: z.string() });

export const filingShape = z
  .object({
    id: z.uuid(),
    entityId: z.uuid(),
    schemaType: z.enum(filingTypes),
    status: z.enum(filingStatuses),
    content,
    verificationTier: z.enum(verificationTiers),
    reportingPeriodId: z.string(),
    /** False for one that only the team reads, and those to whom a package opens it. */
    isPublic: z.boolean().meta({ "x-extension": true }),
    /** Place in the chain, from 1; null for a draft. */
    version: z.int().nullable(),
    previousFilingId: z.uuid().nullable(),
    /** SHA-256 in hexadecimal over the filing and the hash before it; null for a draft. */
    contentHash: z.string().nullable(),
    /** Null for a draft and for the first filing of a chain. */
    previousHash: z.string().nullable(),
    /** What keeps a draft from being submitted; empty for all others. */
    issues: z.array(issue),
    submittedAt: z.iso.datetime().nullable(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: "Filing" });
export type Filing = z.infer<typeof filingShape>;

/** With what the checks of the data quality found on its period. */
export const checkedFiling = filingShape
  .extend({
    /** Checks of the filing's period that did not pass; null where no statements of it are built. */
    checks: z
      .array(
        z.object({
          check: z.string(),
          severity: z.enum(["A", "B", "C"]),
          outcome: z.string(),
          concept: z.string().nullable(),
          reason: z.string(),
          difference: z.string().nullable(),
        }),
      )
      .nullable(),
  })
  .meta({ id: "CheckedFiling" });

export const filingDeleted = z.object({ id: z.uuid(), deleted: z.literal(true) });

export const periodParams = z.object({
  entityId: params.entityId,
  id: idOf("Reporting period id"),
});
export const periodBody = z.object({
  key: nameText(64),
  fiscalYear: z.int().min(1900).max(2200),
  fiscalPeriod: z.enum(fiscalPeriods),
  start: z.iso.date(),
  end: z.iso.date(),
});
export const periodShape = periodBody
  .extend({ id: z.uuid(), entityId: z.uuid(), key: z.string(), createdAt: z.iso.datetime() })
  .meta({ id: "ReportingPeriod" });
