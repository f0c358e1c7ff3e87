import { sql } from "drizzle-orm";
import {
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type {
  FilingContent,
  FilingStatus,
  FilingType,
  VerificationTier,
} from "../../shapes/companies/filing.ts";
import type { FiscalPeriod } from "../../shapes/companies/statement.ts";
import { userAccount } from "../accounts/account.ts";
import { createdAt, id, instant, updatedAt } from "../columns.ts";
import { entityId } from "./company.ts";

/**
 * A filing of an entity. A draft can be abandoned; once submitted a filing is an element of the chain of its
 * entity and type, and neither its content nor its place changes.
 */
export const entityFiling = pgTable(
  "entity_filing",
  {
    id: id(),
    entityId: entityId(),
    schemaType: text("schema_type").notNull().$type<FilingType>(),
    reportingPeriodId: text("reporting_period_id").notNull(),
    status: text("status").notNull().default("draft").$type<FilingStatus>(),
    verificationTier: text("verification_tier").notNull().default("L0").$type<VerificationTier>(),
    content: jsonb("content").notNull().$type<FilingContent>(),
    /** Place in the chain, from 1; null for a draft. */
    chainVersion: integer("chain_version"),
    previousFilingId: uuid("previous_filing_id"),
    /** SHA-256 in hexadecimal over the filing and the hash before it; null for a draft. */
    contentHash: text("content_hash"),
    previousHash: text("previous_hash"),
    /** The dates that the filing was submitted for, of a named period or of the content; null for a draft. */
    period: jsonb("period").$type<FilingPeriod>(),
    /** True where everybody who may know of the entity may read it, once it is submitted. */
    isPublic: boolean("is_public").notNull().default(false),
    /** When an operator verified it; null while it never was. */
    verifiedAt: instant("verified_at"),
    createdBy: uuid("created_by").references(() => userAccount.id, { onDelete: "set null" }),
    submittedAt: instant("submitted_at"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex("entity_filing_chain").on(t.entityId, t.schemaType, t.chainVersion),
    index("entity_filing_entity").on(t.entityId, t.createdAt),
    index("entity_filing_waiting").on(t.submittedAt, t.id).where(sql`${t.status} = 'submitted'`),
  ],
);

/** The days that a filing is about. */
export interface FilingPeriod {
  fiscalYear: number;
  fiscalPeriod: FiscalPeriod;
  start: string;
  end: string;
}

/** A period that an entity has named: filings refer to it by its key. */
export const reportingPeriod = pgTable(
  "reporting_period",
  {
    id: id(),
    entityId: entityId(),
    key: text("key").notNull(),
    fiscalYear: integer("fiscal_year").notNull(),
    fiscalPeriod: text("fiscal_period").notNull().$type<FiscalPeriod>(),
    start: date("period_start").notNull(),
    end: date("period_end").notNull(),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex("reporting_period_key").on(t.entityId, t.key)],
);
