CREATE TABLE "data_set_quarter" (
	"quarter" text PRIMARY KEY NOT NULL,
	"url" text NOT NULL,
	"etag" text,
	"last_modified" text,
	"bytes" bigint NOT NULL,
	"filings" integer NOT NULL,
	"refused" integer NOT NULL,
	"ciks" text[],
	"taken_at" timestamp with time zone NOT NULL,
	"built_at" timestamp with time zone
);
