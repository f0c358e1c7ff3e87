import type { Db } from "#schemas/database/db.ts";
import type { Page } from "#schemas/shapes/page.ts";
import { foldSkill, skillIdOf } from "#schemas/shapes/platform/skill-key.ts";
import { boundedSearch, searching } from "../../data/text-search.ts";
import {
  findTermsLike,
  knownSkills,
  listSkillsOfPeople,
  suggestSkillNames,
} from "../hiring/service.ts";
import { parseQuery, spansOf } from "./parse-query.ts";
import {
  findHeldSkills,
  findMeaningful,
  rankCandidates,
  type SearchTerm,
  suggestFromRoles,
} from "./queries.ts";
import type { Candidate, CandidatesBody, SuggestionsQuery } from "./schemas.ts";

export { seesPerson } from "./access.ts";
export { listSeenPeople, type SeenPerson } from "./queries.ts";
export { type Candidate, candidatesBody } from "./schemas.ts";

/**
 * People who saved skills and may be found, by what is asked for, best first. Terms of the vocabulary weigh as skills,
 * other words as text of titles and headline. Throws 503 where the search takes too long.
 */
export function searchCandidates(
  db: Db,
  viewerId: string,
  { query, limit }: CandidatesBody,
): Promise<Page<Candidate>> {
  return searching(db, async (tx) => {
    const { wanted, phrases, excluded } = parseQuery(query);
    const terms = await termsOf(tx, wanted, phrases);
    if (terms.length === 0) return { rows: [], total: 0, limit, offset: 0 };
    const without = {
      skillIds: [...(await skillsOf(tx, excluded)).values()],
      texts: excluded,
    };
    const ranking = await rankCandidates(tx, viewerId, { terms, without, limit });
    const skillIds = new Set(terms.map(({ skillId }) => skillId));
    const skills = await listSkillsOfPeople(
      tx,
      ranking.map(({ userId }) => userId),
    );
    const rows = ranking.map(({ total: _total, ...person }) => {
      const own = skills.get(person.userId) ?? [];
      return { ...person, skills: own, matchedSkills: own.filter(({ id }) => skillIds.has(id)) };
    });
    return { rows, total: ranking[0]?.total ?? 0, limit, offset: 0 };
  });
}

/** The skills that spellings mean: skills of the vocabulary, or free-text skills that people have. */
async function skillsOf(db: Db, spellings: readonly string[]): Promise<Map<string, string>> {
  const keys = new Map(spellings.map((text) => [text, foldSkill(text)] as const));
  const namedSkills = await knownSkills(db, [...keys.values()]);
  const free = new Map(
    [...keys.values()].filter((key) => !namedSkills.has(key)).map((key) => [key, skillIdOf(key)]),
  );
  const held = await findHeldSkills(db, [...free.values()]);
  return new Map(
    [...keys].flatMap(([text, key]) => {
      const id = namedSkills.get(key) ?? free.get(key) ?? "";
      return key !== "" && (namedSkills.has(key) || held.has(id)) ? [[text, id] as const] : [];
    }),
  );
}

async function termsOf(
  db: Db,
  wanted: readonly string[],
  phrases: readonly string[],
): Promise<SearchTerm[]> {
  const spans = spansOf(wanted);
  const skills = await skillsOf(db, [...new Set([...spans.map(({ text }) => text), ...phrases])]);
  const taken = new Set<number>();
  const terms: Omit<SearchTerm, "n">[] = phrases.map((text) => ({
    skillId: skills.get(text) ?? null,
    text,
    isRequired: true,
    skillPoints: 1,
    textPoints: 1,
  }));
  for (const { start, end, text } of spans) {
    const skillId = skills.get(text);
    const places = Array.from({ length: end - start }, (_, at) => start + at);
    if (skillId === undefined || places.some((place) => taken.has(place))) continue;
    for (const place of places) taken.add(place);
    terms.push(skillTerm(skillId, text));
  }
  const words = wanted.filter((_, at) => !taken.has(at));
  return [...terms, ...(await wordTerms(db, words))].map((term, n) => ({ n, ...term }));
}

const skillTerm = (skillId: string, text: string) => ({
  skillId,
  text,
  isRequired: false,
  skillPoints: 1,
  textPoints: 0.5,
});

/** Shorter words could mean anything. */
const isLong = (key: string) => key.length >= 4;

/** Words that are not skills: a skill whose spelling differs by one typing error, or text. */
async function wordTerms(db: Db, words: readonly string[]): Promise<Omit<SearchTerm, "n">[]> {
  const meaningful = await findMeaningful(db, words);
  const keys = new Map(words.map((text) => [text, foldSkill(text)] as const));
  const similar = await findTermsLike(db, [...new Set(keys.values())].filter(isLong));
  const terms: Omit<SearchTerm, "n">[] = [];
  for (const text of words) {
    const key = keys.get(text) ?? "";
    const [first = ""] = key;
    const meant = isLong(key)
      ? similar.find((one) => one.key.startsWith(first) && isOneSlip(key, one.key))
      : undefined;
    if (meant) terms.push(skillTerm(meant.skillId, text));
    else if (meaningful.has(text)) {
      terms.push({ skillId: null, text, skillPoints: 0, textPoints: 0.5, isRequired: false });
    }
  }
  return terms;
}

/** What a person may be typing, best first. */
export function suggest(db: Db, { field, query, limit }: SuggestionsQuery): Promise<string[]> {
  return searching(db, (tx) => {
    if (field === "skills") return suggestSkillNames(tx, foldSkill(boundedSearch(query)), limit);
    return suggestFromRoles(tx, field === "titles" ? "title" : "location", query, limit);
  });
}

/** True when the two differ by one typing error: one extra, missing or wrong letter, or two swapped neighbours. */
function isOneSlip(typed: string, word: string): boolean {
  const [a, b] = [[...typed], [...word]];
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  const rest = (of: string[], from: number) => of.slice(from).join("");
  if (a.length > b.length) return rest(a, start + 1) === rest(b, start);
  if (a.length < b.length) return rest(a, start) === rest(b, start + 1);
  const isExchanged = a[start] === b[start + 1] && a[start + 1] === b[start];
  return (
    rest(a, start + 1) === rest(b, start + 1) ||
    (isExchanged && rest(a, start + 2) === rest(b, start + 2))
  );
}
