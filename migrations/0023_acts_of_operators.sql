ALTER TABLE "audit_event" ADD COLUMN "by_operator" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "audit_event_operator" ON "audit_event" USING btree ("id") WHERE "audit_event"."by_operator";--> statement-breakpoint
CREATE INDEX "entity_unverified" ON "entity" USING btree ("created_at","id") WHERE "entity"."owner_id" is not null and not "entity"."verified";--> statement-breakpoint
CREATE INDEX "listing_moderated" ON "listing" USING btree ("updated_at","id") WHERE "listing"."status" in ('blocked', 'archived');--> statement-breakpoint
CREATE INDEX "entity_filing_waiting" ON "entity_filing" USING btree ("submitted_at","id") WHERE "entity_filing"."status" = 'submitted';--> statement-breakpoint
CREATE INDEX "report_waiting" ON "report" USING btree ("updated_at","id") WHERE "report"."status" in ('submitted', 'under_review');