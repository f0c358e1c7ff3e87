import { statementTypes } from "./statement.ts";

/** What an entity can file. */
export const filingTypes = [...statementTypes, "financial_supplement"] as const;
export type FilingType = (typeof filingTypes)[number];

export const filingStatuses = ["draft", "submitted", "verified", "superseded", "rejected"] as const;
export type FilingStatus = (typeof filingStatuses)[number];

/** L0 self-declared, L1 submitted and hashed, L2 documents matched, L3 attested by a third party (O-28). */
export const verificationTiers = ["L0", "L1", "L2", "L3"] as const;
export type VerificationTier = (typeof verificationTiers)[number];

/** What a filing says, as JSON. */
export type FilingContent = Record<string, unknown>;
