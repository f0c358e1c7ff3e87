import { eq } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { levelPercents, percentWithoutLevel } from "#api/modules/hiring/matching/score.ts";
import { rankCandidates, type SearchTerm, type Without } from "#api/modules/search/queries.ts";
import { userAccount } from "#schemas/tables/accounts/account.ts";
import { block } from "#schemas/tables/accounts/block.ts";
import { candidate, personSkill } from "#schemas/tables/platform/hiring.ts";
import { testApp } from "../../helpers/app.ts";
import { makeUser } from "../../helpers/make.ts";
import { pick } from "../../helpers/platform/hiring.ts";

const { db } = await testApp();
const { id: viewerId } = await makeUser(db);

const words = ["zorb", "quex", "vlam", "trund", "plick"];
const levels = ["beginner", "intermediate", "advanced", "expert", null] as const;
const skillIds = Array.from({ length: 4 }, () => crypto.randomUUID());

interface Someone {
  id: string;
  text: string[];
  held: Map<string, (typeof levels)[number]>;
  isHidden: boolean;
}

async function makePeople(): Promise<Someone[]> {
  const people: Someone[] = [];
  for (let n = 0; n < 80; n += 1) {
    const { id } = await makeUser(db);
    const text = Array.from({ length: pick(5, n) }, (_, at) => words[pick(5, n, at)] ?? "");
    const held = new Map(
      skillIds
        .filter((_, at) => pick(3, n, at) === 0)
        .map((one, at) => [one, levels[(n + at) % 5]]),
    );
    const isDiscoverable = n % 10 !== 9;
    await db.insert(candidate).values({ userId: id, isDiscoverable, profileText: text.join(" ") });
    if (held.size > 0) {
      await db.insert(personSkill).values(
        [...held].map(([skillId, level], position) => ({
          ...{ userId: id, skillId, name: skillId, level: level ?? null, position, isDiscoverable },
        })),
      );
    }
    if (n % 20 === 8) await db.insert(block).values({ userId: viewerId, blockedId: id });
    if (n % 20 === 18) await db.insert(block).values({ userId: id, blockedId: viewerId });
    if (n % 10 === 7) {
      await db.update(userAccount).set({ status: "suspended" }).where(eq(userAccount.id, id));
    }
    people.push({ id, text, held: held as Someone["held"], isHidden: n % 10 > 6 });
  }
  return people;
}

const people = await makePeople();
const hasText = ({ text }: Someone, phrase: string) =>
  ` ${text.join(" ")} `.includes(` ${phrase} `);

/** Hundredths that a term adds for a person. */
function pointsOf(person: Someone, { skillId, text, skillPoints, textPoints }: SearchTerm): number {
  const level = skillId === null ? undefined : person.held.get(skillId);
  const percent =
    level === null ? percentWithoutLevel : level === undefined ? 0 : levelPercents[level];
  return Math.max(skillPoints * percent, hasText(person, text) ? 100 * textPoints : 0);
}

/** The plain ranking: everybody is scored, then sorted. */
function plainly(terms: readonly SearchTerm[], without: Without, limit: number) {
  const whole = terms.reduce((sum, one) => sum + Math.max(one.skillPoints, one.textPoints), 0);
  const found = people
    .filter(
      (person) =>
        !person.isHidden &&
        person.held.size > 0 &&
        terms.every((term) => !term.isRequired || pointsOf(person, term) > 0) &&
        !without.texts.some((text) => hasText(person, text)) &&
        !without.skillIds.some((id) => person.held.has(id)),
    )
    .map((person) => ({
      userId: person.id,
      points: terms.reduce((sum, term) => sum + pointsOf(person, term), 0),
    }))
    .filter(({ points }) => points > 0)
    .map(({ userId, points }) => ({ userId, score: Math.round((points * 100) / whole) / 10_000 }))
    .sort((a, b) => b.score - a.score || (a.userId < b.userId ? -1 : 1));
  return found.slice(0, limit).map((one) => ({ ...one, total: found.length }));
}

const text = fc
  .array(fc.constantFrom(...words), { minLength: 1, maxLength: 2 })
  .map((one) => one.join(" "));
const term = fc
  .tuple(
    fc.constantFrom("word", "skill", "phrase", "skill phrase"),
    fc.constantFrom(...skillIds),
    text,
  )
  .map(([kind, skillId, typed]) => ({
    ...{
      skillId: kind.includes("skill") ? skillId : null,
      text: typed,
      isRequired: kind.includes("phrase"),
    },
    skillPoints: kind === "word" ? 0 : 1,
    textPoints: kind.includes("phrase") ? 1 : 0.5,
  }));
const asked = fc.record({
  terms: fc
    .array(term, { minLength: 1, maxLength: 4 })
    .map((terms): SearchTerm[] => terms.map((one, n) => ({ n, ...one }))),
  without: fc.record({
    skillIds: fc.array(fc.constantFrom(...skillIds), { maxLength: 1 }),
    texts: fc.array(text, { maxLength: 2 }),
  }),
  limit: fc.constantFrom(1, 5, 100),
});

test("candidates are ranked as by scoring all of them, ties included [SRC-01] [CNV-28]", async () => {
  await fc.assert(
    fc.asyncProperty(asked, async ({ terms, without, limit }) => {
      const found = await rankCandidates(db, viewerId, { terms, without, limit });
      expect(found.map(({ userId, score, total }) => ({ userId, score, total }))).toEqual(
        plainly(terms, without, limit),
      );
    }),
    { numRuns: 300, seed: 14 },
  );
});
