CREATE TABLE "api_key" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"prefix" text NOT NULL,
	"secret_hash" text NOT NULL,
	"permissions" text[] NOT NULL,
	"rate_limit" integer NOT NULL,
	"requests" bigint DEFAULT 0 NOT NULL,
	"last_used_at" timestamp with time zone,
	"expires_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "api_key_secret_hash_unique" UNIQUE("secret_hash")
);
--> statement-breakpoint
CREATE TABLE "api_key_usage" (
	"key_id" uuid NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"requests" integer NOT NULL,
	CONSTRAINT "api_key_usage_key_id_hour_pk" PRIMARY KEY("key_id","hour")
);
--> statement-breakpoint
CREATE TABLE "guess" (
	"key" text PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"ends_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mailed_token" (
	"secret_hash" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "oauth_application" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"client_id" text NOT NULL,
	"secret_hash" text NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"website" text,
	"redirect_uris" text[] NOT NULL,
	"allowed_scopes" text[] NOT NULL,
	"require_pkce" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "oauth_application_client_id_unique" UNIQUE("client_id")
);
--> statement-breakpoint
CREATE TABLE "oauth_code" (
	"secret_hash" text PRIMARY KEY NOT NULL,
	"application_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"redirect_uri" text NOT NULL,
	"scopes" text[] NOT NULL,
	"code_challenge" text,
	"code_challenge_method" text,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"session_id" uuid
);
--> statement-breakpoint
CREATE TABLE "oauth_consent" (
	"user_id" uuid NOT NULL,
	"application_id" uuid NOT NULL,
	"scopes" text[] NOT NULL,
	"granted_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "oauth_consent_user_id_application_id_pk" PRIMARY KEY("user_id","application_id")
);
--> statement-breakpoint
CREATE TABLE "refresh_token" (
	"secret_hash" text PRIMARY KEY NOT NULL,
	"session_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "session" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"application_id" uuid,
	"scopes" text[] NOT NULL,
	"secret_hash" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "session_secret_hash_unique" UNIQUE("secret_hash")
);
--> statement-breakpoint
CREATE TABLE "setting" (
	"key" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_account" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"name" text,
	"slug" text DEFAULT 'user-' || substr(md5(gen_random_uuid()::text), 1, 12) NOT NULL,
	"avatar" text,
	"bio" text,
	"is_admin" boolean DEFAULT false NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"email_verified_at" timestamp with time zone,
	"password_hash" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "user_account_email_unique" UNIQUE("email"),
	CONSTRAINT "user_account_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "audit_event" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"subject_type" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"actor_id" uuid,
	"action" text NOT NULL,
	"detail" json DEFAULT '{}'::json NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "collection" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"status" text DEFAULT 'active' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "company" (
	"cik" text PRIMARY KEY NOT NULL,
	"entity_id" uuid NOT NULL,
	"sec_name" text NOT NULL,
	"sic" text,
	"sic_description" text,
	"fiscal_year_end" text,
	"sec_entity_type" text,
	"category" text,
	"state_of_incorporation" text,
	"description" text,
	"website" text,
	"phone" text,
	"addresses" json DEFAULT '[]'::json NOT NULL,
	"former_names" json DEFAULT '[]'::json NOT NULL,
	"profile_fetched_at" timestamp with time zone,
	CONSTRAINT "company_entity_id_unique" UNIQUE("entity_id")
);
--> statement-breakpoint
CREATE TABLE "entity" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"slug" text NOT NULL,
	"entity_type" text DEFAULT 'company' NOT NULL,
	"description" text,
	"logo_url" text,
	"banner_url" text,
	"owner_id" uuid,
	"claim_status" text DEFAULT 'unclaimed' NOT NULL,
	"verified" boolean DEFAULT false NOT NULL,
	"published" boolean DEFAULT true NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"parent_id" uuid,
	"collection_id" uuid,
	"search_name" text GENERATED ALWAYS AS (regexp_replace(btrim(regexp_replace(regexp_replace(lower(name), '[''’.]', '', 'g'), '[[:punct:][:space:]]+', ' ', 'g')), '( (incorporated|inc|corporation|corp|company|co|limited|ltd|plc|llc|lp|sa|ag|nv|se|ab|asa|spa|adr|the|new|de))+$', '')) STORED,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "entity_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "ticker" (
	"ticker" text NOT NULL,
	"kind" text NOT NULL,
	"entity_id" uuid NOT NULL,
	"exchange" text,
	"is_primary" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ticker_claim" (
	"cik" text NOT NULL,
	"ticker" text NOT NULL,
	"exchange" text,
	"position" integer NOT NULL,
	"claimed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "ticker_claim_cik_ticker_pk" PRIMARY KEY("cik","ticker")
);
--> statement-breakpoint
CREATE TABLE "fetch_state" (
	"url" text PRIMARY KEY NOT NULL,
	"status" integer NOT NULL,
	"digest" text,
	"etag" text,
	"last_modified" text,
	"checked_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "filing" (
	"cik" text NOT NULL,
	"accession" text NOT NULL,
	"form" text NOT NULL,
	"filed" text NOT NULL,
	"accepted_at" text,
	"report_date" text,
	"primary_document" text,
	"is_xbrl" boolean NOT NULL,
	"status" text DEFAULT 'listed' NOT NULL,
	"reason" text,
	CONSTRAINT "filing_cik_accession_pk" PRIMARY KEY("cik","accession")
);
--> statement-breakpoint
CREATE TABLE "raw_document" (
	"url" text NOT NULL,
	"digest" text NOT NULL,
	"kind" text NOT NULL,
	"cik" text,
	"accession" text,
	"form" text,
	"filed" text,
	"origin" text NOT NULL,
	"size_bytes" bigint NOT NULL,
	"fetched_at" timestamp with time zone NOT NULL,
	"etag" text,
	"last_modified" text,
	"via" text,
	"quarantined_reason" text,
	"source" text DEFAULT 'regulator' NOT NULL,
	CONSTRAINT "raw_document_url_digest_pk" PRIMARY KEY("url","digest")
);
--> statement-breakpoint
CREATE TABLE "idempotency_key" (
	"digest" text PRIMARY KEY NOT NULL,
	"request_digest" text NOT NULL,
	"status" integer NOT NULL,
	"headers" json NOT NULL,
	"body" "bytea" NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rate_count" (
	"key" text NOT NULL,
	"minute" bigint NOT NULL,
	"taken" integer NOT NULL,
	"given" integer NOT NULL,
	CONSTRAINT "rate_count_key_minute_pk" PRIMARY KEY("key","minute")
);
--> statement-breakpoint
CREATE TABLE "build_failure" (
	"cik" text PRIMARY KEY NOT NULL,
	"input_digest" text NOT NULL,
	"failures" integer NOT NULL,
	"reason" text NOT NULL,
	"last_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "job_run" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"subject" text,
	"state" text NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	"result" json,
	"error" text
);
--> statement-breakpoint
CREATE TABLE "job_slot" (
	"key" text PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "model_scenario" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"entity_id" uuid NOT NULL,
	"template_key" text NOT NULL,
	"name" text NOT NULL,
	"assumptions" jsonb NOT NULL,
	"drivers" jsonb NOT NULL,
	"share_token" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "model_scenario_share_token_unique" UNIQUE("share_token")
);
--> statement-breakpoint
CREATE TABLE "invitation" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid,
	"entity_id" uuid,
	"email" text,
	"user_id" uuid,
	"role" text NOT NULL,
	"permissions" text[] NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"invited_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "invitation_place" CHECK (num_nonnulls("invitation"."organization_id", "invitation"."entity_id") = 1),
	CONSTRAINT "invitation_person" CHECK (num_nonnulls("invitation"."email", "invitation"."user_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "organization" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"slug" text NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "organization_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "organization_member" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"role" text NOT NULL,
	"joined_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "organization_member_organization_id_user_id_unique" UNIQUE("organization_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "check_failure" (
	"cik" text NOT NULL,
	"position" integer NOT NULL,
	"check_id" text NOT NULL,
	"severity" text NOT NULL,
	"outcome" text NOT NULL,
	"subject" text NOT NULL,
	"concept" text,
	"reason" text NOT NULL,
	"difference" text,
	"operands" json NOT NULL,
	CONSTRAINT "check_failure_cik_position_pk" PRIMARY KEY("cik","position")
);
--> statement-breakpoint
CREATE TABLE "company_quality" (
	"cik" text PRIMARY KEY NOT NULL,
	"label" text NOT NULL,
	"counts" json NOT NULL,
	"body" "bytea" NOT NULL,
	"digest" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "quality_run" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"registry_version" text NOT NULL,
	"engine_version" text NOT NULL,
	"summary" json NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rebuild_gate" (
	"registry_sha256" text NOT NULL,
	"engine_version" text NOT NULL,
	"state" text NOT NULL,
	"drops" json NOT NULL,
	"decided_at" timestamp with time zone,
	CONSTRAINT "rebuild_gate_registry_sha256_engine_version_pk" PRIMARY KEY("registry_sha256","engine_version")
);
--> statement-breakpoint
CREATE TABLE "claim" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"entity_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"status" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "connection" (
	"entity_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"status" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "connection_entity_id_user_id_pk" PRIMARY KEY("entity_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "contact_field" (
	"entity_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"kind" text NOT NULL,
	"label" text NOT NULL,
	"value" text NOT NULL,
	"visibility" text NOT NULL,
	CONSTRAINT "contact_field_entity_id_position_pk" PRIMARY KEY("entity_id","position")
);
--> statement-breakpoint
CREATE TABLE "cover_image" (
	"owner_id" uuid PRIMARY KEY NOT NULL,
	"digest" text NOT NULL,
	"media_type" text NOT NULL,
	"size_bytes" integer NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "follow" (
	"entity_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"status" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "follow_entity_id_user_id_pk" PRIMARY KEY("entity_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "company_build" (
	"cik" text PRIMARY KEY NOT NULL,
	"registry_version" text NOT NULL,
	"registry_sha256" text NOT NULL,
	"engine_version" text NOT NULL,
	"input_digest" text NOT NULL,
	"output_digest" text NOT NULL,
	"sources_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "company_facts" (
	"cik" text PRIMARY KEY NOT NULL,
	"body" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "served_document" (
	"entity_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"body" "bytea" NOT NULL,
	"etag" text NOT NULL,
	CONSTRAINT "served_document_entity_id_kind_pk" PRIMARY KEY("entity_id","kind")
);
--> statement-breakpoint
CREATE TABLE "statement" (
	"cik" text NOT NULL,
	"period_key" text NOT NULL,
	"statement_type" text NOT NULL,
	"fiscal_year" integer NOT NULL,
	"fiscal_period" text NOT NULL,
	"period_start" text NOT NULL,
	"period_end" text NOT NULL,
	"currency" text,
	"template" text NOT NULL,
	"status" text NOT NULL,
	"sfrs_schema_id" text NOT NULL,
	"sfrs_version" text NOT NULL,
	"registry_version" text NOT NULL,
	"registry_sha256" text NOT NULL,
	"fields" json NOT NULL,
	"missing_fields" json NOT NULL,
	"reasons" json NOT NULL,
	"lineage" json NOT NULL,
	"notes" json NOT NULL,
	"source" text,
	"sources" json NOT NULL,
	"filings" json NOT NULL,
	"digest" text DEFAULT '' NOT NULL,
	CONSTRAINT "statement_cik_period_key_statement_type_pk" PRIMARY KEY("cik","period_key","statement_type")
);
--> statement-breakpoint
CREATE TABLE "entity_member" (
	"entity_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"role" text NOT NULL,
	"permissions" text[] DEFAULT '{}' NOT NULL,
	"joined_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "entity_member_entity_id_user_id_pk" PRIMARY KEY("entity_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "upstream" (
	"name" text PRIMARY KEY NOT NULL,
	"held_until" timestamp with time zone,
	"held_reason" text,
	"half_rate_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "upstream_host" (
	"host" text PRIMARY KEY NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"open_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "upstream_slot" (
	"upstream" text NOT NULL,
	"slot" integer NOT NULL,
	"free_at" timestamp with time zone NOT NULL,
	CONSTRAINT "upstream_slot_upstream_slot_pk" PRIMARY KEY("upstream","slot")
);
--> statement-breakpoint
CREATE TABLE "watchlist" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"is_active" boolean DEFAULT true NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "watchlist_entity" (
	"watchlist_id" uuid NOT NULL,
	"entity_id" uuid NOT NULL,
	"added_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "watchlist_entity_watchlist_id_entity_id_pk" PRIMARY KEY("watchlist_id","entity_id")
);
--> statement-breakpoint
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_key_usage" ADD CONSTRAINT "api_key_usage_key_id_api_key_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."api_key"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mailed_token" ADD CONSTRAINT "mailed_token_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_application" ADD CONSTRAINT "oauth_application_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_code" ADD CONSTRAINT "oauth_code_application_id_oauth_application_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."oauth_application"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_code" ADD CONSTRAINT "oauth_code_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_code" ADD CONSTRAINT "oauth_code_session_id_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."session"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_consent" ADD CONSTRAINT "oauth_consent_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_consent" ADD CONSTRAINT "oauth_consent_application_id_oauth_application_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."oauth_application"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refresh_token" ADD CONSTRAINT "refresh_token_session_id_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."session"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_application_id_oauth_application_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."oauth_application"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collection" ADD CONSTRAINT "collection_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company" ADD CONSTRAINT "company_entity_id_entity_id_fk" FOREIGN KEY ("entity_id") REFERENCES "public"."entity"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entity" ADD CONSTRAINT "entity_parent_id_entity_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."entity"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entity" ADD CONSTRAINT "entity_collection_id_collection_id_fk" FOREIGN KEY ("collection_id") REFERENCES "public"."collection"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticker" ADD CONSTRAINT "ticker_entity_id_entity_id_fk" FOREIGN KEY ("entity_id") REFERENCES "public"."entity"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "model_scenario" ADD CONSTRAINT "model_scenario_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "model_scenario" ADD CONSTRAINT "model_scenario_entity_id_entity_id_fk" FOREIGN KEY ("entity_id") REFERENCES "public"."entity"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_entity_id_entity_id_fk" FOREIGN KEY ("entity_id") REFERENCES "public"."entity"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_invited_by_user_account_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organization_member" ADD CONSTRAINT "organization_member_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organization_member" ADD CONSTRAINT "organization_member_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claim" ADD CONSTRAINT "claim_entity_id_entity_id_fk" FOREIGN KEY ("entity_id") REFERENCES "public"."entity"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claim" ADD CONSTRAINT "claim_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connection" ADD CONSTRAINT "connection_entity_id_entity_id_fk" FOREIGN KEY ("entity_id") REFERENCES "public"."entity"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connection" ADD CONSTRAINT "connection_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_field" ADD CONSTRAINT "contact_field_entity_id_entity_id_fk" FOREIGN KEY ("entity_id") REFERENCES "public"."entity"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "follow" ADD CONSTRAINT "follow_entity_id_entity_id_fk" FOREIGN KEY ("entity_id") REFERENCES "public"."entity"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "follow" ADD CONSTRAINT "follow_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "served_document" ADD CONSTRAINT "served_document_entity_id_entity_id_fk" FOREIGN KEY ("entity_id") REFERENCES "public"."entity"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entity_member" ADD CONSTRAINT "entity_member_entity_id_entity_id_fk" FOREIGN KEY ("entity_id") REFERENCES "public"."entity"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entity_member" ADD CONSTRAINT "entity_member_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "watchlist" ADD CONSTRAINT "watchlist_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "watchlist_entity" ADD CONSTRAINT "watchlist_entity_watchlist_id_watchlist_id_fk" FOREIGN KEY ("watchlist_id") REFERENCES "public"."watchlist"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "watchlist_entity" ADD CONSTRAINT "watchlist_entity_entity_id_entity_id_fk" FOREIGN KEY ("entity_id") REFERENCES "public"."entity"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_key_owner" ON "api_key" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "guess_end" ON "guess" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "mailed_token_owner" ON "mailed_token" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "oauth_application_owner" ON "oauth_application" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "oauth_code_expiry" ON "oauth_code" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "refresh_token_session" ON "refresh_token" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "session_owner" ON "session" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "session_expiry" ON "session" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "audit_event_subject" ON "audit_event" USING btree ("subject_type","subject_id","id");--> statement-breakpoint
CREATE INDEX "collection_owner" ON "collection" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "company_former_names_trgm" ON "company" USING gin (lower("former_names"::text) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "entity_search_name_trgm" ON "entity" USING gin ("search_name" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "entity_owner" ON "entity" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "entity_parent" ON "entity" USING btree ("parent_id");--> statement-breakpoint
CREATE UNIQUE INDEX "ticker_kind_unique" ON "ticker" USING btree ("ticker","kind");--> statement-breakpoint
CREATE INDEX "ticker_entity" ON "ticker" USING btree ("entity_id");--> statement-breakpoint
CREATE INDEX "ticker_claim_ticker" ON "ticker_claim" USING btree ("ticker");--> statement-breakpoint
CREATE INDEX "filing_filed" ON "filing" USING btree ("filed");--> statement-breakpoint
CREATE INDEX "raw_document_cik" ON "raw_document" USING btree ("cik");--> statement-breakpoint
CREATE INDEX "raw_document_digest" ON "raw_document" USING btree ("digest");--> statement-breakpoint
CREATE INDEX "idempotency_key_age" ON "idempotency_key" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "rate_count_age" ON "rate_count" USING btree ("minute");--> statement-breakpoint
CREATE INDEX "job_run_started" ON "job_run" USING btree ("started_at");--> statement-breakpoint
CREATE INDEX "job_run_name" ON "job_run" USING btree ("name","started_at");--> statement-breakpoint
CREATE INDEX "model_scenario_owner" ON "model_scenario" USING btree ("user_id","entity_id","template_key","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "invitation_open" ON "invitation" USING btree (coalesce("organization_id", "entity_id"),coalesce("email", "user_id"::text)) WHERE "invitation"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "invitation_email" ON "invitation" USING btree ("email");--> statement-breakpoint
CREATE INDEX "invitation_user" ON "invitation" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "organization_member_user" ON "organization_member" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "check_failure_check" ON "check_failure" USING btree ("check_id","severity");--> statement-breakpoint
CREATE UNIQUE INDEX "claim_open" ON "claim" USING btree ("entity_id") WHERE "claim"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "claim_user" ON "claim" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "connection_user" ON "connection" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "follow_user" ON "follow" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "entity_member_user" ON "entity_member" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "watchlist_owner" ON "watchlist" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "watchlist_entity_entity" ON "watchlist_entity" USING btree ("entity_id");