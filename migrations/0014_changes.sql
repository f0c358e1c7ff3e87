CREATE TABLE "company_change" (
	"position" bigserial PRIMARY KEY NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"entity_id" uuid NOT NULL,
	"type" text NOT NULL,
	"detail" json NOT NULL,
	"recorded_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "company_change" ADD CONSTRAINT "company_change_entity_id_entity_id_fk" FOREIGN KEY ("entity_id") REFERENCES "public"."entity"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "company_change_entity" ON "company_change" USING btree ("entity_id","position");--> statement-breakpoint
CREATE INDEX "company_change_recorded" ON "company_change" USING btree ("recorded_at","position");