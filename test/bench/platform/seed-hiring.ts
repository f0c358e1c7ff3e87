import type { Fill } from "./seed.ts";

const jobs =
  "array['Software Engineer','Data Engineer','Sales Engineer','Product Manager','Account Manager','Data Scientist','Designer','Accountant','Nurse','Recruiter']";
const grades = "array['Junior','','','Senior','Senior','Lead']";
const places =
  "array['Berlin, Germany','Munich, Germany','Austin, United States','New York, United States','London, United Kingdom','Paris, France','Singapore','Zurich, Switzerland']";

/** Roles, people with skills, and applications. Some skills and titles are what most people have. */
export const hiringSeed: readonly Fill[] = [
  {
    into: "hiring_role (id, entity_id, title, description, location, remote_policy, visibility, status, published_at, created_at)",
    select: `select pg_temp.uid('role', i), pg_temp.uid('entity', case when i % 200 = 0 then 1 else 1 + pg_temp.at('hires', i, :entities) end),
      btrim(pg_temp.one('grade', i, ${grades}) || ' ' || pg_temp.one('job', i, ${jobs})),
      'We look for somebody who knows ' || (select string_agg(name, ', ') from skill where n in (
        pg_temp.low('role1', i, :skills), pg_temp.low('role2', i, :skills), pg_temp.low('role3', i, :skills))) || '. ' || repeat('You will build things with us. ', 8),
      pg_temp.one('place', i, ${places}), pg_temp.one('remote', i, array['remote','hybrid','onsite']),
      case when i % 20 = 1 then 'unlisted' else 'public' end, case i % 10 when 2 then 'draft' when 3 then 'closed' else 'published' end,
      pg_temp.ago(i), pg_temp.ago(i + 1000) from generate_series(1, :roles) i`,
  },
  {
    into: "hiring_role_skill (role_id, skill_id, name, importance, position, is_listed, required_count, preferred_count, nice_to_have_count)",
    select: `select pg_temp.uid('role', i), s.id, s.name, case p when 1 then 'required' when 2 then 'required' when 3 then 'preferred' else 'nice_to_have' end,
      p, i % 20 <> 1 and i % 10 not in (2, 3), 2, 1, 1 from generate_series(1, :roles) i cross join generate_series(1, 4) p
      join skill s on s.n = pg_temp.low('role' || p, i, :skills)`,
  },
  {
    into: "candidate (user_id, is_discoverable, headline, titles, profile_text)",
    select: `select pg_temp.uid('account', i), i % 20 > 0, headline, array[title], title || '. ' || headline from (
      select i, btrim(pg_temp.one('pgrade', i, ${grades}) || ' ' || pg_temp.one('pjob', i, ${jobs})) as title,
        'I like to build things in ' || pg_temp.one('pplace', i, ${places}) as headline from generate_series(1, :accounts) i) people`,
  },
  {
    into: "person_skill (user_id, skill_id, name, level, position, is_discoverable)",
    select: `select pg_temp.uid('account', i), s.id, s.name, pg_temp.one('level' || p, i, array['beginner','intermediate','advanced','expert',null]), p, i % 20 > 0
      from generate_series(1, :accounts) i cross join generate_series(1, 5) p join skill s on s.n = pg_temp.low('person' || p, i, :skills)`,
  },
  {
    // The seed runs without triggers.
    into: "skill_holder (skill_id, part, people)",
    select: `select s.skill_id, get_byte(uuid_send(s.user_id), 0), string_agg(int4send(
        p.number * 8 + coalesce(array_position(array['beginner','intermediate','advanced','expert'], s.level), 0)), '')
      from person_skill s join candidate p on p.user_id = s.user_id where s.is_discoverable group by 1, 2`,
  },
  {
    into: "hiring_application (id, role_id, entity_id, applicant_id, status, cover_letter, created_at)",
    select: `select pg_temp.uid('application', i), r.id, r.entity_id, pg_temp.uid('account', case when i % 4000 = 0 then 1 else 1 + i % :accounts end),
      pg_temp.one('status', i, array['submitted','reviewing','evaluated','hired','rejected','withdrawn']), repeat('I would like to work with you. ', 5), pg_temp.ago(i)
      from generate_series(1, :applications) i join hiring_role r on r.id = pg_temp.uid('role', case when i % 200 = 1 then 200 else 1 + pg_temp.at('applied', i, :roles) end)`,
  },
  {
    into: "hiring_bookmark (user_id, role_id, created_at)",
    select: `select pg_temp.uid('account', case when i % 2000 = 0 then 1 else i end), pg_temp.uid('role', 1 + pg_temp.at('kept', i, :roles)), pg_temp.ago(i)
      from generate_series(1, :accounts) i`,
  },
];
