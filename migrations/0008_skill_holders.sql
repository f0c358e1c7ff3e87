CREATE TABLE "skill_holder" (
	"skill_id" uuid NOT NULL,
	"part" smallint NOT NULL,
	"people" "bytea" NOT NULL,
	CONSTRAINT "skill_holder_skill_id_part_pk" PRIMARY KEY("skill_id","part")
);
--> statement-breakpoint
ALTER TABLE "candidate" ADD COLUMN "number" integer NOT NULL GENERATED ALWAYS AS IDENTITY (sequence name "candidate_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1);--> statement-breakpoint
ALTER TABLE "candidate" ADD CONSTRAINT "candidate_number_unique" UNIQUE("number");--> statement-breakpoint
ALTER TABLE "skill_holder" ALTER COLUMN "people" SET STORAGE EXTERNAL;--> statement-breakpoint
-- Writes the lists that a change of "person_skill" touches anew. Who changes skills of people in the same part waits for
-- the other's commit and then reads what it wrote, so no change is lost; one lock for each part leaves no order to deadlock.
CREATE FUNCTION "list_skill_holders"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(7305008, part) FROM (
    SELECT DISTINCT get_byte(uuid_send(user_id), 0) AS part FROM changed ORDER BY 1
  ) parts;
  INSERT INTO skill_holder (skill_id, part, people)
  SELECT c.skill_id, c.part, coalesce(held.people, '')
  FROM (
    SELECT DISTINCT skill_id, get_byte(uuid_send(user_id), 0) AS part,
      overlay('00000000-0000-0000-0000-000000000000' placing left(user_id::text, 2) from 1)::uuid AS least,
      overlay('ffffffff-ffff-ffff-ffff-ffffffffffff' placing left(user_id::text, 2) from 1)::uuid AS most
    FROM changed
  ) c
  CROSS JOIN LATERAL (
    SELECT string_agg(int4send(p.number * 8 + place), '') AS people
    FROM (
      SELECT user_id, array_position(ARRAY['beginner', 'intermediate', 'advanced', 'expert'], level) AS place
      FROM person_skill
      WHERE is_discoverable AND skill_id = c.skill_id AND user_id BETWEEN c.least AND c.most
        AND level = ANY (ARRAY['beginner', 'intermediate', 'advanced', 'expert'])
      UNION ALL
      SELECT user_id, 0 FROM person_skill
      WHERE is_discoverable AND skill_id = c.skill_id AND user_id BETWEEN c.least AND c.most AND level IS NULL
    ) s
    JOIN candidate p ON p.user_id = s.user_id
  ) held
  ON CONFLICT (skill_id, part) DO UPDATE SET people = excluded.people;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "person_skill_inserted" AFTER INSERT ON "person_skill" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "list_skill_holders"();--> statement-breakpoint
CREATE TRIGGER "person_skill_deleted" AFTER DELETE ON "person_skill" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "list_skill_holders"();--> statement-breakpoint
CREATE TRIGGER "person_skill_updated" AFTER UPDATE ON "person_skill" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "list_skill_holders"();--> statement-breakpoint
CREATE TRIGGER "person_skill_replaced" AFTER UPDATE ON "person_skill" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "list_skill_holders"();--> statement-breakpoint
INSERT INTO "skill_holder"
SELECT s.skill_id, get_byte(uuid_send(s.user_id), 0),
  string_agg(int4send(p.number * 8 + coalesce(array_position(ARRAY['beginner', 'intermediate', 'advanced', 'expert'], s.level), 0)), '')
FROM "person_skill" s JOIN "candidate" p ON p.user_id = s.user_id
WHERE s.is_discoverable GROUP BY 1, 2;
