ALTER TABLE "document" ADD COLUMN "scan" text;--> statement-breakpoint
CREATE INDEX "document_unscanned" ON "document" USING btree ("created_at") WHERE "document"."scan" = 'pending';