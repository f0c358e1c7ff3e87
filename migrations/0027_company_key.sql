-- The key of a company is a CIK for a registrant of the SEC alone.
ALTER TABLE "company" RENAME COLUMN "cik" TO "company_key";--> statement-breakpoint
ALTER TABLE "ticker_claim" RENAME COLUMN "cik" TO "company_key";--> statement-breakpoint
ALTER TABLE "ticker_claim" RENAME CONSTRAINT "ticker_claim_cik_ticker_pk" TO "ticker_claim_company_key_ticker_pk";--> statement-breakpoint
ALTER TABLE "raw_document" RENAME COLUMN "cik" TO "company_key";--> statement-breakpoint
ALTER INDEX "raw_document_cik" RENAME TO "raw_document_company";--> statement-breakpoint
ALTER TABLE "fetch_state" RENAME COLUMN "cik" TO "company_key";--> statement-breakpoint
ALTER TABLE "filing" RENAME COLUMN "cik" TO "company_key";--> statement-breakpoint
ALTER TABLE "filing" RENAME CONSTRAINT "filing_cik_accession_pk" TO "filing_company_key_accession_pk";--> statement-breakpoint
ALTER TABLE "filed_report" RENAME COLUMN "cik" TO "company_key";--> statement-breakpoint
ALTER TABLE "filed_report" RENAME CONSTRAINT "filed_report_cik_accession_pk" TO "filed_report_company_key_accession_pk";--> statement-breakpoint
ALTER TABLE "statement" RENAME COLUMN "cik" TO "company_key";--> statement-breakpoint
ALTER TABLE "statement" RENAME CONSTRAINT "statement_cik_period_key_statement_type_pk" TO "statement_company_key_period_key_statement_type_pk";--> statement-breakpoint
ALTER TABLE "company_build" RENAME COLUMN "cik" TO "company_key";--> statement-breakpoint
ALTER TABLE "company_facts" RENAME COLUMN "cik" TO "company_key";--> statement-breakpoint
ALTER TABLE "company_quality" RENAME COLUMN "cik" TO "company_key";--> statement-breakpoint
ALTER TABLE "check_failure" RENAME COLUMN "cik" TO "company_key";--> statement-breakpoint
ALTER TABLE "check_failure" RENAME CONSTRAINT "check_failure_cik_position_pk" TO "check_failure_company_key_position_pk";--> statement-breakpoint
ALTER TABLE "build_failure" RENAME COLUMN "cik" TO "company_key";--> statement-breakpoint
-- Days are dates. Text that names no day could stand in columns that may be null; nothing is known of it.
CREATE FUNCTION pg_temp.day(said text) RETURNS date LANGUAGE plpgsql AS $$ BEGIN RETURN said::date; EXCEPTION WHEN others THEN RETURN null; END $$;--> statement-breakpoint
ALTER TABLE "raw_document" ALTER COLUMN "filed" TYPE date USING pg_temp.day("filed");--> statement-breakpoint
ALTER TABLE "filing"
  ALTER COLUMN "filed" TYPE date USING "filed"::date,
  ALTER COLUMN "report_date" TYPE date USING pg_temp.day("report_date"),
  ALTER COLUMN "accepted_at" TYPE timestamp with time zone USING "accepted_at"::timestamptz;--> statement-breakpoint
ALTER TABLE "filed_report"
  ALTER COLUMN "filed" TYPE date USING pg_temp.day("filed"),
  ALTER COLUMN "period" TYPE date USING pg_temp.day("period");--> statement-breakpoint
ALTER TABLE "statement"
  ALTER COLUMN "period_start" TYPE date USING "period_start"::date,
  ALTER COLUMN "period_end" TYPE date USING "period_end"::date;--> statement-breakpoint
ALTER TABLE "company_screen"
  ALTER COLUMN "year_end" TYPE date USING "year_end"::date,
  ALTER COLUMN "ttm_end" TYPE date USING "ttm_end"::date;--> statement-breakpoint
