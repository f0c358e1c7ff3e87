CREATE TABLE "filed_report" (
	"cik" text NOT NULL,
	"accession" text NOT NULL,
	"form" text NOT NULL,
	"filed" text,
	"period" text,
	"currency" text,
	"state" text NOT NULL,
	"reason" text,
	"source" text,
	"document_digest" text NOT NULL,
	"reader_version" text NOT NULL,
	"digest" text NOT NULL,
	"outline" json NOT NULL,
	"face" "bytea",
	"notes" "bytea",
	CONSTRAINT "filed_report_cik_accession_pk" PRIMARY KEY("cik","accession")
);
--> statement-breakpoint
CREATE INDEX "filed_report_accession" ON "filed_report" USING btree ("accession");