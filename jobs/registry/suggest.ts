import { entry } from "#ingest/facts/entry.ts";
import { wordsOf } from "#registry/words.ts";
import type { Concept, Registry } from "#schemas/shapes/companies/concept.ts";
import type { Observations, TagKind } from "./observe.ts";
import { comparePlaces, type Heading, type Placement } from "./presentation.ts";
import { rareWordSimilarity, type Similarity } from "./words.ts";

/** What speaks for and against a tag being a concept: counts of periods over all companies. */
export interface Evidence extends Placement {
  /** The line has a value by another tag or by arithmetic, and the tag says the same; or another. */
  same: number;
  differs: number;
  /** The line has no value, and an identity with other lines implies what the tag says; or another value. */
  closes: number;
  misses: number;
  /** The line has no value and the tag has one. */
  fills: number;
  /** How alike the tag's name and the concept's tags and label are, 0 to 1. */
  name: number;
  /** The same of the tag's label and description, as filers' taxonomies have them, and the concept's definition. */
  text: number;
}

interface Candidate {
  concept: string;
  score: number;
  evidence: Evidence;
}

/** A tag that nothing maps, and the concepts that it may be, best first. */
export interface Suggestion {
  tag: string;
  filers: number;
  candidates: Candidate[];
}

const candidatesMax = 5;

/** Concepts for each of the tags (default: every unmapped tag), with evidence; tags of most filers first. */
export function suggest(
  registry: Registry,
  companies: readonly Observations[],
  { wanted, headings = [] }: { wanted?: ReadonlySet<string>; headings?: readonly Heading[] } = {},
): Suggestion[] {
  const tags = new Map<string, { kind: TagKind; filers: number }>();
  for (const { tags: own } of companies) {
    for (const [tag, { kind }] of own) {
      if (wanted && !wanted.has(tag)) continue;
      tags.set(tag, { kind, filers: (tags.get(tag)?.filers ?? 0) + 1 });
    }
  }
  const concepts = registry.concepts.filter(({ status }) => status === "active");
  const names = nameSimilarity(concepts);
  const texts = textSimilarity(concepts, companies);
  const placeOf = comparePlaces(registry, headings);
  return [...tags]
    .map(([tag, { kind, filers }]) => ({
      tag,
      filers,
      candidates: concepts
        .filter((one) => isOfKind(one, kind))
        .map((one) => {
          const likeness = { name: names(tag, one), text: texts(tag, one) };
          const known = { ...likeness, ...placeOf(tag, one.snakeKey) };
          return candidateOf(tag, one, companies, known);
        })
        .filter(({ score }) => score > 0)
        .sort((a, b) => b.score - a.score || (a.concept < b.concept ? -1 : 1))
        .slice(0, candidatesMax),
    }))
    .sort((a, b) => b.filers - a.filers || (a.tag < b.tag ? -1 : 1));
}

const isOfKind = ({ periodType, dataType }: Concept, kind: TagKind) =>
  periodType === kind.periodType && dataType === kind.dataType;

/**
 * The name of the tag against each of the concept's tags and its label: the nearest counts. How rare a word is, the
 * registry alone says: a score does not depend on which tags and companies are asked for.
 */
function nameSimilarity(concepts: readonly Concept[]) {
  const known = new Map(
    concepts.map((concept) => [
      concept.snakeKey,
      [concept.label, ...concept.mappings.map((one) => one.xbrlConcept)].map(wordsOf),
    ]),
  );
  const alike: Similarity = rareWordSimilarity([...known.values()].flat());
  const own = new Map<string, string[]>();
  return (tag: string, { snakeKey }: Concept): number => {
    const words = entry(own, tag, () => wordsOf(tag.replace(/^.*:/, "")));
    const likeness = (other: readonly string[]) =>
      (1 - firstWordShare) * alike(words, other) + (words[0] === other[0] ? firstWordShare : 0);
    return Math.max(0, ...(known.get(snakeKey) ?? []).map(likeness));
  };
}

/** The first word names the action (proceeds, payments, increase); the other words do not. */
const firstWordShare = 0.15;

