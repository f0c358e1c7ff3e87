DROP INDEX "hiring_role_title";--> statement-breakpoint
DROP INDEX "hiring_role_location";--> statement-breakpoint
DROP INDEX "room_member_order";--> statement-breakpoint
ALTER TABLE "hiring_role" ADD COLUMN "title_search" "tsvector" GENERATED ALWAYS AS (to_tsvector('english', title)) STORED;--> statement-breakpoint
CREATE INDEX "entity_created" ON "entity" USING btree ("created_at","id","published");--> statement-breakpoint
CREATE INDEX "entity_published" ON "entity" USING btree (lower("name"),"id") WHERE "entity"."published";--> statement-breakpoint
CREATE INDEX "hiring_role_title_search" ON "hiring_role" USING gin ("title_search") WHERE "hiring_role"."status" = 'published' and "hiring_role"."visibility" = 'public';--> statement-breakpoint
CREATE INDEX "hiring_role_policy" ON "hiring_role" USING btree ("remote_policy","published_at","id") WHERE "hiring_role"."status" = 'published' and "hiring_role"."visibility" = 'public';--> statement-breakpoint
CREATE INDEX "room_summary" ON "room" USING gin ("summary" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "room_member_run_by" ON "room_member" USING btree ("room_id") WHERE "room_member"."role" in ('owner', 'admin') and not "room_member"."is_removed";--> statement-breakpoint
CREATE INDEX "startup_follow_in_force" ON "startup_follow" USING btree ("startup_listing_id","created_at","id","expires_at") WHERE "startup_follow"."status" = 'approved';--> statement-breakpoint
CREATE INDEX "hiring_role_title" ON "hiring_role" USING gin ("title" gin_trgm_ops) WHERE "hiring_role"."status" = 'published' and "hiring_role"."visibility" = 'public';--> statement-breakpoint
CREATE INDEX "hiring_role_location" ON "hiring_role" USING gin ("location" gin_trgm_ops) WHERE "hiring_role"."status" = 'published' and "hiring_role"."visibility" = 'public';--> statement-breakpoint
CREATE INDEX "room_member_order" ON "room_member" USING btree ("room_id","joined_at","id") WHERE not "room_member"."is_removed";