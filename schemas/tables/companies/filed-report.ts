import { customType, date, index, json, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { FiledStatementOutline, ReportSource } from "../../shapes/companies/filed-report.ts";
import { buildKey } from "./build.ts";

const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => "bytea" });

/**
 * The statements of a filing as printed, read from an archived document. A filing without a row has no report yet.
 * Documents of the same bytes read by the same reader give the same row.
 */
export const filedReport = pgTable(
  "filed_report",
  {
    companyKey: buildKey(),
    accession: text("accession").notNull(),
    form: text("form").notNull(),
    filed: date("filed"),
    /** Last day of the period that the report is about. */
    period: date("period"),
    currency: text("currency"),
    state: text("state").notNull().$type<"stored" | "unreadable">(),
    /** Why it cannot be read; null for a stored report. */
    reason: text("reason"),
    /** Null for an unreadable report. */
    source: text("source").$type<ReportSource>(),
    /** The document of the archive that it was read from, and the version of the code that read it. */
    documentDigest: text("document_digest").notNull(),
    readerVersion: text("reader_version").notNull(),
    /** sha256 of `face` and `notes` unpacked. */
    digest: text("digest").notNull(),
    /** The statements and notes that it has, without their lines. */
    outline: json("outline").$type<FiledStatementOutline[]>().notNull(),
    /** gzip of the packed report with the statements alone. */
    face: bytes("face"),
    /** gzip of the packed report with the notes and schedules alone; null where the source has none. */
    notes: bytes("notes"),
  },
  (t) => [
    primaryKey({ columns: [t.companyKey, t.accession] }),
    index("filed_report_accession").on(t.accession),
  ],
);
