import { z } from "zod";
import {
  filingStatuses,
  filingTypes,
  verificationTiers,
} from "#schemas/shapes/companies/filing.ts";
import { correctableFields } from "#schemas/shapes/companies/listing.ts";
import { reportStatuses, reportTypes } from "#schemas/shapes/companies/report.ts";
import { idOf } from "#schemas/shapes/id.ts";
import { someText } from "#schemas/shapes/text.ts";
import { reasonText } from "../audit-log/service.ts";

export { operatorAct } from "../audit-log/service.ts";

const reason = reasonText.meta({
  description: "Why, for the audit log",
  examples: ["The figures do not match the attached statements"],
});

export const params = {
  reportId: idOf("Report id"),
  filingId: idOf("Filing id"),
  claimId: idOf("Claim id"),
  correctionId: idOf("Correction id"),
  entityId: idOf("Entity id"),
  /** Any text: an unknown kind answers 404, as an unknown slug does. */
  subjectType: someText(200, "person or entity", "entity"),
  slug: someText(200, "Slug or id of the entity or person", "example-inc"),
  audienceId: idOf("Id of an audience of a flag"),
};

/** What an act came to: the thing's id and its state afterwards. */
export const decided = z.object({ id: z.uuid(), status: z.string() }).meta({ id: "Decided" });
export type Decided = z.infer<typeof decided>;

export const reportDecision = z.discriminatedUnion("decision", [
  z.object({ decision: z.literal("review"), reason: reason.optional() }),
  z.object({
    decision: z.literal("verify"),
    score: z
      .int()
      .min(0)
      .max(100)
      .default(100)
      .meta({ description: "How far it was verified, in percent", examples: [90] }),
    reason: reason.optional(),
  }),
  z.object({ decision: z.literal("reject"), reason }),
]);
export type ReportDecision = z.output<typeof reportDecision>;

export const waitingReport = z
  .object({
    id: z.uuid(),
    title: z.string(),
    description: z.string().nullable(),
    reportType: z.enum(reportTypes),
    status: z.enum(reportStatuses),
    isPublic: z.boolean(),
    entityId: z.uuid().nullable(),
    entityName: z.string().nullable(),
    userId: z.uuid(),
    userName: z.string().nullable(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: "WaitingReport" });

export const filingDecision = z.discriminatedUnion("decision", [
  z.object({
    decision: z.literal("verify"),
    tier: z
      .enum(["L2", "L3"])
      .default("L3")
      .meta({
        description: "Documents matched (L2), or attested by a third party (L3)",
        examples: ["L3"],
      }),
    reason: reason.optional(),
  }),
  z.object({ decision: z.literal("reject"), reason }),
]);
export type FilingDecision = z.output<typeof filingDecision>;

export const waitingFiling = z
  .object({
    id: z.uuid(),
    schemaType: z.enum(filingTypes),
    reportingPeriodId: z.string(),
    status: z.enum(filingStatuses),
    verificationTier: z.enum(verificationTiers),
    isPublic: z.boolean(),
    entityId: z.uuid(),
    entityName: z.string(),
    submittedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: "WaitingFiling" });

/** A decision that gives needs no reason, one that refuses does. */
const decisionOf = <const G extends string, const R extends string>(
  gives: readonly G[],
  refuses: readonly R[],
) =>
  z.discriminatedUnion("decision", [
    z.object({ decision: z.enum(gives), reason: reason.optional() }),
    z.object({ decision: z.enum(refuses), reason }),
  ]);

export const claimDecision = decisionOf(["grant"], ["decline"]);
export type ClaimDecision = z.output<typeof claimDecision>;

export const waitingClaim = z
  .object({
    id: z.uuid(),
    entityId: z.uuid(),
    cik: z.string().nullable(),
    name: z.string(),
    userId: z.uuid(),
    userName: z.string().nullable(),
    email: z.string(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: "WaitingClaim" });

export const correctionDecision = decisionOf(["review", "accept"], ["reject"]);
export type CorrectionDecision = z.output<typeof correctionDecision>;

export const waitingCorrection = z
  .object({
    id: z.uuid(),
    slug: z.string(),
    field: z.enum(correctableFields),
    value: z.string(),
    evidence: z.string(),
    status: z.string(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: "WaitingCorrection" });

export const entityDecision = decisionOf(["verify"], ["unverify"]);
export type EntityDecision = z.output<typeof entityDecision>;

export const unverifiedEntity = z
  .object({
    id: z.uuid(),
    name: z.string(),
    slug: z.string(),
    entityType: z.string(),
    published: z.boolean(),
    ownerId: z.uuid(),
    ownerName: z.string().nullable(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: "UnverifiedEntity" });

const email = someText(320, "Email address of the account", "ann@example.com");

export const investorDecision = z.discriminatedUnion("decision", [
  z.object({
    decision: z.literal("verify"),
    email,
    firm: someText(200, "Slug of the organization that its notes belong to", "example-capital")
      .nullable()
      .default(null),
    reason: reason.optional(),
  }),
  z.object({ decision: z.literal("unverify"), email, reason }),
]);
export type InvestorDecision = z.output<typeof investorDecision>;

export const verifiedInvestor = z
  .object({
    userId: z.uuid(),
    name: z.string().nullable(),
    email: z.string(),
    firmId: z.uuid().nullable(),
    firmName: z.string().nullable(),
    verifiedAt: z.iso.datetime(),
  })
  .meta({ id: "VerifiedInvestor" });

export const listingDecision = decisionOf(["restore"], ["block", "archive"]);
export type ListingDecision = z.output<typeof listingDecision>;

export const moderatedListing = z
  .object({
    id: z.uuid(),
    subjectType: z.enum(["entity", "person"]),
    status: z.string(),
    subjectId: z.uuid(),
    slug: z.string(),
    name: z.string().nullable(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: "ModeratedListing" });

const percentage = z.int().min(0).max(100);

const flag = z
  .string()
  .regex(/^[a-z][a-z0-9_-]{0,63}$/)
  .meta({ description: "Name of the flag", examples: ["new_terminal"] });

export const flagBody = z.discriminatedUnion("scope", [
  z.object({ flag, scope: z.literal("everyone"), reason: reason.optional() }),
  z.object({ flag, scope: z.literal("account"), email, reason: reason.optional() }),
  z.object({
    flag,
    scope: z.literal("percentage"),
    percentage: percentage.meta({ description: "Of all accounts", examples: [10] }),
    reason: reason.optional(),
  }),
]);
export type FlagBody = z.output<typeof flagBody>;

const scopes = z.enum(["everyone", "account", "percentage"]);

export const flagRow = z
  .object({
    id: z.uuid(),
    flag: z.string(),
    scope: scopes,
    accountId: z.uuid().nullable(),
    email: z.string().nullable(),
    percentage: percentage.nullable(),
  })
  .meta({ id: "FlagAudience" });

export const flagRows = z.object({ audiences: z.array(flagRow) });

export const tickerBody = z.object({
  ticker: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9.-]{0,19}$/)
    .meta({
      description: "One to twenty letters, digits, dots and hyphens",
      examples: ["TENK-AAPL"],
    }),
  reason: reason.optional(),
});

export const tickerState = z.object({ entityId: z.uuid(), ticker: z.string().nullable() });

export const serviceTicker = z
  .object({ ticker: z.string(), entityId: z.uuid(), entityName: z.string() })
  .meta({ id: "ServiceTicker" });