/** What filers' taxonomies say of the tag against what the concept is defined as; 0 where nothing is said. */
function textSimilarity(concepts: readonly Concept[], companies: readonly Observations[]) {
  const texts = new Map(companies.flatMap(({ texts: own }) => [...own]));
  const own = new Map([...texts].map(([tag, text]) => [tag, wordsOf(text)]));
  const known = new Map(concepts.map((one) => [one, wordsOf(`${one.label} ${one.definition}`)]));
  const alike = rareWordSimilarity([...known.values()]);
  return (tag: string, concept: Concept): number =>
    alike(own.get(tag) ?? [], known.get(concept) ?? []);
}

type TagEvidence = Pick<Evidence, "name" | "text" | keyof Placement>;

function candidateOf(
  tag: string,
  { snakeKey }: Concept,
  companies: readonly Observations[],
  known: TagEvidence,
): Candidate {
  const evidence: Evidence = { same: 0, differs: 0, closes: 0, misses: 0, fills: 0, ...known };
  let isApplicable = false;
  for (const { tags, lines, implied, inapplicable } of companies) {
    const filed = tags.get(tag)?.values;
    const line = lines.get(snakeKey);
    if (!filed || !line) continue;
    const not = inapplicable.get(snakeKey);
    isApplicable ||= filed.some((value, i) => !Number.isNaN(value) && !not?.has(i));
    compare(evidence, { filed, line, implied: implied.get(snakeKey), not });
  }
  // A line that applies to no filer of the tag is no candidate.
  return { concept: snakeKey, score: isApplicable ? scoreOf(evidence) : 0, evidence };
}

interface Sides {
  filed: Float64Array;
  line: Float64Array;
  implied: Float64Array | undefined;
  /** Periods in which the line does not apply. */
  not: ReadonlySet<number> | undefined;
}

function compare(evidence: Evidence, { filed, line, implied, not }: Sides): void {
  filed.forEach((value, i) => {
    // Equal zeros are no evidence.
    if (Number.isNaN(value) || value === 0 || not?.has(i)) return;
    const [known = NaN, wanted = NaN] = [line[i], implied?.[i]];
    if (!Number.isNaN(known)) {
      evidence[areEqual(value, known) ? "same" : "differs"] += 1;
      return;
    }
    evidence.fills += 1;
    if (!Number.isNaN(wanted)) evidence[areEqual(value, wanted) ? "closes" : "misses"] += 1;
  });
}

/** Equality apart from rounding of doubles and from the sign, which a reviewer decides. */
const areEqual = (a: number, b: number) => Math.abs(Math.abs(a) - Math.abs(b)) < 1e-6 * Math.abs(a);

/** Saturates: a few periods are almost as much evidence as many, because coincidences are rarely repeated. */
const enough = (count: number) => count / (count + 3);

const share = (part: number, rest: number) => (part === 0 ? 0 : part / (part + rest));

/** What each part of the evidence adds to the score, or takes from it. */
export type ScoreParts = Readonly<Record<keyof typeof partMeanings, number>>;

/** What the parts of a score measure, for people. */
export const partMeanings = {
  name: "likeness of names",
  text: "likeness of descriptions",
  agrees: "the line has the tag's value by other means",
  balances: "an identity implies the tag's value for the empty line",
  needed: "the line is empty and the tag has a value",
  stands: "others list the line under the tag's heading",
  contradicts: "the line has another value by other means",
  another: "the line stands beside the tag",
} as const;

/** The score of the evidence by its parts, which add up to it. */
export function partsOf(evidence: Evidence): ScoreParts {
  const { same, differs, closes, misses, fills, name, text, place, elsewhere, beside } = evidence;
  const stands = share(place, elsewhere + beside) * enough(place);
  const isAnother = share(beside, place + elsewhere) * enough(beside);
  const agrees = share(same, differs) * enough(same);
  const contradicts = share(differs, same) * enough(differs);
  const balances = share(closes, misses) * enough(closes);
  // Where an identity contradicts the tag, the gap does not count.
  const gaps = fills - misses;
  const needed = share(gaps, same + differs) * enough(gaps);
  return {
    name: 3 * name,
    text: 2 * text,
    agrees: 2 * agrees,
    balances: 2 * balances,
    needed,
    stands,
    contradicts: -1.5 * contradicts,
    another: -isAnother,
  };
}

const scoreOf = (evidence: Evidence): number =>
  Object.values(partsOf(evidence)).reduce((sum, part) => sum + part, 0);
