import { statementTypes } from "./statement.ts";

/** The types of filings that an entity can make. */
export const filingTypes = [...statementTypes, "financial_supplement"] as const;
export type FilingType = (typeof filingTypes)[number];

export const filingStatuses = ["draft", "submitted", "verified", "superseded", "rejected"] as const;
export type FilingStatus = (typeof filingStatuses)[number];

/** L0 self-declared, L1 submitted and hashed, L2 documents matched, L3 attested by a third party (O-28). */
export const verificationTiers = ["L0", "L1", "L2", "L3"] as const;
export type VerificationTier = (typeof verificationTiers)[number];

/** The content of a filing, as JSON. */
export type FilingContent = Record<string, unknown>;
