CREATE TABLE "installation" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"id" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "job_run" ADD COLUMN "process" integer;