ALTER TABLE "company_priced" ALTER COLUMN "price_day" TYPE date USING "price_day"::date;--> statement-breakpoint
ALTER TABLE "reporting_period"
  ALTER COLUMN "period_start" TYPE date USING "period_start"::date,
  ALTER COLUMN "period_end" TYPE date USING "period_end"::date;--> statement-breakpoint
ALTER TABLE "execution_cycle"
  ALTER COLUMN "start_date" TYPE date USING "start_date"::date,
  ALTER COLUMN "end_date" TYPE date USING "end_date"::date;--> statement-breakpoint
ALTER TABLE "execution_season"
  ALTER COLUMN "start_date" TYPE date USING "start_date"::date,
  ALTER COLUMN "end_date" TYPE date USING "end_date"::date;--> statement-breakpoint
ALTER TABLE "execution_commitment"
  ALTER COLUMN "start_date" TYPE date USING "start_date"::date,
  ALTER COLUMN "end_date" TYPE date USING "end_date"::date;--> statement-breakpoint
ALTER TABLE "program"
  ALTER COLUMN "start_date" TYPE date USING "start_date"::date,
  ALTER COLUMN "end_date" TYPE date USING "end_date"::date;--> statement-breakpoint
ALTER TABLE "listing"
  ALTER COLUMN "corrections" DROP DEFAULT,
  ALTER COLUMN "disclosure" TYPE jsonb USING "disclosure"::jsonb,
  ALTER COLUMN "corrections" TYPE jsonb USING "corrections"::jsonb,
  ALTER COLUMN "corrections" SET DEFAULT '{}'::jsonb;--> statement-breakpoint
-- A company that had to be built again was without a record of its build: it still is to be built again.
INSERT INTO "company_build" ("company_key", "registry_version", "registry_sha256", "engine_version", "input_digest", "output_digest", "sources_at")
SELECT "company_key", '', '', '', '', '', now() FROM (
  SELECT "company_key" FROM "statement" UNION SELECT "company_key" FROM "company_facts" UNION SELECT "company_key" FROM "company_quality"
  UNION SELECT "company_key" FROM "filing" UNION SELECT "company_key" FROM "filed_report" UNION SELECT "company_key" FROM "ticker_claim"
) AS stored ON CONFLICT DO NOTHING;--> statement-breakpoint
DELETE FROM "check_failure" WHERE NOT EXISTS (SELECT 1 FROM "company_quality" WHERE "company_quality"."company_key" = "check_failure"."company_key");--> statement-breakpoint
ALTER TABLE "ticker_claim" ADD CONSTRAINT "ticker_claim_company_key_company_build_company_key_fk" FOREIGN KEY ("company_key") REFERENCES "public"."company_build"("company_key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "filing" ADD CONSTRAINT "filing_company_key_company_build_company_key_fk" FOREIGN KEY ("company_key") REFERENCES "public"."company_build"("company_key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "filed_report" ADD CONSTRAINT "filed_report_company_key_company_build_company_key_fk" FOREIGN KEY ("company_key") REFERENCES "public"."company_build"("company_key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement" ADD CONSTRAINT "statement_company_key_company_build_company_key_fk" FOREIGN KEY ("company_key") REFERENCES "public"."company_build"("company_key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_facts" ADD CONSTRAINT "company_facts_company_key_company_build_company_key_fk" FOREIGN KEY ("company_key") REFERENCES "public"."company_build"("company_key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_quality" ADD CONSTRAINT "company_quality_company_key_company_build_company_key_fk" FOREIGN KEY ("company_key") REFERENCES "public"."company_build"("company_key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "check_failure" ADD CONSTRAINT "check_failure_company_key_company_quality_company_key_fk" FOREIGN KEY ("company_key") REFERENCES "public"."company_quality"("company_key") ON DELETE cascade ON UPDATE no action;
