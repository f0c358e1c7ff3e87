import { sql } from "drizzle-orm";
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import type { ReportStatus, ReportType, ViewOutcome } from "../../shapes/companies/report.ts";
import { userAccount, userId } from "../accounts/account.ts";
import { document } from "../accounts/document.ts";
import { createdAt, id, instant, updatedAt } from "../columns.ts";
import { entity } from "./company.ts";

/** One record behind both shapes of a report. */
export const report = pgTable(
  "report",
  {
    id: id(),
    /** The owner. */
    userId: userId(),
    /** The entity that it is about; its managers may change the report. */
    entityId: uuid("entity_id").references(() => entity.id, { onDelete: "set null" }),
    title: text("title").notNull(),
    description: text("description"),
    reportType: text("report_type").notNull().$type<ReportType>(),
    status: text("status").notNull().default("draft").$type<ReportStatus>(),
    isPublic: boolean("is_public").notNull().default(false),
    data: jsonb("data").notNull().$type<Record<string, unknown>>(),
    /** 0 to 100, given by a verifier. */
    verificationScore: integer("verification_score").notNull().default(0),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index("report_owner").on(t.userId, t.createdAt),
    index("report_entity").on(t.entityId),
    index("report_waiting")
      .on(t.updatedAt, t.id)
      .where(sql`${t.status} in ('submitted', 'under_review')`),
  ],
);

/** The documents that a report carries, in its order. */
export const reportDocument = pgTable(
  "report_document",
  {
    reportId: uuid("report_id")
      .notNull()
      .references(() => report.id, { onDelete: "cascade" }),
    documentId: uuid("document_id")
      .notNull()
      .references(() => document.id, { onDelete: "cascade" }),
    position: integer("position").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.reportId, t.documentId] }),
    index("report_document_document").on(t.documentId),
  ],
);

/**
 * A receipt for one delivery of a report or of its document. It counts as a view once its reader acknowledges it.
 * Without an acknowledgement nothing says who received it.
 */
export const reportView = pgTable(
  "report_view",
  {
    id: id(),
    reportId: uuid("report_id")
      .notNull()
      .references(() => report.id, { onDelete: "cascade" }),
    subject: text("subject").notNull().$type<"report" | "document">(),
    /** SHA-256 of receipt and reader: only the reader can acknowledge it. */
    readerDigest: text("reader_digest").notNull(),
    /** What the first acknowledgement counted as; null before it. */
    outcome: text("outcome").$type<ViewOutcome>(),
    /** The viewer of a counted view; null for private browsing. */
    viewerId: uuid("viewer_id").references(() => userAccount.id, { onDelete: "set null" }),
    acknowledgedAt: instant("acknowledged_at"),
    expiresAt: instant("expires_at").notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index("report_view_counted")
      .on(t.reportId, t.acknowledgedAt)
      .where(sql`${t.outcome} = 'recorded'`),
    index("report_view_open").on(t.expiresAt).where(sql`${t.outcome} is null`),
    index("report_view_viewer").on(t.viewerId),
  ],
);
