import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { testApp } from "../../helpers/app.ts";
import { makeHirer, makeRole } from "../../helpers/platform/hiring.ts";

const app = await testApp();
const { owner, entityId } = await makeHirer(app);
const values = { title: "Zeppelin Pilot", description: "Flies." };
const { roleId } = await makeRole(app, { by: owner, entityId, values });
await app.db.execute(sql`update hiring_role set published_at = '2020-01-01' where id = ${roleId}`);
await app.db.execute(sql`
  insert into hiring_role (entity_id, title, description, visibility, status, published_at)
  select ${entityId}, 'Rigger', 'Mends a zeppelin.', 'public', 'published', timestamptz '2026-01-01' + n * interval '1 minute'
  from generate_series(1, 520) n`);

const search = async (query: string) =>
  (await app.get(`/api/v1/hiring/roles?search=zeppelin&${query}`)).json();

test("of a word that many roles have the newest 500 are ranked, and those with it in the title [HIR-02]", async () => {
  const { data, meta } = await search("limit=2");
  expect(meta).toMatchObject({ total: 501, hasMore: true });
  expect(data.map(({ title }: { title: string }) => title)).toEqual(["Zeppelin Pilot", "Rigger"]);
  expect(data[1].publishedAt).toBe("2026-01-01T08:40:00.000Z");
});

test("pages of a bounded search yield each ranked role once [HIR-07]", async () => {
  const ids = new Set<string>();
  for (let offset = 0; offset < 600; offset += 100) {
    for (const { id } of (await search(`limit=100&offset=${offset}`)).data) ids.add(id);
  }
  expect(ids.size).toBe(501);
  const last = await search("limit=100&offset=500");
  expect(last.data).toHaveLength(1);
  expect(last.meta).toMatchObject({ total: 501, hasMore: false });
  expect((await search("limit=100&offset=600")).meta).toMatchObject({ total: 501, hasMore: false });
});

test("a list without a search counts all of them [HIR-01] [CNV-08]", async () => {
  const { meta } = (await app.get(`/api/v1/hiring/roles?entityId=${entityId}`)).json();
  expect(meta.total).toBe(521);
});
