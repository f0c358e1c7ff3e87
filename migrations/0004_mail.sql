CREATE TABLE "mail_stop" (
	"address_digest" text NOT NULL,
	"kind" text NOT NULL,
	"answer" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mail_stop_address_digest_kind_pk" PRIMARY KEY("address_digest","kind")
);
