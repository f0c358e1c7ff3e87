import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { listListings } from "#api/modules/startups/listings/queries.ts";
import { testApp } from "../../helpers/app.ts";
import { makeUser } from "../../helpers/make.ts";

const { db } = await testApp();
const [{ id: viewerId }, { id: founderId }] = [await makeUser(db), await makeUser(db)];

/** Every tenth was published at the same time as the one before; every seventh is of a founder with a block. */
await db.execute(sql`
  with made as (
    insert into entity (name, slug, owner_id, published)
    select 'Zeppelin ' || n, 'zeppelin-' || n, case when n % 7 = 0 then ${founderId}::uuid end, true
    from generate_series(1, 1300) n returning id, name)
  insert into startup_listing (entity_id, slug, name, status, members, sharing, public_facts, published_at)
  select id, replace(lower(name), ' ', '-'), name, case when n % 13 = 0 then 'unpublished' else 'published' end,
    '{}', '{"audiences":{},"customMembers":[]}', jsonb_build_object('name', name, 'tagline', 'Flies'),
    timestamptz '2026-01-01' + (n - (n % 10 = 0)::int) * interval '1 minute'
  from (select id, name, split_part(name, ' ', 2)::int as n from made) numbered`);
await db.execute(sql`insert into block (user_id, blocked_id) values (${founderId}, ${viewerId})`);

/** What a search that everything matches finds, from a plain list. */
const { rows: all } = await db.execute<{ id: string }>(sql`
  select sl.id from startup_listing sl join entity e on e.id = sl.entity_id
  where sl.status = 'published' and e.owner_id is distinct from ${founderId}::uuid
  order by sl.published_at desc, sl.id desc`);

test("a search finds the last published 1,000, each on one page, ties included [STP-51] [CNV-28]", async () => {
  expect(all.length).toBeGreaterThan(1000);
  const found: string[] = [];
  for (let offset = 0; offset < 1200; offset += 90) {
    const page = await listListings(db, viewerId, { search: "zeppelin", limit: 90, offset });
    expect(page.total).toBe(1000);
    found.push(...page.rows.map(({ id }) => id));
  }
  expect(found).toEqual(all.slice(0, 1000).map(({ id }) => id));
});

test("a search counts what it finds where it finds less, and past its end [STP-51] [CNV-08]", async () => {
  const few = await listListings(db, viewerId, { search: "zeppelin 1299", limit: 20, offset: 0 });
  expect(few.rows.map(({ name }) => name)).toEqual(["Zeppelin 1299"]);
  expect(few.total).toBe(1);
  const past = await listListings(db, viewerId, { search: "zeppelin 1299", limit: 20, offset: 20 });
  expect(past).toMatchObject({ rows: [], total: 1 });
  const none = await listListings(db, viewerId, { search: "airship", limit: 20, offset: 0 });
  expect(none).toMatchObject({ rows: [], total: 0 });
});
