CREATE TABLE "company_priced" (
	"entity_id" uuid PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"price_day" text,
	"market_value" double precision,
	"enterprise_value" double precision,
	"pe" double precision,
	"ev_to_ebitda" double precision,
	"fcf_yield" double precision,
	"dividend_yield" double precision,
	"altman_z" double precision,
	"reasons" json NOT NULL
);
--> statement-breakpoint
ALTER TABLE "company_priced" ADD CONSTRAINT "company_priced_entity_id_company_screen_entity_id_fk" FOREIGN KEY ("entity_id") REFERENCES "public"."company_screen"("entity_id") ON DELETE cascade ON UPDATE no action;