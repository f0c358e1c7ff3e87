import type { Fill } from "./seed.ts";

const words =
  "array['alpha','beacon','cedar','delta','ember','falcon','granite','harbor','indigo','juniper','kestrel','lumen','meridian','nimbus','orchid','pioneer','quartz','ridge','summit','timber']";

/** Accounts, entities with their directory entries and filings, and rooms. Account 1 owns much of everything. */
export const peopleSeed: readonly Fill[] = [
  {
    into: "user_account (id, email, name, slug, email_verified_at, created_at)",
    select: `select pg_temp.uid('account', i), 'p' || i || '@example.com', 'Person ' || i, 'person-' || i, now(), pg_temp.ago(i)
      from generate_series(1, :accounts) i`,
  },
  {
    into: "entity (id, name, slug, owner_id, published, claim_status, created_at)",
    select: `select pg_temp.uid('entity', i), initcap(pg_temp.one('a', i, ${words}) || ' ' || pg_temp.one('b', i, ${words})) || ' ' || i || ' Inc',
      'company-' || i, pg_temp.uid('account', i), i % 10 > 0, case when i % 2 = 0 then 'claimed' else 'unclaimed' end, pg_temp.ago(i)
      from generate_series(1, :entities) i`,
  },
  {
    into: "company (company_key, entity_id, sec_name, sic, sic_description, state_of_incorporation)",
    select: `select lpad((7000000000 + i)::text, 10, '0'), pg_temp.uid('entity', i), 'COMPANY ' || i, '7372', 'Services-Prepackaged Software', 'DE'
      from generate_series(1, :entities) i where i % 2 = 1`,
  },
  {
    into: "company_build (company_key, registry_version, registry_sha256, engine_version, input_digest, output_digest, sources_at)",
    select: `select lpad((7000000000 + i)::text, 10, '0'), '', '', '', '', '', '2026-01-01'
      from generate_series(1, :entities) i where i % 2 = 1`,
  },
  {
    into: "filing (accession, company_key, form, filed, accepted_at, report_date, is_xbrl)",
    select: `select lpad(i::text, 10, '0') || '-' || lpad((f % 100)::text, 2, '0') || '-' || lpad(f::text, 6, '0'), lpad((7000000000 + i)::text, 10, '0'),
      case when f % 4 = 0 then '10-K' else '10-Q' end, '2026-01-01'::date - 91 * f, '2026-01-01'::timestamptz - f * interval '91 days', '2025-12-31'::date - 91 * f, true
      from generate_series(1, :entities) i, generate_series(1, 12) f where i % 2 = 1`,
  },
  {
    into: "entity_member (entity_id, user_id, role, is_listed_by_team, is_listed_by_member)",
    select: `select pg_temp.uid('entity', i), pg_temp.uid('account', case when m = 0 then i else 1 + pg_temp.at('member' || m, i, :accounts) end),
      case when m = 0 then 'owner' else 'admin' end, true, true from generate_series(1, :entities) i, generate_series(0, 2) m`,
  },
  {
    into: "listing (id, subject_type, entity_id, status, is_managed, version_id, disclosure)",
    select: `select pg_temp.uid('listing', i), 'entity', pg_temp.uid('entity', i), case when i % 10 > 0 then 'published' else 'unpublished' end, i % 2 = 0,
      pg_temp.uid('listing version', i), '{"directEmail":false,"directPhone":false,"streetAddress":false}' from generate_series(1, :entities) i`,
  },
  {
    into: "listing_version (id, listing_id, version, content, hash)",
    select: `select pg_temp.uid('listing version', i), pg_temp.uid('listing', i), 1, jsonb_build_object(
      'tagline', 'What number ' || i || ' does', 'addresses', '[]'::jsonb, 'contacts', '[]'::jsonb, 'sources', '[]'::jsonb, 'fields', '[]'::jsonb,
      'snapshot', jsonb_build_object('identity', jsonb_build_object('displayName', 'Company ' || i, 'aliases', '[]'::jsonb, 'avatarUrl', null, 'logoUrl', null),
        'overview', repeat('It makes things. ', 20), 'location', 'Berlin, Germany', 'category', 'Software', 'websiteUrl', null, 'socialLinks', '[]'::jsonb,
        'experienceOrTeam', '[]'::jsonb, 'credentials', '[]'::jsonb, 'businessDetails', null, 'publicEvidence', '[]'::jsonb, 'directEmail', null,
        'directPhone', null, 'streetAddress', null)), md5('v' || i) from generate_series(1, :entities) i`,
  },
  {
    into: "follow (entity_id, user_id, status, created_at)",
    select: `select pg_temp.uid('entity', 1 + pg_temp.low('followed', i, :entities)), pg_temp.uid('account', 1 + pg_temp.at('follower', i, :accounts)),
      'active', pg_temp.ago(i) from generate_series(1, :accounts) i`,
  },
  {
    into: "report (id, user_id, entity_id, title, report_type, status, is_public, data, created_at)",
    select: `select pg_temp.uid('report', i), pg_temp.uid('account', 1 + i % :entities), pg_temp.uid('entity', 1 + i % :entities), 'Report ' || i,
      'other', 'submitted', i % 2 = 0, '{}', pg_temp.ago(i) from generate_series(1, :roles) i`,
  },
  {
    into: "audit_event (subject_type, subject_id, actor_id, action, at)",
    select: `select case when i % 2 = 0 then 'entity' else 'startup' end, pg_temp.uid(case when i % 2 = 0 then 'entity' else 'startup' end,
      1 + pg_temp.low('audited', i, :entities)), pg_temp.uid('account', 1), 'thing.changed', pg_temp.ago(i) from generate_series(1, :accounts) i`,
  },
  {
    into: "watchlist (id, user_id, name, created_at)",
    select: `select pg_temp.uid('watchlist', i), pg_temp.uid('account', case when i % 4000 = 0 then 1 else i end), 'List ' || i, pg_temp.ago(i)
      from generate_series(1, :accounts) i`,
  },
  {
    into: "watchlist_entity (watchlist_id, entity_id)",
    select: `select pg_temp.uid('watchlist', i), pg_temp.uid('entity', 1 + pg_temp.at('watched' || n, i, :entities))
      from generate_series(1, :accounts) i, generate_series(1, 3) n`,
  },
  {
    into: "collection (id, user_id, name, created_at)",
    select: `select pg_temp.uid('collection', i), pg_temp.uid('account', i), 'Collection ' || i, pg_temp.ago(i) from generate_series(1, :accounts) i`,
  },
  {
    into: "room (id, name, handle, summary, discovery, joining, member_list_visibility, security_mode, created_at)",
    select: `select pg_temp.uid('room', i), initcap(pg_temp.one('r', i, ${words})) || ' room ' || i, 'room-' || i, 'About number ' || i,
      pg_temp.one('d', i, array['private','unlisted','discoverable','public_profile']), 'open', 'members', 'private', pg_temp.ago(i)
      from generate_series(1, :rooms) i`,
  },
  {
    into: "room_member (id, room_id, user_id, role)",
    select: `select pg_temp.uid('room member', i), pg_temp.uid('room', 1 + pg_temp.low('joined', i, :rooms)),
      pg_temp.uid('account', 1 + pg_temp.at('joins', i, :accounts)), 'member' from generate_series(1, :accounts) i
      union all select pg_temp.uid('room owner', i), pg_temp.uid('room', i), pg_temp.uid('account', 1 + (i - 1) / 100), 'owner'
      from generate_series(1, :rooms) i`,
  },
  {
    into: "room_message (id, room_id, author_id, body, created_at)",
    select: `select pg_temp.uid('message', i), pg_temp.uid('room', 1 + pg_temp.low('said', i, :rooms)),
      pg_temp.uid('account', 1 + pg_temp.at('says', i, :accounts)), 'Message number ' || i, pg_temp.ago(i) from generate_series(1, :accounts) i`,
  },
];
