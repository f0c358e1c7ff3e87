ALTER TABLE "upstream" ADD COLUMN "holds" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "upstream_host" ADD COLUMN "answered" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "upstream_host" ADD COLUMN "failed" bigint DEFAULT 0 NOT NULL;