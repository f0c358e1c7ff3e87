import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { rankPeople } from "#api/modules/hiring/matching/queries.ts";
import { usualCounting } from "#api/modules/hiring/matching/score.ts";
import { importSkills } from "#api/modules/hiring/service.ts";
import { replacePersonSkills, storeCandidate } from "#api/modules/hiring/skills/queries.ts";
import { type Db, migrateDatabase } from "#schemas/database/db.ts";
import { userAccount } from "#schemas/tables/accounts/account.ts";
import { candidate, personSkill, skillHolder } from "#schemas/tables/platform/hiring.ts";
import { testApp } from "../../helpers/app.ts";
import { openBeforeMigration } from "../../helpers/before-migration.ts";
import { makePerson } from "../../helpers/people.ts";
import { makeHirer, makeRole, pick, saveSkills } from "../../helpers/platform/hiring.ts";

const app = await testApp();
const { db } = app;
const levels = [null, "beginner", "intermediate", "advanced", "expert"] as const;
const skillIds = Array.from({ length: 8 }, () => crypto.randomUUID());

/** What the lists must say: who may be found by which skill. */
async function heldPlainly(of: Db): Promise<string[]> {
  const rows = await of
    .select({ skill: personSkill.skillId, level: personSkill.level, number: candidate.number })
    .from(personSkill)
    .innerJoin(candidate, eq(candidate.userId, personSkill.userId))
    .where(eq(personSkill.isDiscoverable, true));
  return rows
    .map(({ skill, number, level }) => `${skill} ${number} ${levels.indexOf(level)}`)
    .sort();
}

/** What they say. */
async function heldByLists(of: Db): Promise<string[]> {
  const rows = await of.select().from(skillHolder);
  return rows
    .flatMap(({ skillId, people }) =>
      Array.from({ length: people.length / 4 }, (_, at) => {
        const entry = people.readInt32BE(4 * at);
        return `${skillId} ${entry >> 3} ${entry & 7}`;
      }),
    )
    .sort();
}

/** People whose ids begin alike: their skills are in the same lists. */
const makeNeighbours = (of: Db, count: number) =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const id = `a7${crypto.randomUUID().slice(2)}`;
      await of.insert(userAccount).values({ id, email: `${id}@example.com`, slug: id });
      return id;
    }),
  );

/** Saves some skills of a person, as the API does. */
const save = (of: typeof db, userId: string, [person, round]: [number, number]) =>
  of.transaction(async (tx) => {
    const isDiscoverable = await storeCandidate(tx, userId, {
      isDiscoverable: pick(4, person, round) > 0,
    });
    const own = skillIds.filter((_, at) => pick(2, person, round, at) === 0);
    if (pick(2, person, round) === 0) own.reverse();
    const rows = own.map((skillId, position) => ({
      ...{ userId, skillId, name: skillId, position, isDiscoverable },
      level: levels[pick(5, person, round, position)] ?? null,
    }));
    await replacePersonSkills(tx, userId, rows);
  });

test("when people save skills at once, the lists hold each of them once [HIR-79]", async () => {
  const people = await makeNeighbours(db, 8);
  for (let round = 0; round < 20; round += 1) {
    await Promise.all(people.map((id, person) => save(db, id, [person, round])));
    const held = await heldPlainly(db);
    expect(held.length).toBeGreaterThan(0);
    expect(await heldByLists(db), `round ${round}`).toEqual(held);
  }
  const gone = people.slice(0, 4);
  await Promise.all(gone.map((id) => db.delete(userAccount).where(eq(userAccount.id, id))));
  expect(await heldByLists(db)).toEqual(await heldPlainly(db));
  await db.update(personSkill).set({ level: "expert", skillId: sql`gen_random_uuid()` });
  expect(await heldByLists(db)).toEqual(await heldPlainly(db));
  await db.update(personSkill).set({ isDiscoverable: false });
  expect(await heldByLists(db)).toEqual([]);
});

