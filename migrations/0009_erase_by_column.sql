-- Counts of requests live two minutes. Without them each process counts this minute anew.
DELETE FROM "rate_count";--> statement-breakpoint
ALTER TABLE "rate_count" DROP CONSTRAINT "rate_count_key_minute_pk";--> statement-breakpoint
ALTER TABLE "rate_count" ADD COLUMN "bucket" text NOT NULL;--> statement-breakpoint
ALTER TABLE "rate_count" ADD CONSTRAINT "rate_count_key_bucket_minute_pk" PRIMARY KEY("key","bucket","minute");--> statement-breakpoint
ALTER TABLE "guess" ADD COLUMN "persons" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "receipt" ADD COLUMN "user_id" uuid;--> statement-breakpoint
ALTER TABLE "receipt" ADD CONSTRAINT "receipt_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "receipt_user" ON "receipt" USING btree ("user_id");--> statement-breakpoint
-- "profile_view:<listing>:<viewer>"
UPDATE "receipt" r SET "user_id" = u."id" FROM "user_account" u WHERE u."id"::text = split_part(r."subject", ':', 3);--> statement-breakpoint
-- Before, deleting an account wrote "(deleted)" over its name, slug, address and id wherever audit events had them as
-- text: a person named "d" left, and the member "fields" became "fiel(deleted)s". What follows restores members, and
-- values of closed lists. A word is restored where it is the only known one that one lost text makes of what is left,
-- and the event has that text nowhere else, as it was written over everywhere. Everything else stays as it is.
CREATE FUNCTION pg_temp.restored(damaged text, rest text, words text[]) RETURNS text LANGUAGE sql AS $$
  SELECT CASE WHEN count(*) = 1 THEN min(word) ELSE damaged END
  FROM (
    SELECT word, substr(word, strpos(damaged, '(deleted)'), (length(word) - length(replace(damaged, '(deleted)', ''))) / count) AS lost
    FROM unnest(words) word, (SELECT (length(damaged) - length(replace(damaged, '(deleted)', ''))) / 9 AS count) marks
    WHERE count > 0 AND length(word) > length(replace(damaged, '(deleted)', ''))
  ) candidates
  WHERE lost <> '' AND replace(word, lost, '(deleted)') = damaged AND strpos(rest, lost) = 0
$$;--> statement-breakpoint
CREATE FUNCTION pg_temp.restored(detail json) RETURNS json LANGUAGE plpgsql AS $$
DECLARE
  rest text := replace(detail::text, '(deleted)', '');
  members text[] := ARRAY['accountId', 'changed', 'correctionId', 'expiresAt', 'field', 'fieldId', 'fields', 'flag', 'followerId', 'from', 'id', 'isListedByMember', 'isListedByTeam', 'kind', 'messageId', 'method', 'packageId', 'percentage', 'permissions', 'reason', 'reports', 'resourceId', 'role', 'roleId', 'scope', 'sha256', 'tier', 'title', 'to', 'userId', 'version'];
  columns text[] := ARRAY['addresses', 'aliases', 'asksFollowers', 'audiences', 'capitalStatus', 'category', 'collectionId', 'credentials', 'customMembers', 'data', 'description', 'directEmail', 'directPhone', 'disclosure', 'discovery', 'employeeCount', 'entityId', 'entityType', 'experience', 'foundedYear', 'handle', 'joining', 'legalName', 'listing.manage', 'location', 'logoUrl', 'manage_hiring_roles', 'memberListVisibility', 'members', 'name', 'problemSpecs', 'publicContent', 'publicEvidence', 'remotePolicy', 'reportIds', 'review_applications', 'rubric', 'salaryRange', 'sector', 'securityMode', 'sharing', 'skills', 'socialLinks', 'stage', 'status', 'streetAddress', 'summary', 'tagline', 'tags', 'teamSize', 'title', 'version', 'visibility', 'websiteUrl'];
  states text[] := ARRAY['accepted', 'achieved', 'active', 'admin', 'approved', 'archived', 'blocked', 'closed', 'completed', 'declined', 'done', 'draft', 'dropped', 'evaluated', 'expired', 'failed', 'granted', 'hired', 'locked', 'member', 'missed', 'not_requested', 'offered', 'open', 'owner', 'pending', 'published', 'rejected', 'reviewing', 'revoked', 'submitted', 'superseded', 'under_review', 'unpublished', 'verified', 'withdrawn'];
BEGIN
  RETURN (
    SELECT json_object_agg(name, CASE
      WHEN name IN ('fields', 'changed', 'permissions') AND json_typeof(value) = 'array' THEN (
        SELECT coalesce(json_agg(pg_temp.restored(one, rest, columns) ORDER BY at), '[]') FROM json_array_elements_text(value) WITH ORDINALITY each(one, at))
      -- Moves have the id of what moved. Without it, from and to are slugs.
      WHEN name = 'role' OR name IN ('from', 'to') AND has_id THEN to_json(pg_temp.restored(value #>> '{}', rest, states))
      ELSE value
    END ORDER BY at)
    FROM (
      SELECT pg_temp.restored(key, rest, members) AS name, value, at, bool_or(pg_temp.restored(key, rest, members) = 'id') OVER () AS has_id
      FROM json_each(detail) WITH ORDINALITY each(key, value, at)
    ) read
  );
END
$$;--> statement-breakpoint
UPDATE "audit_event" SET "detail" = pg_temp.restored("detail") WHERE strpos("detail"::text, '(deleted)') > 0;
