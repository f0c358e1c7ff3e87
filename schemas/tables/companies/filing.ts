import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
} from "drizzle-orm/pg-core";
import type { SourceName } from "../../shapes/companies/fact.ts";
import { instant } from "../columns.ts";
import { buildKey } from "./build.ts";

/**
 * What the archive holds, one row per address and content. The bytes themselves are
 * content-addressed files (folder or S3) named by `digest`, the sha256 of the unpacked body.
 */
export const rawDocument = pgTable(
  "raw_document",
  {
    url: text("url").notNull(),
    digest: text("digest").notNull(),
    kind: text("kind")
      .notNull()
      .$type<
        | "submissions"
        | "submissions-page"
        | "companyfacts"
        | "tickers"
        | "instance"
        | "presentation"
        | "package"
        | "submitted"
        | "data-set"
      >(),
    companyKey: text("company_key"),
    /** Accession and filing date of an instance document, where known. */
    accession: text("accession"),
    form: text("form"),
    filed: date("filed"),
    /** "crawl" for documents fetched from their own address, "file" for documents given by hand. */
    origin: text("origin").notNull().$type<"crawl" | "file">(),
    sizeBytes: bigint("size_bytes", { mode: "number" }).notNull(),
    fetchedAt: instant("fetched_at").notNull(),
    /**
     * Orders what one address served: later than everything it served before, be it by a millisecond that no
     * clock showed. Of what can be read, the latest is used.
     */
    servedAt: instant("served_at").notNull().default(sql`now()`),
    etag: text("etag"),
    lastModified: text("last_modified"),
    /** Where the document came from when that was not its own address: the bundled sample, a mirror, a file. */
    via: text("via"),
    /** Set when the document could not be used; it stays in the archive and the others go on. */
    quarantinedReason: text("quarantined_reason"),
    /** Who vouches for a document given by hand; the regulator for everything fetched from it. */
    source: text("source").notNull().$type<SourceName>().default("regulator"),
  },
  (t) => [
    primaryKey({ columns: [t.url, t.digest] }),
    index("raw_document_company").on(t.companyKey),
    index("raw_document_digest").on(t.digest),
  ],
);

/** The last answer of each address: what a conditional request sends and when it was last looked at. */
export const fetchState = pgTable(
  "fetch_state",
  {
    url: text("url").primaryKey(),
    status: integer("status").notNull(),
    digest: text("digest"),
    etag: text("etag"),
    lastModified: text("last_modified"),
    checkedAt: instant("checked_at").notNull(),
    /** When an operator accepted that the source no longer has the document; null again once it has one. */
    goneAcceptedAt: instant("gone_accepted_at"),
    /** Kind, origin and company of the document with this digest, as `rawDocument` has them. */
    kind: text("kind"),
    via: text("via"),
    companyKey: text("company_key"),
  },
  (t) => [
    index("fetch_state_source")
      .on(t.kind, t.via, t.companyKey, t.status, t.checkedAt)
      .where(sql`${t.kind} in ('tickers', 'submissions', 'companyfacts')`),
  ],
);

/** Filing history of a company, from submissions and from the facts themselves. */
export const filing = pgTable(
  "filing",
  {
    companyKey: buildKey(),
    accession: text("accession").notNull(),
    form: text("form").notNull(),
    filed: date("filed").notNull(),
    acceptedAt: instant("accepted_at"),
    reportDate: date("report_date"),
    primaryDocument: text("primary_document"),
    isXbrl: boolean("is_xbrl").notNull(),
    /** "listed", "withdrawn" when a later index no longer lists it, "quarantined" when its facts could not be read. */
    status: text("status").notNull().default("listed"),
    reason: text("reason"),
  },
  (t) => [primaryKey({ columns: [t.companyKey, t.accession] }), index("filing_filed").on(t.filed)],
);
