CREATE TABLE "access_package_filing" (
	"package_id" uuid NOT NULL,
	"filing_id" uuid NOT NULL,
	CONSTRAINT "access_package_filing_package_id_filing_id_pk" PRIMARY KEY("package_id","filing_id")
);
--> statement-breakpoint
ALTER TABLE "entity_filing" ADD COLUMN "is_public" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "entity_filing" ADD COLUMN "verified_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "access_package_filing" ADD CONSTRAINT "access_package_filing_package_id_access_package_id_fk" FOREIGN KEY ("package_id") REFERENCES "public"."access_package"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_package_filing" ADD CONSTRAINT "access_package_filing_filing_id_entity_filing_id_fk" FOREIGN KEY ("filing_id") REFERENCES "public"."entity_filing"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "access_package_filing_filing" ON "access_package_filing" USING btree ("filing_id");--> statement-breakpoint
-- Filings are private until their team opens them: what was built from filings alone is its team's from now on.
UPDATE "statement" SET "cik" = "cik" || '~team' WHERE "cik" LIKE '%-%';--> statement-breakpoint
UPDATE "company_facts" SET "cik" = "cik" || '~team' WHERE "cik" LIKE '%-%';--> statement-breakpoint
UPDATE "company_build" SET "cik" = "cik" || '~team' WHERE "cik" LIKE '%-%';--> statement-breakpoint
UPDATE "company_quality" SET "cik" = "cik" || '~team' WHERE "cik" LIKE '%-%';--> statement-breakpoint
UPDATE "check_failure" SET "cik" = "cik" || '~team' WHERE "cik" LIKE '%-%';--> statement-breakpoint
UPDATE "build_failure" SET "cik" = "cik" || '~team' WHERE "cik" LIKE '%-%';--> statement-breakpoint
UPDATE "raw_document" SET "cik" = "cik" || '~team', "url" = "url" || '~team' WHERE "cik" LIKE '%-%' AND "url" LIKE 'filing:%';--> statement-breakpoint
DELETE FROM "raw_document" WHERE "cik" NOT LIKE '%-%' AND "url" LIKE 'filing:%';--> statement-breakpoint
UPDATE "served_document" SET "kind" = 'team_' || "kind" WHERE "entity_id"::text IN (SELECT "cik" FROM "company");--> statement-breakpoint
DELETE FROM "company_screen" WHERE "entity_id"::text IN (SELECT "cik" FROM "company");--> statement-breakpoint
DELETE FROM "company" WHERE "cik" LIKE '%-%';--> statement-breakpoint
INSERT INTO "audit_event" ("subject_type", "subject_id", "action")
SELECT DISTINCT 'entity', f."entity_id", 'filing.closed' FROM "entity_filing" f
JOIN "entity" e ON e."id" = f."entity_id" AND e."published" WHERE f."status" <> 'draft';