test("repeated saves take one number", async () => {
  const [id = ""] = await makeNeighbours(db, 1);
  const numberOf = async () =>
    (await db.select().from(candidate).where(eq(candidate.userId, id)))[0]?.number ?? 0;
  await save(db, id, [1, 1]);
  const first = await numberOf();
  for (let round = 0; round < 5; round += 1) await save(db, id, [1, round]);
  expect(await numberOf()).toBe(first);
  const [other = ""] = await makeNeighbours(db, 1);
  await save(db, other, [1, 1]);
  const [{ number } = { number: 0 }] = await db
    .select()
    .from(candidate)
    .where(eq(candidate.userId, other));
  expect(number).toBe(first + 1);
});

test("matches follow saves, hiding, suspension and an import at once [HIR-79]", async () => {
  const { owner: by, entityId } = await makeHirer(app);
  const { roleId } = await makeRole(app, {
    ...{ by, entityId },
    values: { skills: [{ name: "tanning of hides", importance: "required" }] },
  });
  const [ann, ben] = [await makePerson(app), await makePerson(app)];
  await saveSkills(app, ann, ["Tanning of Hides"]);
  await saveSkills(app, ben, ["tanning of hides"]);
  const url = `/api/v1/entities/${entityId}/hiring/roles/${roleId}/matches`;
  const found = async () => {
    const { data, meta } = (await app.get(url, by.headers)).json();
    expect(meta.total).toBe(data.length);
    return data.map(({ userId }: { userId: string }) => userId).sort();
  };
  const both = [ann.id, ben.id].sort();
  expect(await found()).toEqual(both);
  const conceptUri = "http://data.europa.eu/esco/skill/tan";
  const altLabels = "tanning of hides";
  await importSkills(db, [{ conceptUri, preferredLabel: "tan hides", altLabels }]);
  expect(await found()).toEqual(both);
  await saveSkills(app, ann, ["tan hides"], { discoverable: false });
  expect(await found()).toEqual([ben.id]);
  await saveSkills(app, ann, ["tan hides"], { discoverable: true });
  expect(await found()).toEqual(both);
  const isBen = eq(userAccount.id, ben.id);
  await db.update(userAccount).set({ status: "suspended" }).where(isBen);
  expect(await found()).toEqual([ann.id]);
  await db.delete(userAccount).where(isBen);
  await saveSkills(app, ann, []);
  expect(await found()).toEqual([]);
});

test("a hidden person is not shown where a list is wrong", async () => {
  const [id = ""] = await makeNeighbours(db, 1);
  await storeCandidate(db, id, { isDiscoverable: true });
  const skillId = crypto.randomUUID();
  const skill = { skillId, name: "x", position: 0, isDiscoverable: true };
  await replacePersonSkills(db, id, [{ userId: id, ...skill }]);
  const of = {
    skills: [{ id: skillId, name: "x", importance: "required" as const }],
    ...{ roleId: crypto.randomUUID(), viewerId: crypto.randomUUID() },
  };
  const ranked = () => rankPeople(db, of, { counting: usualCounting, minScore: 0, limit: 20 });
  expect(await ranked()).toEqual([{ id, score: 0.85, total: 1 }]);
  await db.update(candidate).set({ isDiscoverable: false }).where(eq(candidate.userId, id));
  expect(await ranked()).toEqual([]);
});

test("an upgrade lists everybody who saved skills before it", async () => {
  const database = await openBeforeMigration(8);
  await database.db.execute(sql`
    insert into user_account (id, email, slug)
    select gen_random_uuid(), n || '@example.com', 'p' || n from generate_series(1, 300) n`);
  await database.db.execute(sql`
    insert into candidate (user_id, is_discoverable)
    select id, slug not like '%7' from user_account`);
  await database.db.execute(sql`
    insert into person_skill (user_id, skill_id, name, level, position, is_discoverable)
    select c.user_id, s.id, 'x', (array['beginner', 'intermediate', 'advanced', 'expert', null])[1 + (get_byte(uuid_send(c.user_id), 3) + s.n) % 5],
      s.n, c.is_discoverable
    from candidate c cross join unnest(${sql.param(skillIds)}::uuid[]) with ordinality s(id, n)
    where get_byte(uuid_send(c.user_id), 4) % 8 >= s.n`);
  await migrateDatabase(database);
  const held = await heldPlainly(database.db);
  expect(held.length).toBeGreaterThan(300);
  expect(await heldByLists(database.db)).toEqual(held);
});
