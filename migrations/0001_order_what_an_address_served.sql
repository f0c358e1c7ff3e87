ALTER TABLE "raw_document" ADD COLUMN "served_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
UPDATE "raw_document" SET "served_at" = "fetched_at";--> statement-breakpoint
UPDATE "raw_document" r SET "served_at" = greatest(r."fetched_at", (SELECT max(o."fetched_at") + interval '1 millisecond' FROM "raw_document" o WHERE o."url" = r."url" AND o."digest" <> r."digest"))
FROM "fetch_state" f WHERE f."url" = r."url" AND f."digest" = r."digest";
