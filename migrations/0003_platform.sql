CREATE TABLE "billing_checkout" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"plan_id" text NOT NULL,
	"billing_cycle" text NOT NULL,
	"url" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"has_ended" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "billing_customer" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"customer_id" text NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "billing_customer_customer_id_unique" UNIQUE("customer_id")
);
--> statement-breakpoint
CREATE TABLE "billing_event" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"received_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "billing_subscription" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"plan_id" text NOT NULL,
	"status" text NOT NULL,
	"billing_cycle" text NOT NULL,
	"current_period_start" timestamp with time zone NOT NULL,
	"current_period_end" timestamp with time zone NOT NULL,
	"cancel_at_period_end" boolean NOT NULL,
	"canceled_at" timestamp with time zone,
	"paid_until" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "built_in_payment" (
	"id" text PRIMARY KEY NOT NULL,
	"object" text NOT NULL,
	"data" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "block" (
	"user_id" uuid NOT NULL,
	"blocked_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "block_user_id_blocked_id_pk" PRIMARY KEY("user_id","blocked_id")
);
--> statement-breakpoint
CREATE TABLE "privacy_preference" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"private_browsing" boolean NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "access_package" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"entity_id" uuid NOT NULL,
	"title" text NOT NULL,
	"description" text,
	"collection_id" uuid,
	"status" text DEFAULT 'offered' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "access_package_report" (
	"package_id" uuid NOT NULL,
	"report_id" uuid NOT NULL,
	CONSTRAINT "access_package_report_package_id_report_id_pk" PRIMARY KEY("package_id","report_id")
);
--> statement-breakpoint
CREATE TABLE "claim_invitation" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"entity_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "correction" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"listing_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"field" text NOT NULL,
	"value" text NOT NULL,
	"evidence" text NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "former_slug" (
	"subject_type" text NOT NULL,
	"slug" text NOT NULL,
	"listing_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "former_slug_subject_type_slug_pk" PRIMARY KEY("subject_type","slug")
);
--> statement-breakpoint
CREATE TABLE "listing" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"subject_type" text NOT NULL,
	"entity_id" uuid,
	"user_id" uuid,
	"status" text DEFAULT 'draft' NOT NULL,
	"is_managed" boolean DEFAULT false NOT NULL,
	"version_id" uuid,
	"disclosure" json NOT NULL,
	"asks_followers" boolean DEFAULT false NOT NULL,
	"draft" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"corrections" json DEFAULT '{}'::json NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "listing_entity_id_unique" UNIQUE("entity_id"),
	CONSTRAINT "listing_user_id_unique" UNIQUE("user_id"),
	CONSTRAINT "listing_subject" CHECK (case "listing"."subject_type" when 'entity' then "listing"."entity_id" is not null and "listing"."user_id" is null
        when 'person' then "listing"."user_id" is not null and "listing"."entity_id" is null else false end)
);
--> statement-breakpoint
CREATE TABLE "listing_version" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"listing_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"content" jsonb NOT NULL,
	"hash" text NOT NULL,
	"previous_hash" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "package_access" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"package_id" uuid NOT NULL,
	"entity_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"expires_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "profile_view" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"listing_id" uuid NOT NULL,
	"viewer_id" uuid,
	"source" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "document" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"key" text NOT NULL,
	"user_id" uuid NOT NULL,
	"digest" text NOT NULL,
	"name" text NOT NULL,
	"media_type" text NOT NULL,
	"size_bytes" bigint NOT NULL,
	"status" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "document_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "capital_handoff" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"engagement_request_id" uuid NOT NULL,
	"objective_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "capital_handoff_request" UNIQUE("engagement_request_id")
);
--> statement-breakpoint
CREATE TABLE "capital_objective" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"startup_listing_id" uuid NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"instrument" text NOT NULL,
	"target_amount" text NOT NULL,
	"minimum_amount" text,
	"currency" text NOT NULL,
	"closes_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "engagement_invitation" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"startup_listing_id" uuid NOT NULL,
	"follow_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"message" text,
	"invited_by" uuid,
	"idempotency_key" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "engagement_invitation_once" UNIQUE("startup_listing_id","idempotency_key")
);
--> statement-breakpoint
CREATE TABLE "engagement_request" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"startup_listing_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"reason" text NOT NULL,
	"proposed_times" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"report_id" uuid,
	"requested_tier" text,
	"idempotency_key" uuid NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"message" text,
	"responded_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "engagement_request_once" UNIQUE("user_id","startup_listing_id","idempotency_key")
);
--> statement-breakpoint
CREATE TABLE "entity_filing" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"entity_id" uuid NOT NULL,
	"schema_type" text NOT NULL,
	"reporting_period_id" text NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"verification_tier" text DEFAULT 'L0' NOT NULL,
	"content" jsonb NOT NULL,
	"chain_version" integer,
	"previous_filing_id" uuid,
	"content_hash" text,
	"previous_hash" text,
	"period" jsonb,
	"created_by" uuid,
	"submitted_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reporting_period" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"entity_id" uuid NOT NULL,
	"key" text NOT NULL,
	"fiscal_year" integer NOT NULL,
	"fiscal_period" text NOT NULL,
	"period_start" text NOT NULL,
	"period_end" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "execution_baseline" (
	"entity_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"content" jsonb NOT NULL,
	"hash" text NOT NULL,
	"previous_hash" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"set_by" uuid,
	CONSTRAINT "execution_baseline_entity_id_version_pk" PRIMARY KEY("entity_id","version")
);
--> statement-breakpoint
CREATE TABLE "execution_commitment" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"entity_id" uuid NOT NULL,
	"week" text NOT NULL,
	"title" text NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"goal_id" uuid,
	"owner_id" uuid,
	"start_date" text NOT NULL,
	"end_date" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "execution_cycle" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"entity_id" uuid NOT NULL,
	"label" text NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"start_date" text NOT NULL,
	"end_date" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "execution_goal" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"entity_id" uuid NOT NULL,
	"cycle_id" uuid NOT NULL,
	"title" text NOT NULL,
	"category" text NOT NULL,
	"goal_type" text NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"start_value" numeric DEFAULT '0' NOT NULL,
	"target_value" numeric,
	"current_value" numeric,
	"unit" text,
	"owner_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "execution_season" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"entity_id" uuid NOT NULL,
	"label" text NOT NULL,
	"focus" text,
	"start_date" text NOT NULL,
	"end_date" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "feature_flag" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"flag" text NOT NULL,
	"scope" text NOT NULL,
	"account_id" uuid,
	"percentage" integer,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "feature_flag_scope" CHECK (case "feature_flag"."scope" when 'everyone' then "feature_flag"."account_id" is null and "feature_flag"."percentage" is null
        when 'account' then "feature_flag"."account_id" is not null and "feature_flag"."percentage" is null
        when 'percentage' then "feature_flag"."account_id" is null and "feature_flag"."percentage" between 0 and 100
        else false end)
);
--> statement-breakpoint
CREATE TABLE "candidate" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"is_discoverable" boolean DEFAULT true NOT NULL,
	"headline" text,
	"titles" text[] DEFAULT '{}' NOT NULL,
	"profile_text" text DEFAULT '' NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"search" "tsvector" GENERATED ALWAYS AS (to_tsvector('english', profile_text)) STORED
);
--> statement-breakpoint
CREATE TABLE "hiring_application" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"role_id" uuid NOT NULL,
	"entity_id" uuid NOT NULL,
	"applicant_id" uuid,
	"status" text DEFAULT 'submitted' NOT NULL,
	"cover_letter" text,
	"portfolio_item_ids" uuid[] DEFAULT '{}' NOT NULL,
	"answers" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"rubric_version" integer,
	"outcome" jsonb,
	"submitted_at" timestamp with time zone DEFAULT now() NOT NULL,
	"status_changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"withdrawn_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "hiring_application_once" UNIQUE("role_id","applicant_id")
);
--> statement-breakpoint
CREATE TABLE "hiring_bookmark" (
	"user_id" uuid NOT NULL,
	"role_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "hiring_bookmark_user_id_role_id_pk" PRIMARY KEY("user_id","role_id")
);
--> statement-breakpoint
CREATE TABLE "hiring_feedback" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"application_id" uuid NOT NULL,
	"author_id" uuid,
	"overall_score" double precision NOT NULL,
	"dimension_scores" jsonb NOT NULL,
	"strengths" text[] NOT NULL,
	"gaps" text[] NOT NULL,
	"recommendation" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "hiring_role" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"entity_id" uuid NOT NULL,
	"title" text NOT NULL,
	"description" text,
	"location" text,
	"remote_policy" text,
	"salary_range" jsonb,
	"visibility" text NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"problem_specs" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"rubric_version" integer,
	"published_at" timestamp with time zone,
	"closed_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"search" "tsvector" GENERATED ALWAYS AS (setweight(to_tsvector('english', title), 'A') || setweight(to_tsvector('english', coalesce(description, '')), 'B')) STORED
);
--> statement-breakpoint
CREATE TABLE "hiring_role_skill" (
	"role_id" uuid NOT NULL,
	"skill_id" uuid NOT NULL,
	"name" text NOT NULL,
	"importance" text NOT NULL,
	"position" smallint NOT NULL,
	"is_listed" boolean DEFAULT false NOT NULL,
	"required_count" smallint NOT NULL,
	"preferred_count" smallint NOT NULL,
	"nice_to_have_count" smallint NOT NULL,
	CONSTRAINT "hiring_role_skill_role_id_skill_id_pk" PRIMARY KEY("role_id","skill_id")
);
--> statement-breakpoint
CREATE TABLE "hiring_rubric" (
	"role_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"dimensions" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "hiring_rubric_role_id_version_pk" PRIMARY KEY("role_id","version")
);
--> statement-breakpoint
CREATE TABLE "person_skill" (
	"user_id" uuid NOT NULL,
	"skill_id" uuid NOT NULL,
	"name" text NOT NULL,
	"level" text,
	"position" smallint NOT NULL,
	"is_discoverable" boolean NOT NULL,
	CONSTRAINT "person_skill_user_id_skill_id_pk" PRIMARY KEY("user_id","skill_id")
);
--> statement-breakpoint
CREATE TABLE "skill_term" (
	"key" text PRIMARY KEY NOT NULL,
	"skill_id" uuid NOT NULL,
	"name" text NOT NULL,
	"is_name" boolean NOT NULL,
	"source" text NOT NULL,
	"uri" text
);
--> statement-breakpoint
CREATE TABLE "capital_provider" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid,
	"firm_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "capital_provider_user" UNIQUE("user_id"),
	CONSTRAINT "capital_provider_firm" UNIQUE("firm_id"),
	CONSTRAINT "capital_provider_principal" CHECK (num_nonnulls("capital_provider"."user_id", "capital_provider"."firm_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "investment_mandate" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"capital_provider_listing_id" uuid NOT NULL,
	"principal_type" text NOT NULL,
	"name" text NOT NULL,
	"sectors" text[] DEFAULT '{}' NOT NULL,
	"stages" text[] DEFAULT '{}' NOT NULL,
	"geographies" text[] DEFAULT '{}' NOT NULL,
	"instruments" text[] DEFAULT '{}' NOT NULL,
	"check_size" jsonb,
	"status" text DEFAULT 'active' NOT NULL,
	"is_discoverable" boolean DEFAULT false NOT NULL,
	"created_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "investor" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"firm_id" uuid,
	"verified_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "investor_alert" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"triggers" text[] DEFAULT '{}' NOT NULL,
	"digest" text DEFAULT 'off' NOT NULL,
	"told_until" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "investor_note" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"startup_listing_id" uuid NOT NULL,
	"author_id" uuid,
	"firm_id" uuid,
	"body" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "investor_save" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"startup_listing_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "investor_save_once" UNIQUE("user_id","startup_listing_id")
);
--> statement-breakpoint
CREATE TABLE "investor_watchlist" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "investor_watchlist_item" (
	"watchlist_id" uuid NOT NULL,
	"startup_listing_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "investor_watchlist_item_watchlist_id_startup_listing_id_pk" PRIMARY KEY("watchlist_id","startup_listing_id")
);
--> statement-breakpoint
CREATE TABLE "startup_suggestion" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"startup_listing_id" uuid NOT NULL,
	"capital_provider_listing_id" uuid NOT NULL,
	"reasons" jsonb NOT NULL,
	"founder_reasons" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"dismissed_at" timestamp with time zone,
	"dismissed_by_provider_at" timestamp with time zone,
	CONSTRAINT "startup_suggestion_pair" UNIQUE("startup_listing_id","capital_provider_listing_id")
);
--> statement-breakpoint
CREATE TABLE "portfolio" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"owner_id" uuid NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "portfolio_artifact" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"portfolio_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"url" text NOT NULL,
	"added_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "portfolio_collaborator" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"portfolio_id" uuid NOT NULL,
	"user_id" uuid,
	"email" text,
	"role" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "portfolio_collaborator_person" CHECK (num_nonnulls("portfolio_collaborator"."user_id", "portfolio_collaborator"."email") = 1)
);
--> statement-breakpoint
CREATE TABLE "program" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"owner_id" uuid NOT NULL,
	"name" text NOT NULL,
	"slug" text NOT NULL,
	"description" text,
	"start_date" text,
	"end_date" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "program_slug" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "receipt" (
	"subject" text NOT NULL,
	"operation_id" uuid NOT NULL,
	"answer" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "receipt_subject_operation_id_pk" PRIMARY KEY("subject","operation_id")
);
--> statement-breakpoint
CREATE TABLE "report" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"entity_id" uuid,
	"title" text NOT NULL,
	"description" text,
	"report_type" text NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"is_public" boolean DEFAULT false NOT NULL,
	"data" jsonb NOT NULL,
	"verification_score" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "report_document" (
	"report_id" uuid NOT NULL,
	"document_id" uuid NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "report_document_report_id_document_id_pk" PRIMARY KEY("report_id","document_id")
);
--> statement-breakpoint
CREATE TABLE "report_view" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"report_id" uuid NOT NULL,
	"subject" text NOT NULL,
	"reader_digest" text NOT NULL,
	"outcome" text,
	"viewer_id" uuid,
	"acknowledged_at" timestamp with time zone,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "room" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"handle" text NOT NULL,
	"summary" text,
	"category" text,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"discovery" text NOT NULL,
	"joining" text NOT NULL,
	"member_list_visibility" text NOT NULL,
	"security_mode" text NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "room_handle_unique" UNIQUE("handle")
);
--> statement-breakpoint
CREATE TABLE "room_invitation" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"room_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"invited_by" uuid,
	"status" text DEFAULT 'pending' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "room_member" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"room_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"role" text DEFAULT 'member' NOT NULL,
	"is_removed" boolean DEFAULT false NOT NULL,
	"joined_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "room_member_room_id_user_id_unique" UNIQUE("room_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "room_message" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"room_id" uuid NOT NULL,
	"author_id" uuid,
	"body" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"edited_at" timestamp with time zone,
	"removed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "room_request" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"room_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"message" text,
	"status" text DEFAULT 'pending' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "room_resource" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"room_id" uuid NOT NULL,
	"added_by" uuid,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"url" text,
	"reference" text,
	"is_title_shown" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "startup_baseline" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"startup_listing_id" uuid NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"strategic_context" jsonb DEFAULT '{"constraints":[],"assumptions":[]}'::jsonb NOT NULL,
	"context_audience" text DEFAULT 'diligence' NOT NULL,
	"locked_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "startup_baseline_listing" UNIQUE("startup_listing_id")
);
--> statement-breakpoint
CREATE TABLE "startup_baseline_field" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"baseline_id" uuid NOT NULL,
	"key" text NOT NULL,
	"label" text NOT NULL,
	"value" text NOT NULL,
	"unit" text,
	"as_of" text,
	"evidence" jsonb NOT NULL,
	"audience" text DEFAULT 'diligence' NOT NULL,
	"is_custom" boolean DEFAULT false NOT NULL,
	"position" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "startup_baseline_field_key" UNIQUE("baseline_id","key")
);
--> statement-breakpoint
CREATE TABLE "startup_baseline_version" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"baseline_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"content" jsonb NOT NULL,
	"hash" text NOT NULL,
	"previous_hash" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "startup_baseline_version_chain" UNIQUE("baseline_id","version")
);
--> statement-breakpoint
CREATE TABLE "startup_follow" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"startup_listing_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"reason" text NOT NULL,
	"requested_tier" text NOT NULL,
	"desired_observation" text NOT NULL,
	"requested_duration_days" integer NOT NULL,
	"tier" text,
	"expires_at" timestamp with time zone,
	"decided_at" timestamp with time zone,
	"decided_by" uuid,
	"ended_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "startup_listing" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"entity_id" uuid NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"status" text DEFAULT 'unpublished' NOT NULL,
	"members" jsonb NOT NULL,
	"sharing" jsonb NOT NULL,
	"public_content" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"public_facts" jsonb NOT NULL,
	"published_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"search" "tsvector" GENERATED ALWAYS AS (setweight(to_tsvector('english', coalesce(public_facts ->> 'name', '')), 'A') || setweight(to_tsvector('english', coalesce(public_facts ->> 'tagline', '') || ' ' || coalesce(public_facts ->> 'sector', '')), 'B') || setweight(to_tsvector('english', coalesce(public_facts ->> 'description', '')), 'C')) STORED,
	CONSTRAINT "startup_listing_entity" UNIQUE("entity_id"),
	CONSTRAINT "startup_listing_slug" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "startup_summary" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"baseline_id" uuid NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"text" text NOT NULL,
	"method" text NOT NULL,
	"generated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"confirmed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "startup_version" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"startup_listing_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"content" jsonb NOT NULL,
	"hash" text NOT NULL,
	"previous_hash" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "startup_version_chain" UNIQUE("startup_listing_id","version")
);
--> statement-breakpoint
ALTER TABLE "company" DROP CONSTRAINT "company_entity_id_entity_id_fk";
--> statement-breakpoint
ALTER TABLE "ticker" DROP CONSTRAINT "ticker_entity_id_entity_id_fk";
--> statement-breakpoint
ALTER TABLE "served_document" DROP CONSTRAINT "served_document_entity_id_entity_id_fk";
--> statement-breakpoint
ALTER TABLE "api_key" ADD COLUMN "made_by" uuid;--> statement-breakpoint
ALTER TABLE "oauth_code" ADD COLUMN "key_id" uuid;--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "key_id" uuid;--> statement-breakpoint
ALTER TABLE "entity" ADD COLUMN "verified_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "fetch_state" ADD COLUMN "gone_accepted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "fetch_state" ADD COLUMN "kind" text;--> statement-breakpoint
ALTER TABLE "fetch_state" ADD COLUMN "via" text;--> statement-breakpoint
ALTER TABLE "fetch_state" ADD COLUMN "cik" text;--> statement-breakpoint
ALTER TABLE "idempotency_key" ADD COLUMN "ended_access" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "connection" ADD COLUMN "id" uuid DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "follow" ADD COLUMN "id" uuid DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "entity_member" ADD COLUMN "title" text;--> statement-breakpoint
ALTER TABLE "entity_member" ADD COLUMN "is_listed_by_team" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "entity_member" ADD COLUMN "is_listed_by_member" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "billing_checkout" ADD CONSTRAINT "billing_checkout_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_customer" ADD CONSTRAINT "billing_customer_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_subscription" ADD CONSTRAINT "billing_subscription_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "block" ADD CONSTRAINT "block_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "block" ADD CONSTRAINT "block_blocked_id_user_account_id_fk" FOREIGN KEY ("blocked_id") REFERENCES "public"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "privacy_preference" ADD CONSTRAINT "privacy_preference_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_package" ADD CONSTRAINT "access_package_entity_id_entity_id_fk" FOREIGN KEY ("entity_id") REFERENCES "public"."entity"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_package" ADD CONSTRAINT "access_package_collection_id_collection_id_fk" FOREIGN KEY ("collection_id") REFERENCES "public"."collection"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_package_report" ADD CONSTRAINT "access_package_report_package_id_access_package_id_fk" FOREIGN KEY ("package_id") REFERENCES "public"."access_package"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_package_report" ADD CONSTRAINT "access_package_report_report_id_report_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."report"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claim_invitation" ADD CONSTRAINT "claim_invitation_entity_id_entity_id_fk" FOREIGN KEY ("entity_id") REFERENCES "public"."entity"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claim_invitation" ADD CONSTRAINT "claim_invitation_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "correction" ADD CONSTRAINT "correction_listing_id_listing_id_fk" FOREIGN KEY ("listing_id") REFERENCES "public"."listing"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "correction" ADD CONSTRAINT "correction_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "former_slug" ADD CONSTRAINT "former_slug_listing_id_listing_id_fk" FOREIGN KEY ("listing_id") REFERENCES "public"."listing"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listing" ADD CONSTRAINT "listing_entity_id_entity_id_fk" FOREIGN KEY ("entity_id") REFERENCES "public"."entity"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listing" ADD CONSTRAINT "listing_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listing" ADD CONSTRAINT "listing_version_id_listing_version_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."listing_version"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listing_version" ADD CONSTRAINT "listing_version_listing_id_listing_id_fk" FOREIGN KEY ("listing_id") REFERENCES "public"."listing"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "package_access" ADD CONSTRAINT "package_access_package_id_access_package_id_fk" FOREIGN KEY ("package_id") REFERENCES "public"."access_package"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "package_access" ADD CONSTRAINT "package_access_entity_id_entity_id_fk" FOREIGN KEY ("entity_id") REFERENCES "public"."entity"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "package_access" ADD CONSTRAINT "package_access_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "profile_view" ADD CONSTRAINT "profile_view_listing_id_listing_id_fk" FOREIGN KEY ("listing_id") REFERENCES "public"."listing"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "profile_view" ADD CONSTRAINT "profile_view_viewer_id_user_account_id_fk" FOREIGN KEY ("viewer_id") REFERENCES "public"."user_account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document" ADD CONSTRAINT "document_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "capital_handoff" ADD CONSTRAINT "capital_handoff_engagement_request_id_engagement_request_id_fk" FOREIGN KEY ("engagement_request_id") REFERENCES "public"."engagement_request"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "capital_handoff" ADD CONSTRAINT "capital_handoff_objective_id_capital_objective_id_fk" FOREIGN KEY ("objective_id") REFERENCES "public"."capital_objective"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "capital_objective" ADD CONSTRAINT "capital_objective_startup_listing_id_startup_listing_id_fk" FOREIGN KEY ("startup_listing_id") REFERENCES "public"."startup_listing"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "engagement_invitation" ADD CONSTRAINT "engagement_invitation_startup_listing_id_startup_listing_id_fk" FOREIGN KEY ("startup_listing_id") REFERENCES "public"."startup_listing"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "engagement_invitation" ADD CONSTRAINT "engagement_invitation_follow_id_startup_follow_id_fk" FOREIGN KEY ("follow_id") REFERENCES "public"."startup_follow"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "engagement_invitation" ADD CONSTRAINT "engagement_invitation_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "engagement_invitation" ADD CONSTRAINT "engagement_invitation_invited_by_user_account_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."user_account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "engagement_request" ADD CONSTRAINT "engagement_request_startup_listing_id_startup_listing_id_fk" FOREIGN KEY ("startup_listing_id") REFERENCES "public"."startup_listing"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "engagement_request" ADD CONSTRAINT "engagement_request_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entity_filing" ADD CONSTRAINT "entity_filing_entity_id_entity_id_fk" FOREIGN KEY ("entity_id") REFERENCES "public"."entity"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entity_filing" ADD CONSTRAINT "entity_filing_created_by_user_account_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."user_account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reporting_period" ADD CONSTRAINT "reporting_period_entity_id_entity_id_fk" FOREIGN KEY ("entity_id") REFERENCES "public"."entity"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "execution_baseline" ADD CONSTRAINT "execution_baseline_entity_id_entity_id_fk" FOREIGN KEY ("entity_id") REFERENCES "public"."entity"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "execution_baseline" ADD CONSTRAINT "execution_baseline_set_by_user_account_id_fk" FOREIGN KEY ("set_by") REFERENCES "public"."user_account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "execution_commitment" ADD CONSTRAINT "execution_commitment_entity_id_entity_id_fk" FOREIGN KEY ("entity_id") REFERENCES "public"."entity"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "execution_commitment" ADD CONSTRAINT "execution_commitment_goal_id_execution_goal_id_fk" FOREIGN KEY ("goal_id") REFERENCES "public"."execution_goal"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "execution_commitment" ADD CONSTRAINT "execution_commitment_owner_id_user_account_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."user_account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "execution_cycle" ADD CONSTRAINT "execution_cycle_entity_id_entity_id_fk" FOREIGN KEY ("entity_id") REFERENCES "public"."entity"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "execution_goal" ADD CONSTRAINT "execution_goal_entity_id_entity_id_fk" FOREIGN KEY ("entity_id") REFERENCES "public"."entity"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "execution_goal" ADD CONSTRAINT "execution_goal_cycle_id_execution_cycle_id_fk" FOREIGN KEY ("cycle_id") REFERENCES "public"."execution_cycle"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "execution_goal" ADD CONSTRAINT "execution_goal_owner_id_user_account_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."user_account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "execution_season" ADD CONSTRAINT "execution_season_entity_id_entity_id_fk" FOREIGN KEY ("entity_id") REFERENCES "public"."entity"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feature_flag" ADD CONSTRAINT "feature_flag_account_id_user_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "candidate" ADD CONSTRAINT "candidate_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hiring_application" ADD CONSTRAINT "hiring_application_role_id_hiring_role_id_fk" FOREIGN KEY ("role_id") REFERENCES "public"."hiring_role"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hiring_application" ADD CONSTRAINT "hiring_application_entity_id_entity_id_fk" FOREIGN KEY ("entity_id") REFERENCES "public"."entity"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hiring_application" ADD CONSTRAINT "hiring_application_applicant_id_user_account_id_fk" FOREIGN KEY ("applicant_id") REFERENCES "public"."user_account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hiring_bookmark" ADD CONSTRAINT "hiring_bookmark_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hiring_bookmark" ADD CONSTRAINT "hiring_bookmark_role_id_hiring_role_id_fk" FOREIGN KEY ("role_id") REFERENCES "public"."hiring_role"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hiring_feedback" ADD CONSTRAINT "hiring_feedback_application_id_hiring_application_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."hiring_application"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hiring_feedback" ADD CONSTRAINT "hiring_feedback_author_id_user_account_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."user_account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hiring_role" ADD CONSTRAINT "hiring_role_entity_id_entity_id_fk" FOREIGN KEY ("entity_id") REFERENCES "public"."entity"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hiring_role_skill" ADD CONSTRAINT "hiring_role_skill_role_id_hiring_role_id_fk" FOREIGN KEY ("role_id") REFERENCES "public"."hiring_role"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hiring_rubric" ADD CONSTRAINT "hiring_rubric_role_id_hiring_role_id_fk" FOREIGN KEY ("role_id") REFERENCES "public"."hiring_role"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_skill" ADD CONSTRAINT "person_skill_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "capital_provider" ADD CONSTRAINT "capital_provider_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "capital_provider" ADD CONSTRAINT "capital_provider_firm_id_organization_id_fk" FOREIGN KEY ("firm_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "investment_mandate" ADD CONSTRAINT "investment_mandate_capital_provider_listing_id_capital_provider_id_fk" FOREIGN KEY ("capital_provider_listing_id") REFERENCES "public"."capital_provider"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "investment_mandate" ADD CONSTRAINT "investment_mandate_created_by_user_account_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."user_account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "investor" ADD CONSTRAINT "investor_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "investor" ADD CONSTRAINT "investor_firm_id_organization_id_fk" FOREIGN KEY ("firm_id") REFERENCES "public"."organization"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "investor_alert" ADD CONSTRAINT "investor_alert_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "investor_note" ADD CONSTRAINT "investor_note_startup_listing_id_startup_listing_id_fk" FOREIGN KEY ("startup_listing_id") REFERENCES "public"."startup_listing"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "investor_note" ADD CONSTRAINT "investor_note_author_id_user_account_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."user_account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "investor_note" ADD CONSTRAINT "investor_note_firm_id_organization_id_fk" FOREIGN KEY ("firm_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "investor_save" ADD CONSTRAINT "investor_save_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "investor_save" ADD CONSTRAINT "investor_save_startup_listing_id_startup_listing_id_fk" FOREIGN KEY ("startup_listing_id") REFERENCES "public"."startup_listing"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "investor_watchlist" ADD CONSTRAINT "investor_watchlist_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "investor_watchlist_item" ADD CONSTRAINT "investor_watchlist_item_watchlist_id_investor_watchlist_id_fk" FOREIGN KEY ("watchlist_id") REFERENCES "public"."investor_watchlist"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "investor_watchlist_item" ADD CONSTRAINT "investor_watchlist_item_startup_listing_id_startup_listing_id_fk" FOREIGN KEY ("startup_listing_id") REFERENCES "public"."startup_listing"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "startup_suggestion" ADD CONSTRAINT "startup_suggestion_startup_listing_id_startup_listing_id_fk" FOREIGN KEY ("startup_listing_id") REFERENCES "public"."startup_listing"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "startup_suggestion" ADD CONSTRAINT "startup_suggestion_capital_provider_listing_id_capital_provider_id_fk" FOREIGN KEY ("capital_provider_listing_id") REFERENCES "public"."capital_provider"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "portfolio" ADD CONSTRAINT "portfolio_owner_id_user_account_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "portfolio_artifact" ADD CONSTRAINT "portfolio_artifact_portfolio_id_portfolio_id_fk" FOREIGN KEY ("portfolio_id") REFERENCES "public"."portfolio"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "portfolio_artifact" ADD CONSTRAINT "portfolio_artifact_added_by_user_account_id_fk" FOREIGN KEY ("added_by") REFERENCES "public"."user_account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "portfolio_collaborator" ADD CONSTRAINT "portfolio_collaborator_portfolio_id_portfolio_id_fk" FOREIGN KEY ("portfolio_id") REFERENCES "public"."portfolio"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "portfolio_collaborator" ADD CONSTRAINT "portfolio_collaborator_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "program" ADD CONSTRAINT "program_owner_id_user_account_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report" ADD CONSTRAINT "report_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report" ADD CONSTRAINT "report_entity_id_entity_id_fk" FOREIGN KEY ("entity_id") REFERENCES "public"."entity"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_document" ADD CONSTRAINT "report_document_report_id_report_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."report"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_document" ADD CONSTRAINT "report_document_document_id_document_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."document"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_view" ADD CONSTRAINT "report_view_report_id_report_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."report"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_view" ADD CONSTRAINT "report_view_viewer_id_user_account_id_fk" FOREIGN KEY ("viewer_id") REFERENCES "public"."user_account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "room_invitation" ADD CONSTRAINT "room_invitation_room_id_room_id_fk" FOREIGN KEY ("room_id") REFERENCES "public"."room"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "room_invitation" ADD CONSTRAINT "room_invitation_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "room_invitation" ADD CONSTRAINT "room_invitation_invited_by_user_account_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."user_account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "room_member" ADD CONSTRAINT "room_member_room_id_room_id_fk" FOREIGN KEY ("room_id") REFERENCES "public"."room"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "room_member" ADD CONSTRAINT "room_member_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "room_message" ADD CONSTRAINT "room_message_room_id_room_id_fk" FOREIGN KEY ("room_id") REFERENCES "public"."room"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "room_message" ADD CONSTRAINT "room_message_author_id_user_account_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."user_account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "room_request" ADD CONSTRAINT "room_request_room_id_room_id_fk" FOREIGN KEY ("room_id") REFERENCES "public"."room"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "room_request" ADD CONSTRAINT "room_request_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "room_resource" ADD CONSTRAINT "room_resource_room_id_room_id_fk" FOREIGN KEY ("room_id") REFERENCES "public"."room"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "room_resource" ADD CONSTRAINT "room_resource_added_by_user_account_id_fk" FOREIGN KEY ("added_by") REFERENCES "public"."user_account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "startup_baseline" ADD CONSTRAINT "startup_baseline_startup_listing_id_startup_listing_id_fk" FOREIGN KEY ("startup_listing_id") REFERENCES "public"."startup_listing"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "startup_baseline_field" ADD CONSTRAINT "startup_baseline_field_baseline_id_startup_baseline_id_fk" FOREIGN KEY ("baseline_id") REFERENCES "public"."startup_baseline"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "startup_baseline_version" ADD CONSTRAINT "startup_baseline_version_baseline_id_startup_baseline_id_fk" FOREIGN KEY ("baseline_id") REFERENCES "public"."startup_baseline"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "startup_follow" ADD CONSTRAINT "startup_follow_startup_listing_id_startup_listing_id_fk" FOREIGN KEY ("startup_listing_id") REFERENCES "public"."startup_listing"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "startup_follow" ADD CONSTRAINT "startup_follow_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "startup_follow" ADD CONSTRAINT "startup_follow_decided_by_user_account_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."user_account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "startup_listing" ADD CONSTRAINT "startup_listing_entity_id_entity_id_fk" FOREIGN KEY ("entity_id") REFERENCES "public"."entity"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "startup_summary" ADD CONSTRAINT "startup_summary_baseline_id_startup_baseline_id_fk" FOREIGN KEY ("baseline_id") REFERENCES "public"."startup_baseline"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "startup_version" ADD CONSTRAINT "startup_version_startup_listing_id_startup_listing_id_fk" FOREIGN KEY ("startup_listing_id") REFERENCES "public"."startup_listing"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "billing_checkout_owner" ON "billing_checkout" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "billing_event_received" ON "billing_event" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "billing_subscription_owner" ON "billing_subscription" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "built_in_payment_object" ON "built_in_payment" USING btree ("object");--> statement-breakpoint
CREATE INDEX "block_blocked" ON "block" USING btree ("blocked_id");--> statement-breakpoint
CREATE INDEX "access_package_entity" ON "access_package" USING btree ("entity_id","created_at","id");--> statement-breakpoint
CREATE INDEX "access_package_report_report" ON "access_package_report" USING btree ("report_id");--> statement-breakpoint
CREATE UNIQUE INDEX "claim_invitation_once" ON "claim_invitation" USING btree ("entity_id","email");--> statement-breakpoint
CREATE INDEX "claim_invitation_user" ON "claim_invitation" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "correction_listing" ON "correction" USING btree ("listing_id","status");--> statement-breakpoint
CREATE INDEX "correction_user" ON "correction" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "correction_open" ON "correction" USING btree ("listing_id","user_id","field") WHERE "correction"."status" in ('open', 'under_review');--> statement-breakpoint
CREATE INDEX "former_slug_listing" ON "former_slug" USING btree ("listing_id");--> statement-breakpoint
CREATE INDEX "former_slug_skeleton" ON "former_slug" USING btree (translate(replace(replace(replace("slug", '-', ''), 'rn', 'm'), 'vv', 'w'), '01i5', 'olls'));--> statement-breakpoint
CREATE UNIQUE INDEX "listing_version_chain" ON "listing_version" USING btree ("listing_id","version");--> statement-breakpoint
CREATE UNIQUE INDEX "package_access_once" ON "package_access" USING btree ("package_id","user_id");--> statement-breakpoint
CREATE INDEX "package_access_user" ON "package_access" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "package_access_entity" ON "package_access" USING btree ("entity_id");--> statement-breakpoint
CREATE INDEX "package_access_end" ON "package_access" USING btree ("expires_at") WHERE "package_access"."status" = 'active';--> statement-breakpoint
CREATE INDEX "profile_view_listing" ON "profile_view" USING btree ("listing_id","created_at");--> statement-breakpoint
CREATE INDEX "profile_view_viewer" ON "profile_view" USING btree ("viewer_id");--> statement-breakpoint
CREATE INDEX "document_owner" ON "document" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "document_digest" ON "document" USING btree ("digest");--> statement-breakpoint
CREATE INDEX "document_reserved" ON "document" USING btree ("created_at") WHERE "document"."status" = 'reserved';--> statement-breakpoint
CREATE UNIQUE INDEX "capital_objective_active" ON "capital_objective" USING btree ("startup_listing_id") WHERE "capital_objective"."status" = 'active';--> statement-breakpoint
CREATE INDEX "capital_objective_startup" ON "capital_objective" USING btree ("startup_listing_id","created_at","id");--> statement-breakpoint
CREATE INDEX "engagement_invitation_follower" ON "engagement_invitation" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "engagement_invitation_follow" ON "engagement_invitation" USING btree ("follow_id");--> statement-breakpoint
CREATE INDEX "engagement_request_startup" ON "engagement_request" USING btree ("startup_listing_id","created_at","id");--> statement-breakpoint
CREATE INDEX "engagement_request_requester" ON "engagement_request" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "engagement_request_pending" ON "engagement_request" USING btree ("created_at") WHERE "engagement_request"."status" = 'pending';--> statement-breakpoint
CREATE UNIQUE INDEX "entity_filing_chain" ON "entity_filing" USING btree ("entity_id","schema_type","chain_version");--> statement-breakpoint
CREATE INDEX "entity_filing_entity" ON "entity_filing" USING btree ("entity_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "reporting_period_key" ON "reporting_period" USING btree ("entity_id","key");--> statement-breakpoint
CREATE INDEX "execution_baseline_set_by" ON "execution_baseline" USING btree ("set_by");--> statement-breakpoint
CREATE INDEX "execution_commitment_entity" ON "execution_commitment" USING btree ("entity_id","week");--> statement-breakpoint
CREATE INDEX "execution_commitment_goal" ON "execution_commitment" USING btree ("goal_id");--> statement-breakpoint
CREATE INDEX "execution_commitment_owner" ON "execution_commitment" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "execution_cycle_entity" ON "execution_cycle" USING btree ("entity_id","created_at");--> statement-breakpoint
CREATE INDEX "execution_goal_cycle" ON "execution_goal" USING btree ("cycle_id","created_at");--> statement-breakpoint
CREATE INDEX "execution_goal_entity" ON "execution_goal" USING btree ("entity_id");--> statement-breakpoint
CREATE INDEX "execution_goal_owner" ON "execution_goal" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "execution_season_entity" ON "execution_season" USING btree ("entity_id","start_date");--> statement-breakpoint
CREATE UNIQUE INDEX "feature_flag_once" ON "feature_flag" USING btree ("flag","scope",coalesce("account_id"::text, ''));--> statement-breakpoint
CREATE INDEX "candidate_search" ON "candidate" USING gin ("search");--> statement-breakpoint
CREATE INDEX "hiring_application_role" ON "hiring_application" USING btree ("role_id","created_at","id");--> statement-breakpoint
CREATE INDEX "hiring_application_applicant" ON "hiring_application" USING btree ("applicant_id","created_at","id");--> statement-breakpoint
CREATE INDEX "hiring_application_entity" ON "hiring_application" USING btree ("entity_id");--> statement-breakpoint
CREATE INDEX "hiring_bookmark_order" ON "hiring_bookmark" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "hiring_bookmark_role" ON "hiring_bookmark" USING btree ("role_id");--> statement-breakpoint
CREATE INDEX "hiring_feedback_application" ON "hiring_feedback" USING btree ("application_id","created_at","id");--> statement-breakpoint
CREATE INDEX "hiring_feedback_author" ON "hiring_feedback" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "hiring_role_entity" ON "hiring_role" USING btree ("entity_id","created_at","id");--> statement-breakpoint
CREATE INDEX "hiring_role_listed" ON "hiring_role" USING btree ("published_at","id") WHERE "hiring_role"."status" = 'published' and "hiring_role"."visibility" = 'public';--> statement-breakpoint
CREATE INDEX "hiring_role_search" ON "hiring_role" USING gin ("search");--> statement-breakpoint
CREATE INDEX "hiring_role_title" ON "hiring_role" USING gin (lower("title") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "hiring_role_location" ON "hiring_role" USING gin (lower("location") gin_trgm_ops) WHERE "hiring_role"."status" = 'published' and "hiring_role"."visibility" = 'public';--> statement-breakpoint
CREATE INDEX "hiring_role_skill_listed" ON "hiring_role_skill" USING btree ("skill_id","importance","role_id","required_count","preferred_count","nice_to_have_count") WHERE "hiring_role_skill"."is_listed";--> statement-breakpoint
CREATE INDEX "person_skill_found" ON "person_skill" USING btree ("skill_id","level","user_id") WHERE "person_skill"."is_discoverable";--> statement-breakpoint
CREATE INDEX "skill_term_skill" ON "skill_term" USING btree ("skill_id");--> statement-breakpoint
CREATE INDEX "skill_term_uri" ON "skill_term" USING btree ("uri");--> statement-breakpoint
CREATE INDEX "skill_term_prefix" ON "skill_term" USING btree ("key" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "skill_term_like" ON "skill_term" USING gin ("key" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "investment_mandate_provider" ON "investment_mandate" USING btree ("capital_provider_listing_id","created_at","id");--> statement-breakpoint
CREATE INDEX "investment_mandate_updated" ON "investment_mandate" USING btree ("updated_at");--> statement-breakpoint
CREATE INDEX "investor_firm" ON "investor" USING btree ("firm_id");--> statement-breakpoint
CREATE INDEX "investor_alert_due" ON "investor_alert" USING btree ("told_until") WHERE "investor_alert"."digest" <> 'off';--> statement-breakpoint
CREATE INDEX "investor_note_listing" ON "investor_note" USING btree ("startup_listing_id","created_at","id");--> statement-breakpoint
CREATE INDEX "investor_note_author" ON "investor_note" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "investor_note_firm" ON "investor_note" USING btree ("firm_id");--> statement-breakpoint
CREATE INDEX "investor_save_order" ON "investor_save" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "investor_save_listing" ON "investor_save" USING btree ("startup_listing_id");--> statement-breakpoint
CREATE INDEX "investor_watchlist_user" ON "investor_watchlist" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "investor_watchlist_item_listing" ON "investor_watchlist_item" USING btree ("startup_listing_id");--> statement-breakpoint
CREATE INDEX "startup_suggestion_startup" ON "startup_suggestion" USING btree ("startup_listing_id","created_at","id");--> statement-breakpoint
CREATE INDEX "startup_suggestion_provider" ON "startup_suggestion" USING btree ("capital_provider_listing_id","created_at","id");--> statement-breakpoint
CREATE INDEX "portfolio_owner" ON "portfolio" USING btree ("owner_id","created_at","id");--> statement-breakpoint
CREATE INDEX "portfolio_artifact_portfolio" ON "portfolio_artifact" USING btree ("portfolio_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "portfolio_collaborator_once" ON "portfolio_collaborator" USING btree ("portfolio_id",coalesce("user_id"::text, "email"));--> statement-breakpoint
CREATE INDEX "portfolio_collaborator_user" ON "portfolio_collaborator" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "portfolio_collaborator_email" ON "portfolio_collaborator" USING btree ("email");--> statement-breakpoint
CREATE INDEX "program_owner" ON "program" USING btree ("owner_id","created_at","id");--> statement-breakpoint
CREATE INDEX "receipt_age" ON "receipt" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "report_owner" ON "report" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "report_entity" ON "report" USING btree ("entity_id");--> statement-breakpoint
CREATE INDEX "report_document_document" ON "report_document" USING btree ("document_id");--> statement-breakpoint
CREATE INDEX "report_view_counted" ON "report_view" USING btree ("report_id","acknowledged_at") WHERE "report_view"."outcome" = 'recorded';--> statement-breakpoint
CREATE INDEX "report_view_open" ON "report_view" USING btree ("expires_at") WHERE "report_view"."outcome" is null;--> statement-breakpoint
CREATE INDEX "report_view_viewer" ON "report_view" USING btree ("viewer_id");--> statement-breakpoint
CREATE INDEX "room_discovered" ON "room" USING btree ("created_at","id") WHERE "room"."status" = 'open' and "room"."discovery" in ('discoverable', 'public_profile');--> statement-breakpoint
CREATE INDEX "room_name" ON "room" USING gin ("name" gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "room_invitation_open" ON "room_invitation" USING btree ("room_id","user_id") WHERE "room_invitation"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "room_invitation_room" ON "room_invitation" USING btree ("room_id","created_at","id");--> statement-breakpoint
CREATE INDEX "room_invitation_user" ON "room_invitation" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "room_member_user" ON "room_member" USING btree ("user_id","joined_at");--> statement-breakpoint
CREATE INDEX "room_member_order" ON "room_member" USING btree ("room_id","joined_at","id");--> statement-breakpoint
CREATE INDEX "room_message_room" ON "room_message" USING btree ("room_id","created_at","id");--> statement-breakpoint
CREATE INDEX "room_message_author" ON "room_message" USING btree ("author_id");--> statement-breakpoint
CREATE UNIQUE INDEX "room_request_open" ON "room_request" USING btree ("room_id","user_id") WHERE "room_request"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "room_request_room" ON "room_request" USING btree ("room_id","created_at","id");--> statement-breakpoint
CREATE INDEX "room_request_user" ON "room_request" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "room_resource_room" ON "room_resource" USING btree ("room_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "startup_follow_pending" ON "startup_follow" USING btree ("startup_listing_id","user_id") WHERE "startup_follow"."status" = 'pending';--> statement-breakpoint
CREATE UNIQUE INDEX "startup_follow_approved" ON "startup_follow" USING btree ("startup_listing_id","user_id") WHERE "startup_follow"."status" = 'approved';--> statement-breakpoint
CREATE INDEX "startup_follow_listing" ON "startup_follow" USING btree ("startup_listing_id","created_at","id");--> statement-breakpoint
CREATE INDEX "startup_follow_follower" ON "startup_follow" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "startup_follow_expiry" ON "startup_follow" USING btree ("expires_at") WHERE "startup_follow"."status" = 'approved';--> statement-breakpoint
CREATE INDEX "startup_listing_listed" ON "startup_listing" USING btree ("published_at","id") WHERE "startup_listing"."status" = 'published';--> statement-breakpoint
CREATE INDEX "startup_listing_sector" ON "startup_listing" USING btree (lower("public_facts" ->> 'sector'),"published_at") WHERE "startup_listing"."status" = 'published';--> statement-breakpoint
CREATE INDEX "startup_listing_capital" ON "startup_listing" USING btree (("public_facts" ->> 'capitalStatus'),"published_at") WHERE "startup_listing"."status" = 'published';--> statement-breakpoint
CREATE INDEX "startup_listing_search" ON "startup_listing" USING gin ("search");--> statement-breakpoint
CREATE UNIQUE INDEX "startup_summary_pending" ON "startup_summary" USING btree ("baseline_id") WHERE "startup_summary"."status" = 'pending';--> statement-breakpoint
CREATE UNIQUE INDEX "startup_summary_confirmed" ON "startup_summary" USING btree ("baseline_id") WHERE "startup_summary"."status" = 'confirmed';--> statement-breakpoint
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_made_by_api_key_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."api_key"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_code" ADD CONSTRAINT "oauth_code_key_id_api_key_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."api_key"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_key_id_api_key_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."api_key"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company" ADD CONSTRAINT "company_entity_id_entity_id_fk" FOREIGN KEY ("entity_id") REFERENCES "public"."entity"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticker" ADD CONSTRAINT "ticker_entity_id_entity_id_fk" FOREIGN KEY ("entity_id") REFERENCES "public"."entity"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "served_document" ADD CONSTRAINT "served_document_entity_id_entity_id_fk" FOREIGN KEY ("entity_id") REFERENCES "public"."entity"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_key_made_by" ON "api_key" USING btree ("made_by");--> statement-breakpoint
CREATE INDEX "session_key" ON "session" USING btree ("key_id");--> statement-breakpoint
CREATE INDEX "session_application" ON "session" USING btree ("application_id","user_id");--> statement-breakpoint
CREATE INDEX "fetch_state_source" ON "fetch_state" USING btree ("kind","via","cik","status","checked_at") WHERE "fetch_state"."kind" in ('tickers', 'submissions', 'companyfacts');--> statement-breakpoint
CREATE INDEX "job_run_completed" ON "job_run" USING btree ("name","subject","started_at") WHERE "job_run"."state" = 'completed';--> statement-breakpoint
CREATE INDEX "job_run_unknown_members" ON "job_run" USING btree ("started_at") WHERE "job_run"."result"->'counts'->>'unknownMembers' <> '0';--> statement-breakpoint
ALTER TABLE "connection" ADD CONSTRAINT "connection_id_unique" UNIQUE("id");--> statement-breakpoint
ALTER TABLE "follow" ADD CONSTRAINT "follow_id_unique" UNIQUE("id");
--> statement-breakpoint
--> statement-breakpoint
INSERT INTO "feature_flag" ("flag", "scope") VALUES ('directory_profile_experience_v2', 'everyone');
--> statement-breakpoint
CREATE INDEX "entity_slug_skeleton" ON "entity" (translate(replace(replace(replace("slug", '-', ''), 'rn', 'm'), 'vv', 'w'), '01i5', 'olls'));
--> statement-breakpoint
CREATE INDEX "user_account_slug_skeleton" ON "user_account" (translate(replace(replace(replace("slug", '-', ''), 'rn', 'm'), 'vv', 'w'), '01i5', 'olls'));
--> statement-breakpoint
CREATE INDEX "user_account_not_active" ON "user_account" ("id") WHERE "status" <> 'active';
--> statement-breakpoint
UPDATE "fetch_state" SET "kind" = r."kind", "via" = r."via", "cik" = r."cik" FROM "raw_document" r WHERE r."url" = "fetch_state"."url" AND r."digest" = "fetch_state"."digest";
