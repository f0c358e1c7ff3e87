import { eq } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { rankPeople, rankRoles } from "#api/modules/hiring/matching/queries.ts";
import {
  type HeldSkill,
  matchSkills,
  type WantedSkill,
} from "#api/modules/hiring/matching/score.ts";
import { userAccount } from "#schemas/tables/accounts/account.ts";
import { block } from "#schemas/tables/accounts/block.ts";
import {
  candidate,
  hiringRole,
  hiringRoleSkill,
  personSkill,
} from "#schemas/tables/platform/hiring.ts";
import { testApp } from "../../helpers/app.ts";
import { makeUser } from "../../helpers/make.ts";
import { makeHirer, pick } from "../../helpers/platform/hiring.ts";

const { db, ...app } = await testApp();
const { owner, member, entityId } = await makeHirer({ db, ...app });

const importances = ["required", "preferred", "nice_to_have"] as const;
const levels = ["beginner", "intermediate", "advanced", "expert", null] as const;
const skillIds = Array.from({ length: 60 }, () => crypto.randomUUID());

interface Someone {
  id: string;
  held: HeldSkill[];
  isHidden: boolean;
}

/** People of few skills and of many, with many ties; some must not be found. */
async function makePeople(): Promise<Someone[]> {
  const people: Someone[] = [];
  for (let n = 0; n < 60; n += 1) {
    const { id } = await makeUser(db);
    const count = n % 6 === 0 ? 60 : 1 + pick(4, n);
    const held = skillIds.slice(0, count).map((_, at) => ({
      id: skillIds[(pick(6, n, 3) + at) % (n % 6 === 0 ? 60 : 6)] ?? "",
      level: levels[pick(5, n, at)] ?? null,
    }));
    const isDiscoverable = n % 10 !== 9;
    await db.insert(candidate).values({ userId: id, isDiscoverable });
    await db.insert(personSkill).values(
      held.map((one, position) => ({
        ...{ userId: id, skillId: one.id, name: one.id, level: one.level },
        ...{ position, isDiscoverable },
      })),
    );
    people.push({ id, held, isHidden: !isDiscoverable || n % 10 > 6 });
    if (n % 10 === 8) {
      const pair = [member.id, id] as const;
      const [userId, blockedId] = n % 20 === 8 ? pair : ([id, member.id] as const);
      await db.insert(block).values({ userId, blockedId });
    }
    if (n % 10 === 7) {
      await db.update(userAccount).set({ status: "suspended" }).where(eq(userAccount.id, id));
    }
  }
  return people;
}

interface Asked {
  id: string;
  wanted: WantedSkill[];
  isListed: boolean;
}

async function makeRoles(): Promise<Asked[]> {
  const roles: Asked[] = [];
  for (let n = 0; n < 40; n += 1) {
    const isListed = n % 8 !== 7;
    const [row] = await db
      .insert(hiringRole)
      .values({ entityId, title: `Role ${n}`, visibility: "public", status: "published" })
      .returning({ id: hiringRole.id });
    const id = row?.id ?? "";
    const count = n % 8 === 0 ? 50 : pick(5, n);
    const wanted = skillIds.slice(0, count).map((skill, at) => ({
      ...{ id: skill, name: skill },
      importance: n % 16 === 0 ? "required" : (importances[pick(3, n, at)] ?? "required"),
    }));
    const counts = importances.map(
      (one) => wanted.filter(({ importance }) => importance === one).length,
    );
    const [requiredCount = 0, preferredCount = 0, niceToHaveCount = 0] = counts;
    if (wanted.length > 0) {
      await db.insert(hiringRoleSkill).values(
        wanted.map(({ id: skillId, name, importance }, position) => ({
          ...{ roleId: id, skillId, name, importance, position, isListed },
          ...{ requiredCount, preferredCount, niceToHaveCount },
        })),
      );
    }
    roles.push({ id, wanted, isListed });
  }
  return roles;
}

const people = await makePeople();
const roles = await makeRoles();

interface Scored {
  id: string;
  score: number | null;
  isMet: boolean;
}

/** The plain ranking: everybody is scored, then sorted. */
function plainly(scored: Scored[], { minScore, limit }: { minScore: number; limit: number }) {
  const fit = scored
    .flatMap(({ id, score, isMet }) =>
      isMet && score !== null && score >= minScore ? [{ id, score }] : [],
    )
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
  return fit.slice(0, limit).map((one) => ({ ...one, total: fit.length }));
}

const query = fc.record({
  counting: fc.record({ includePreferred: fc.boolean(), includeNiceToHave: fc.boolean() }),
  minScore: fc.constantFrom(0, 0.0001, 0.2833, 0.2901, 0.5, 0.57, 0.85, 0.850000001, 1),
  limit: fc.constantFrom(1, 3, 20, 50),
});

test("people are ranked as by scoring all of them, ties included [HIR-79] [CNV-08] [CNV-28]", async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...roles), query, async ({ id, wanted }, asked) => {
      const scored = people.map(({ id: person, held, isHidden }) => {
        const { score, matchedSkills } = matchSkills(wanted, held, asked.counting);
        return { id: person, score, isMet: !isHidden && matchedSkills.length > 0 };
      });
      const of = { skills: wanted, roleId: id, viewerId: member.id };
      expect(await rankPeople(db, of, asked)).toEqual(plainly(scored, asked));
    }),
    { numRuns: 300, seed: 14 },
  );
});

test("roles are ranked as by scoring all of them, ties included [HIR-71] [HIR-77] [CNV-08] [CNV-28]", async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...people), query, async ({ held }, asked) => {
      const scored = roles.map(({ id, wanted, isListed }) => {
        const { score, matchedSkills } = matchSkills(wanted, held, asked.counting);
        return { id, score, isMet: isListed && matchedSkills.length > 0 };
      });
      expect(await rankRoles(db, owner.id, held, asked)).toEqual(plainly(scored, asked));
    }),
    { numRuns: 300, seed: 14 },
  );
});

test("a team never finds its own people [HIR-79]", async () => {
  const skillId = crypto.randomUUID();
  const skill = { ...{ skillId, name: "x", level: null }, position: 0, isDiscoverable: true };
  const userIds = [owner.id, member.id, people[0]?.id ?? ""];
  await db
    .insert(candidate)
    .values(userIds.map((userId) => ({ userId })))
    .onConflictDoNothing();
  await db.insert(personSkill).values(userIds.map((userId) => ({ userId, ...skill })));
  const skills = [{ id: skillId, name: "x", importance: "required" as const }];
  const counting = { includePreferred: true, includeNiceToHave: false };
  const of = { skills, roleId: roles[0]?.id ?? "", viewerId: member.id };
  expect(await rankPeople(db, of, { counting, minScore: 0, limit: 20 })).toEqual([
    { id: people[0]?.id, score: 0.85, total: 1 },
  ]);
});
