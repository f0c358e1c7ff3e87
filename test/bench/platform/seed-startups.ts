import type { Fill } from "./seed.ts";

const sectors =
  "array['Fintech','Health','Climate','Robotics','Education','Security','Logistics','Food','Biotech','Energy','Media','Property','Mobility','Retail','Space']";
const stages = "array['Pre-seed','Seed','Series A','Series B']";
const places =
  "array['Berlin, Germany','Munich, Germany','Austin, United States','London, United Kingdom','Paris, France','Singapore']";
const investorOf = "(1 + (i - 1) / 2)";

/** Startup listings with follows, and investors (half as many as mandates) with what they keep. Account 1 is both. */
export const startupSeed: readonly Fill[] = [
  {
    into: "startup_listing (id, entity_id, slug, name, status, members, sharing, public_facts, published_at, created_at)",
    select: `select pg_temp.uid('startup', i), pg_temp.uid('entity', i), 'startup-' || i, 'Startup ' || i, case when i % 10 > 0 then 'published' else 'unpublished' end,
      facts || '{"capitalStatusAt":null}', '{"audiences":{"tagline":"public","description":"public","sector":"public","stage":"public","location":"public","websiteUrl":"public","foundedYear":"public","teamSize":"follower","capitalStatus":"public","capitalTerms":"public"},"customMembers":[]}',
      facts || jsonb_build_object('name', 'Startup ' || i), pg_temp.ago(i), pg_temp.ago(i) from (
        select i, jsonb_build_object('tagline', 'Better ' || lower(pg_temp.one('sector', i, ${sectors})) || ' for all', 'description', repeat('We build tools that people like. ', 8),
          'sector', pg_temp.one('sector', i, ${sectors}), 'stage', pg_temp.one('stage', i, ${stages}), 'location', pg_temp.one('sp', i, ${places}),
          'websiteUrl', null, 'foundedYear', 2015 + i % 10, 'teamSize', i % 200, 'capitalStatus', pg_temp.one('cap', i, array['not_raising','planning','open_to_relationships','actively_raising']),
          'capitalTerms', jsonb_build_object('instrument', pg_temp.one('ins', i, array['equity','convertible','safe']), 'targetAmount', '1000000', 'currency', 'USD')) as facts
        from generate_series(1, :startups) i) made`,
  },
  {
    into: "startup_follow (id, startup_listing_id, user_id, status, reason, requested_tier, desired_observation, requested_duration_days, tier, expires_at, created_at)",
    select: `select pg_temp.uid('startup follow', i), pg_temp.uid('startup', 1 + pg_temp.low('sf', i, :startups)), pg_temp.uid('account', case when i % 1000 = 0 then 1 else i end),
      case when i % 5 = 0 then 'pending' else 'approved' end, 'Interest', 'follower', 'quarterly', 90, case when i % 5 = 0 then null else 'follower' end,
      case when i % 5 = 0 then null else now() + interval '90 days' end, pg_temp.ago(i) from generate_series(1, :accounts) i`,
  },
  {
    into: "investor (user_id)",
    select: "select pg_temp.uid('account', i) from generate_series(1, :mandates / 2) i",
  },
  {
    into: "capital_provider (id, user_id)",
    select:
      "select pg_temp.uid('provider', i), pg_temp.uid('account', i) from generate_series(1, :mandates / 2) i",
  },
  {
    into: "investment_mandate (id, capital_provider_listing_id, principal_type, name, sectors, stages, geographies, is_discoverable, created_by, created_at)",
    select: `select pg_temp.uid('mandate', i), pg_temp.uid('provider', ${investorOf}), 'person', 'Mandate ' || i, array[pg_temp.one('ms', i, ${sectors}), pg_temp.one('mt', i, ${sectors})],
      case when i % 3 = 0 then '{}' else array[pg_temp.one('mst', i, ${stages})] end, case when i % 4 = 0 then array['Germany'] else '{}' end, i % 2 = 0,
      pg_temp.uid('account', ${investorOf}), pg_temp.ago(i) from generate_series(1, :mandates) i`,
  },
  {
    into: "investor_watchlist (id, user_id, name, created_at)",
    select: `select pg_temp.uid('iw', i), pg_temp.uid('account', case when i % 500 = 0 then 1 else ${investorOf} end), 'List ' || i, pg_temp.ago(i) from generate_series(1, :mandates) i`,
  },
  {
    into: "investor_watchlist_item (watchlist_id, startup_listing_id)",
    select: `select pg_temp.uid('iw', i), pg_temp.uid('startup', 1 + pg_temp.at('iwi' || n, i, :startups)) from generate_series(1, :mandates) i, generate_series(1, 5) n`,
  },
  {
    into: "investor_save (id, user_id, startup_listing_id, created_at)",
    select: `select pg_temp.uid('save', i), pg_temp.uid('account', case when i % 200 = 0 then 1 else 1 + i % (:mandates / 2) end), pg_temp.uid('startup', 1 + pg_temp.at('saved', i, :startups)),
      pg_temp.ago(i) from generate_series(1, :accounts) i`,
  },
  {
    into: "investor_note (id, startup_listing_id, author_id, body, created_at)",
    select: `select pg_temp.uid('note', i), pg_temp.uid('startup', 1 + pg_temp.low('noted', i, :startups)), pg_temp.uid('account', case when i % 200 = 0 then 1 else 1 + i % (:mandates / 2) end),
      'Note ' || i, pg_temp.ago(i) from generate_series(1, :accounts) i`,
  },
  {
    into: "engagement_request (id, startup_listing_id, user_id, kind, subject, reason, idempotency_key, created_at)",
    select: `select pg_temp.uid('er', i), pg_temp.uid('startup', 1 + pg_temp.low('ers', i, :startups)), pg_temp.uid('account', case when i % 200 = 0 then 1 else 1 + i % (:mandates / 2) end),
      'meeting', 'Meet', 'Interest', pg_temp.uid('key', i), pg_temp.ago(i) from generate_series(1, :accounts) i`,
  },
  {
    into: "portfolio (id, owner_id, name, created_at)",
    select:
      "select pg_temp.uid('portfolio', i), pg_temp.uid('account', i), 'Portfolio ' || i, pg_temp.ago(i) from generate_series(1, :accounts) i",
  },
];
